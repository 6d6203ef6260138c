#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "platform.h"
#include "random.h"
#include "scale.h"
#include "workers.h"

enum { SLICE_NB = 8 };

/* What one slice of a batch found; padded by its allocation, written by one thread. */
typedef struct Slice {
    Weight *gradient;
    double error; /* sum of squares */
} Slice;

/* The samples that the workers go through together: those named by `order`, or all of the set. */
typedef struct Batch {
    const SampleSet *set;
    const uint32_t *order;
    size_t count;
    bool has_gradient;
} Batch;

typedef struct Fit {
    const FitProblem *problem;
    const FitOptions *options;
    Workers *workers;
    Weight *weights;         /* being fitted; the caller's */
    Weight *start;           /* before the fit */
    Weight *best;            /* of the lowest held-out error */
    Weight *mean, *variance; /* Adam's running averages of the gradient and its square */
    uint32_t *order;
    Slice slices[SLICE_NB];
    Batch batch;
    uint64_t steps, steps_planned;
    double best_error;
} Fit;

/* ---- Errors and gradients of a batch ---- */

static void process_slice(const Fit *fit, Slice *slice, size_t first, size_t end) {
    const Batch *batch = &fit->batch;
    float steepness = (float)fit->options->steepness;
    if (batch->has_gradient)
        memset(slice->gradient, 0, (size_t)fit->problem->weight_count * sizeof *slice->gradient);
    slice->error = 0;
    for (size_t i = first; i < end; i++) {
        const Sample *sample = &batch->set->samples[batch->order != NULL ? batch->order[i] : i];
        Forward forward = model_forward(sample, fit->weights);
        float expected = scale_expectation(steepness, forward.score);
        float miss = expected - sample->target;
        slice->error += (double)miss * miss;
        if (batch->has_gradient)
            model_backward(sample, &forward, 2 * miss * expected * (1 - expected), slice->gradient);
    }
}

static void process_slices(void *context, int index) {
    Fit *fit = context;
    int step = workers_count(fit->workers);
    for (int i = index; i < SLICE_NB; i += step) {
        size_t first = fit->batch.count * (size_t)i / SLICE_NB;
        size_t end = fit->batch.count * (size_t)(i + 1) / SLICE_NB;
        process_slice(fit, &fit->slices[i], first, end);
    }
}

/* Returns the sum of squared errors; the gradients stay in the slices. */
static double run_batch(Fit *fit, Batch batch) {
    double error = 0;
    fit->batch = batch;
    workers_start(fit->workers, process_slices, fit);
    workers_wait(fit->workers);
    for (int i = 0; i < SLICE_NB; i++)
        error += fit->slices[i].error;
    return error;
}

static double mean_error(Fit *fit, const SampleSet *set) {
    return set->count == 0
               ? NAN
               : run_batch(fit, (Batch){.set = set, .count = set->count}) / (double)set->count;
}

/* ---- Adam ---- */

/* Pulls towards the first value and towards zero, as if by a few positions in the whole set that
 * ask for it: nothing against the evidence for a weight that is often seen, decisive for one that
 * never is. Without the first, Adam would take even the weakest pull to zero all the way. */
static float add_pulls(const Fit *fit, float gradient, float weight, float start) {
    const FitOptions *options = fit->options;
    double pull = options->anchor * (double)(weight - start) + options->decay * (double)weight;
    double strength = 2 * options->steepness / (double)fit->problem->training->count;
    return gradient + (float)(strength * pull);
}

typedef struct Step {
    float size, mean_correction, variance_correction;
} Step;

/* The averages start at zero; the corrections undo that in the first steps. */
static Step next_step(Fit *fit) {
    double done = (double)fit->steps++ / (double)fit->steps_planned;
    double number = (double)fit->steps;
    return (Step){
        .size = (float)(fit->options->rate * pow(fit->options->last_rate, done)),
        .mean_correction = (float)(1 / (1 - pow(0.9, number))),
        .variance_correction = (float)(1 / (1 - pow(0.999, number))),
    };
}

static void move_weight(const Step *step, float gradient, float *mean, float *variance,
                        float *weight) {
    const float tiny = 1e-8f;
    *mean += 0.1f * (gradient - *mean);
    *variance += 0.001f * (gradient * gradient - *variance);
    *weight -= step->size * *mean * step->mean_correction /
               (sqrtf(*variance * step->variance_correction) + tiny);
}

/* The gradient is taken by weight times steepness, which keeps its size near 1 whatever the
 * scale; Adam itself does not care. */
static void update_weights(Fit *fit, size_t batch_count) {
    Step step = next_step(fit);
    for (int i = 0; i < fit->problem->weight_count; i++) {
        Weight sum = {0, 0}, *weight = &fit->weights[i];
        if (fit->problem->is_fixed != NULL && fit->problem->is_fixed[i])
            continue;
        for (int slice = 0; slice < SLICE_NB; slice++) {
            sum.mg += fit->slices[slice].gradient[i].mg;
            sum.eg += fit->slices[slice].gradient[i].eg;
        }
        float mg = add_pulls(fit, sum.mg / (float)batch_count, weight->mg, fit->start[i].mg);
        float eg = add_pulls(fit, sum.eg / (float)batch_count, weight->eg, fit->start[i].eg);
        move_weight(&step, mg, &fit->mean[i].mg, &fit->variance[i].mg, &weight->mg);
        move_weight(&step, eg, &fit->mean[i].eg, &fit->variance[i].eg, &weight->eg);
    }
}

