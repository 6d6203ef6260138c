#include "load.h"

#include <math.h>
#include <stdlib.h>

#include "model.h"
#include "random.h"
#include "workers.h"

enum {
    /* The engine divides whole numbers, each time losing less than a point. */
    REBUILD_TOLERANCE = 8,
};

/* The samples of one game. */
typedef struct Span {
    const Sample *samples;
    size_t first;
    uint32_t game, count;
} Span;

typedef struct SpanList {
    Span *spans;
    size_t count, capacity;
} SpanList;

/* One thread's share of the work. */
typedef struct Loader {
    SampleSet set;
    SpanList spans;
    LoadCounts counts;
    bool has_failed;
    GameRecord game;
    Position line[GAME_MAX_PLIES]; /* before each move */
    uint16_t plies[GAME_MAX_PLIES];
    int ply_count; /* that passed the filters */
    EvalTrace trace;
} Loader;

typedef struct LoadJob {
    GameSource *source;
    const Weight *weights;
    const LoadOptions *options;
    Terms terms;
    Loader *loaders;
} LoadJob;

/* ---- Choosing positions ---- */

static bool is_noisy(const Position *position, Move move) {
    MoveKind kind = move_kind(move);
    return kind == MOVE_PROMOTION || kind == MOVE_EN_PASSANT ||
           (kind != MOVE_CASTLING && position->board[move_to(move)] != NO_PIECE);
}

/* The counter of the filter that leaves the position out; NULL when none does. The evaluation
 * is asked about quiet positions only, so a capture in the air would teach it the wrong thing. */
static uint64_t *find_filter(Loader *loader, const LoadOptions *options, int ply) {
    const Position *position = &loader->line[ply];
    if (ply < options->skip_plies)
        return &loader->counts.early;
    if (position->checkers != 0)
        return &loader->counts.in_check;
    if (is_noisy(position, loader->game.moves[ply]))
        return &loader->counts.noisy;
    if (abs(loader->game.scores[ply]) > options->score_limit)
        return &loader->counts.extreme;
    return NULL;
}

static void filter_game(Loader *loader, const LoadOptions *options) {
    const GameRecord *game = &loader->game;
    loader->ply_count = 0;
    for (int ply = 0; ply < game->ply_count; ply++) {
        if (ply == 0)
            loader->line[0] = game->start;
        else
            position_make_move(&loader->line[ply], &loader->line[ply - 1], game->moves[ply - 1]);
        uint64_t *counter = find_filter(loader, options, ply);
        if (counter != NULL)
            ++*counter;
        else
            loader->plies[loader->ply_count++] = (uint16_t)ply;
    }
}

/* Draws from what passed the filters; the game's number makes the choice independent of which
 * thread reads it. */
static void choose_plies(Loader *loader, const LoadOptions *options, uint32_t game_number) {
    Random random = {options->seed + (game_number + 1) * UINT64_C(0xD1342543DE82EF95)};
    if (options->per_game == 0 || loader->ply_count <= options->per_game)
        return;
    for (int i = 0; i < options->per_game; i++) {
        int other = i + (int)random_below(&random, (uint32_t)(loader->ply_count - i));
        uint16_t kept = loader->plies[i];
        loader->plies[i] = loader->plies[other];
        loader->plies[other] = kept;
    }
    loader->counts.not_chosen += (uint64_t)(loader->ply_count - options->per_game);
    loader->ply_count = options->per_game;
}

/* ---- Taking them apart ---- */

static bool add_position(Loader *loader, const LoadJob *job, int ply) {
    const Position *position = &loader->line[ply];
    EvalTrace *trace = &loader->trace;
    int score = loader->game.scores[ply];
    eval_trace(position, trace);
    if (trace->is_known) {
        loader->counts.known++;
        return true;
    }
    SampleSource source = {
        .white = trace->counts[WHITE],
        .black = trace->counts[BLACK],
        .phase = trace->phase,
        .scale = trace->scale,
        .damping = trace->damping,
        .score = position_side(position) == WHITE ? score : -score,
        .result = (int)loader->game.result,
    };
    if (!sample_set_add(&loader->set, &job->terms, &source))
        return false;
    const Sample *sample = &loader->set.samples[loader->set.count - 1];
    float rebuilt = model_forward(sample, job->weights).score;
    loader->counts.not_rebuilt += fabsf(rebuilt - (float)trace->score) > REBUILD_TOLERANCE;
    loader->counts.kept++;
    return true;
}

static bool add_span(SpanList *list, Span span) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        Span *spans = realloc(list->spans, capacity * sizeof *spans);
        if (spans == NULL)
            return false;
        list->spans = spans;
        list->capacity = capacity;
    }
    list->spans[list->count++] = span;
    return true;
}

