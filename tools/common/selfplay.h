/* Games of the engine against itself, at a fixed number of nodes a move.
 *
 * Each game begins with empty tables and histories and draws its opening from its own number, so
 * that it depends on nothing but the rules, the seed, the number and the size of the table: any
 * thread may play it, at any time, with the same moves. Emptying takes a hundredth of the time of
 * a game with the usual thousand nodes a move.
 *
 * A player belongs to one thread; others may only ask for its nodes. */
#ifndef CASTELLAN_SELFPLAY_H
#define CASTELLAN_SELFPLAY_H

#include <stdatomic.h>

#include "game_file.h"

/* Scores in the engine's units, plies counted from the end of the opening. */
typedef struct SelfplayRules {
    int64_t nodes;      /* no further depth is begun after so many */
    int64_t hard_nodes; /* a depth is broken off after so many */

    int64_t random_plies; /* in the opening, one more in every second game */
    int64_t chess960;     /* games of Chess960 in a hundred */
    /* An opening counts only if a search of so many nodes finds nobody better than the limit. */
    int64_t opening_nodes, opening_limit;

    /* Won when all searches of the last plies, of either side, agree on so large a score. */
    int64_t win_score, win_plies;
    /* Drawn when, after some plies, as many in a row find no more than a small score. */
    int64_t draw_score, draw_plies, draw_after;
} SelfplayRules;

typedef struct Player Player;

/* NULL when memory cannot be had. */
Player *player_create(const SelfplayRules *rules, size_t hash_megabytes);
void player_destroy(Player *player); /* NULL is fine */

/* Plays the game with this number; false when `abandon` was set before its end. */
bool player_play(Player *player, uint64_t seed, uint64_t number, const _Atomic bool *abandon,
                 GameRecord *game);

/* Searched since the player was made; for any thread. */
uint64_t player_nodes(const Player *player);

#endif
