/* Lines come out in their order, except that urgent ones overtake those that must wait. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "inbox.h"
#include "unity.h"

enum { FLOOD = 5000 }; /* more than an inbox holds */

static FILE *input;
static Inbox *inbox;
static _Atomic bool gate_is_open;

/* Lines that begin with 'w' wait for the gate, those with 'u' are urgent. */
static bool is_due(void *context, const char *line, bool is_behind) {
    (void)context;
    return line[0] == 'u' || (!is_behind && (line[0] != 'w' || gate_is_open));
}

static bool is_last(const char *line) {
    return strcmp(line, "end") == 0;
}

static void open_with(const char *text) {
    input = tmpfile();
    TEST_ASSERT_NOT_NULL(input);
    fputs(text, input);
    rewind(input);
    inbox = inbox_open(input, &(InboxRules){NULL, is_due, is_last});
    TEST_ASSERT_NOT_NULL(inbox);
}

static void assert_takes(const char *expected) {
    char *line = inbox_take(inbox);
    TEST_ASSERT_EQUAL_STRING(expected, line);
    free(line);
}

static void assert_is_empty(void) {
    TEST_ASSERT_NULL(inbox_take(inbox));
}

void setUp(void) {
    gate_is_open = false;
}

void tearDown(void) {
    inbox_close(inbox);
    fclose(input);
}

static void test_lines_keep_their_order(void) {
    open_with("one\ntwo\r\n\nthree");
    assert_takes("one");
    assert_takes("two");
    assert_takes("");
    assert_takes("three");
    assert_is_empty();
    assert_is_empty();
}

static void test_nothing_behind_the_last_line_is_read(void) {
    open_with("one\nend\ntwo\n");
    assert_takes("one");
    assert_takes("end");
    assert_is_empty();
}

static void test_urgent_lines_overtake_one_that_waits(void) {
    open_with("wait\nbehind\nurgent\n");
    assert_takes("urgent");
    gate_is_open = true;
    assert_takes("wait");
    assert_takes("behind");
    assert_is_empty();
}

static void *open_gate(void *unused) {
    (void)unused;
    gate_is_open = true;
    inbox_wake(inbox);
    return NULL;
}

static void test_waking_lets_a_waiting_line_through(void) {
    pthread_t thread;
    open_with("wait\nbehind\n");
    TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread, NULL, open_gate, NULL));
    assert_takes("wait");
    assert_takes("behind");
    assert_is_empty();
    pthread_join(thread, NULL);
}

static void test_a_flood_comes_through_whole(void) {
    char *text = malloc(FLOOD * 8), expected[8];
    size_t length = 0;
    TEST_ASSERT_NOT_NULL(text);
    for (int i = 0; i < FLOOD; i++)
        length += (size_t)snprintf(text + length, 8, "%d\n", i);
    open_with(text);
    free(text);
    for (int i = 0; i < FLOOD; i++) {
        snprintf(expected, sizeof expected, "%d", i);
        assert_takes(expected);
    }
    assert_is_empty();
}

static void test_lines_left_over_are_freed(void) {
    open_with("one\ntwo\nthree\n");
    assert_takes("one");
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_lines_keep_their_order);
    RUN_TEST(test_nothing_behind_the_last_line_is_read);
    RUN_TEST(test_urgent_lines_overtake_one_that_waits);
    RUN_TEST(test_waking_lets_a_waiting_line_through);
    RUN_TEST(test_a_flood_comes_through_whole);
    RUN_TEST(test_lines_left_over_are_freed);
    return UNITY_END();
}
