#include "bench.h"

#include "engine.h"
#include "fen.h"
#include "platform.h"

/* Games of every phase, quiet and sharp, a few rules of their own, and Chess960. The openings,
 * middlegames and endings were reached by the engine's own random play. */
static const char *const POSITIONS[] = {
#include "bench_positions.def"
};
enum { POSITION_NB = sizeof POSITIONS / sizeof *POSITIONS };

static void ignore_report(void *context, const SearchReport *report, const EngineProgress *now) {
    (void)context, (void)report, (void)now;
}

static void ignore_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

static void ignore_best_move(void *context, Move best, Move ponder) {
    (void)context, (void)best, (void)ponder;
}

/* Each position starts from an empty table, so that their order does not matter. */
static bool search_one(Engine *engine, const char *fen, int depth, BenchResult *result) {
    Position position;
    Reason reason;
    if (!fen_parse(fen, &position, &reason))
        return false;
    engine_new_game(engine);
    game_begin(engine_game(engine), &position);
    GoRequest request = {.depth = depth};
    uint64_t start = platform_now_ns();
    if (!engine_go(engine, &request))
        return false;
    engine_wait(engine);
    result->nanoseconds += platform_now_ns() - start;
    result->nodes += engine_nodes(engine);
    result->positions++;
    return true;
}

bool bench_run(int depth, BenchProgress *progress, void *context, BenchResult *result) {
    EngineEvents silent = {.on_report = ignore_report,
                           .on_current_move = ignore_current_move,
                           .on_best_move = ignore_best_move};
    Engine *engine = engine_create(&silent);
    *result = (BenchResult){0};
    if (engine == NULL)
        return false;
    bool is_fine = true;
    for (int i = 0; is_fine && i < POSITION_NB; i++) {
        is_fine = search_one(engine, POSITIONS[i], depth, result);
        if (is_fine && progress != NULL)
            progress(context, i + 1, POSITION_NB, result->nodes);
    }
    engine_destroy(engine);
    return is_fine;
}
