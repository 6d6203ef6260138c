/* Static evaluation: what a position is worth without searching. Pure. */
#ifndef CASTELLAN_EVAL_H
#define CASTELLAN_EVAL_H

#include "position.h"

/* From the point of view of the side to move, inside the limits of `score_clamp_eval`. */
Score eval_evaluate(const Position *position);

#endif
