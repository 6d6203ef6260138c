/* The table of options: how rows are advertised, and what setting them accepts, refuses and
 * changes. */
#include <string.h>

#include "options.h"
#include "startup.h"
#include "unity.h"

/* What `apply` was called with. */
typedef struct Owner {
    int calls, value;
    char text[OPTION_TEXT_SIZE];
} Owner;

static void note_value(void *owner, int *value, Reason *notice) {
    Owner *o = owner;
    (void)notice;
    o->calls++;
    o->value = *value;
}

/* Grants no more than 64. */
static void lower_value(void *owner, int *value, Reason *notice) {
    note_value(owner, value, notice);
    if (*value > 64) {
        reason_refuse(notice, "only 64 of %d can be had", *value);
        *value = 64;
    }
}

/* Takes what a string is set to, unless it is forbidden. */
static void note_text(void *owner, const char *text, Reason *notice) {
    Owner *o = owner;
    o->calls++;
    snprintf(o->text, sizeof o->text, "%s", text);
    if (strcmp(text, "bad") == 0)
        reason_refuse(notice, "there is no '%s'", text);
}

enum { HASH, PONDER, CLEAR_HASH, MOVE_OVERHEAD, CONTEMPT, THREADS, BOOK, ROW_NB };

static const OptionRow ROWS[ROW_NB] = {
    [HASH] = {"Hash", OPTION_SPIN, .standard = 16, .minimum = 1, .maximum = 1024,
              .apply = note_value},
    [PONDER] = {"Ponder", .type = OPTION_CHECK},
    [CLEAR_HASH] = {"Clear Hash", .type = OPTION_BUTTON, .apply = note_value},
    [MOVE_OVERHEAD] = {"Move Overhead", OPTION_SPIN, .standard = 10, .maximum = 5000},
    [CONTEMPT] = {"Contempt", OPTION_SPIN, .minimum = -100, .maximum = 100},
    [THREADS] = {"Threads", OPTION_SPIN, .standard = 1, .minimum = 1, .maximum = 256,
                 .apply = lower_value},
    [BOOK] = {"Book File", OPTION_STRING, .standard_text = "", .apply_text = note_text},
};

static int values[ROW_NB];
static Owner owner;
static Reason notice;

void setUp(void) {
    for (int i = 0; i < ROW_NB; i++)
        values[i] = ROWS[i].standard;
    owner = (Owner){0};
    strcpy(notice.text, "left over");
}

void tearDown(void) {
}

static bool set(const char *arguments) {
    return options_set(ROWS, ROW_NB, values, &owner, arguments, &notice);
}

/* ---- Describing ---- */

