#include <stdlib.h>

#include "engine_state.h"
#include "platform.h"
#include "search_params.h"

enum { MAX_THREADS = 512, MAX_HASH_MB = 1 << 20, MAX_BOOK_DEPTH = 1000 };

/* ---- Threads and table ---- */

static void clear_slice(void *context, int index) {
    Engine *e = context;
    tt_clear_slice(&e->tt, index, workers_count(e->workers));
}

void engine_empty_table(Engine *e) {
    workers_start(e->workers, clear_slice, e);
    workers_wait(e->workers);
}

static void reset_searcher(void *context, int index) {
    Engine *e = context;
    history_reset(e->searchers[index]->histories);
    pawns_clear(&e->searchers[index]->pawns);
}

/* Each thread writes its own, which also has the system map the pages before a clock is running. */
void engine_forget(Engine *e) {
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

void engine_end_threads(Engine *e) {
    if (e->workers == NULL)
        return;
    free_searchers(e->searchers, workers_count(e->workers));
    workers_destroy(e->workers);
}

bool engine_start_threads(Engine *e, int count) {
    Workers *workers = workers_create(count);
    if (workers == NULL)
        return false;
    Searcher **searchers = create_searchers(workers_count(workers));
    if (searchers == NULL) {
        workers_destroy(workers);
        return false;
    }
    engine_end_threads(e);
    e->workers = workers;
    e->searchers = searchers;
    engine_forget(e);
    return true;
}

static void set_threads(void *owner, int *value, Reason *notice) {
    Engine *e = owner;
    int wanted = *value;
    if (wanted == workers_count(e->workers))
        return;
    engine_start_threads(e, wanted);
    *value = workers_count(e->workers);
    if (*value != wanted)
        reason_refuse(notice, "only %d threads can be had", *value);
}

static void set_hash(void *owner, int *value, Reason *notice) {
    Engine *e = owner;
    if (tt_resize(&e->tt, (size_t)*value)) {
        engine_empty_table(e);
        return;
    }
    int wanted = *value;
    *value = (int)(e->tt.cluster_count * sizeof(TtCluster) >> 20);
    reason_refuse(notice, "no memory for a Hash of %d MB, it stays at %d MB", wanted, *value);
}

static void clear_hash(void *owner, int *value, Reason *notice) {
    (void)value, (void)notice;
    engine_empty_table(owner);
}

/* ---- Rows ---- */

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
    [OPTION_HASH] = {"Hash", OPTION_SPIN, .standard = 16, .minimum = 1, .maximum = MAX_HASH_MB,
                     .meaning = "size of the transposition table in megabytes", .apply = set_hash},
    [OPTION_THREADS] = {"Threads", OPTION_SPIN, .standard = 1, .minimum = 1, .maximum = MAX_THREADS,
                        .meaning = "threads that search together", .apply = set_threads},
    [OPTION_MULTI_PV] = {"MultiPV", OPTION_SPIN, .standard = 1, .minimum = 1, .maximum = MAX_MOVES,
                         .meaning = "how many best lines to show"},
    [OPTION_PONDER] = {"Ponder", OPTION_CHECK,
                       .meaning =
                           "tells that the GUI lets the engine think on the opponent's time"},
    [OPTION_MOVE_OVERHEAD] = {"Move Overhead", OPTION_SPIN, .standard = 10, .maximum = 5000,
                              .meaning =
                                  "milliseconds that every move loses on its way to the clock"},
    [OPTION_OWN_BOOK] = {"OwnBook", OPTION_CHECK, .apply = engine_set_own_book,
                         .meaning = "play from the opening book `BookFile`, but not with "
                                    "`searchmoves`, `mate` or `UCI_AnalyseMode`"},
    [OPTION_BOOK_FILE] = {"BookFile", OPTION_STRING, .standard_text = "books/castellan.bin",
                          .apply_text = engine_set_book_file,
                          .meaning = "a book of the Polyglot format; looked for in the current "
                                     "folder, then in that of the engine"},
    [OPTION_BOOK_DEPTH] = {"BookDepth", OPTION_SPIN, .standard = 100, .minimum = 1,
                           .maximum = MAX_BOOK_DEPTH,
                           .meaning = "up to which move of the game the book is used"},
    [OPTION_BOOK_VARIETY] = {"BookVariety", OPTION_SPIN, .standard = 50,
                             .maximum = BOOK_FULL_VARIETY,
                             .meaning = "0: always the heaviest move; 100: by chance, as often as "
                                        "the weights say"},
    [OPTION_CHESS960] = {"UCI_Chess960", OPTION_CHECK,
                         .meaning = "castling is written king-takes-rook"},
    [OPTION_SHOW_WDL] = {"UCI_ShowWDL", OPTION_CHECK,
                         .meaning = "adds the chances of win, draw and loss to scores"},
    [OPTION_ANALYSE_MODE] = {"UCI_AnalyseMode", OPTION_CHECK,
                             .meaning = "tells that the engine analyses; no book is used then"},
    [OPTION_LIMIT_STRENGTH] = {"UCI_LimitStrength", OPTION_CHECK,
                               .meaning = "play with the strength of `UCI_Elo`"},
    [OPTION_ELO] = {"UCI_Elo", OPTION_SPIN, .standard = 1600, .minimum = HANDICAP_LEAST_ELO,
                    .maximum = HANDICAP_MOST_ELO,
                    .meaning = "strength to play with when it is limited"},
    [OPTION_SKILL_LEVEL] = {"Skill Level", OPTION_SPIN, .standard = HANDICAP_FULL_SKILL,
                            .maximum = HANDICAP_FULL_SKILL,
                            .meaning = "the same in steps of 80 Elo; 20 is full strength"},
    [OPTION_CLEAR_HASH] = {"Clear Hash", OPTION_BUTTON, .meaning = "empties the table",
                           .apply = clear_hash},
#if defined(CASTELLAN_TUNE)
#define PARAM(parameter, value, lowest, highest, step)                                             \
    [OPTION_PARAMETER_##parameter] = {#parameter,                                                  \
                                      OPTION_SPIN,                                                 \
                                      .standard = value,                                           \
                                      .minimum = lowest,                                           \
                                      .maximum = highest,                                          \
                                      .meaning = "constant of the search",                         \
                                      .apply = set_##parameter},
#include "search_params.def"
#undef PARAM
#endif
};
