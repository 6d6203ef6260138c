#include "engine.h"

#include <pthread.h>
#include <stdlib.h>

#include "fen.h"
#include "handicap.h"
#include "platform.h"
#include "search_params.h"
#include "workers.h"

enum { MAX_THREADS = 512, MAX_HASH_MB = 1 << 20 };

struct Engine {
    EngineEvents events;
    int values[OPTION_NB];
    Game game;
    TranspositionTable tt;
    Workers *workers;
    Searcher **searchers; /* one a worker */

    /* The search under way. */
    SearchShared shared;
    Handicap handicap;
    Game searched;
    MoveList root_moves;
    pthread_mutex_t mutex;   /* guards what follows, and the waiting for it */
    pthread_cond_t released; /* one of them has changed */
    bool is_searching;
    bool is_held;    /* the answer waits for `stop` or `ponderhit` */
    bool is_endless; /* for `stop` alone */
    int helpers;     /* threads but the main one that are still searching */
};

static void set_hash(void *owner, int *value, Reason *notice);
static void set_threads(void *owner, int *value, Reason *notice);
static void clear_hash(void *owner, int *value, Reason *notice);

#if defined(CASTELLAN_TUNE)
#define PARAM(name, value, minimum, maximum, step)                                                 \
    static void set_##name(void *owner, int *wanted, Reason *notice) {                             \
        (void)owner, (void)notice;                                                                 \
        search_params.name = *wanted;                                                              \
    }
#include "search_params.def"
#undef PARAM
#endif

