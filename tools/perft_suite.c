/* Checks perft counts against files of them: build/perft_suite --help. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "fen.h"
#include "perft.h"
#include "platform.h"
#include "startup.h"

typedef struct Suite {
    int64_t max_depth, max_nodes;
    uint64_t positions, counts, nodes, faults;
    uint64_t started_ns, shown_ns;
} Suite;

static void report_fault(Suite *suite, const char *path, int line_number, const char *problem) {
    suite->faults++;
    printf("%s:%d: %s\n", path, line_number, problem);
}

static void show_progress(Suite *suite) {
    uint64_t now = platform_now_ns();
    if (!platform_is_terminal(stderr) || now - suite->shown_ns < 500000000u)
        return;
    suite->shown_ns = now;
    fprintf(stderr, "\r%" PRIu64 " positions, %" PRIu64 " counts, %" PRIu64 " wrong ",
            suite->positions, suite->counts, suite->faults);
}

/* Checks one "D5 4865609". */
static bool check_count(Suite *suite, const Position *position, const char *text, Reason *reason) {
    Word depth_word = text_next_word(&text), count_word = text_next_word(&text);
    int64_t depth, expected;
    bool is_form = depth_word.length > 1 && depth_word.start[0] == 'D' &&
                   word_to_int64((Word){depth_word.start + 1, depth_word.length - 1}, &depth) &&
                   word_to_int64(count_word, &expected) && depth >= 0 && expected >= 0;
    if (!is_form)
        return reason_refuse(reason, "'%s %s' is not a count such as D3 8902",
                             word_excerpt(depth_word).text, word_excerpt(count_word).text);
    if (depth > suite->max_depth || expected > suite->max_nodes)
        return true;
    uint64_t counted = perft_count(position, (int)depth);
    suite->counts++;
    suite->nodes += counted;
    if (counted != (uint64_t)expected)
        return reason_refuse(reason, "depth %" PRId64 " has %" PRIu64 " leaves, not %" PRId64,
                             depth, counted, expected);
    return true;
}

/* Splits the line at its semicolons in place and checks each part. */
static void check_line(Suite *suite, char *line, const char *path, int line_number) {
    char *rest = strchr(line, ';');
    Position position;
    Reason reason;
    if (rest != NULL)
        *rest++ = '\0';
    if (text_peek_word(line).length == 0)
        return;
    suite->positions++;
    if (!fen_parse(line, &position, &reason)) {
        report_fault(suite, path, line_number, reason.text);
        return;
    }
    while (rest != NULL) {
        char *part = rest;
        rest = strchr(part, ';');
        if (rest != NULL)
            *rest++ = '\0';
        if (!check_count(suite, &position, part, &reason))
            report_fault(suite, path, line_number, reason.text);
        show_progress(suite);
    }
}

static void check_file(Suite *suite, const char *path) {
    FILE *file = fopen(path, "r");
    Line line = {0};
    if (file == NULL) {
        report_fault(suite, path, 0, "cannot be opened");
        return;
    }
    for (int number = 1; line_read(&line, file); number++)
        check_line(suite, line.text, path, number);
    line_free(&line);
    fclose(file);
}

int main(int argc, char **argv) {
    Suite suite = {.max_depth = 5, .max_nodes = 100000000, .started_ns = platform_now_ns()};
    const ArgumentRow rows[] = {
        {"depth", ARGUMENT_NUMBER, &suite.max_depth, "leave deeper counts out", 0, INT64_MAX},
        {"nodes", ARGUMENT_NUMBER, &suite.max_nodes, "leave larger counts out", 0, INT64_MAX},
    };
    const Arguments arguments = {
        "perft_suite",
        "Checks perft counts: files of lines such as\n\n"
        "    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\n\n"
        "Ends with status 0 only if there was something to check and all of it was right.",
        "FILE...", rows, sizeof rows / sizeof *rows};
    int files = arguments_parse(&arguments, argc, argv);
    if (files == 0)
        arguments_refuse(&arguments, "no file is given");
    startup_init();
    for (int i = 1; i <= files; i++)
        check_file(&suite, argv[i]);
    double seconds = (double)(platform_now_ns() - suite.started_ns) / 1e9;
    if (platform_is_terminal(stderr))
        fputs("\r", stderr);
    printf("%" PRIu64 " positions, %" PRIu64 " counts, %" PRIu64 " leaves in %.1f s: %" PRIu64
           " wrong\n",
           suite.positions, suite.counts, suite.nodes, seconds, suite.faults);
    return suite.faults == 0 && suite.counts > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