static bool add_game(Loader *loader, const LoadJob *job, uint32_t number) {
    size_t first = loader->set.count;
    filter_game(loader, job->options);
    choose_plies(loader, job->options, number);
    for (int i = 0; i < loader->ply_count; i++)
        if (!add_position(loader, job, loader->plies[i]))
            return false;
    loader->counts.games++;
    Span span = {.first = first, .game = number, .count = (uint32_t)(loader->set.count - first)};
    return add_span(&loader->spans, span);
}

static void run_loader(void *context, int index) {
    LoadJob *job = context;
    Loader *loader = &job->loaders[index];
    uint32_t number;
    while (!loader->has_failed && game_source_next(job->source, &loader->game, &number)) {
        loader->has_failed = !add_game(loader, job, number);
        if (index == 0 && job->options->on_progress != NULL)
            job->options->on_progress(job->options->context, game_source_share(job->source));
    }
}

/* ---- Bringing the threads' shares together ---- */

static int compare_spans(const void *a, const void *b) {
    const Span *left = a, *right = b;
    return (left->game > right->game) - (left->game < right->game);
}

static void add_counts(LoadCounts *sum, const LoadCounts *counts) {
    sum->games += counts->games;
    sum->kept += counts->kept;
    sum->early += counts->early;
    sum->in_check += counts->in_check;
    sum->noisy += counts->noisy;
    sum->extreme += counts->extreme;
    sum->not_chosen += counts->not_chosen;
    sum->known += counts->known;
    sum->not_rebuilt += counts->not_rebuilt;
}

static bool collect_spans(const LoadJob *job, SpanList *all) {
    for (int i = 0; i < job->options->threads; i++) {
        const Loader *loader = &job->loaders[i];
        for (size_t s = 0; s < loader->spans.count; s++) {
            Span span = loader->spans.spans[s];
            span.samples = loader->set.samples + span.first;
            if (!add_span(all, span))
                return false;
        }
    }
    if (all->count > 0)
        qsort(all->spans, all->count, sizeof *all->spans, compare_spans);
    return true;
}

/* Samples of one game next to each other would make batches of a few games each; and mixing them
 * for good, entries and all, lets the fit stream through memory. */
static bool merge(Loaded *loaded, const LoadJob *job) {
    SpanList all = {0};
    Random random = {job->options->seed};
    bool is_merged = collect_spans(job, &all);
    for (size_t i = 0; is_merged && i < all.count; i++) {
        bool is_held_out = all.spans[i].game % HELD_OUT_EVERY == HELD_OUT_EVERY - 1;
        is_merged = sample_set_append(is_held_out ? &loaded->held_out : &loaded->training,
                                      all.spans[i].samples, all.spans[i].count);
    }
    free(all.spans);
    sample_set_shuffle(&loaded->training, &random);
    return is_merged && sample_set_gather(&loaded->training) &&
           sample_set_gather(&loaded->held_out);
}

/* Adds up the counts and frees the rest; false when a thread has failed. */
static bool close_loaders(LoadJob *job, LoadCounts *sum) {
    bool is_complete = true;
    for (int i = 0; i < job->options->threads; i++) {
        Loader *loader = &job->loaders[i];
        is_complete = is_complete && !loader->has_failed;
        add_counts(sum, &loader->counts);
        sample_set_free(&loader->set);
        free(loader->spans.spans);
    }
    return is_complete;
}

bool load_games(Loaded *loaded, GameSource *source, const Weight *weights,
                const LoadOptions *options) {
    EvalKind kinds[EVAL_WEIGHT_NB];
    Workers *workers = workers_create(options->threads);
    LoadJob job = {
        .source = source,
        .weights = weights,
        .options = options,
        .terms = {EVAL_WEIGHT_NB, kinds},
        .loaders = calloc((size_t)options->threads, sizeof *job.loaders),
    };
    bool is_ready = workers != NULL && job.loaders != NULL;
    *loaded = (Loaded){0};
    load_kinds(kinds);
    if (is_ready) {
        workers_start(workers, run_loader, &job);
        workers_wait(workers);
        is_ready = merge(loaded, &job);
        is_ready = close_loaders(&job, &loaded->counts) && is_ready;
    }
    workers_destroy(workers);
    free(job.loaders);
    return is_ready;
}

void load_free(Loaded *loaded) {
    sample_set_free(&loaded->held_out);
    sample_set_free(&loaded->training);
    *loaded = (Loaded){0};
}

void load_kinds(EvalKind *kinds) {
    for (int row = 0; row < eval_row_count; row++)
        for (int i = 0; i < eval_rows[row].count; i++)
            kinds[eval_rows[row].first + i] = eval_rows[row].kind;
}
