/* A small stand-in for the Unity test framework (ThrowTheSwitch.org), used only where the real one
 * cannot be had; tools/get_unity.sh decides. It shares Unity's public names and output format, not
 * its code, and covers just the assertions our tests use.
 *
 * State: one run per program, owned by unity.c. Assertions may be called only from the thread that
 * called RUN_TEST, because a failing one leaves the test by longjmp. */

#ifndef UNITY_STANDIN_H
#define UNITY_STANDIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lets a test program tell which of the two it was built with. */
#define UNITY_STANDIN 1

typedef void (*UnityTest)(void);

/* Where an assertion stands, and the caller's explanation (NULL if none). */
typedef struct {
    const char *message;
    int line;
} UnitySite;

typedef enum { UNITY_LESS_THAN, UNITY_EQUAL, UNITY_GREATER_THAN } UnityRelation;

/* Every test program defines these two; they run around each test, tearDown even after a
 * failure. */
void setUp(void);
void tearDown(void);

void unity_begin(const char *file);

/* Prints the summary and returns the number of failed tests. */
int unity_end(void);

void unity_run_test(UnityTest test, const char *name, int line);

/* Each of these three ends the current test. */
void unity_fail(UnitySite site);
void unity_ignore(UnitySite site);
void unity_pass(UnitySite site);

void unity_print_message(UnitySite site);

/* The checks below end the current test as failed when they do not hold. */

/* `reason` says what was expected and what came instead. */
void unity_check(bool holds, const char *reason, UnitySite site);

/* Holds if `actual` stands in `relation` to `threshold`. */
void unity_check_int(UnityRelation relation, int64_t threshold, int64_t actual, UnitySite site);

/* `hex_digits` chooses how values are shown: that many hexadecimal digits, or decimal if 0. */
void unity_check_uint(int hex_digits, uint64_t expected, uint64_t actual, UnitySite site);

void unity_check_int_within(uint64_t delta, int64_t expected, int64_t actual, UnitySite site);

/* Two NaNs count as equal, as do two infinities of one sign. */
void unity_check_double_within(double delta, double expected, double actual, UnitySite site);

/* Two null pointers count as equal. */
void unity_check_string(const char *expected, const char *actual, UnitySite site);

/* Comparing no bytes at all is a failure: such a test would check nothing. */
void unity_check_memory(const void *expected, const void *actual, size_t size, UnitySite site);

#define UNITY_SITE(text) ((UnitySite){.message = (text), .line = __LINE__})

#define UNITY_BEGIN()  unity_begin(__FILE__)
#define UNITY_END()    unity_end()
#define RUN_TEST(test) unity_run_test(test, #test, __LINE__)

#define TEST_FAIL()                  unity_fail(UNITY_SITE(NULL))
#define TEST_FAIL_MESSAGE(message)   unity_fail(UNITY_SITE(message))
#define TEST_IGNORE()                unity_ignore(UNITY_SITE(NULL))
#define TEST_IGNORE_MESSAGE(message) unity_ignore(UNITY_SITE(message))
#define TEST_PASS()                  unity_pass(UNITY_SITE(NULL))
#define TEST_PASS_MESSAGE(message)   unity_pass(UNITY_SITE(message))
#define TEST_MESSAGE(message)        unity_print_message(UNITY_SITE(message))

#define TEST_ASSERT_MESSAGE(condition, message)                                                    \
    unity_check((condition), "Expression Evaluated To FALSE", UNITY_SITE(message))
#define TEST_ASSERT_TRUE_MESSAGE(condition, message)                                               \
    unity_check((condition), "Expected TRUE Was FALSE", UNITY_SITE(message))
#define TEST_ASSERT_FALSE_MESSAGE(condition, message)                                              \
    unity_check(!(condition), "Expected FALSE Was TRUE", UNITY_SITE(message))
#define TEST_ASSERT_NULL_MESSAGE(pointer, message)                                                 \
    unity_check((pointer) == NULL, "Expected NULL", UNITY_SITE(message))
#define TEST_ASSERT_NOT_NULL_MESSAGE(pointer, message)                                             \
    unity_check((pointer) != NULL, "Expected Non-NULL", UNITY_SITE(message))

