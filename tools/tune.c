/* Fits the weights of the evaluation to games and writes them back into their definition file.
 *
 * Positions are read from files of games and taken apart once (tuner/load.h); the fit (tuner/fit.h)
 * then works on their counts alone. The error on held-out games decides which weights are kept. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "platform.h"
#include "progress.h"
#include "startup.h"
#include "tuner/fit.h"
#include "tuner/load.h"
#include "tuner/normalise.h"
#include "tuner/scale.h"
#include "tuner/terms_file.h"

enum {
    /* Complexity leaps where the endgame score changes sides, so that a rounded and a real number
     * may land on either side of it: one position in so many may. */
    REBUILT_SHARE = 1000,
    MAX_WEIGHT = 9999, /* far beyond anything sensible, and sums still fit their halves */
};

typedef struct Settings {
    const char *terms_path, *without;
    bool is_dry_run, allows_damage;
    int64_t epochs, batch, threads, seed, skip_plies, score_limit, per_game;
    double rate, last_rate, anchor, decay, result_weight, scale;
} Settings;

typedef struct Tuner {
    Settings settings;
    TermsFile terms_file;
    ScorePair compiled[EVAL_WEIGHT_NB];
    EvalKind kinds[EVAL_WEIGHT_NB];
    bool is_fixed[EVAL_WEIGHT_NB];
    Weight weights[EVAL_WEIGHT_NB];
    Loaded loaded;
    Normaliser normaliser;
    double steepness;
    Progress progress;
    double first_error, best_error;
} Tuner;

/* Set by Ctrl-C, asked after every epoch. */
static volatile sig_atomic_t is_interrupted;

/* The second Ctrl-C ends the program as usual. */
static void on_interrupt(int number) {
    is_interrupted = 1;
    signal(number, SIG_DFL);
}

/* ---- Command line ---- */

static int parse_settings(Settings *s, int argc, char **argv) {
    const ArgumentRow rows[] = {
        {"terms", ARGUMENT_TEXT, &s->terms_path, "definition file to rewrite", 0, 0},
        {"without", ARGUMENT_TEXT, &s->without,
         "groups of terms to set to zero and leave there, such as Space,Shelter", 0, 0},
        {"dry-run", ARGUMENT_FLAG, &s->is_dry_run, "print errors, write nothing", 0, 0},
        {"epochs", ARGUMENT_NUMBER, &s->epochs, "passes over the positions", 0, 1000000},
        {"rate", ARGUMENT_REAL, &s->rate, "first step of a weight, in points", 0, 1000},
        {"last-rate", ARGUMENT_REAL, &s->last_rate, "share of the rate left at the end", 0, 1},
        {"batch", ARGUMENT_NUMBER, &s->batch, "positions to a step", 1, 1 << 30},
        {"anchor", ARGUMENT_REAL, &s->anchor, "pull towards old values, in positions' worth", 0,
         1000000},
        {"decay", ARGUMENT_REAL, &s->decay, "pull towards 0, in positions' worth", 0, 1000000},
        {"result-weight", ARGUMENT_REAL, &s->result_weight,
         "share of the result in the target; the rest is the search score's", 0, 1},
        {"scale", ARGUMENT_REAL, &s->scale, "points to a logistic unit; 0: fitted", 0, 100000},
        {"skip-plies", ARGUMENT_NUMBER, &s->skip_plies, "left out at the start of games", 0, 1024},
        {"score-limit", ARGUMENT_NUMBER, &s->score_limit, "largest search score", 0, 32000},
        {"per-game", ARGUMENT_NUMBER, &s->per_game, "positions chosen per game; 0: all", 0, 1024},
        {"allow-damage", ARGUMENT_FLAG, &s->allows_damage, "use the games before damage", 0, 0},
        {"threads", ARGUMENT_NUMBER, &s->threads, "to work with", 1, 1024},
        {"seed", ARGUMENT_NUMBER, &s->seed, "of choice and order", 0, INT64_MAX},
    };
    const Arguments arguments = {
        .program = "tune",
        .summary =
            "Fits the weights of the evaluation to games and rewrites their definition file.",
        .operands = "FILE...",
        .rows = rows,
        .row_count = sizeof rows / sizeof *rows,
    };
    int files = arguments_parse(&arguments, argc, argv);
    if (files == 0)
        arguments_refuse(&arguments, "no file of games is given");
    return files;
}

/* ---- Reading ---- */

/* The weights in the order of their indices; EvalWeights holds nothing but pairs. */
static void copy_compiled(Tuner *tuner) {
    const ScorePair *pairs = (const ScorePair *)&eval_weights;
    for (int i = 0; i < EVAL_WEIGHT_NB; i++) {
        tuner->compiled[i] = pairs[i];
        tuner->weights[i] = (Weight){(float)pair_mg(pairs[i]), (float)pair_eg(pairs[i])};
    }
    load_kinds(tuner->kinds);
}

