/* Proving mates, for `go mate` and short ones in any long search: looks at every move, where the
 * normal search leaves out what is hardly ever good, so that what it finds is the shortest mate and
 * what it does not find is not there. Works with the state of one searcher, between the depths of
 * its normal search. */
#ifndef CASTELLAN_MATE_H
#define CASTELLAN_MATE_H

#include "searcher.h"

/* How far a hunt has come. Begin with {0}. */
typedef struct MateHunt {
    int plies;    /* no mate so near */
    bool is_over; /* the mate is found, or there is none within the limit */
} MateHunt;

/* Goes on with the hunt at the root for a mate, given or received, within so many moves. It pauses
 * when it has taken so many nodes. When a mate is found, the searcher's answer is its line. */
void mate_hunt(Searcher *s, MateHunt *hunt, int moves, uint64_t nodes);

#endif
