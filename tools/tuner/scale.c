#include "scale.h"

#include <math.h>
#include <stdlib.h>

#include "model.h"

enum {
    FIT_SAMPLE_MAX = 1000000, /* more would not move the third digit */
    FIT_STEP_NB = 40,
};

/* Evaluations and results side by side, so that the search need not evaluate again. */
typedef struct Evidence {
    size_t count;
    float *scores, *results;
} Evidence;

float scale_expectation(float steepness, float score) {
    return 1 / (1 + expf(-steepness * score));
}

static double evidence_error(const Evidence *evidence, double log_steepness) {
    float steepness = (float)exp(log_steepness);
    double error = 0;
    for (size_t i = 0; i < evidence->count; i++) {
        float miss = scale_expectation(steepness, evidence->scores[i]) - evidence->results[i];
        error += (double)miss * miss;
    }
    return error;
}

/* Golden section on the logarithm: the error has one valley, and its place is known only within
 * orders of magnitude. */
static double search_steepness(const Evidence *evidence) {
    const double ratio = 0.6180339887498949;
    double low = log(1e-5), high = log(1.0);
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double left_error = evidence_error(evidence, left);
    double right_error = evidence_error(evidence, right);
    for (int step = 0; step < FIT_STEP_NB; step++)
        if (left_error < right_error) {
            high = right;
            right = left;
            right_error = left_error;
            left = high - ratio * (high - low);
            left_error = evidence_error(evidence, left);
        } else {
            low = left;
            left = right;
            left_error = right_error;
            right = low + ratio * (high - low);
            right_error = evidence_error(evidence, right);
        }
    return exp((low + high) / 2);
}

double scale_fit(const SampleSet *set, const Weight *weights) {
    size_t stride = set->count / FIT_SAMPLE_MAX + 1;
    size_t count = (set->count + stride - 1) / stride;
    Evidence evidence = {count, malloc((count + 1) * sizeof(float)),
                         malloc((count + 1) * sizeof(float))};
    bool is_ready = count > 0 && evidence.scores != NULL && evidence.results != NULL;
    for (size_t i = 0; is_ready && i < count; i++) {
        const Sample *sample = &set->samples[i * stride];
        evidence.scores[i] = model_forward(sample, weights).score;
        evidence.results[i] = (float)sample->result / 2;
    }
    double steepness = is_ready ? search_steepness(&evidence) : NAN;
    free(evidence.scores);
    free(evidence.results);
    return steepness;
}

void scale_set_targets(SampleSet *set, double steepness, double result_weight) {
    for (size_t i = 0; i < set->count; i++) {
        Sample *sample = &set->samples[i];
        float expected = scale_expectation((float)steepness, sample->score);
        sample->target =
            (float)(result_weight * sample->result / 2 + (1 - result_weight) * expected);
    }
}
