/* The arithmetic of the tuner: packed samples give the score by the evaluation's formulas, the
 * gradients are its derivatives, and a fit finds the weights that made the data. */
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/tuner/fit.h"
#include "../tools/tuner/model.h"
#include "../tools/tuner/normalise.h"
#include "../tools/tuner/scale.h"
#include "psqt.h"
#include "random.h"

/* A small evaluation with every kind in it. */
enum { WEIGHT_NB = 26, LINEAR_NB = 16, DANGER_NB = 7 };

static EvalKind kinds[WEIGHT_NB];
static const Terms TERMS = {WEIGHT_NB, kinds};

/* One position as the engine's trace would have it. */
typedef struct Case {
    int16_t counts[COLOUR_NB][WEIGHT_NB];
    int phase, scale, damping;
} Case;

void setUp(void) {
    for (int i = 0; i < WEIGHT_NB; i++)
        kinds[i] = i < LINEAR_NB               ? EVAL_LINEAR
                   : i < LINEAR_NB + DANGER_NB ? EVAL_DANGER
                                               : EVAL_COMPLEXITY;
}

void tearDown(void) {
}

static int random_between(Random *random, int low, int high) {
    return low + (int)random_below(random, (uint32_t)(high - low + 1));
}

static Case random_case(Random *random) {
    Case result = {
        .phase = random_between(random, 0, PHASE_MAX),
        .scale = random_between(random, EVAL_SCALE_FULL / 2, EVAL_SCALE_FULL),
        .damping = random_between(random, EVAL_DAMPING_FULL / 2, EVAL_DAMPING_FULL),
    };
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < WEIGHT_NB; i++)
            if (random_below(random, 2) == 0)
                result.counts[side][i] = (int16_t)random_between(random, 0, 3);
    return result;
}

static void random_weights(Random *random, Weight *weights, int range) {
    for (int i = 0; i < WEIGHT_NB; i++) {
        int danger = kinds[i] == EVAL_DANGER ? range : 0;
        weights[i].mg = (float)random_between(random, -range, range) + (float)danger;
        weights[i].eg = (float)random_between(random, -range, range) + (float)danger;
    }
}

static void add_case(SampleSet *set, const Case *position, int result) {
    SampleSource source = {
        .white = position->counts[WHITE],
        .black = position->counts[BLACK],
        .phase = position->phase,
        .scale = position->scale,
        .damping = position->damping,
        .result = result,
    };
    TEST_ASSERT_TRUE(sample_set_add(set, &TERMS, &source));
}

/* ---- The formulas once more, written down from eval_trace.h ---- */

static double sum_kind(const Case *position, const Weight *weights, EvalKind kind, int white_factor,
                       int black_factor, bool is_eg) {
    double sum = 0;
    for (int i = 0; i < WEIGHT_NB; i++)
        if (kinds[i] == kind) {
            double weight = is_eg ? weights[i].eg : weights[i].mg;
            sum += weight * (white_factor * position->counts[WHITE][i] +
                             black_factor * position->counts[BLACK][i]);
        }
    return sum;
}

static double plain_score(const Case *p, const Weight *weights) {
    double mg = sum_kind(p, weights, EVAL_LINEAR, 1, -1, false);
    double eg = sum_kind(p, weights, EVAL_LINEAR, 1, -1, true);
    for (int side = WHITE; side <= BLACK; side++) {
        double sign = side == WHITE ? -1 : 1;
        double danger_mg = sum_kind(p, weights, EVAL_DANGER, side == WHITE, side == BLACK, false);
        double danger_eg = sum_kind(p, weights, EVAL_DANGER, side == WHITE, side == BLACK, true);
        mg += sign * pow(fmax(danger_mg, 0), 2) / EVAL_DANGER_SQUARE;
        eg += sign * fmax(danger_eg, 0) / EVAL_DANGER_LINE;
    }
    double push = sum_kind(p, weights, EVAL_COMPLEXITY, 1, 0, true);
    eg += eg > 0 ? fmax(push, -eg) : eg < 0 ? -fmax(push, eg) : 0;
    double mixed = mg * p->phase / PHASE_MAX +
                   eg * p->scale / EVAL_SCALE_FULL * (PHASE_MAX - p->phase) / PHASE_MAX;
    return mixed * p->damping / EVAL_DAMPING_FULL;
}

