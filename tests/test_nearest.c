/* Which command a mistyped one was meant to be. */
#include "unity.h"

#include <string.h>

#include "nearest.h"

void setUp(void) {
}

void tearDown(void) {
}

/* The nearest of a few names, or "-". */
static const char *meant_by(const char *typed) {
    static const char *const NAMES[] = {"go",         "d",    "help", "position",
                                        "ucinewgame", "eval", "even"};
    Nearest nearest = {.word = {typed, strlen(typed)}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        nearest_consider(&nearest, NAMES[i]);
    return nearest.name == NULL ? "-" : nearest.name;
}

static void test_one_letter(void) {
    TEST_ASSERT_EQUAL_STRING("position", meant_by("pisition"));
    TEST_ASSERT_EQUAL_STRING("position", meant_by("positio"));
    TEST_ASSERT_EQUAL_STRING("position", meant_by("pposition"));
    TEST_ASSERT_EQUAL_STRING("position", meant_by("positoin"));
    TEST_ASSERT_EQUAL_STRING("help", meant_by("hepl"));
    TEST_ASSERT_EQUAL_STRING("go", meant_by("og"));
    TEST_ASSERT_EQUAL_STRING("go", meant_by("goo"));
}

static void test_case_does_not_count(void) {
    TEST_ASSERT_EQUAL_STRING("help", meant_by("HELP"));
    TEST_ASSERT_EQUAL_STRING("ucinewgame", meant_by("UciNewGmae"));
}

static void test_long_words_may_be_farther_off(void) {
    TEST_ASSERT_EQUAL_STRING("ucinewgame", meant_by("ucnwgame"));
    TEST_ASSERT_EQUAL_STRING("position", meant_by("positxxn"));
    TEST_ASSERT_EQUAL_STRING("-", meant_by("pxsxtxon"));
    TEST_ASSERT_EQUAL_STRING("-", meant_by("heyy"));
}

/* Nothing is read into single letters, or into texts that are longer than any name. */
static void test_too_little_and_too_much(void) {
    char text[1000];
    memset(text, 'd', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    TEST_ASSERT_EQUAL_STRING("-", meant_by(""));
    TEST_ASSERT_EQUAL_STRING("-", meant_by("x"));
    TEST_ASSERT_EQUAL_STRING("d", meant_by("D"));
    TEST_ASSERT_EQUAL_STRING("-", meant_by(text));
}

static void test_the_nearer_one_wins_then_the_first(void) {
    TEST_ASSERT_EQUAL_STRING("even", meant_by("evenn"));
    TEST_ASSERT_EQUAL_STRING("eval", meant_by("evel"));
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_one_letter);
    RUN_TEST(test_case_does_not_count);
    RUN_TEST(test_long_words_may_be_farther_off);
    RUN_TEST(test_too_little_and_too_much);
    RUN_TEST(test_the_nearer_one_wins_then_the_first);
    return UNITY_END();
}