static void check_description(const OptionRow *row, const char *expected) {
    char text[200];
    options_describe(row, text, sizeof text);
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

static void test_descriptions(void) {
    OptionRow on = {"UCI_Chess960", OPTION_CHECK, .standard = 1};
    OptionRow path = {"Path", OPTION_STRING, .standard_text = "a folder/book.bin"};
    check_description(&ROWS[HASH], "option name Hash type spin default 16 min 1 max 1024");
    check_description(&ROWS[CONTEMPT], "option name Contempt type spin default 0 min -100 max 100");
    check_description(&ROWS[PONDER], "option name Ponder type check default false");
    check_description(&on, "option name UCI_Chess960 type check default true");
    check_description(&ROWS[CLEAR_HASH], "option name Clear Hash type button");
    check_description(&ROWS[BOOK], "option name Book File type string default <empty>");
    check_description(&path, "option name Path type string default a folder/book.bin");
}

static void test_description_keeps_to_its_room(void) {
    char text[16];
    memset(text, '#', sizeof text);
    options_describe(&ROWS[HASH], text, 12);
    TEST_ASSERT_EQUAL_STRING("option name", text);
    TEST_ASSERT_EQUAL_INT('#', text[12]);
}

/* ---- Setting ---- */

/* Sets one option and sees that it alone changed, without a word. */
static void check_set(const char *arguments, int row, int value) {
    setUp();
    TEST_ASSERT_TRUE_MESSAGE(set(arguments), arguments);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", notice.text, arguments);
    for (int i = 0; i < ROW_NB; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(i == row ? value : ROWS[i].standard, values[i], arguments);
}

static void test_names_in_any_case(void) {
    check_set("name Hash value 32", HASH, 32);
    check_set("name hash value 33", HASH, 33);
    check_set("name HASH value 34", HASH, 34);
    check_set("name hAsH value 35", HASH, 35);
    check_set("name move overhead value 20", MOVE_OVERHEAD, 20);
    check_set("name MOVE OVERHEAD value 21", MOVE_OVERHEAD, 21);
}

static void test_blanks_do_not_matter(void) {
    check_set("  name   Hash \t value    32  ", HASH, 32);
    check_set("\tname Move Overhead\tvalue 77\r", MOVE_OVERHEAD, 77);
}

static void test_checks(void) {
    check_set("name Ponder value true", PONDER, 1);
    check_set("name Ponder value false", PONDER, 0);
    values[PONDER] = 1;
    TEST_ASSERT_TRUE(set("name ponder value false"));
    TEST_ASSERT_EQUAL_INT(0, values[PONDER]);
}

static void test_values_are_clamped(void) {
    check_set("name Hash value 1", HASH, 1);
    check_set("name Hash value 0", HASH, 1);
    check_set("name Hash value -5", HASH, 1);
    check_set("name Hash value 1024", HASH, 1024);
    check_set("name Hash value 1025", HASH, 1024);
    check_set("name Hash value 4294967297", HASH, 1024);
    check_set("name Hash value 99999999999999999999999999", HASH, 1024);
    check_set("name Hash value -99999999999999999999999999", HASH, 1);
    check_set("name Contempt value -100", CONTEMPT, -100);
    check_set("name Contempt value -101", CONTEMPT, -100);
    check_set("name Contempt value +7", CONTEMPT, 7);
}

/* ---- Refusing ---- */

static void check_refused(const char *arguments, const char *part_of_reason) {
    int before[ROW_NB];
    setUp();
    values[HASH] = 99;
    values[PONDER] = 1;
    memcpy(before, values, sizeof values);
    TEST_ASSERT_FALSE_MESSAGE(set(arguments), arguments);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(before, values, sizeof values, arguments);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, owner.calls, arguments);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(notice.text, part_of_reason), notice.text);
}

static void test_text_for_a_number_is_refused(void) {
    check_refused("name Hash value many", "'many'");
    check_refused("name Hash value 12x", "'12x'");
    check_refused("name Hash value 1 2", "Hash");
    check_refused("name Hash value 1.5", "Hash");
    check_refused("name Hash value -", "Hash");
    check_refused("name Hash value 0x10", "Hash");
    check_refused("name Hash value", "from 1 to 1024");
    check_refused("name Hash", "from 1 to 1024");
}

static void test_other_than_true_or_false_is_refused(void) {
    check_refused("name Ponder value yes", "'yes'");
    check_refused("name Ponder value 1", "Ponder");
    check_refused("name Ponder value true false", "Ponder");
    check_refused("name Ponder value", "Ponder");
    check_refused("name Ponder", "true or false");
}

static void test_unknown_names_are_refused(void) {
    check_refused("name Hasch value 32", "'Hasch'");
    check_refused("name Has value 32", "'Has'");
    check_refused("name Hash Table value 32", "'Hash Table'");
    check_refused("name Move value 32", "'Move'");
    check_refused("name MoveOverhead value 32", "'MoveOverhead'");
    check_refused("name value 32", "no option");
    check_refused("name", "no option");
}

static void test_name_is_expected(void) {
    check_refused("", "expected name");
    check_refused("   ", "expected name");
    check_refused("Hash value 32", "expected name");
    check_refused("value 32 name Hash", "expected name");
}

/* A reason has little room, whatever was typed. */
static void test_long_input_is_refused_in_one_line(void) {
    char arguments[5000] = "name ";
    memset(arguments + 5, 'x', sizeof arguments - 6);
    arguments[sizeof arguments - 1] = '\0';
    check_refused(arguments, "xxx...");
    memcpy(arguments, "name Hash value ", 16);
    check_refused(arguments, "xxx...");
    TEST_ASSERT_NULL(strchr(notice.text, '\n'));
}

/* ---- Applying ---- */