static void test_scores_follow_the_formulas(void) {
    Random random = {1};
    for (int round = 0; round < 500; round++) {
        Weight weights[WEIGHT_NB];
        SampleSet set = {0};
        Case position = random_case(&random);
        random_weights(&random, weights, round % 2 == 0 ? 20 : 60);
        add_case(&set, &position, 1);
        double expected = plain_score(&position, weights);
        double score = (double)model_forward(set.samples, weights).score;
        TEST_ASSERT_DOUBLE_WITHIN(0.01 + fabs(expected) * 1e-5, expected, score);
        sample_set_free(&set);
    }
}

static void test_large_counts_are_kept(void) {
    static const int16_t LARGE[] = {127, 128, -127, -128, 254, 300, -1000, INT16_MAX, INT16_MIN};
    Weight weights[WEIGHT_NB] = {{0, 0}};
    weights[3].mg = 1;
    for (size_t i = 0; i < sizeof LARGE / sizeof *LARGE; i++) {
        SampleSet set = {0};
        Case position = {.phase = PHASE_MAX, .scale = 64, .damping = EVAL_DAMPING_FULL};
        position.counts[WHITE][3] = LARGE[i];
        add_case(&set, &position, 1);
        TEST_ASSERT_EQUAL_INT(LARGE[i], (int)model_forward(set.samples, weights).score);
        sample_set_free(&set);
    }
}

/* ---- Gradients ---- */

/* Between two kinks the score is at most quadratic in a weight, and the middle difference of a
 * quadratic function is exact. NaN across a kink. */
static double slope_by_difference(const Sample *sample, Weight *weights, float *half) {
    const float step = 0.5f, kept = *half;
    Forward sides[2];
    for (int i = 0; i < 2; i++) {
        *half = kept + (i == 0 ? -step : step);
        sides[i] = model_forward(sample, weights);
    }
    *half = kept;
    bool is_smooth =
        sides[0].eg_slope == sides[1].eg_slope && sides[0].push_slope == sides[1].push_slope;
    for (int side = WHITE; side <= BLACK; side++)
        is_smooth = is_smooth && (sides[0].danger[side].mg > 0) == (sides[1].danger[side].mg > 0) &&
                    (sides[0].danger[side].eg > 0) == (sides[1].danger[side].eg > 0);
    return is_smooth ? (double)(sides[1].score - sides[0].score) / (2 * (double)step) : NAN;
}

typedef struct Tally {
    int compared, kinks;
    int moved[3]; /* slopes that are not zero, by kind */
} Tally;

static void compare_slope(Tally *tally, EvalKind kind, double expected, double slope) {
    if (isnan(expected)) {
        tally->kinks++;
        return;
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.002 + fabs(expected) * 0.002, expected, slope);
    tally->compared++;
    tally->moved[kind] += expected != 0;
}

static void test_gradients_are_derivatives(void) {
    Random random = {2};
    Tally tally = {0};
    for (int round = 0; round < 400; round++) {
        Weight weights[WEIGHT_NB], gradient[WEIGHT_NB] = {{0, 0}};
        SampleSet set = {0};
        Case position = random_case(&random);
        random_weights(&random, weights, 30);
        add_case(&set, &position, 1);
        Forward forward = model_forward(set.samples, weights);
        model_backward(set.samples, &forward, 1, gradient);
        for (int i = 0; i < WEIGHT_NB; i++) {
            double mg = slope_by_difference(set.samples, weights, &weights[i].mg);
            double eg = slope_by_difference(set.samples, weights, &weights[i].eg);
            compare_slope(&tally, kinds[i], mg, (double)gradient[i].mg);
            compare_slope(&tally, kinds[i], eg, (double)gradient[i].eg);
        }
        sample_set_free(&set);
    }
    TEST_ASSERT_TRUE(tally.kinks * 10 < tally.compared);
    TEST_ASSERT_TRUE(tally.moved[EVAL_LINEAR] > 1000 && tally.moved[EVAL_DANGER] > 1000);
    TEST_ASSERT_TRUE(tally.moved[EVAL_COMPLEXITY] > 100);
}

/* ---- The fit ---- */

enum { SYNTHETIC_NB = 3000 };
static const double STEEPNESS = 0.005;

/* Positions whose targets are exactly what `truth` predicts. */
static void make_set(SampleSet *set, const Weight *truth, uint64_t seed, int count) {
    Random random = {seed};
    for (int i = 0; i < count; i++) {
        Case position = random_case(&random);
        add_case(set, &position, 1);
        Sample *sample = &set->samples[i];
        sample->target = scale_expectation((float)STEEPNESS, model_forward(sample, truth).score);
    }
}

