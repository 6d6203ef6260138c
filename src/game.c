#include "game.h"

#include <stdlib.h>
#include <string.h>

void game_begin(Game *game, const Position *start) {
    game->position = *start;
    game->last = MOVE_NONE;
    game->key_count = 0;
}

/* Room for `count` keys, with some to spare. */
static bool make_room(Game *game, size_t count) {
    if (count <= game->key_capacity)
        return true;
    size_t capacity = 2 * count + 128;
    Key *keys = realloc(game->keys, capacity * sizeof *keys);
    if (keys == NULL)
        return false;
    game->keys = keys;
    game->key_capacity = capacity;
    return true;
}

bool game_play(Game *game, Move move) {
    Position next;
    if (!make_room(game, game->key_count + 1))
        return false;
    position_make_move(&next, &game->position, move);
    game->keys[game->key_count++] = game->position.key;
    if (next.reversible_plies == 0)
        game->key_count = 0;
    game->position = next;
    game->last = move;
    return true;
}

bool game_copy(Game *copy, const Game *game) {
    if (!make_room(copy, game->key_count))
        return false;
    copy->position = game->position;
    copy->last = game->last;
    copy->key_count = game->key_count;
    if (game->key_count > 0)
        memcpy(copy->keys, game->keys, game->key_count * sizeof *game->keys);
    return true;
}

void game_free(Game *game) {
    free(game->keys);
    *game = (Game){0};
}
