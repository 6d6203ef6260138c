#include "thinker.h"

#include <stdlib.h>
#include <string.h>

#include "platform.h"

struct Thinker {
    Engine *engine;
    uint64_t began_ns;
    /* Written by the search until it has ended, then read by the owner; the depth any time. */
    Thought thought;
    _Atomic int depth;
};

/* The last report is about the move that will be played, the one before about the best. */
static void take_report(void *context, const SearchReport *report, const EngineProgress *now) {
    Thinker *t = context;
    Thought *thought = &t->thought;
    (void)now;
    if (report->line != 1 || report->bound != BOUND_EXACT)
        return;
    thought->best_score = thought->score == SCORE_NONE ? report->score : thought->score;
    thought->score = report->score;
    thought->depth = report->depth;
    thought->line_length =
        report->pv_length < THOUGHT_LINE_MAX ? report->pv_length : THOUGHT_LINE_MAX;
    if (thought->line_length > 0)
        memcpy(thought->line, report->pv, (size_t)thought->line_length * sizeof *report->pv);
    atomic_store(&t->depth, report->depth);
}

static void take_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

static void take_best_move(void *context, Move best, Move ponder) {
    Thinker *t = context;
    (void)ponder;
    t->thought.move = best;
    t->thought.elapsed_ms = (int64_t)((platform_now_ns() - t->began_ns) / 1000000);
}

Thinker *thinker_create(int elo) {
    Thinker *t = calloc(1, sizeof *t);
    Reason notice;
    char strength[64];
    if (t == NULL)
        return NULL;
    EngineEvents events = {.context = t,
                           .on_report = take_report,
                           .on_current_move = take_current_move,
                           .on_best_move = take_best_move};
    t->engine = engine_create(&events);
    if (t->engine == NULL) {
        free(t);
        return NULL;
    }
    snprintf(strength, sizeof strength, "name UCI_Elo value %d", elo);
    if (elo > 0) {
        engine_set_option(t->engine, strength, &notice);
        engine_set_option(t->engine, "name UCI_LimitStrength value true", &notice);
    }
    return t;
}

void thinker_destroy(Thinker *t) {
    if (t != NULL)
        engine_destroy(t->engine);
    free(t);
}

void thinker_forget(Thinker *t) {
    engine_new_game(t->engine);
}

bool thinker_begin(Thinker *t, const Game *game, const GoRequest *request) {
    if (engine_is_searching(t->engine))
        return false;
    engine_wait(t->engine);
    t->thought = (Thought){.score = SCORE_NONE, .best_score = SCORE_NONE};
    atomic_store(&t->depth, 0);
    t->began_ns = platform_now_ns();
    return game_copy(engine_game(t->engine), game) && engine_go(t->engine, request);
}

bool thinker_is_busy(Thinker *t) {
    return engine_is_searching(t->engine);
}

int thinker_depth(const Thinker *t) {
    return atomic_load(&t->depth);
}

void thinker_stop(Thinker *t) {
    engine_stop(t->engine);
}

Thought thinker_finish(Thinker *t) {
    engine_wait(t->engine);
    return t->thought;
}