const OptionRow engine_options[OPTION_NB] = {
    [OPTION_HASH] = {"Hash", OPTION_SPIN, 16, 1, MAX_HASH_MB,
                     "size of the transposition table in megabytes", set_hash},
    [OPTION_THREADS] = {"Threads", OPTION_SPIN, 1, 1, MAX_THREADS, "threads that search together",
                        set_threads},
    [OPTION_MULTI_PV] = {"MultiPV", OPTION_SPIN, 1, 1, MAX_MOVES, "how many best lines to show",
                         NULL},
    [OPTION_PONDER] = {"Ponder", OPTION_CHECK, 0, 0, 1,
                       "tells that the GUI lets the engine think on the opponent's time", NULL},
    [OPTION_MOVE_OVERHEAD] = {"Move Overhead", OPTION_SPIN, 10, 0, 5000,
                              "milliseconds that every move loses on its way to the clock", NULL},
    [OPTION_CHESS960] = {"UCI_Chess960", OPTION_CHECK, 0, 0, 1,
                         "castling is written king-takes-rook", NULL},
    [OPTION_SHOW_WDL] = {"UCI_ShowWDL", OPTION_CHECK, 0, 0, 1,
                         "adds the chances of win, draw and loss to scores", NULL},
    [OPTION_ANALYSE_MODE] = {"UCI_AnalyseMode", OPTION_CHECK, 0, 0, 1,
                             "tells that the engine analyses; changes nothing", NULL},
    [OPTION_LIMIT_STRENGTH] = {"UCI_LimitStrength", OPTION_CHECK, 0, 0, 1,
                               "play with the strength of `UCI_Elo`", NULL},
    [OPTION_ELO] = {"UCI_Elo", OPTION_SPIN, 1600, HANDICAP_LEAST_ELO, HANDICAP_MOST_ELO,
                    "strength to play with when it is limited", NULL},
    [OPTION_SKILL_LEVEL] = {"Skill Level", OPTION_SPIN, HANDICAP_FULL_SKILL, 0, HANDICAP_FULL_SKILL,
                            "the same in steps of 80 Elo; 20 is full strength", NULL},
    [OPTION_CLEAR_HASH] = {"Clear Hash", OPTION_BUTTON, 0, 0, 0, "empties the table", clear_hash},
#if defined(CASTELLAN_TUNE)
#define PARAM(name, value, minimum, maximum, step)                                                 \
    [OPTION_PARAMETER_##name] = {                                                                  \
        #name, OPTION_SPIN, value, minimum, maximum, "constant of the search", set_##name},
#include "search_params.def"
#undef PARAM
#endif
};

/* ---- Threads and table ---- */

static void clear_slice(void *context, int index) {
    Engine *e = context;
    tt_clear_slice(&e->tt, index, workers_count(e->workers));
}

static void empty_table(Engine *e) {
    workers_start(e->workers, clear_slice, e);
    workers_wait(e->workers);
}

static void reset_searcher(void *context, int index) {
    Engine *e = context;
    history_reset(e->searchers[index]->histories);
    pawns_clear(&e->searchers[index]->pawns);
}

/* Each thread writes its own, which also has the system map the pages before a clock is running. */
static void forget(Engine *e) {
    workers_start(e->workers, reset_searcher, e);
    workers_wait(e->workers);
}

static Searcher *create_searcher(int index) {
    Searcher *s = calloc(1, sizeof *s);
    Histories *histories = platform_allocate_large(sizeof *histories);
    if (s == NULL || histories == NULL) {
        free(s);
        platform_free_large(histories, sizeof *histories);
        return NULL;
    }
    s->histories = histories;
    s->index = index;
    return s;
}

static void free_searchers(Searcher **searchers, int count) {
    for (int i = 0; searchers != NULL && i < count; i++) {
        if (searchers[i] != NULL)
            platform_free_large(searchers[i]->histories, sizeof *searchers[i]->histories);
        free(searchers[i]);
    }
    free(searchers);
}

static Searcher **create_searchers(int count) {
    Searcher **searchers = calloc((size_t)count, sizeof *searchers);
    for (int i = 0; searchers != NULL && i < count; i++) {
        searchers[i] = create_searcher(i);
        if (searchers[i] == NULL) {
            free_searchers(searchers, count);
            return NULL;
        }
    }
    return searchers;
}

/* Replaces the threads; false, with the old ones kept, when not even one can be had. */
static bool create_threads(Engine *e, int count) {
    Workers *workers = workers_create(count);
    if (workers == NULL)
        return false;
    Searcher **searchers = create_searchers(workers_count(workers));
    if (searchers == NULL) {
        workers_destroy(workers);
        return false;
    }
    free_searchers(e->searchers, e->workers == NULL ? 0 : workers_count(e->workers));
    workers_destroy(e->workers);
    e->workers = workers;
    e->searchers = searchers;
    forget(e);
    return true;
}

static void set_threads(void *owner, int *value, Reason *notice) {
    Engine *e = owner;
    int wanted = *value;
    if (wanted == workers_count(e->workers))
        return;
    create_threads(e, wanted);
    *value = workers_count(e->workers);
    if (*value != wanted)
        reason_refuse(notice, "only %d threads can be had", *value);
}

static void set_hash(void *owner, int *value, Reason *notice) {
    Engine *e = owner;
    if (tt_resize(&e->tt, (size_t)*value)) {
        empty_table(e);
        return;
    }
    int wanted = *value;
    *value = (int)(e->tt.cluster_count * sizeof(TtCluster) >> 20);
    reason_refuse(notice, "no memory for a Hash of %d MB, it stays at %d MB", wanted, *value);
}

static void clear_hash(void *owner, int *value, Reason *notice) {
    (void)value, (void)notice;
    empty_table(owner);
}

/* ---- Life ---- */

Engine *engine_create(const EngineEvents *events) {
    Engine *e = calloc(1, sizeof *e);
    Position start;
    Reason reason;
    if (e == NULL)
        return NULL;
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->released, NULL);
    e->events = *events;
    for (int i = 0; i < OPTION_NB; i++)
        e->values[i] = engine_options[i].standard;
    if (fen_parse(FEN_START, &start, &reason))
        game_begin(&e->game, &start);
    if (create_threads(e, e->values[OPTION_THREADS]) &&
        tt_resize(&e->tt, (size_t)e->values[OPTION_HASH]))
        return e;
    engine_destroy(e);
    return NULL;
}

void engine_destroy(Engine *e) {
    if (e == NULL)
        return;
    if (e->workers != NULL) {
        engine_stop(e);
        engine_wait(e);
        free_searchers(e->searchers, workers_count(e->workers));
        workers_destroy(e->workers);
    }
    tt_free(&e->tt);
    game_free(&e->game);
    game_free(&e->searched);
    pthread_cond_destroy(&e->released);
    pthread_mutex_destroy(&e->mutex);
    free(e);
}

