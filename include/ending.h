/* How games end by the rules of chess. Pure. */
#ifndef CASTELLAN_ENDING_H
#define CASTELLAN_ENDING_H

#include "game.h"

typedef enum Ending {
    ENDING_NONE, /* the game goes on */
    ENDING_MATE,
    ENDING_STALEMATE,
    ENDING_REPETITION, /* the third occurrence since the game began */
    ENDING_FIFTY_MOVES,
    ENDING_DEAD_POSITION,
    ENDING_NB
} Ending;

Ending ending_of(const Game *game);

#endif
