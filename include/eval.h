/* Static evaluation: what a position is worth without searching. Depends on nothing but the
 * position; eval_trace.h has the formula, eval_terms.def the terms. */
#ifndef CASTELLAN_EVAL_H
#define CASTELLAN_EVAL_H

#include "pawns.h"
#include "position.h"

/* From the point of view of the side to move, inside the limits of `score_clamp_eval`. The cache
 * makes it faster and may be NULL. */
Score eval_evaluate(const Position *position, PawnCache *cache);

#endif