Game *engine_game(Engine *e) {
    return &e->game;
}

int engine_option(const Engine *e, OptionId id) {
    return e->values[id];
}

bool engine_set_option(Engine *e, const char *arguments, Reason *notice) {
    if (engine_is_searching(e))
        return reason_refuse(notice, "options cannot be changed while searching");
    engine_wait(e);
    return options_set(engine_options, OPTION_NB, e->values, e, arguments, notice);
}

bool engine_new_game(Engine *e) {
    if (engine_is_searching(e))
        return false;
    engine_wait(e);
    empty_table(e);
    forget(e);
    return true;
}

/* ---- Searching ---- */

uint64_t engine_nodes(Engine *e) {
    uint64_t nodes = 0;
    for (int i = 0; i < workers_count(e->workers); i++)
        nodes += searcher_nodes(e->searchers[i]);
    return nodes;
}

static void pass_report_on(void *context, const SearchReport *report) {
    Engine *e = context;
    EngineProgress now = {engine_nodes(e), searcher_elapsed_ms(&e->shared),
                          tt_permille_full(&e->tt)};
    e->events.on_report(e->events.context, report, &now);
}

static void pass_current_move_on(void *context, Move move, int number) {
    Engine *e = context;
    e->events.on_current_move(e->events.context, move, number);
}

