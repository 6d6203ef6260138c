/* Counting the leaves of the legal move tree: the classic test of a move generator. */
#ifndef CASTELLAN_PERFT_H
#define CASTELLAN_PERFT_H

#include "position.h"

/* Leaves at exactly `depth` plies; 1 at depth 0. Pure. */
uint64_t perft_count(const Position *position, int depth);

#endif
