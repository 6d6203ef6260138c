/* A game against the engine as PGN, with clocks and evaluations in comments. */
#ifndef CASTELLAN_PLAY_PGN_H
#define CASTELLAN_PLAY_PGN_H

#include "play_game.h"

typedef struct PlayPlayers {
    const char *names[COLOUR_NB];
    int elo[COLOUR_NB]; /* 0 where it is not known */
} PlayPlayers;

/* Adds the game to the end of a file, which may be new: games that are there are never
 * overwritten. False with the reason when the file cannot be written, or holds something else. */
bool play_pgn_save(const PlayGame *game, const PlayPlayers *players, const char *path,
                   Reason *reason);

#endif
