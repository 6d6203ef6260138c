/* What the pawns alone, and the pawns with a king, are worth. That changes seldom, so each thread
 * keeps what it has found in a cache of its own. The cache never changes a result. */
#ifndef CASTELLAN_PAWNS_H
#define CASTELLAN_PAWNS_H

#include "position.h"

typedef struct PawnEntry {
    Key key; /* the position's pawn_key */
    /* Without an enemy pawn ahead on its file or those beside it, or one of its own on its file. */
    Bitboard passed;           /* of either side */
    Bitboard span[COLOUR_NB];  /* what a side's pawns attack or might attack after advancing */
    Bitboard files[COLOUR_NB]; /* all squares of files on which a side has pawns */
    ScorePair structure;       /* White's point of view */

    /* Worth and danger (see eval_trace.h) of what stands before a king on that square. */
    ScorePair shelter[COLOUR_NB];
    ScorePair danger[COLOUR_NB];
    Square king[COLOUR_NB]; /* NO_SQUARE: not known yet */
} PawnEntry;

enum { PAWN_ENTRY_NB = 2048 };
typedef struct PawnCache {
    PawnEntry entries[PAWN_ENTRY_NB];
} PawnCache;

void pawns_clear(PawnCache *cache);

/* What is known of the position's pawns: an entry of the cache or, if that is NULL, `*own`. */
const PawnEntry *pawns_probe(PawnCache *cache, const Position *position, PawnEntry *own);

#endif
