/* The evaluation as a function of its weights, in real numbers: the formulas of eval_trace.h and
 * their derivatives. Pure. */
#ifndef CASTELLAN_TUNER_MODEL_H
#define CASTELLAN_TUNER_MODEL_H

#include "sample.h"

/* What the way down to the gradient needs of the way up to the score. */
typedef struct Forward {
    float score; /* White's point of view */
    Weight danger[COLOUR_NB];
    float eg_slope;   /* of the endgame score, by what it was before complexity: 0 or 1 */
    float push_slope; /* of the endgame score, by the push of complexity: -1, 0 or 1 */
} Forward;

Forward model_forward(const Sample *sample, const Weight *weights);

/* Adds `slope` times the derivative of the score by each weight to `gradient`. */
void model_backward(const Sample *sample, const Forward *forward, float slope, Weight *gradient);

#endif
