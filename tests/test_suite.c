/* What counts as a test, when it is solved, and what it is said to expect. */
#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "positions.h"
#include "startup.h"
#include "suite.h"

/* After 1. e4 e5 2. Nf3 Nc6. */
#define SPANISH "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - "

void setUp(void) {
}

void tearDown(void) {
}

static Epd read_line(const char *line) {
    Epd epd;
    Reason reason = {""};
    TEST_ASSERT_TRUE_MESSAGE(epd_parse(line, &epd, &reason), reason.text);
    return epd;
}

static SuiteVerdict verdict_on(const char *operations, const char *move, Score score) {
    char line[256];
    snprintf(line, sizeof line, SPANISH "%s", operations);
    Epd epd = read_line(line);
    return suite_judge(&epd, &(SuiteAnswer){move_of(&epd.position, move), score, 1});
}

static bool is_solved(const char *operations, const char *move, Score score) {
    return verdict_on(operations, move, score).is_solved;
}

static void test_best_and_avoided_moves(void) {
    TEST_ASSERT_TRUE(is_solved("bm Bb5;", "f1b5", 0));
    TEST_ASSERT_FALSE(is_solved("bm Bb5;", "f1c4", 0));
    TEST_ASSERT_TRUE(is_solved("bm Bb5 Bc4;", "f1c4", 0));
    TEST_ASSERT_TRUE(is_solved("am Nxe5;", "f1c4", 0));
    TEST_ASSERT_FALSE(is_solved("am Bc4 Nxe5;", "f3e5", 0));
    TEST_ASSERT_FALSE(is_solved("bm Bb5; am Nxe5;", "d2d4", 0));
    TEST_ASSERT_FALSE(is_solved("bm Bb5 Nxe5; am Nxe5;", "f3e5", 0));
}

static void test_mates_must_be_fast_and_of_the_right_side(void) {
    TEST_ASSERT_TRUE(is_solved("dm 3;", "f1b5", score_mates_at(5)));
    TEST_ASSERT_TRUE(is_solved("dm 3;", "f1b5", score_mates_at(1)));
    TEST_ASSERT_FALSE(is_solved("dm 3;", "f1b5", score_mates_at(7)));
    TEST_ASSERT_FALSE(is_solved("dm 3;", "f1b5", score_mated_at(4)));
    TEST_ASSERT_FALSE(is_solved("dm 3;", "f1b5", 2000));
    TEST_ASSERT_FALSE(is_solved("dm 3; bm Bc4;", "f1b5", score_mates_at(5)));
}

static void test_points(void) {
    static const char POINTS[] = "c0 \"Bb5=10, Bc4=8, d4=10\";";
    SuiteVerdict verdict = verdict_on(POINTS, "f1c4", 0);
    TEST_ASSERT_FALSE(verdict.is_solved);
    TEST_ASSERT_EQUAL_INT(8, verdict.points);
    TEST_ASSERT_EQUAL_INT(10, verdict.most_points);
    TEST_ASSERT_TRUE(is_solved(POINTS, "d2d4", 0));
    TEST_ASSERT_FALSE(is_solved(POINTS, "a2a3", 0));
    TEST_ASSERT_EQUAL_INT(0, verdict_on(POINTS, "a2a3", 0).points);
    /* The best move counts where both are given. */
    verdict = verdict_on("bm Bc4; c0 \"Bb5=10, Bc4=8\";", "f1c4", 0);
    TEST_ASSERT_TRUE(verdict.is_solved);
    TEST_ASSERT_EQUAL_INT(8, verdict.points);
    TEST_ASSERT_EQUAL_INT(0, verdict_on("bm Bc4; c0 \"nothing\";", "f1c4", 0).most_points);
}

static void test_what_is_a_test(void) {
    static const struct {
        const char *line, *reason;
    } CASES[] = {
        {SPANISH "bm Bb5;", NULL},
        {SPANISH "am Bb5;", NULL},
        {SPANISH "dm 4;", NULL},
        {SPANISH "c0 \"Bb5=1\";", NULL},
        {SPANISH "id \"x\"; c0 \"y\";",
         "nothing to test: there is no bm, am, dm or c0 with points"},
        {SPANISH "bm Bb5; c0 \"Bb5=1, Ke3=2\";", "illegal move 'Ke3': no king can go to e3"},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - dm 1;", "the game is over, there is no legal move"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Epd epd = read_line(CASES[i].line);
        Reason reason = {""};
        bool is_test = suite_is_test(&epd, &reason);
        TEST_ASSERT_EQUAL_INT_MESSAGE(CASES[i].reason == NULL, is_test, CASES[i].line);
        if (!is_test)
            TEST_ASSERT_EQUAL_STRING(CASES[i].reason, reason.text);
    }
}

static void test_expectations_in_words(void) {
    static const struct {
        const char *line, *words;
    } CASES[] = {
        {SPANISH "bm Bb5;", "Bb5"},
        {SPANISH "bm Bb5 Bc4 d4;", "Bb5 or Bc4 or d4"},
        {SPANISH "am Nxe5 Bb5;", "not Nxe5 or Bb5"},
        {SPANISH "bm Bb5; am Nxe5; dm 3;", "Bb5, not Nxe5, mate in 3"},
        {SPANISH "dm 3;", "mate in 3"},
        {SPANISH "c0 \"Bc4=8, Bb5=10, d4=10\";", "Bb5 or d4"},
        {SPANISH "bm Bb5; c0 \"Bc4=8\";", "Bb5"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Epd epd = read_line(CASES[i].line);
        char words[64];
        suite_describe(&epd, words, sizeof words);
        TEST_ASSERT_EQUAL_STRING(CASES[i].words, words);
        suite_describe(&epd, words, 8);
        TEST_ASSERT_TRUE(strlen(words) < 8);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_best_and_avoided_moves);
    RUN_TEST(test_mates_must_be_fast_and_of_the_right_side);
    RUN_TEST(test_points);
    RUN_TEST(test_what_is_a_test);
    RUN_TEST(test_expectations_in_words);
    return UNITY_END();
}
