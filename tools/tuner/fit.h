/* The fit: Adam (Kingma and Ba, 2014) on the mean squared error of the predicted result, over
 * shuffled mini-batches and on several threads. The same seed gives the same weights whatever the
 * number of threads, because a batch is always cut into the same slices. */
#ifndef CASTELLAN_TUNER_FIT_H
#define CASTELLAN_TUNER_FIT_H

#include "sample.h"

typedef struct FitEpoch {
    int number;      /* from 1; 0 is the state before the first */
    double rate;     /* at its end */
    double trained;  /* mean squared error on the training set while it was learnt */
    double held_out; /* on the held-out set after the epoch */
    bool is_best;    /* of the held-out errors so far */
    double seconds;
} FitEpoch;

/* Called from the controlling thread. Whoever reports may ask for the end of the fit. */
typedef struct FitReporter {
    void *context;
    bool (*on_epoch)(void *context, const FitEpoch *epoch);           /* false: enough */
    void (*on_progress)(void *context, int epoch, double done_share); /* NULL: no interest */
} FitReporter;

typedef struct FitOptions {
    int epochs, batch, threads;
    double rate;      /* first step of a weight, in points */
    double last_rate; /* share of it at the end; the rate falls exponentially */
    double anchor;    /* strength of the pull towards the first weights, see add_pulls */
    double decay;     /* strength of the pull towards zero */
    double steepness; /* of the logistic curve */
    uint64_t seed;
} FitOptions;

typedef struct FitProblem {
    const SampleSet *training, *held_out;
    int weight_count;
    const bool *is_fixed; /* by weight: it stays as it is; NULL: all are free to move */
} FitProblem;

/* Fits `weights` in place; they end as those of the best held-out error (of the training error
 * when nothing is held out). False when memory or threads cannot be had. */
bool fit_run(const FitProblem *problem, Weight *weights, const FitOptions *options,
             const FitReporter *reporter);

#endif