static bool count_epochs(void *context, const FitEpoch *epoch) {
    int *stop_at = context;
    return epoch->number != *stop_at;
}

static void run_fit(Weight *weights, const Weight *truth, const FitOptions *options, int stop_at) {
    SampleSet training = {0}, held_out = {0};
    FitProblem problem = {&training, &held_out, WEIGHT_NB, NULL};
    FitReporter reporter = {&stop_at, count_epochs, NULL};
    make_set(&training, truth, 3, SYNTHETIC_NB);
    make_set(&held_out, truth, 4, SYNTHETIC_NB / 10);
    TEST_ASSERT_TRUE(fit_run(&problem, weights, options, &reporter));
    sample_set_free(&training);
    sample_set_free(&held_out);
}

static FitOptions fit_options(int epochs, int threads) {
    return (FitOptions){
        .epochs = epochs,
        .batch = 256,
        .threads = threads,
        .rate = 1,
        .last_rate = 0.01,
        .steepness = STEEPNESS,
        .seed = 5,
    };
}

/* Starts from other values of the same order, as a real fit does. */
static void disturb(Weight *weights, const Weight *truth, uint64_t seed) {
    Random random = {seed};
    for (int i = 0; i < WEIGHT_NB; i++) {
        weights[i].mg = truth[i].mg + (float)random_between(&random, -15, 15);
        weights[i].eg = truth[i].eg + (float)random_between(&random, -15, 15);
    }
}

static void test_known_weights_are_recovered(void) {
    Weight truth[WEIGHT_NB], weights[WEIGHT_NB];
    Random random = {6};
    FitOptions options = fit_options(120, 2);
    random_weights(&random, truth, 30);
    disturb(weights, truth, 7);
    run_fit(weights, truth, &options, -1);
    for (int i = 0; i < WEIGHT_NB; i++) {
        /* A middlegame value of complexity and small dangers in the endgame hardly count. */
        double tolerance = kinds[i] == EVAL_DANGER ? 4 : 1;
        if (kinds[i] != EVAL_COMPLEXITY)
            TEST_ASSERT_DOUBLE_WITHIN(tolerance, (double)truth[i].mg, (double)weights[i].mg);
        TEST_ASSERT_DOUBLE_WITHIN(tolerance, (double)truth[i].eg, (double)weights[i].eg);
    }
}

static void test_threads_do_not_change_the_result(void) {
    Weight truth[WEIGHT_NB], weights[3][WEIGHT_NB];
    Random random = {8};
    random_weights(&random, truth, 30);
    for (int i = 0; i < 3; i++) {
        FitOptions options = fit_options(3, 1 + 2 * i);
        disturb(weights[i], truth, 9);
        run_fit(weights[i], truth, &options, -1);
    }
    TEST_ASSERT_EQUAL_MEMORY(weights[0], weights[1], sizeof weights[0]);
    TEST_ASSERT_EQUAL_MEMORY(weights[0], weights[2], sizeof weights[0]);
}

/* Steps far too large make everything worse; the weights from before are the best then. */
static void test_best_weights_are_kept(void) {
    Weight truth[WEIGHT_NB], weights[WEIGHT_NB];
    Random random = {10};
    FitOptions options = fit_options(3, 2);
    options.rate = 1000;
    random_weights(&random, truth, 30);
    memcpy(weights, truth, sizeof weights);
    run_fit(weights, truth, &options, -1);
    TEST_ASSERT_EQUAL_MEMORY(truth, weights, sizeof weights);
}

static void test_fit_ends_when_told_to(void) {
    Weight truth[WEIGHT_NB], weights[WEIGHT_NB], kept[WEIGHT_NB];
    Random random = {11};
    FitOptions options = fit_options(1000000, 2);
    random_weights(&random, truth, 30);
    disturb(weights, truth, 12);
    memcpy(kept, weights, sizeof kept);
    run_fit(weights, truth, &options, 2);
    TEST_ASSERT_TRUE(memcmp(kept, weights, sizeof kept) != 0);
    memcpy(weights, kept, sizeof kept);
    run_fit(weights, truth, &options, 0);
    TEST_ASSERT_EQUAL_MEMORY(kept, weights, sizeof kept);
}

