/* Lines are carried out in their order, at once or when they become due; urgent ones pass. */
#include <stdio.h>
#include <string.h>

#include "backlog.h"
#include "unity.h"

enum { FLOOD = 5000 }; /* more than a backlog holds */

static Backlog *backlog;
static bool gate_is_open;

/* What has happened so far: lines carried out, and how often a line that begins with 's' was
 * looked at behind others. */
typedef struct Story {
    int glances;
    char done[64 * 1024];
} Story;
static Story story, seen;

/* Lines that begin with 'w' wait for the gate, those with 'u' are urgent. */
static bool is_due(void *context, const char *line, bool is_behind) {
    (void)context;
    story.glances += line[0] == 's' && is_behind;
    return line[0] == 'u' || (!is_behind && (line[0] != 'w' || gate_is_open));
}

/* Some lines move the gate. "u-look" keeps the story so far, while no other thread adds to it. */
static bool carry_out(void *context, const char *line) {
    (void)context;
    if (strcmp(line, "u-look") == 0) {
        seen = story;
        return true;
    }
    strcat(strcat(story.done, line), " ");
    if (strcmp(line, "u-open") == 0)
        gate_is_open = true;
    if (strcmp(line, "close") == 0)
        gate_is_open = false;
    return strcmp(line, "u-end") != 0;
}

void setUp(void) {
    gate_is_open = false;
    story = (Story){0};
    backlog = backlog_create(&(BacklogRules){NULL, is_due, carry_out});
    TEST_ASSERT_NOT_NULL(backlog);
}

void tearDown(void) {
    backlog_destroy(backlog);
}

static void take(const char *line) {
    TEST_ASSERT_TRUE(backlog_take(backlog, line));
}

static const char *look(void) {
    take("u-look");
    return seen.done;
}

static void test_due_lines_are_carried_out_at_once(void) {
    take("one");
    TEST_ASSERT_EQUAL_STRING("one ", look());
    take("two");
    take("");
    TEST_ASSERT_EQUAL_STRING("one two  ", look());
    TEST_ASSERT_FALSE(backlog_take(backlog, "u-end"));
}

static void test_urgent_lines_pass_those_that_wait(void) {
    take("wait");
    take("behind");
    take("urgent");
    TEST_ASSERT_EQUAL_STRING("urgent ", look());
    take("u-open");
    backlog_wake(backlog);
    backlog_drain(backlog);
    TEST_ASSERT_EQUAL_STRING("urgent u-open wait behind ", look());
    take("next");
    TEST_ASSERT_EQUAL_STRING("urgent u-open wait behind next ", look());
}

/* After a line was carried out, the next may have to wait again. */
static void test_lines_wait_one_after_another(void) {
    take("w1");
    take("close");
    take("w2");
    take("u-open");
    while (strstr(look(), "close") == NULL)
        backlog_wake(backlog);
    TEST_ASSERT_NULL(strstr(look(), "w2"));
    take("u-open");
    backlog_drain(backlog);
    TEST_ASSERT_NOT_NULL(strstr(look(), "w1 close u-open w2 "));
}

static void test_lines_behind_are_looked_at_again(void) {
    take("w1");
    take("close");
    take("w2");
    take("s");
    look();
    int before = seen.glances;
    TEST_ASSERT_GREATER_THAN_INT(0, before);
    take("u-open");
    while (strstr(look(), "close") == NULL)
        backlog_wake(backlog);
    TEST_ASSERT_GREATER_THAN_INT(before, seen.glances);
    take("u-open");
    backlog_drain(backlog);
    TEST_ASSERT_NOT_NULL(strstr(look(), "w2 s "));
}

static void test_a_flood_is_carried_out_whole(void) {
    char line[16];
    take("wait");
    take("u-open");
    for (int i = 0; i < FLOOD; i++) {
        snprintf(line, sizeof line, "%d", i);
        take(line);
    }
    backlog_drain(backlog);
    TEST_ASSERT_NOT_NULL(strstr(look(), " 4998 4999 "));
    TEST_ASSERT_EQUAL_STRING("u-open wait 0 1 2 ", strtok(seen.done, "3"));
}

static void test_lines_can_be_dropped(void) {
    take("wait");
    take("behind");
    backlog_drop(backlog);
    take("after");
    TEST_ASSERT_EQUAL_STRING("after ", look());
    take("wait");
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_due_lines_are_carried_out_at_once);
    RUN_TEST(test_urgent_lines_pass_those_that_wait);
    RUN_TEST(test_lines_wait_one_after_another);
    RUN_TEST(test_lines_behind_are_looked_at_again);
    RUN_TEST(test_a_flood_is_carried_out_whole);
    RUN_TEST(test_lines_can_be_dropped);
    return UNITY_END();
}
