/* From scores to expected results: the logistic curve, how steep it is, and the targets that the
 * fit aims for. */
#ifndef CASTELLAN_TUNER_SCALE_H
#define CASTELLAN_TUNER_SCALE_H

#include "sample.h"

/* The share of the point that White expects; `steepness` is per point of score. */
float scale_expectation(float steepness, float score);

/* The steepness with which the evaluation under `weights` predicts the results best. It is found
 * once, before the fit, and kept: a scale free to move would let all weights grow or shrink
 * together, and margins elsewhere in the engine are written in today's points. NaN when memory is
 * short or the set is empty. */
double scale_fit(const SampleSet *set, const Weight *weights);

/* Mixes the result of the game, by `result_weight`, with what the search thought. */
void scale_set_targets(SampleSet *set, double steepness, double result_weight);

#endif