static void test_fixed_weights_stay(void) {
    const Weight truth[WEIGHT_NB] = {{40, 80}, {-20, 10}};
    const bool is_fixed[WEIGHT_NB] = {true};
    Weight weights[WEIGHT_NB] = {{0, 0}};
    SampleSet training = {0}, held_out = {0};
    FitProblem problem = {&training, &held_out, WEIGHT_NB, is_fixed};
    FitOptions options = fit_options(10, 2);
    int stop_at = -1;
    FitReporter reporter = {&stop_at, count_epochs, NULL};
    make_set(&training, truth, 3, SYNTHETIC_NB);
    TEST_ASSERT_TRUE(fit_run(&problem, weights, &options, &reporter));
    TEST_ASSERT_TRUE(weights[0].mg == 0 && weights[0].eg == 0);
    TEST_ASSERT_TRUE(weights[1].mg < -1);
    sample_set_free(&training);
}

static void test_empty_set_is_refused(void) {
    SampleSet empty = {0};
    Weight weights[WEIGHT_NB] = {{0, 0}};
    FitProblem problem = {&empty, &empty, WEIGHT_NB, NULL};
    FitOptions options = fit_options(1, 1);
    int stop_at = -1;
    FitReporter reporter = {&stop_at, count_epochs, NULL};
    TEST_ASSERT_FALSE(fit_run(&problem, weights, &options, &reporter));
    TEST_ASSERT_TRUE(isnan(scale_fit(&empty, weights)));
}

/* Fits weight 0, which all positions count, and weight 1, which none does. */
static void fit_with_pulls(Weight *weights, double anchor, double decay) {
    Weight truth[WEIGHT_NB] = {{50, 50}};
    SampleSet training = {0}, held_out = {0};
    FitProblem problem = {&training, &held_out, WEIGHT_NB, NULL};
    int stop_at = -1;
    FitReporter reporter = {&stop_at, count_epochs, NULL};
    FitOptions options = fit_options(40, 2);
    Random random = {13};
    options.anchor = anchor;
    options.decay = decay;
    weights[0] = (Weight){55, 50};
    weights[1] = (Weight){50, 50};
    for (int i = 0; i < SYNTHETIC_NB; i++) {
        Case position = {.phase = 12, .scale = EVAL_SCALE_FULL, .damping = EVAL_DAMPING_FULL};
        position.counts[WHITE][0] = (int16_t)random_between(&random, 0, 3);
        add_case(&training, &position, 1);
        Sample *sample = &training.samples[i];
        sample->target = scale_expectation((float)STEEPNESS, model_forward(sample, truth).score);
    }
    TEST_ASSERT_TRUE(fit_run(&problem, weights, &options, &reporter));
    sample_set_free(&training);
}

static void test_pulls_move_unseen_weights_only(void) {
    Weight weights[WEIGHT_NB] = {{0, 0}};
    fit_with_pulls(weights, 0, 0.25);
    TEST_ASSERT_DOUBLE_WITHIN(1, 100, (double)(weights[0].mg + weights[0].eg));
    TEST_ASSERT_DOUBLE_WITHIN(10, 0, (double)weights[1].mg);
    TEST_ASSERT_DOUBLE_WITHIN(10, 0, (double)weights[1].eg);
    fit_with_pulls(weights, 0.25, 0.01);
    TEST_ASSERT_DOUBLE_WITHIN(1, 100, (double)(weights[0].mg + weights[0].eg));
    TEST_ASSERT_DOUBLE_WITHIN(3, 50, (double)weights[1].mg);
    TEST_ASSERT_DOUBLE_WITHIN(3, 50, (double)weights[1].eg);
}

/* ---- The scale ---- */

static int draw_result(Random *random, double expectation) {
    double number = (double)random_below(random, 1000000) / 1e6;
    return number < expectation ? 2 : 0;
}

static void test_scale_is_found(void) {
    Weight weights[WEIGHT_NB];
    Random random = {14};
    SampleSet set = {0};
    random_weights(&random, weights, 40);
    for (int i = 0; i < 20000; i++) {
        Case position = random_case(&random);
        add_case(&set, &position, 1);
        float score = model_forward(&set.samples[i], weights).score;
        set.samples[i].result =
            (uint8_t)draw_result(&random, (double)scale_expectation((float)STEEPNESS, score));
    }
    TEST_ASSERT_DOUBLE_WITHIN(STEEPNESS * 0.05, STEEPNESS, scale_fit(&set, weights));
    sample_set_free(&set);
}

static void test_targets_mix_result_and_score(void) {
    Case position = {.phase = 0};
    SampleSet set = {0};
    add_case(&set, &position, 2);
    set.samples[0].score = 200;
    double expected = 1 / (1 + exp(-200 * STEEPNESS));
    scale_set_targets(&set, STEEPNESS, 1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1, (double)set.samples[0].target);
    scale_set_targets(&set, STEEPNESS, 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, expected, (double)set.samples[0].target);
    scale_set_targets(&set, STEEPNESS, 0.25);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.25 + 0.75 * expected, (double)set.samples[0].target);
    sample_set_free(&set);
}

