#include "suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "engine.h"
#include "progress.h"
#include "san.h"

enum {
    MAX_TESTS = 1 << 24,
    MAX_COMPLAINTS = 20,
    PLACE_SIZE = sizeof(Excerpt) + 16,
    EXPECTED_SIZE = 48,
    SCORE_SIZE = 16,
};

typedef struct Settings {
    double seconds;
    int64_t nodes, depth, threads, hash, first;
    bool is_quiet;
} Settings;

typedef struct Test {
    const char *path;
    int line;
    char *text; /* owned */
    SuiteAnswer answer;
    SuiteVerdict verdict;
} Test;

/* One run. The answer is written by the search and read once it has ended. */
typedef struct Suite {
    Settings settings;
    int file_count;
    Test *tests;
    int test_count, capacity;
    int broken; /* lines that were passed over */

    Engine *engine;
    SuiteAnswer answer;
    int done, solved;
    int64_t points, most_points;
    uint64_t nodes;
    Progress progress;
} Suite;

/* ---- Judgement ---- */

bool suite_is_test(const Epd *epd, Reason *reason) {
    EpdPoints points;
    if (!epd_points(epd, &points, reason))
        return false;
    if (!movegen_has_legal_move(&epd->position))
        return reason_refuse(reason, "the game is over, there is no legal move");
    if (epd->best.count == 0 && epd->avoid.count == 0 && epd->mate == 0 && points.moves.count == 0)
        return reason_refuse(reason, "nothing to test: there is no bm, am, dm or c0 with points");
    return true;
}

static bool is_mate_within(const SuiteAnswer *answer, int moves) {
    return score_is_win(answer->score) && score_mate_moves(answer->score) <= moves;
}

SuiteVerdict suite_judge(const Epd *epd, const SuiteAnswer *answer) {
    EpdPoints points;
    Reason reason;
    SuiteVerdict verdict = {.is_solved = true};
    if (epd->best.count > 0 && !move_list_has(&epd->best, answer->move))
        verdict.is_solved = false;
    if (move_list_has(&epd->avoid, answer->move))
        verdict.is_solved = false;
    if (epd->mate > 0 && !is_mate_within(answer, epd->mate))
        verdict.is_solved = false;
    if (!epd_points(epd, &points, &reason))
        return verdict;
    for (int i = 0; i < points.moves.count; i++)
        if (points.moves.moves[i] == answer->move)
            verdict.points = points.points[i];
    verdict.most_points = points.most;
    bool has_points_only =
        points.moves.count > 0 && epd->best.count == 0 && epd->avoid.count == 0 && epd->mate == 0;
    if (has_points_only)
        verdict.is_solved = verdict.points == points.most;
    return verdict;
}

static void append_moves(Writer *writer, const Position *position, const MoveList *moves) {
    for (int i = 0; i < moves->count; i++) {
        char san[SAN_SIZE];
        san_print(position, moves->moves[i], san);
        writer_append(writer, i == 0 ? "%s" : " or %s", san);
    }
}

void suite_describe(const Epd *epd, char *text, size_t size) {
    Writer writer = {text, size, 0};
    EpdPoints points;
    Reason reason;
    text[0] = '\0';
    append_moves(&writer, &epd->position, &epd->best);
    if (epd->avoid.count > 0)
        writer_append(&writer, writer.length > 0 ? ", not " : "not ");
    append_moves(&writer, &epd->position, &epd->avoid);
    if (epd->mate > 0)
        writer_append(&writer, "%smate in %d", writer.length > 0 ? ", " : "", epd->mate);
    if (writer.length > 0 || !epd_points(epd, &points, &reason))
        return;
    MoveList most = {0};
    for (int i = 0; i < points.moves.count; i++)
        if (points.points[i] == points.most)
            most.moves[most.count++] = points.moves.moves[i];
    append_moves(&writer, &epd->position, &most);
}

/* ---- Files ---- */

static int fail(const char *what, const char *why) {
    fprintf(stderr, "castellan epd: %s%s\n", what, why);
    return SUITE_WRONG;
}

