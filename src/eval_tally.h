/* Adding up the terms of an evaluation. Whatever adds to the score also counts in the trace, if
 * there is one, so that the two cannot disagree. In the fast evaluation the trace is a NULL that
 * the compiler sees, and nothing of the counting remains. */
#ifndef CASTELLAN_EVAL_TALLY_H
#define CASTELLAN_EVAL_TALLY_H

#include "bits.h"
#include "eval_trace.h"

typedef struct Tally {
    ScorePair score;             /* linear terms, White's minus Black's */
    ScorePair danger[COLOUR_NB]; /* to each side's king */
    int complexity;
    EvalTrace *trace;
} Tally;

BITS_ALWAYS_INLINE void tally_count(Tally *tally, Colour side, const ScorePair *weight, int count) {
    if (tally->trace != NULL) {
        int16_t *counted = &tally->trace->counts[side][eval_weight_index(weight)];
        *counted = (int16_t)(*counted + count);
    }
}

/* A term of a linear group, `count` times for side `us`. */
BITS_ALWAYS_INLINE void tally_add(Tally *tally, Colour us, const ScorePair *weight, int count) {
    tally->score += us == WHITE ? *weight * count : *weight * -count;
    tally_count(tally, us, weight, count);
}

/* A term of a danger group, for the king of side `us`. */
BITS_ALWAYS_INLINE void tally_danger(Tally *tally, Colour us, const ScorePair *weight, int count) {
    tally->danger[us] += *weight * count;
    tally_count(tally, us, weight, count);
}

/* A term of a complexity group. */
BITS_ALWAYS_INLINE void tally_complexity(Tally *tally, const ScorePair *weight, int count) {
    tally->complexity += pair_eg(*weight) * count;
    tally_count(tally, WHITE, weight, count);
}

#endif
