/* Where self-play games begin: the start positions of chess and Chess960, and random moves. */
#ifndef CASTELLAN_OPENINGS_H
#define CASTELLAN_OPENINGS_H

#include "position.h"
#include "random.h"

enum {
    OPENING_CHESS960_NB = 960,
    OPENING_STANDARD = 518, /* the usual start position among those of Chess960 */
};

/* The start position with this number, 0 to 959, in the usual numbering of Chess960. */
Position opening_start(int number);

/* Plays legal moves at random; false when the game ends within them. */
bool opening_play_random(Position *position, int plies, Random *random);

#endif