static bool is_full(const Suite *suite) {
    int64_t first = suite->settings.first;
    return suite->test_count >= (first > 0 ? first : MAX_TESTS);
}

static bool add_test(Suite *suite, const Test *test) {
    if (suite->test_count == suite->capacity) {
        int capacity = suite->capacity == 0 ? 256 : 2 * suite->capacity;
        Test *tests = realloc(suite->tests, (size_t)capacity * sizeof *tests);
        if (tests == NULL)
            return false;
        suite->tests = tests;
        suite->capacity = capacity;
    }
    size_t size = strlen(test->text) + 1;
    char *text = malloc(size);
    if (text == NULL)
        return false;
    memcpy(text, test->text, size);
    suite->tests[suite->test_count] = *test;
    suite->tests[suite->test_count++].text = text;
    return true;
}

/* A file of another kind would fill the screen. */
static void report_broken(Suite *suite, const char *path, int line, const Reason *reason) {
    suite->broken++;
    if (suite->broken <= MAX_COMPLAINTS)
        fprintf(stderr, "%s:%d: skipped: %s\n", path, line, reason->text);
    if (suite->broken == MAX_COMPLAINTS)
        fputs("further lines that are skipped are only counted\n", stderr);
}

/* Keeps the tests of a stream; false when memory runs out. What is broken is told at once. */
static bool load(Suite *suite, FILE *file, const char *path) {
    Line line = {0};
    bool is_fine = true;
    for (int number = 1; is_fine && !is_full(suite) && line_read(&line, file); number++) {
        Epd epd;
        Reason reason;
        if (epd_is_blank(line.text))
            continue;
        if (epd_parse(line.text, &epd, &reason) && suite_is_test(&epd, &reason))
            is_fine = add_test(suite, &(Test){.path = path, .line = number, .text = line.text});
        else
            report_broken(suite, path, number, &reason);
    }
    line_free(&line);
    return is_fine;
}

static int load_files(Suite *suite, int count, char **paths) {
    suite->file_count = count;
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(paths[i], "r");
        if (file == NULL)
            return fail(paths[i], " cannot be opened");
        bool is_fine = load(suite, file, paths[i]);
        bool has_failed = ferror(file) != 0;
        fclose(file);
        if (!is_fine)
            return fail("out of memory", "");
        if (has_failed)
            return fail(paths[i], " cannot be read");
    }
    if (suite->test_count > 0)
        return SUITE_ALL_SOLVED;
    return count == 1 ? fail(paths[0], " holds nothing to test")
                      : fail("none of the files holds anything to test", "");
}

/* ---- Running ---- */

/* Solved so far, and how long the rest will take if it goes on like this. */
static void show_progress(Suite *suite) {
    static const char BAR[] = "####################";
    const int width = sizeof BAR - 1;
    double share = (double)suite->done / (double)suite->test_count;
    double seconds = progress_seconds(&suite->progress);
    if (!suite->progress.is_terminal || !progress_is_due(&suite->progress, share))
        return;
    double whole =
        suite->done == 0 ? suite->settings.seconds * (double)suite->test_count : seconds / share;
    long left = whole > seconds ? (long)(whole - seconds + 0.5) : 0;
    progress_show(&suite->progress, share, "[%-*.*s] %d of %d, %d solved, %ld:%02ld:%02ld left",
                  width, (int)(share * width), BAR, suite->done, suite->test_count, suite->solved,
                  left / 3600, left / 60 % 60, left % 60);
}

/* On the thread of the search, while the controlling one waits. */
static void note_report(void *context, const SearchReport *report, const EngineProgress *now) {
    Suite *suite = context;
    (void)now;
    if (report->line == 1) {
        suite->answer.score = report->score;
        suite->answer.depth = report->depth;
    }
    show_progress(suite);
}

static void note_current_move(void *context, Move move, int number) {
    (void)move, (void)number;
    show_progress(context);
}

static void note_best_move(void *context, Move best, Move ponder) {
    Suite *suite = context;
    (void)ponder;
    suite->answer.move = best;
}