#define TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, message)                                   \
    unity_check_int(UNITY_EQUAL, (int64_t)(expected), (int64_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_UINT64_MESSAGE(expected, actual, message)                                \
    unity_check_uint(0, (uint64_t)(expected), (uint64_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected, actual, message)                                 \
    unity_check_uint(16, (uint64_t)(expected), (uint64_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_HEX16_MESSAGE(expected, actual, message)                                 \
    unity_check_uint(4, (uint16_t)(expected), (uint16_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_size_t_MESSAGE(expected, actual, message)                                \
    unity_check_uint(0, (uint64_t)(expected), (uint64_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message)                                \
    unity_check_string((expected), (actual), UNITY_SITE(message))
#define TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, size, message)                          \
    unity_check_memory((expected), (actual), (size), UNITY_SITE(message))

#define TEST_ASSERT_LESS_THAN_INT_MESSAGE(threshold, actual, message)                              \
    unity_check_int(UNITY_LESS_THAN, (int64_t)(threshold), (int64_t)(actual), UNITY_SITE(message))
#define TEST_ASSERT_GREATER_THAN_INT_MESSAGE(threshold, actual, message)                           \
    unity_check_int(UNITY_GREATER_THAN, (int64_t)(threshold), (int64_t)(actual),                   \
                    UNITY_SITE(message))
#define TEST_ASSERT_INT_WITHIN_MESSAGE(delta, expected, actual, message)                           \
    unity_check_int_within((uint64_t)(delta), (int64_t)(expected), (int64_t)(actual),              \
                           UNITY_SITE(message))
#define TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(delta, expected, actual, message)                        \
    unity_check_double_within((double)(delta), (double)(expected), (double)(actual),               \
                              UNITY_SITE(message))

#define TEST_ASSERT(condition)               TEST_ASSERT_MESSAGE(condition, NULL)
#define TEST_ASSERT_TRUE(condition)          TEST_ASSERT_TRUE_MESSAGE(condition, NULL)
#define TEST_ASSERT_FALSE(condition)         TEST_ASSERT_FALSE_MESSAGE(condition, NULL)
#define TEST_ASSERT_NULL(pointer)            TEST_ASSERT_NULL_MESSAGE(pointer, NULL)
#define TEST_ASSERT_NOT_NULL(pointer)        TEST_ASSERT_NOT_NULL_MESSAGE(pointer, NULL)
#define TEST_ASSERT_EQUAL_INT(e, a)          TEST_ASSERT_EQUAL_INT_MESSAGE(e, a, NULL)
#define TEST_ASSERT_EQUAL_UINT64(e, a)       TEST_ASSERT_EQUAL_UINT64_MESSAGE(e, a, NULL)
#define TEST_ASSERT_EQUAL_HEX64(e, a)        TEST_ASSERT_EQUAL_HEX64_MESSAGE(e, a, NULL)
#define TEST_ASSERT_EQUAL_HEX16(e, a)        TEST_ASSERT_EQUAL_HEX16_MESSAGE(e, a, NULL)
#define TEST_ASSERT_EQUAL_size_t(e, a)       TEST_ASSERT_EQUAL_size_t_MESSAGE(e, a, NULL)
#define TEST_ASSERT_EQUAL_STRING(e, a)       TEST_ASSERT_EQUAL_STRING_MESSAGE(e, a, NULL)
#define TEST_ASSERT_LESS_THAN_INT(t, a)      TEST_ASSERT_LESS_THAN_INT_MESSAGE(t, a, NULL)
#define TEST_ASSERT_GREATER_THAN_INT(t, a)   TEST_ASSERT_GREATER_THAN_INT_MESSAGE(t, a, NULL)
#define TEST_ASSERT_EQUAL_MEMORY(e, a, size) TEST_ASSERT_EQUAL_MEMORY_MESSAGE(e, a, size, NULL)
#define TEST_ASSERT_INT_WITHIN(d, e, a)      TEST_ASSERT_INT_WITHIN_MESSAGE(d, e, a, NULL)
#define TEST_ASSERT_DOUBLE_WITHIN(d, e, a)   TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(d, e, a, NULL)

#endif