static void test_apply_sees_the_value_set(void) {
    TEST_ASSERT_TRUE(set("name Hash value 5000"));
    TEST_ASSERT_EQUAL_INT(1, owner.calls);
    TEST_ASSERT_EQUAL_INT(1024, owner.value);
    TEST_ASSERT_TRUE(set("name Ponder value true"));
    TEST_ASSERT_EQUAL_INT(1, owner.calls);
}

static void test_buttons_need_no_value(void) {
    check_set("name Clear Hash", CLEAR_HASH, 0);
    TEST_ASSERT_EQUAL_INT(1, owner.calls);
    TEST_ASSERT_TRUE(set("name clear hash"));
    TEST_ASSERT_TRUE(set("name CLEAR HASH value"));
    TEST_ASSERT_EQUAL_INT(3, owner.calls);
    TEST_ASSERT_EQUAL_INT(0, values[CLEAR_HASH]);
}

static void test_apply_may_lower_and_say_so(void) {
    TEST_ASSERT_TRUE(set("name Threads value 100"));
    TEST_ASSERT_EQUAL_INT(64, values[THREADS]);
    TEST_ASSERT_EQUAL_INT(100, owner.value);
    TEST_ASSERT_EQUAL_STRING("only 64 of 100 can be had", notice.text);
    TEST_ASSERT_TRUE(set("name Threads value 8"));
    TEST_ASSERT_EQUAL_INT(8, values[THREADS]);
    TEST_ASSERT_EQUAL_STRING("", notice.text);
}

static void check_text(const char *arguments, const char *expected) {
    setUp();
    strcpy(owner.text, "before");
    TEST_ASSERT_TRUE_MESSAGE(set(arguments), arguments);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, owner.calls, arguments);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, owner.text, arguments);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", notice.text, arguments);
}

static void test_strings_go_to_the_end_of_the_line(void) {
    check_text("name Book File value book.bin", "book.bin");
    check_text("name book file value C:\\My Books\\value of name.bin",
               "C:\\My Books\\value of name.bin");
    check_text("name Book File value  two  blanks \t \r", "two  blanks");
    check_text("name Book File value <EMPTY>", "<EMPTY>");
}

static void test_strings_can_be_cleared(void) {
    check_text("name Book File value <empty>", "");
    check_text("name Book File value", "");
    check_text("name Book File", "");
}

static void test_strings_may_be_complained_about(void) {
    TEST_ASSERT_TRUE(set("name Book File value bad"));
    TEST_ASSERT_EQUAL_STRING("there is no 'bad'", notice.text);
}

static void test_strings_have_a_longest_length(void) {
    char arguments[OPTION_TEXT_SIZE + 64] = "name Book File value ";
    size_t start = strlen(arguments);
    memset(arguments + start, 'x', OPTION_TEXT_SIZE - 1);
    check_text(arguments, arguments + start);
    strcat(arguments, "x");
    check_refused(arguments, "1023 characters");
}

static void test_empty_table(void) {
    TEST_ASSERT_FALSE(options_set(ROWS, 0, values, &owner, "name Hash value 2", &notice));
    TEST_ASSERT_EQUAL_INT(16, values[HASH]);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_descriptions);
    RUN_TEST(test_description_keeps_to_its_room);
    RUN_TEST(test_names_in_any_case);
    RUN_TEST(test_blanks_do_not_matter);
    RUN_TEST(test_checks);
    RUN_TEST(test_values_are_clamped);
    RUN_TEST(test_text_for_a_number_is_refused);
    RUN_TEST(test_other_than_true_or_false_is_refused);
    RUN_TEST(test_unknown_names_are_refused);
    RUN_TEST(test_name_is_expected);
    RUN_TEST(test_long_input_is_refused_in_one_line);
    RUN_TEST(test_apply_sees_the_value_set);
    RUN_TEST(test_buttons_need_no_value);
    RUN_TEST(test_apply_may_lower_and_say_so);
    RUN_TEST(test_strings_go_to_the_end_of_the_line);
    RUN_TEST(test_strings_can_be_cleared);
    RUN_TEST(test_strings_may_be_complained_about);
    RUN_TEST(test_strings_have_a_longest_length);
    RUN_TEST(test_empty_table);
    return UNITY_END();
}
