/* The run behind the stand-in's macros: counts tests, prints Unity's result lines and leaves a
 * finished test by longjmp. The state below belongs to the single thread that runs the tests. */

#include "unity.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OUTCOME_RUNNING, OUTCOME_FAILED, OUTCOME_IGNORED } Outcome;

static struct {
    const char *file;
    const char *test_name;
    jmp_buf exit_test;
    bool is_inside_test;
    Outcome outcome;
    int tests;
    int failures;
    int ignored;
} run;

/* Keeps a result on one line, so that whoever reads the output can go line by line. */
static void print_text(const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            fputs("\\n", stdout);
        else if (*text == '\r')
            fputs("\\r", stdout);
        else
            putchar(*text);
    }
}

static void print_quoted(const char *text) {
    if (text == NULL) {
        fputs("NULL", stdout);
        return;
    }
    putchar('\'');
    print_text(text);
    putchar('\'');
}

static void print_result_start(int line, const char *verdict) {
    printf("%s:%d:%s:%s", run.file, line, run.test_name, verdict);
}

/* Flushed, so that a crash in the next test does not swallow this line. */
static void print_result_end(const char *separator, const char *message) {
    if (message != NULL) {
        fputs(separator, stdout);
        print_text(message);
    }
    putchar('\n');
    fflush(stdout);
}

static _Noreturn void exit_test(void) {
    if (!run.is_inside_test) {
        fputs("unity stand-in: assertion outside RUN_TEST\n", stderr);
        abort();
    }
    longjmp(run.exit_test, 1);
}

/* The result line of a failed check is printed between these two. A test has only one result: once
 * it is known, checks in tearDown can no longer change it. */
static void start_failure(UnitySite site) {
    if (run.outcome != OUTCOME_RUNNING)
        exit_test();
    run.outcome = OUTCOME_FAILED;
    print_result_start(site.line, "FAIL: ");
}

static _Noreturn void finish_failure(UnitySite site) {
    print_result_end(". ", site.message);
    exit_test();
}

void unity_begin(const char *file) {
    memset(&run, 0, sizeof run);
    run.file = file;
    run.test_name = "";
}

int unity_end(void) {
    printf("\n-----------------------\n%d Tests %d Failures %d Ignored\n%s\n", run.tests,
           run.failures, run.ignored, run.failures == 0 ? "OK" : "FAIL");
    fflush(stdout);
    return run.failures;
}

void unity_run_test(UnityTest test, const char *name, int line) {
    run.test_name = name;
    run.outcome = OUTCOME_RUNNING;
    run.is_inside_test = true;
    run.tests++;
    if (setjmp(run.exit_test) == 0) {
        setUp();
        test();
    }
    if (setjmp(run.exit_test) == 0)
        tearDown();
    run.is_inside_test = false;

    if (run.outcome == OUTCOME_FAILED) {
        run.failures++;
    } else if (run.outcome == OUTCOME_IGNORED) {
        run.ignored++;
    } else {
        print_result_start(line, "PASS");
        print_result_end("", NULL);
    }
}

void unity_fail(UnitySite site) {
    if (run.outcome == OUTCOME_RUNNING) {
        run.outcome = OUTCOME_FAILED;
        print_result_start(site.line, "FAIL");
        print_result_end(": ", site.message);
    }
    exit_test();
}

void unity_ignore(UnitySite site) {
    if (run.outcome == OUTCOME_RUNNING) {
        run.outcome = OUTCOME_IGNORED;
        print_result_start(site.line, "IGNORE");
        print_result_end(": ", site.message);
    }
    exit_test();
}

void unity_pass(UnitySite site) {
    if (site.message != NULL)
        unity_print_message(site);
    exit_test();
}

void unity_print_message(UnitySite site) {
    print_result_start(site.line, "INFO");
    print_result_end(": ", site.message);
}

void unity_check(bool holds, const char *reason, UnitySite site) {
    if (holds)
        return;
    start_failure(site);
    fputs(reason, stdout);
    finish_failure(site);
}

void unity_check_int(UnityRelation relation, int64_t threshold, int64_t actual, UnitySite site) {
    static const char *const RELATION_TEXT[] = {"Less Than ", "", "Greater Than "};
    UnityRelation found = actual < threshold    ? UNITY_LESS_THAN
                          : actual == threshold ? UNITY_EQUAL
                                                : UNITY_GREATER_THAN;
    if (found == relation)
        return;
    start_failure(site);
    printf("Expected %s%" PRId64 " Was %" PRId64, RELATION_TEXT[relation], threshold, actual);
    finish_failure(site);
}

void unity_check_uint(int hex_digits, uint64_t expected, uint64_t actual, UnitySite site) {
    if (expected == actual)
        return;
    start_failure(site);
    if (hex_digits == 0)
        printf("Expected %" PRIu64 " Was %" PRIu64, expected, actual);
    else
        printf("Expected 0x%0*" PRIX64 " Was 0x%0*" PRIX64, hex_digits, expected, hex_digits,
               actual);
    finish_failure(site);
}

void unity_check_int_within(uint64_t delta, int64_t expected, int64_t actual, UnitySite site) {
    /* Unsigned, because the distance between two int64_t need not fit into one. */
    uint64_t distance = actual > expected ? (uint64_t)actual - (uint64_t)expected
                                          : (uint64_t)expected - (uint64_t)actual;
    if (distance <= delta)
        return;
    start_failure(site);
    printf("Values Not Within Delta %" PRIu64 " Expected %" PRId64 " Was %" PRId64, delta, expected,
           actual);
    finish_failure(site);
}

void unity_check_double_within(double delta, double expected, double actual, UnitySite site) {
    bool is_same = expected == actual || (expected != expected && actual != actual);
    double distance = actual > expected ? actual - expected : expected - actual;
    if (is_same || distance <= delta)
        return;
    start_failure(site);
    printf("Values Not Within Delta %g Expected %.12g Was %.12g", delta, expected, actual);
    finish_failure(site);
}

void unity_check_string(const char *expected, const char *actual, UnitySite site) {
    if (expected == actual)
        return;
    if (expected != NULL && actual != NULL && strcmp(expected, actual) == 0)
        return;
    start_failure(site);
    fputs("Expected ", stdout);
    print_quoted(expected);
    fputs(" Was ", stdout);
    print_quoted(actual);
    finish_failure(site);
}

void unity_check_memory(const void *expected, const void *actual, size_t size, UnitySite site) {
    const unsigned char *wanted = expected, *found = actual;
    unity_check(size > 0, "Nothing To Compare", site);
    if (wanted == found)
        return;
    unity_check(wanted != NULL && found != NULL, "One Of The Two Blocks Is NULL", site);
    for (size_t i = 0; i < size; i++) {
        if (wanted[i] != found[i]) {
            start_failure(site);
            printf("Memory Mismatch. Byte %zu Expected 0x%02X Was 0x%02X", i, wanted[i], found[i]);
            finish_failure(site);
        }
    }
}