/* An answer that was asked for without end is due only when it is called for. */
static void wait_for_release(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    while (e->is_held)
        pthread_cond_wait(&e->released, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

/* The expected reply: the line's second move, or what the table knows. */
static Move ponder_move(Engine *e, const RootMove *answer) {
    if (answer->pv_length > 1)
        return answer->pv[1];
    Position child;
    position_make_move(&child, &e->searched.position, answer->move);
    TtEntry entry = tt_probe(&e->tt, child.key, 0);
    return entry.is_found && movegen_is_legal(&child, entry.move) ? entry.move : MOVE_NONE;
}

static void hand_over(Engine *e, Move best, Move ponder) {
    pthread_mutex_lock(&e->mutex);
    e->is_searching = false;
    pthread_mutex_unlock(&e->mutex);
    e->events.on_best_move(e->events.context, best, ponder);
}

/* The move that a weaker player would choose, out of the lines that were looked at. */
static const RootMove *weaken(Engine *e, const RootMove *best) {
    const Searcher *s = e->searchers[0];
    Random random = {platform_now_ns() ^ e->searched.position.key};
    if (!e->handicap.is_active || s->line_count == 0)
        return best;
    return &s->lines[handicap_choose(&e->handicap, s->lines, s->line_count, &random)];
}

/* The last line repeats the answer with the final counts, so that it always fits the move. */
static void answer(Engine *e) {
    const Searcher *winner = root_vote(e->searchers, workers_count(e->workers));
    const RootMove *best = weaken(e, &winner->answer);
    pass_report_on(e, &(SearchReport){.depth = winner->answer_depth > 0 ? winner->answer_depth : 1,
                                      .seldepth = best->seldepth + 1,
                                      .line = 1,
                                      .score = best->score,
                                      .bound = BOUND_EXACT,
                                      .pv = best->pv,
                                      .pv_length = best->pv_length});
    hand_over(e, best->move, ponder_move(e, best));
}

static void answer_without_moves(Engine *e) {
    Score score = e->searched.position.checkers ? -SCORE_MATE : SCORE_DRAW;
    wait_for_release(e);
    pass_report_on(e, &(SearchReport){.line = 1, .score = score, .bound = BOUND_EXACT});
    hand_over(e, MOVE_NONE, MOVE_NONE);
}

/* ---- The job of the workers ---- */

static void wait_for_helpers(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    while (e->helpers > 0)
        pthread_cond_wait(&e->released, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

/* The main thread searches, waits until the answer is due, ends the others and answers. */
static void search_as_main(Engine *e) {
    root_search(e->searchers[0]);
    wait_for_release(e);
    atomic_store_explicit(&e->shared.stop, true, memory_order_relaxed);
    wait_for_helpers(e);
    answer(e);
}

/* Helpers search the same position and share what they find through the table. */
static void search_as_helper(Engine *e, int index) {
    if (e->root_moves.count > 0)
        root_search(e->searchers[index]);
    pthread_mutex_lock(&e->mutex);
    if (--e->helpers == 0)
        pthread_cond_broadcast(&e->released);
    pthread_mutex_unlock(&e->mutex);
}

static void search_job(void *context, int index) {
    Engine *e = context;
    if (index != 0)
        search_as_helper(e, index);
    else if (e->root_moves.count == 0)
        answer_without_moves(e);
    else
        search_as_main(e);
}

/* ---- Control ---- */

static Handicap handicap_of(const Engine *e) {
    return e->values[OPTION_LIMIT_STRENGTH] ? handicap_of_elo(e->values[OPTION_ELO])
                                            : handicap_of_skill(e->values[OPTION_SKILL_LEVEL]);
}

static SearchLimits limits_of(const Engine *e, const GoRequest *request) {
    TimeControl time = request->time;
    time.overhead = e->values[OPTION_MOVE_OVERHEAD];
    SearchLimits limits = {
        .depth = request->depth > 0 && request->depth < MAX_DEPTH ? request->depth : MAX_DEPTH,
        .nodes = request->nodes > 0 ? request->nodes : UINT64_MAX,
        .mate = request->mate,
        .time = timeman_plan(&time),
        .multi_pv = e->values[OPTION_MULTI_PV],
    };
    if (request->is_infinite)
        limits.time.is_limited = false;
    if (e->handicap.is_active) {
        limits.nodes = e->handicap.nodes < limits.nodes ? e->handicap.nodes : limits.nodes;
        limits.hidden_lines =
            limits.multi_pv < MAX_LINES_KEPT ? MAX_LINES_KEPT - limits.multi_pv : 0;
    }
    return limits;
}

bool engine_go(Engine *e, const GoRequest *request) {
    if (engine_is_searching(e))
        return false;
    engine_wait(e);
    /* On a copy, so that the next `position` may come while this one is searched. */
    if (!game_copy(&e->searched, &e->game))
        return false;
    if (request->has_move_list)
        e->root_moves = request->moves;
    else
        movegen_legal(&e->game.position, &e->root_moves);
    e->shared.tt = &e->tt;
    e->handicap = handicap_of(e);
    e->shared.limits = limits_of(e, request);
    e->shared.events = (SearchEvents){e, pass_report_on, pass_current_move_on};
    e->shared.start_ns = platform_now_ns();
    atomic_store(&e->shared.clock_ns, e->shared.start_ns);
    atomic_store(&e->shared.stop, false);
    atomic_store(&e->shared.is_pondering, request->is_ponder);
    tt_age(&e->tt);
    for (int i = 0; e->root_moves.count > 0 && i < workers_count(e->workers); i++)
        root_prepare(e->searchers[i], &e->shared, &e->searched, &e->root_moves);
    bool is_finite = request->depth > 0 || request->nodes > 0 || request->mate > 0 ||
                     e->shared.limits.time.is_limited;
    e->is_held = request->is_ponder || request->is_infinite || !is_finite;
    e->is_endless = request->is_infinite || !is_finite;
    e->is_searching = true;
    e->helpers = workers_count(e->workers) - 1;
    workers_start(e->workers, search_job, e);
    return true;
}

static void release(Engine *e) {
    e->is_held = false;
    pthread_cond_broadcast(&e->released);
}

void engine_stop(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    atomic_store(&e->shared.stop, true);
    release(e);
    pthread_mutex_unlock(&e->mutex);
}

void engine_ponder_hit(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    if (e->is_searching && atomic_load(&e->shared.is_pondering)) {
        atomic_store(&e->shared.clock_ns, platform_now_ns());
        atomic_store(&e->shared.is_pondering, false);
        if (!e->is_endless)
            release(e);
    }
    pthread_mutex_unlock(&e->mutex);
}

bool engine_is_searching(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    bool is_searching = e->is_searching;
    pthread_mutex_unlock(&e->mutex);
    return is_searching;
}

void engine_wait(Engine *e) {
    workers_wait(e->workers);
}

bool engine_search_is_finite(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    bool is_finite = !e->is_held;
    pthread_mutex_unlock(&e->mutex);
    return is_finite;
}
