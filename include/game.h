/* A game in progress: the current position and the keys of those before it that can still come
 * back. The owner may play any number of moves; memory grows with the longest run of reversible
 * ones. Not for use by several threads at once. */
#ifndef CASTELLAN_GAME_H
#define CASTELLAN_GAME_H

#include "position.h"

typedef struct Game {
    Position position;
    Move last; /* the move that led to it, MOVE_NONE at the start */
    Key *keys; /* of the positions since the last irreversible move, oldest first */
    size_t key_count;
    size_t key_capacity;
} Game;

/* Begins a game at `start`. Call on a zeroed Game first; later calls begin anew. */
void game_begin(Game *game, const Position *start);

/* Plays a legal move; false, with nothing changed, when memory runs out. */
bool game_play(Game *game, Move move);

/* Makes `copy`, a zeroed or earlier Game, equal to `game`; false when memory runs out. */
bool game_copy(Game *copy, const Game *game);

void game_free(Game *game);

#endif