static GoRequest request_of(const Settings *settings) {
    GoRequest request = {.depth = (int)settings->depth, .nodes = (uint64_t)settings->nodes};
    if (settings->seconds > 0) {
        request.time.has_move_time = true;
        request.time.move_time = (int64_t)(settings->seconds * 1000 + 0.5);
    }
    return request;
}

/* Each test begins as a new game, so that their order does not matter. */
static bool run_test(Suite *suite, Test *test) {
    GoRequest request = request_of(&suite->settings);
    Epd epd;
    Reason reason;
    if (!epd_parse(test->text, &epd, &reason) || !engine_new_game(suite->engine))
        return false;
    game_begin(engine_game(suite->engine), &epd.position);
    if (!engine_go(suite->engine, &request))
        return false;
    engine_wait(suite->engine);
    test->answer = suite->answer;
    test->verdict = suite_judge(&epd, &test->answer);
    suite->done++;
    suite->solved += test->verdict.is_solved;
    suite->points += test->verdict.points;
    suite->most_points += test->verdict.most_points;
    suite->nodes += engine_nodes(suite->engine);
    show_progress(suite);
    return true;
}

static bool set_option(Suite *suite, const char *name, int64_t value) {
    char text[64];
    Reason notice;
    snprintf(text, sizeof text, "name %s value %" PRId64, name, value);
    if (!engine_set_option(suite->engine, text, &notice) || notice.text[0] != '\0') {
        fail(notice.text, "");
        return false;
    }
    return true;
}

static bool run_tests(Suite *suite) {
    const Settings *settings = &suite->settings;
    bool is_fine = set_option(suite, "Threads", settings->threads) &&
                   set_option(suite, "Hash", settings->hash) &&
                   set_option(suite, "Move Overhead", 0);
    progress_begin(&suite->progress);
    for (int i = 0; is_fine && i < suite->test_count; i++)
        if (!run_test(suite, &suite->tests[i])) {
            fail("out of memory", "");
            is_fine = false;
        }
    progress_end(&suite->progress);
    return is_fine;
}

/* ---- Results ---- */

/* The columns of the table that are as wide as what is in them. */
typedef struct Row {
    char place[PLACE_SIZE];
    Excerpt name;
    char expected[EXPECTED_SIZE], played[SAN_SIZE], score[SCORE_SIZE];
} Row;

static void format_score(Score score, char text[SCORE_SIZE]) {
    if (score_is_mate(score))
        snprintf(text, SCORE_SIZE, "#%d", score_mate_moves(score));
    else
        snprintf(text, SCORE_SIZE, "%+.2f", (double)score / 100);
}

static Row row_of(const Suite *suite, const Test *test) {
    Row row = {0};
    Epd epd;
    Reason reason;
    if (!epd_parse(test->text, &epd, &reason))
        return row;
    const char *slash = strrchr(test->path, '/');
    Word file = {test->path, strlen(test->path)};
    if (slash != NULL)
        file = (Word){slash + 1, strlen(slash + 1)};
    if (suite->file_count > 1)
        snprintf(row.place, sizeof row.place, "%s:%d", word_excerpt(file).text, test->line);
    else
        snprintf(row.place, sizeof row.place, "%d", test->line);
    row.name = word_excerpt(epd_operands(&epd, "id"));
    suite_describe(&epd, row.expected, sizeof row.expected);
    san_print(&epd.position, test->answer.move, row.played);
    format_score(test->answer.score, row.score);
    return row;
}