/* Marks the weights of one group; false when there is none of that name. */
static bool fix_group(Tuner *tuner, const char *name, size_t length) {
    bool is_found = false;
    for (int i = 0; i < eval_row_count; i++) {
        const EvalRow *row = &eval_rows[i];
        if (strlen(row->group) != length || strncmp(row->group, name, length) != 0)
            continue;
        memset(tuner->is_fixed + row->first, true, (size_t)row->count);
        is_found = true;
    }
    return is_found;
}

/* The groups that the fit shall do without, with commas between. */
static bool fix_groups(Tuner *tuner, Reason *reason) {
    for (const char *name = tuner->settings.without; name != NULL;) {
        size_t length = strcspn(name, ",");
        if (!fix_group(tuner, name, length))
            return reason_refuse(reason, "--without: there is no group of terms called %.*s",
                                 (int)(length < 80 ? length : 80), name);
        name = name[length] == ',' ? name + length + 1 : NULL;
    }
    return true;
}

static void empty_fixed_weights(Tuner *tuner) {
    for (int i = 0; i < EVAL_WEIGHT_NB; i++)
        if (tuner->is_fixed[i])
            tuner->weights[i] = (Weight){0, 0};
}

static bool open_terms(Tuner *tuner, Reason *reason) {
    Reason fault;
    if (tuner->settings.is_dry_run)
        return true;
    if (!terms_file_read(&tuner->terms_file, tuner->settings.terms_path, reason))
        return false;
    return terms_file_matches(&tuner->terms_file, tuner->compiled, EVAL_WEIGHT_NB, &fault) ||
           reason_refuse(reason, "%.60s: %.125s", tuner->settings.terms_path, fault.text);
}

static void show_loading(void *context, double share) {
    Tuner *tuner = context;
    if (progress_is_due(&tuner->progress, share))
        progress_show(&tuner->progress, share, "reading games: %3.0f %%", 100 * share);
}

static void print_loaded(const Tuner *tuner, double seconds) {
    const LoadCounts *c = &tuner->loaded.counts;
    const SampleSet *training = &tuner->loaded.training, *held_out = &tuner->loaded.held_out;
    size_t total = training->count + held_out->count;
    size_t bytes = training->entry_bytes + held_out->entry_bytes + total * sizeof(Sample);
    printf("%" PRIu64 " games: %zu positions to learn from, %zu held out, in %.1f s (%.0f/s)\n",
           c->games, training->count, held_out->count, seconds, (double)total / (seconds + 1e-9));
    printf("left out: %" PRIu64 " early, %" PRIu64 " in check, %" PRIu64 " noisy, %" PRIu64
           " extreme, %" PRIu64 " not chosen, %" PRIu64 " known endings\n",
           c->early, c->in_check, c->noisy, c->extreme, c->not_chosen, c->known);
    printf("memory: %.0f bytes a position, %.0f MB\n",
           total > 0 ? (double)bytes / (double)total : 0.0, (double)bytes / 1e6);
}

static bool check_loaded(const Tuner *tuner, const GameSource *source, Reason *reason) {
    const LoadCounts *counts = &tuner->loaded.counts;
    const char *damage = game_source_damage(source);
    if (damage != NULL && !tuner->settings.allows_damage)
        return reason_refuse(reason, "%.130s; --allow-damage uses what comes before", damage);
    if (damage != NULL)
        fprintf(stderr, "tune: warning: %s\n", damage);
    if (counts->not_rebuilt * REBUILT_SHARE > counts->kept)
        return reason_refuse(
            reason, "the traces of %" PRIu64 " positions do not give the score of the evaluation",
            counts->not_rebuilt);
    return tuner->loaded.training.count > 0 ||
           reason_refuse(reason, "the games have no position to learn from");
}

static bool load(Tuner *tuner, const PathList *paths, Reason *reason) {
    const Settings *s = &tuner->settings;
    LoadOptions options = {
        .skip_plies = (int)s->skip_plies,
        .score_limit = (int)s->score_limit,
        .per_game = (int)s->per_game,
        .threads = (int)s->threads,
        .seed = (uint64_t)s->seed,
        .context = tuner,
        .on_progress = show_loading,
    };
    GameSource *source = game_source_open(paths, s->allows_damage, reason);
    if (source == NULL)
        return false;
    progress_begin(&tuner->progress);
    bool is_loaded = load_games(&tuner->loaded, source, tuner->weights, &options);
    progress_end(&tuner->progress);
    if (is_loaded) {
        print_loaded(tuner, progress_seconds(&tuner->progress));
        is_loaded = check_loaded(tuner, source, reason);
    } else {
        reason_refuse(reason, "not enough memory for the positions");
    }
    game_source_close(source);
    return is_loaded;
}

/* ---- Fitting ---- */