/* ---- Epochs ---- */

/* Fills `order` with runs of neighbours, the runs in random order. Single samples would be fetched
 * from all over memory, which takes several times as long as the arithmetic; neighbours stem from
 * different games, since loading has mixed them, so that nothing is lost. */
static void shuffle(uint32_t *order, size_t count, Random *random) {
    enum { RUN = 64 };
    size_t run_count = (count + RUN - 1) / RUN, filled = 0;
    uint32_t *starts = order + count; /* room for them follows the order */
    for (size_t i = 0; i < run_count; i++)
        starts[i] = (uint32_t)(i * RUN);
    for (size_t i = run_count; i > 0; i--) {
        uint32_t other = random_below(random, (uint32_t)i), start = starts[other];
        starts[other] = starts[i - 1];
        for (size_t k = start; k < count && k < (size_t)start + RUN; k++)
            order[filled++] = (uint32_t)k;
    }
}

/* Every training sample once; returns their mean error, each measured before it was learnt. */
static double train_epoch(Fit *fit, int number, Random *random, const FitReporter *reporter) {
    const SampleSet *set = fit->problem->training;
    size_t batch_size = (size_t)fit->options->batch;
    double error = 0;
    shuffle(fit->order, set->count, random);
    for (size_t first = 0; first < set->count; first += batch_size) {
        size_t left = set->count - first, count = left < batch_size ? left : batch_size;
        error += run_batch(fit, (Batch){set, fit->order + first, count, true});
        update_weights(fit, count);
        if (reporter->on_progress != NULL)
            reporter->on_progress(reporter->context, number,
                                  (double)(first + count) / (double)set->count);
    }
    return error / (double)set->count;
}

/* Keeps the weights if they are the best so far. */
static bool judge(Fit *fit, FitEpoch *epoch) {
    double error = fit->problem->held_out->count > 0 ? epoch->held_out : epoch->trained;
    epoch->is_best = error < fit->best_error;
    if (epoch->is_best) {
        fit->best_error = error;
        memcpy(fit->best, fit->weights, (size_t)fit->problem->weight_count * sizeof *fit->best);
    }
    return epoch->is_best;
}

static void run_epochs(Fit *fit, const FitReporter *reporter) {
    Random random = {fit->options->seed};
    FitEpoch epoch = {.trained = mean_error(fit, fit->problem->training),
                      .held_out = mean_error(fit, fit->problem->held_out)};
    judge(fit, &epoch);
    while (reporter->on_epoch(reporter->context, &epoch) && epoch.number < fit->options->epochs) {
        uint64_t started = platform_now_ns();
        epoch.number++;
        epoch.trained = train_epoch(fit, epoch.number, &random, reporter);
        epoch.held_out = mean_error(fit, fit->problem->held_out);
        epoch.rate = fit->options->rate *
                     pow(fit->options->last_rate, (double)fit->steps / (double)fit->steps_planned);
        epoch.seconds = (double)(platform_now_ns() - started) / 1e9;
        judge(fit, &epoch);
    }
    memcpy(fit->weights, fit->best, (size_t)fit->problem->weight_count * sizeof *fit->best);
}

/* ---- Beginning and end ---- */

static bool fit_allocate(Fit *fit) {
    size_t weights = (size_t)fit->problem->weight_count, samples = fit->problem->training->count;
    bool is_complete = true;
    fit->start = calloc(weights, sizeof *fit->start);
    fit->best = calloc(weights, sizeof *fit->best);
    fit->mean = calloc(weights, sizeof *fit->mean);
    fit->variance = calloc(weights, sizeof *fit->variance);
    fit->order = calloc(2 * samples, sizeof *fit->order);
    for (int i = 0; i < SLICE_NB; i++) {
        fit->slices[i].gradient = calloc(weights, sizeof(Weight));
        is_complete = is_complete && fit->slices[i].gradient != NULL;
    }
    fit->workers = workers_create(fit->options->threads);
    return is_complete && fit->start != NULL && fit->best != NULL && fit->mean != NULL &&
           fit->variance != NULL && fit->order != NULL && fit->workers != NULL;
}

static void fit_free(Fit *fit) {
    workers_destroy(fit->workers);
    for (int i = 0; i < SLICE_NB; i++)
        free(fit->slices[i].gradient);
    free(fit->order);
    free(fit->variance);
    free(fit->mean);
    free(fit->best);
    free(fit->start);
}

bool fit_run(const FitProblem *problem, Weight *weights, const FitOptions *options,
             const FitReporter *reporter) {
    size_t samples = problem->training->count, batch = (size_t)options->batch;
    Fit fit = {
        .problem = problem,
        .options = options,
        .weights = weights,
        .best_error = INFINITY,
        .steps_planned = (samples + batch - 1) / batch * (uint64_t)options->epochs,
    };
    bool is_ready = samples > 0 && fit_allocate(&fit);
    if (is_ready) {
        memcpy(fit.start, weights, (size_t)problem->weight_count * sizeof *weights);
        memcpy(fit.best, weights, (size_t)problem->weight_count * sizeof *weights);
        run_epochs(&fit, reporter);
    }
    fit_free(&fit);
    return is_ready;
}
