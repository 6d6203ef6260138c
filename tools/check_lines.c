/* Has the engine judge opening lines in PGN, such as those of books/openings.pgn:
 *
 *     build/check_lines books/openings.pgn
 *
 * The end of each line is searched, one thread, the table empty; where it stands worse than
 * --limit for either side, the line is not fit for a book. With --depth every move on the way is
 * looked at too, each so deep: what gives away more than --drop is most often a slip of the pen.
 * Scores are shown for White. Ends with status 1 when a fault was found. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "arguments.h"
#include "engine.h"
#include "pgn.h"
#include "progress.h"
#include "san.h"
#include "startup.h"

typedef struct Settings {
    int64_t move_time, nodes, hash, limit, depth, drop;
} Settings;

/* How many lines end within so many centipawns of equality. */
static const int STEPS[] = {25, 50, 75, 100, 150, 200};
enum { STEP_NB = sizeof STEPS / sizeof *STEPS };

typedef struct Check {
    Settings settings;
    Engine *engine;
    Score answer; /* of the last search, for the side to move */
    const char *path;
    uint64_t lines, faults, within[STEP_NB];
    Progress progress;
} Check;

/* ---- Searching ---- */

static void keep_score(void *context, const SearchReport *report, const EngineProgress *now) {
    (void)now;
    ((Check *)context)->answer = report->score;
}

static void ignore_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

static void ignore_best_move(void *context, Move best, Move ponder) {
    (void)context, (void)best, (void)ponder;
}

/* The score of the engine's current game for White. */
static Score score_of(Check *check, const GoRequest *request) {
    engine_go(check->engine, request);
    engine_wait(check->engine);
    bool is_white = position_side(&engine_game(check->engine)->position) == WHITE;
    return is_white ? check->answer : -check->answer;
}

static Score look(Check *check) {
    return score_of(check, &(GoRequest){.depth = (int)check->settings.depth});
}

static Score judge(Check *check) {
    const Settings *s = &check->settings;
    return score_of(check, &(GoRequest){.time = {.has_move_time = true, .move_time = s->move_time},
                                        .nodes = (uint64_t)s->nodes});
}

/* ---- Lines ---- */

static void report_fault(Check *check, const char *format, ...) {
    va_list values;
    check->faults++;
    progress_end(&check->progress);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
}

static const char *tag_of(const PgnGame *line, const char *name) {
    const char *value = pgn_tag(line, name);
    return value == NULL ? "?" : value;
}

static void complain(Check *check, const PgnGame *line, const char *complaint) {
    report_fault(check, "%s: line %zu: %s %s, %s: %s", check->path, line->line, tag_of(line, "ECO"),
                 tag_of(line, "Opening"), tag_of(line, "Variation"), complaint);
}

static void check_move(Check *check, const PgnGame *line, const Position *parent, Move move,
                       Score lost) {
    char san[SAN_SIZE], complaint[64];
    if (lost <= check->settings.drop)
        return;
    san_print(parent, move, san);
    snprintf(complaint, sizeof complaint, "%d%s %s gives away %d", parent->fullmove_number,
             position_side(parent) == WHITE ? "." : "...", san, lost);
    complain(check, line, complaint);
}

/* Looks at every move of the line on the way to its end. */
static void check_moves(Check *check, const PgnGame *line) {
    Game *game = engine_game(check->engine);
    game_begin(game, &line->start);
    Score before = look(check);
    for (size_t i = 0; i < line->ply_count; i++) {
        Position parent = game->position;
        game_play(game, line->plies[i].move);
        Score after = look(check), gain = after - before;
        check_move(check, line, &parent, line->plies[i].move,
                   position_side(&parent) == WHITE ? -gain : gain);
        before = after;
    }
}

