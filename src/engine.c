#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine_state.h"
#include "fen.h"
#include "platform.h"

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
    strcpy(e->book_path, engine_options[OPTION_BOOK_FILE].standard_text);
    if (engine_start_threads(e, e->values[OPTION_THREADS]) &&
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
        engine_end_threads(e);
    }
    book_close(e->book);
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
    engine_empty_table(e);
    engine_forget(e);
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

static void report_book_move(Engine *e) {
    pass_report_on(e, &(SearchReport){.depth = 1,
                                      .seldepth = 1,
                                      .line = 1,
                                      .score = SCORE_DRAW,
                                      .bound = BOUND_EXACT,
                                      .pv = e->book_answer.pv,
                                      .pv_length = e->book_answer.pv_length});
}

/* Said at once, and again when it is due where that is later, as after any other search. */
static void answer_from_book(Engine *e) {
    const BookAnswer *found = &e->book_answer;
    if (e->events.on_book_move != NULL)
        e->events.on_book_move(e->events.context, &found->news);
    if (!engine_search_is_finite(e)) {
        report_book_move(e);
        wait_for_release(e);
    }
    report_book_move(e);
    hand_over(e, found->pv[0], found->pv_length > 1 ? found->pv[1] : MOVE_NONE);
}

/* ---- The jobs of the workers ---- */

/* One of them is enough to speak for the book. */
static void book_job(void *context, int index) {
    if (index == 0)
        answer_from_book(context);
}

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
    atomic_store(&e->shared.is_due, false);
    tt_age(&e->tt);
    for (int i = 0; e->root_moves.count > 0 && i < workers_count(e->workers); i++)
        root_prepare(e->searchers[i], &e->shared, &e->searched, &e->root_moves);
    bool is_finite = request->depth > 0 || request->nodes > 0 || request->mate > 0 ||
                     e->shared.limits.time.is_limited;
    e->is_held = request->is_ponder || request->is_infinite || !is_finite;
    e->is_endless = request->is_infinite || !is_finite;
    e->is_searching = true;
    e->helpers = workers_count(e->workers) - 1;
    workers_start(e->workers, engine_consult_book(e, request) ? book_job : search_job, e);
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
        if (!e->is_endless) {
            if (atomic_load(&e->shared.is_due))
                atomic_store(&e->shared.stop, true);
            release(e);
        }
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

bool engine_is_stopping(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    bool is_stopping = e->is_searching && !e->is_held && atomic_load(&e->shared.stop);
    pthread_mutex_unlock(&e->mutex);
    return is_stopping;
}
