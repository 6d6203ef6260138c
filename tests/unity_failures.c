/* A program in which every test must fail, except one that is ignored: it shows that no kind of
 * assertion, in Unity or in our stand-in, passes by mistake. It is not run by itself;
 * test_unity_failures.sh runs it and judges its output. */

#include "unity.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int object;
static int *const nowhere = NULL;
static int *const somewhere = &object;
static const uint64_t top_bit = UINT64_C(1) << 63;

/* Counts the tests that went on after their failing assertion. */
static int survivors;

static bool must_tear_down_fail;

void setUp(void) {
}

void tearDown(void) {
    if (must_tear_down_fail)
        TEST_FAIL_MESSAGE("tearDown was told to fail");
}

/* The name of the test, and the assertion in it. Tests named ..._message must show their
 * message. */
#define FAILING_ASSERTIONS(ROW)                                                                    \
    ROW(condition, TEST_ASSERT(object))                                                            \
    ROW(condition_message, TEST_ASSERT_MESSAGE(object, "explained"))                               \
    ROW(true, TEST_ASSERT_TRUE(object))                                                            \
    ROW(true_message, TEST_ASSERT_TRUE_MESSAGE(object, "explained"))                               \
    ROW(false, TEST_ASSERT_FALSE(top_bit))                                                         \
    ROW(false_message, TEST_ASSERT_FALSE_MESSAGE(top_bit, "explained"))                            \
    ROW(null, TEST_ASSERT_NULL(somewhere))                                                         \
    ROW(null_message, TEST_ASSERT_NULL_MESSAGE(somewhere, "explained"))                            \
    ROW(not_null, TEST_ASSERT_NOT_NULL(nowhere))                                                   \
    ROW(not_null_message, TEST_ASSERT_NOT_NULL_MESSAGE(nowhere, "explained"))                      \
    ROW(int, TEST_ASSERT_EQUAL_INT(1, -1))                                                         \
    ROW(int_message, TEST_ASSERT_EQUAL_INT_MESSAGE(1, 2, "explained"))                             \
    ROW(uint64, TEST_ASSERT_EQUAL_UINT64(0, top_bit))                                              \
    ROW(uint64_message, TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, 1, "explained"))                       \
    ROW(hex64, TEST_ASSERT_EQUAL_HEX64(1, top_bit + 1))                                            \
    ROW(hex64_message, TEST_ASSERT_EQUAL_HEX64_MESSAGE(1, 2, "explained"))                         \
    ROW(hex16, TEST_ASSERT_EQUAL_HEX16(0x7FFF, 0xFFFF))                                            \
    ROW(hex16_message, TEST_ASSERT_EQUAL_HEX16_MESSAGE(1, 2, "explained"))                         \
    ROW(size, TEST_ASSERT_EQUAL_size_t(0, SIZE_MAX))                                               \
    ROW(size_message, TEST_ASSERT_EQUAL_size_t_MESSAGE(1, 2, "explained"))                         \
    ROW(string, TEST_ASSERT_EQUAL_STRING("e2e4", "e2e4\n"))                                        \
    ROW(string_message, TEST_ASSERT_EQUAL_STRING_MESSAGE("e2e4", NULL, "explained"))               \
    ROW(memory, TEST_ASSERT_EQUAL_MEMORY("e2e4", "e2e5", 4))                                       \
    ROW(memory_message, TEST_ASSERT_EQUAL_MEMORY_MESSAGE("e", "d", 1, "explained"))                \
    ROW(memory_of_no_size, TEST_ASSERT_EQUAL_MEMORY("e", "d", 0))                                  \
    ROW(less_than, TEST_ASSERT_LESS_THAN_INT(4, 5))                                                \
    ROW(less_than_equal, TEST_ASSERT_LESS_THAN_INT(4, 4))                                          \
    ROW(less_than_message, TEST_ASSERT_LESS_THAN_INT_MESSAGE(-1, 1, "explained"))                  \
    ROW(greater_than, TEST_ASSERT_GREATER_THAN_INT(5, 4))                                          \
    ROW(greater_than_equal, TEST_ASSERT_GREATER_THAN_INT(5, 5))                                    \
    ROW(greater_than_message, TEST_ASSERT_GREATER_THAN_INT_MESSAGE(1, -1, "explained"))            \
    ROW(int_within_above, TEST_ASSERT_INT_WITHIN(3, 10, 14))                                       \
    ROW(int_within_below, TEST_ASSERT_INT_WITHIN(3, -10, -14))                                     \
    ROW(int_within_message, TEST_ASSERT_INT_WITHIN_MESSAGE(0, 1, 2, "explained"))                  \
    ROW(double_within, TEST_ASSERT_DOUBLE_WITHIN(0.25, 1.0, 1.5))                                  \
    ROW(double_within_message, TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.25, 1.0, 0.5, "explained"))     \
    ROW(fail_message, TEST_FAIL_MESSAGE("explained"))

#define DEFINE_TEST(name, assertion)                                                               \
    static void test_##name(void) {                                                                \
        assertion;                                                                                 \
        survivors++;                                                                               \
    }
FAILING_ASSERTIONS(DEFINE_TEST)

static void test_tear_down(void) {
    must_tear_down_fail = true;
}

static void test_ignored(void) {
    must_tear_down_fail = false;
    TEST_IGNORE_MESSAGE("ignored on purpose");
    survivors++;
}

#define RUN_ROW(name, assertion) RUN_TEST(test_##name);

int main(void) {
    UNITY_BEGIN();
    FAILING_ASSERTIONS(RUN_ROW)
    RUN_TEST(test_tear_down);
    RUN_TEST(test_ignored);
    int failures = UNITY_END();
    printf("%d tests went on after they had ended\n", survivors);
    return failures;
}