static int widest(int width, const char *text) {
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static void print_failures(const Suite *suite) {
    static const Row HEAD = {"line", {"id"}, "expected", "played", "score"};
    int place = widest(0, HEAD.place), name = widest(0, HEAD.name.text),
        expected = widest(0, HEAD.expected);
    for (int i = 0; i < suite->test_count; i++) {
        if (suite->tests[i].verdict.is_solved)
            continue;
        Row row = row_of(suite, &suite->tests[i]);
        place = widest(place, row.place);
        name = widest(name, row.name.text);
        expected = widest(expected, row.expected);
    }
    printf("%*s  %-*s  %-*s  %-7s  %7s  depth\n", place, HEAD.place, name, HEAD.name.text, expected,
           HEAD.expected, HEAD.played, HEAD.score);
    for (int i = 0; i < suite->test_count; i++) {
        if (suite->tests[i].verdict.is_solved)
            continue;
        Row row = row_of(suite, &suite->tests[i]);
        printf("%*s  %-*s  %-*s  %-7s  %7s  %5d\n", place, row.place, name, row.name.text, expected,
               row.expected, row.played, row.score, suite->tests[i].answer.depth);
    }
    putchar('\n');
}

static void print_score(const Suite *suite) {
    printf("solved %d of %d (%.1f %%)", suite->solved, suite->test_count,
           100.0 * (double)suite->solved / (double)suite->test_count);
    if (suite->most_points > 0)
        printf(", points %" PRId64 " of %" PRId64 " (%.1f %%)", suite->points, suite->most_points,
               100.0 * (double)suite->points / (double)suite->most_points);
    if (suite->broken > 0)
        printf(", %d %s skipped", suite->broken, suite->broken == 1 ? "line" : "lines");
    printf("; %" PRIu64 " nodes in %.1f s\n", suite->nodes, progress_seconds(&suite->progress));
}

static int run(Suite *suite) {
    EngineEvents events = {.context = suite,
                           .on_report = note_report,
                           .on_current_move = note_current_move,
                           .on_best_move = note_best_move};
    suite->engine = engine_create(&events);
    if (suite->engine == NULL)
        return fail("out of memory", "");
    bool is_fine = run_tests(suite);
    engine_destroy(suite->engine);
    if (!is_fine)
        return SUITE_WRONG;
    bool all_solved = suite->solved == suite->test_count;
    if (!all_solved && !suite->settings.is_quiet)
        print_failures(suite);
    print_score(suite);
    return all_solved ? SUITE_ALL_SOLVED : SUITE_SOME_FAILED;
}

/* ---- Command line ---- */

/* Leaves the paths in argv[1] and on; returns their number. */
static int read_settings(Settings *settings, int argc, char **argv) {
    const OptionRow *threads = &engine_options[OPTION_THREADS],
                    *hash = &engine_options[OPTION_HASH];
    const ArgumentRow rows[] = {
        {"time", ARGUMENT_REAL, &settings->seconds,
         "seconds for each position; 1 if no limit is given", 0, 1000000},
        {"nodes", ARGUMENT_NUMBER, &settings->nodes, "nodes for each position", 0, INT64_MAX},
        {"depth", ARGUMENT_NUMBER, &settings->depth, "depth for each position", 0, MAX_DEPTH},
        {"threads", ARGUMENT_NUMBER, &settings->threads, threads->meaning, threads->minimum,
         threads->maximum},
        {"hash", ARGUMENT_NUMBER, &settings->hash, hash->meaning, hash->minimum, hash->maximum},
        {"first", ARGUMENT_NUMBER, &settings->first, "only so many positions; 0 is all", 0,
         MAX_TESTS},
        {"quiet", ARGUMENT_FLAG, &settings->is_quiet, "print the score alone", 0, 0},
    };
    const Arguments arguments = {
        "castellan epd",
        "Searches the positions of EPD files and tells whether the best moves (bm), none of the\n"
        "moves to avoid (am), mates (dm) and points (c0 \"Nf3=10, d4=5\") were found. Ends with\n"
        "status 0 if all were solved, 1 if some were not, 2 if there was nothing to search.",
        "FILE...", rows, sizeof rows / sizeof *rows};
    settings->threads = threads->standard;
    settings->hash = hash->standard;
    int count = arguments_parse(&arguments, argc, argv);
    if (count == 0)
        arguments_refuse(&arguments, "a file is needed");
    if (settings->seconds <= 0 && settings->nodes == 0 && settings->depth == 0)
        settings->seconds = 1;
    return count;
}

int suite_main(int argc, char **argv) {
    Suite suite = {0};
    int count = read_settings(&suite.settings, argc, argv);
    int status = load_files(&suite, count, argv + 1);
    if (status == SUITE_ALL_SOLVED)
        status = run(&suite);
    for (int i = 0; i < suite.test_count; i++)
        free(suite.tests[i].text);
    free(suite.tests);
    return status;
}