static void check_end(Check *check, const PgnGame *line) {
    Game *game = engine_game(check->engine);
    char complaint[64];
    game_begin(game, &line->start);
    for (size_t i = 0; i < line->ply_count; i++)
        game_play(game, line->plies[i].move);
    Score score = judge(check);
    for (int i = 0; i < STEP_NB; i++)
        check->within[i] += abs(score) <= STEPS[i];
    if (abs(score) <= check->settings.limit)
        return;
    snprintf(complaint, sizeof complaint, "ends with a score of %+d", score);
    complain(check, line, complaint);
}

static void check_line(Check *check, const PgnGame *line) {
    engine_new_game(check->engine);
    if (check->settings.depth > 0)
        check_moves(check, line);
    engine_new_game(check->engine);
    if (check->settings.move_time > 0)
        check_end(check, line);
    check->lines++;
    if (progress_is_due(&check->progress, 0))
        progress_show(&check->progress, 0, "%" PRIu64 " lines, faults: %" PRIu64, check->lines,
                      check->faults);
}

/* ---- Files ---- */

static void check_file(Check *check, const char *path) {
    FILE *file = fopen(path, "rb");
    PgnReader reader;
    PgnGame line = {0};
    PgnRead outcome;
    Reason reason;
    if (file == NULL) {
        report_fault(check, "%s: cannot be opened", path);
        return;
    }
    check->path = path;
    pgn_reader_init(&reader, file);
    while ((outcome = pgn_next(&reader, &line, &reason)) != PGN_END) {
        if (outcome == PGN_GAME)
            check_line(check, &line);
        else
            report_fault(check, "%s: %s", path, reason.text);
    }
    if (ferror(file))
        report_fault(check, "%s: cannot be read", path);
    pgn_free(&line);
    fclose(file);
}

static void print_summary(const Check *check) {
    printf("%" PRIu64 " lines, faults: %" PRIu64, check->lines, check->faults);
    for (int i = 0; i < STEP_NB && check->settings.move_time > 0; i++)
        printf("%s %" PRIu64 " within %d", i == 0 ? ";" : ",", check->within[i], STEPS[i]);
    putchar('\n');
}

static bool begin(Check *check) {
    const EngineEvents events = {.context = check,
                                 .on_report = keep_score,
                                 .on_current_move = ignore_current_move,
                                 .on_best_move = ignore_best_move};
    char option[64];
    Reason notice;
    startup_init();
    progress_begin(&check->progress);
    check->engine = engine_create(&events);
    snprintf(option, sizeof option, "name Hash value %" PRId64, check->settings.hash);
    return check->engine != NULL && engine_set_option(check->engine, option, &notice);
}

int main(int argc, char **argv) {
    static Check check = {.settings = {.move_time = 1000, .hash = 64, .limit = 200, .drop = 150}};
    Settings *s = &check.settings;
    const ArgumentRow rows[] = {
        {"movetime", ARGUMENT_NUMBER, &s->move_time, "milliseconds for the end of a line, or 0", 0,
         3600000},
        {"nodes", ARGUMENT_NUMBER, &s->nodes,
         "nodes for the end of a line at most; 0 is any number", 0, INT64_C(1) << 40},
        {"limit", ARGUMENT_NUMBER, &s->limit, "centipawns by which neither side may be worse", 0,
         SCORE_MATE},
        {"depth", ARGUMENT_NUMBER, &s->depth, "depth to look at every move with, or 0", 0,
         MAX_DEPTH},
        {"drop", ARGUMENT_NUMBER, &s->drop, "centipawns that no move may give away", 0, SCORE_MATE},
        {"hash", ARGUMENT_NUMBER, &s->hash, "megabytes for the table", 1, 4096},
    };
    const Arguments arguments = {"check_lines", "Has the engine judge opening lines in PGN.",
                                 "FILE...", rows, sizeof rows / sizeof *rows};
    int files = arguments_parse(&arguments, argc, argv);
    if (files == 0)
        arguments_refuse(&arguments, "no file is given");
    if (!begin(&check)) {
        fputs("check_lines: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    for (int i = 1; i <= files; i++)
        check_file(&check, argv[i]);
    progress_end(&check.progress);
    print_summary(&check);
    engine_destroy(check.engine);
    return check.faults > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