static bool prepare(Tuner *tuner, Reason *reason) {
    const Settings *s = &tuner->settings;
    Terms terms = {EVAL_WEIGHT_NB, tuner->kinds};
    RowList rows = {eval_rows, eval_row_count};
    tuner->steepness =
        s->scale > 0 ? 1 / s->scale : scale_fit(&tuner->loaded.training, tuner->weights);
    if (isnan(tuner->steepness) ||
        !normaliser_create(&tuner->normaliser, &tuner->loaded.training, &terms, &rows))
        return reason_refuse(reason, "not enough memory to prepare the fit");
    printf("scale: %.1f points to a logistic unit, %s\n", 1 / tuner->steepness,
           s->scale > 0 ? "as given" : "by which today's weights predict the results best");
    scale_set_targets(&tuner->loaded.training, tuner->steepness, s->result_weight);
    scale_set_targets(&tuner->loaded.held_out, tuner->steepness, s->result_weight);
    empty_fixed_weights(tuner);
    /* Before the fit too, since decay pulls towards zero and that should be a table's mean. */
    normaliser_apply(&tuner->normaliser, tuner->weights);
    return true;
}

static void show_fitting(void *context, int epoch, double share) {
    enum { BAR = 30 };
    Tuner *tuner = context;
    int filled = (int)(share * BAR);
    if (tuner->progress.is_terminal && progress_is_due(&tuner->progress, share))
        progress_show(&tuner->progress, share, "%5d [%.*s%*s]", epoch, filled,
                      "##############################", BAR - filled, "");
}

static bool report_epoch(void *context, const FitEpoch *epoch) {
    Tuner *tuner = context;
    double error = isnan(epoch->held_out) ? epoch->trained : epoch->held_out;
    progress_end(&tuner->progress);
    if (epoch->number == 0)
        printf("epoch    rate   training   held out\n");
    printf("%5d  %6.4f  %.7f  %.7f%s", epoch->number, epoch->rate, epoch->trained, epoch->held_out,
           epoch->is_best ? " *" : "  ");
    if (epoch->number == 0)
        tuner->first_error = error;
    else
        printf("  %.2f s, %.0f positions/s", epoch->seconds,
               (double)tuner->loaded.training.count / (epoch->seconds + 1e-9));
    putchar('\n');
    fflush(stdout);
    if (epoch->is_best)
        tuner->best_error = error;
    return !is_interrupted;
}

static bool fit(Tuner *tuner, Reason *reason) {
    const Settings *s = &tuner->settings;
    FitProblem problem = {&tuner->loaded.training, &tuner->loaded.held_out, EVAL_WEIGHT_NB,
                          tuner->is_fixed};
    FitOptions options = {
        .epochs = (int)s->epochs,
        .batch = (int)s->batch,
        .threads = (int)s->threads,
        .rate = s->rate,
        .last_rate = s->last_rate,
        .anchor = s->anchor,
        .decay = s->decay,
        .steepness = tuner->steepness,
        .seed = (uint64_t)s->seed,
    };
    FitReporter reporter = {tuner, report_epoch, show_fitting};
    signal(SIGINT, on_interrupt);
    progress_begin(&tuner->progress);
    if (!fit_run(&problem, tuner->weights, &options, &reporter))
        return reason_refuse(reason, "not enough memory or threads for the fit");
    normaliser_apply(&tuner->normaliser, tuner->weights);
    return true;
}

/* ---- Writing ---- */

static int rounded(float value) {
    return (int)lrintf(fmaxf(fminf(value, MAX_WEIGHT), -MAX_WEIGHT));
}

static bool write_terms(const Tuner *tuner, Reason *reason) {
    ScorePair pairs[EVAL_WEIGHT_NB];
    printf("%s: error %.7f, was %.7f\n", is_interrupted ? "interrupted" : "done", tuner->best_error,
           tuner->first_error);
    if (tuner->settings.is_dry_run)
        return true;
    for (int i = 0; i < EVAL_WEIGHT_NB; i++)
        pairs[i] = SCORE_PAIR(rounded(tuner->weights[i].mg), rounded(tuner->weights[i].eg));
    if (!terms_file_write(&tuner->terms_file, tuner->settings.terms_path, pairs, reason))
        return false;
    printf("wrote %s\n", tuner->settings.terms_path);
    return true;
}

static void tuner_free(Tuner *tuner) {
    normaliser_free(&tuner->normaliser);
    load_free(&tuner->loaded);
    terms_file_free(&tuner->terms_file);
}

int main(int argc, char **argv) {
    static Tuner tuner = {.settings = {
                              .terms_path = "include/eval_terms.def",
                              .epochs = 100,
                              .batch = 16384,
                              .seed = 1,
                              .skip_plies = 8,
                              .score_limit = 1500,
                              .rate = 1,
                              .last_rate = 0.01,
                              .anchor = 0.25,
                              .decay = 0.01,
                              .result_weight = 0.5,
                          }};
    Reason reason;
    tuner.settings.threads = platform_core_count();
    PathList paths = {(const char *const *)argv + 1, parse_settings(&tuner.settings, argc, argv)};
    startup_init();
    copy_compiled(&tuner);
    bool is_done = fix_groups(&tuner, &reason) && open_terms(&tuner, &reason) &&
                   load(&tuner, &paths, &reason) && prepare(&tuner, &reason) &&
                   fit(&tuner, &reason) && write_terms(&tuner, &reason);
    tuner_free(&tuner);
    if (!is_done)
        fprintf(stderr, "tune: %s\n", reason.text);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}