/* ---- Normalisation ---- */

/* A piece with a value and a table, a king with a table alone, and a table of something else. */
static const EvalRow ROWS[] = {
    {"Test", EVAL_LINEAR, "Value", 0, 1}, {"Test", EVAL_LINEAR, "Squares", 1, 4},
    {"Test", EVAL_LINEAR, "King", 5, 4},  {"Test", EVAL_LINEAR, "Other", 9, 4},
    {"Test", EVAL_LINEAR, "Rest", 13, 3},
};
static const RowList ROW_LIST = {ROWS, sizeof ROWS / sizeof *ROWS};

static void add_piece_case(SampleSet *set, Random *random) {
    Case position = {.phase = random_between(random, 0, PHASE_MAX),
                     .scale = EVAL_SCALE_FULL,
                     .damping = EVAL_DAMPING_FULL};
    for (int side = WHITE; side <= BLACK; side++) {
        int16_t *counts = position.counts[side];
        counts[0] = (int16_t)random_between(random, 0, 3);
        for (int i = 0; i < counts[0]; i++)
            counts[1 + random_below(random, 3)]++; /* the fourth square is never seen */
        counts[5 + random_below(random, 4)]++;
        if (random_below(random, 2) == 0)
            counts[9 + random_below(random, 4)]++;
    }
    add_case(set, &position, 1);
}

static void test_tables_give_their_mean_to_the_piece(void) {
    Weight weights[WEIGHT_NB], before[WEIGHT_NB];
    Random random = {15};
    SampleSet set = {0};
    Normaliser normaliser;
    random_weights(&random, weights, 50);
    weights[4] = (Weight){0, 0};
    memcpy(before, weights, sizeof before);
    for (int i = 0; i < 2000; i++)
        add_piece_case(&set, &random);
    TEST_ASSERT_TRUE(normaliser_create(&normaliser, &set, &TERMS, &ROW_LIST));
    TEST_ASSERT_EQUAL_INT(2, normaliser.count);
    TEST_ASSERT_EQUAL_INT(0, normaliser.found[0].weight);
    TEST_ASSERT_EQUAL_INT(NORMALISE_NOWHERE, normaliser.found[1].weight);
    normaliser_apply(&normaliser, weights);
    double weighted = 0, total = 0;
    for (int i = 1; i < 5; i++) {
        weighted += (double)weights[i].mg * normaliser.seen[i];
        total += normaliser.seen[i];
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 0, weighted / total);
    TEST_ASSERT_TRUE(weights[4].mg == 0 && weights[4].eg == 0);
    TEST_ASSERT_TRUE(memcmp(&before[9], &weights[9], 4 * sizeof *weights) == 0);
    for (size_t i = 0; i < set.count; i++)
        TEST_ASSERT_DOUBLE_WITHIN(0.01, (double)model_forward(&set.samples[i], before).score,
                                  (double)model_forward(&set.samples[i], weights).score);
    normaliser_free(&normaliser);
    sample_set_free(&set);
}

static void test_few_positions_prove_nothing(void) {
    Random random = {16};
    SampleSet set = {0};
    Normaliser normaliser;
    for (int i = 0; i < 50; i++)
        add_piece_case(&set, &random);
    TEST_ASSERT_TRUE(normaliser_create(&normaliser, &set, &TERMS, &ROW_LIST));
    TEST_ASSERT_EQUAL_INT(0, normaliser.count);
    normaliser_free(&normaliser);
    sample_set_free(&set);
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_scores_follow_the_formulas);
    RUN_TEST(test_large_counts_are_kept);
    RUN_TEST(test_gradients_are_derivatives);
    RUN_TEST(test_known_weights_are_recovered);
    RUN_TEST(test_threads_do_not_change_the_result);
    RUN_TEST(test_best_weights_are_kept);
    RUN_TEST(test_fit_ends_when_told_to);
    RUN_TEST(test_fixed_weights_stay);
    RUN_TEST(test_empty_set_is_refused);
    RUN_TEST(test_pulls_move_unseen_weights_only);
    RUN_TEST(test_scale_is_found);
    RUN_TEST(test_targets_mix_result_and_score);
    RUN_TEST(test_tables_give_their_mean_to_the_piece);
    RUN_TEST(test_few_positions_prove_nothing);
    return UNITY_END();
}
