/* Checks the calls that the stand-in for Unity offers, from their good side: assertions that hold
 * let a test pass. The program builds with the real Unity as well, which shows that the two agree.
 * The other side, assertions that must fail, is unity_failures.c. */

#include "unity.h"

#include <limits.h>
#include <stdint.h>

static int set_ups;
static int tear_downs;

void setUp(void) {
    set_ups++;
}

void tearDown(void) {
    tear_downs++;
}

static void test_conditions(void) {
    uint64_t top_bit = UINT64_C(1) << 63;
    TEST_ASSERT(set_ups == 1);
    TEST_ASSERT_MESSAGE(set_ups == 1, "unused");
    TEST_ASSERT_TRUE(2);
    TEST_ASSERT_TRUE_MESSAGE(top_bit, "the top bit alone is true");
    TEST_ASSERT_FALSE(0);
    TEST_ASSERT_FALSE_MESSAGE(0, "unused");
}

static void test_pointers(void) {
    int object = 0;
    int *nowhere = NULL;
    int *somewhere = &object;
    TEST_ASSERT_NULL(nowhere);
    TEST_ASSERT_NULL_MESSAGE(nowhere, "unused");
    TEST_ASSERT_NOT_NULL(somewhere);
    TEST_ASSERT_NOT_NULL_MESSAGE(somewhere, "unused");
}

static void test_equal_numbers(void) {
    TEST_ASSERT_EQUAL_INT(INT_MIN, INT_MIN);
    TEST_ASSERT_EQUAL_INT_MESSAGE(-1, -1, "unused");
    TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, UINT64_MAX);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, 0, "unused");
    TEST_ASSERT_EQUAL_HEX64(UINT64_C(0x8000000000000001), UINT64_C(0x8000000000000001));
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(1, 1, "unused");
    TEST_ASSERT_EQUAL_HEX16(0xFFFF, 0xFFFF);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(0x1ABCD, 0xABCD, "only sixteen bits count");
    TEST_ASSERT_EQUAL_size_t(sizeof(int), sizeof(int));
    TEST_ASSERT_EQUAL_size_t_MESSAGE(SIZE_MAX, SIZE_MAX, "unused");
}

static void test_number_ranges(void) {
    TEST_ASSERT_LESS_THAN_INT(5, 4);
    TEST_ASSERT_LESS_THAN_INT_MESSAGE(INT_MAX, INT_MIN, "unused");
    TEST_ASSERT_GREATER_THAN_INT(4, 5);
    TEST_ASSERT_GREATER_THAN_INT_MESSAGE(INT_MIN, INT_MAX, "unused");
    TEST_ASSERT_INT_WITHIN(3, 10, 7);
    TEST_ASSERT_INT_WITHIN(3, -10, -7);
    TEST_ASSERT_INT_WITHIN_MESSAGE(0, 10, 10, "unused");
}

/* The real Unity has doubles only if it is built with UNITY_INCLUDE_DOUBLE. */
static void test_doubles(void) {
#if defined(UNITY_STANDIN) || defined(UNITY_INCLUDE_DOUBLE)
    TEST_ASSERT_DOUBLE_WITHIN(0.25, 1.0, 1.25);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.25, -1.0, -1.25, "unused");
#endif
}

static void test_strings_and_memory(void) {
    char first[] = "e2e4";
    char second[] = "e2e4";
    TEST_ASSERT_EQUAL_STRING(first, second);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", "", "unused");
    TEST_ASSERT_EQUAL_MEMORY(first, second, sizeof first);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE("e2e4", "e2e5", 3, "only three bytes are compared");
}

static void test_arguments_are_evaluated_once(void) {
    int calls = 0;
    TEST_ASSERT_EQUAL_INT(1, ++calls);
    TEST_ASSERT_TRUE(++calls);
    TEST_ASSERT_EQUAL_INT(2, calls);
}

static void test_pass_ends_the_test(void) {
    TEST_MESSAGE("this line is no result");
    TEST_PASS();
    TEST_FAIL_MESSAGE("went on after TEST_PASS");
}

/* Runs last: every test before it, and this one, had one setUp; only the earlier ones a
 * tearDown. */
static void test_set_up_and_tear_down(void) {
    TEST_ASSERT_EQUAL_INT(9, set_ups);
    TEST_ASSERT_EQUAL_INT(8, tear_downs);
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_conditions);
    RUN_TEST(test_pointers);
    RUN_TEST(test_equal_numbers);
    RUN_TEST(test_number_ranges);
    RUN_TEST(test_doubles);
    RUN_TEST(test_strings_and_memory);
    RUN_TEST(test_arguments_are_evaluated_once);
    RUN_TEST(test_pass_ends_the_test);
    RUN_TEST(test_set_up_and_tear_down);
    return UNITY_END();
}
