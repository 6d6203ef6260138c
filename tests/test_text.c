/* Words, numbers, excerpts, reasons and lines: what every parser stands on. */

#include "unity.h"

#include <stdlib.h>
#include <string.h>

#include "startup.h"
#include "text.h"

void setUp(void) {
}

void tearDown(void) {
}

static Word word_of(const char *text) {
    return (Word){text, strlen(text)};
}

static void assert_word(const char *expected, Word word) {
    char copy[64];
    TEST_ASSERT_LESS_THAN_INT_MESSAGE((int)sizeof copy, (int)word.length, expected);
    memcpy(copy, word.start, word.length);
    copy[word.length] = '\0';
    TEST_ASSERT_EQUAL_STRING(expected, copy);
}

/* ---- Words ---- */

static void test_words_are_separated_by_any_blanks(void) {
    const char *cursor = "\t go \t depth\v\f3\r\n x ";
    assert_word("go", text_next_word(&cursor));
    assert_word("depth", text_next_word(&cursor));
    assert_word("3", text_next_word(&cursor));
    assert_word("x", text_next_word(&cursor));
    assert_word("", text_next_word(&cursor));
    assert_word("", text_next_word(&cursor));
}

static void test_cursor_stops_right_behind_the_word(void) {
    const char *text = "  uci  ", *cursor = text;
    text_next_word(&cursor);
    TEST_ASSERT_EQUAL_INT(5, (int)(cursor - text));
    text_next_word(&cursor);
    TEST_ASSERT_EQUAL_INT(7, (int)(cursor - text));
    text_next_word(&cursor);
    TEST_ASSERT_EQUAL_INT(7, (int)(cursor - text));
}

static void test_text_without_words(void) {
    static const char *const TEXTS[] = {"", " ", "\t", "\r", " \t\r\n\v\f "};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        TEST_ASSERT_EQUAL_size_t(0, text_peek_word(TEXTS[i]).length);
}

static void test_only_ascii_blanks_separate(void) {
    const char *cursor = "a\xC2\xA0"
                         "b\x1F"
                         "c\x85 d"; /* no-break space, unit separator, a stray Latin-1 byte */
    TEST_ASSERT_EQUAL_size_t(7, text_next_word(&cursor).length);
    assert_word("d", text_next_word(&cursor));
}

static void test_peeking_does_not_move(void) {
    const char *text = "  position fen";
    const char *cursor = text;
    assert_word("position", text_peek_word(cursor));
    assert_word("position", text_next_word(&cursor));
    assert_word("fen", text_peek_word(cursor));
    assert_word("fen", text_next_word(&cursor));
}

static void test_all_words_keep_what_is_between_them(void) {
    assert_word("my  best\tgames.pgn", text_all_words(" my  best\tgames.pgn \r"));
    assert_word("one", text_all_words("one"));
    TEST_ASSERT_EQUAL_size_t(0, text_all_words(" \t ").length);
    TEST_ASSERT_EQUAL_size_t(0, text_all_words("").length);
}

static void test_word_is_compares_the_whole_word(void) {
    TEST_ASSERT_TRUE(word_is(word_of("uci"), "uci"));
    TEST_ASSERT_FALSE(word_is(word_of("uci"), "ucinewgame"));
    TEST_ASSERT_FALSE(word_is(word_of("ucinewgame"), "uci"));
    TEST_ASSERT_FALSE(word_is(word_of("uci"), "UCI"));
    TEST_ASSERT_FALSE(word_is(word_of("ucj"), "uci"));
    TEST_ASSERT_TRUE(word_is(word_of(""), ""));
    TEST_ASSERT_FALSE(word_is(word_of(""), "uci"));
    TEST_ASSERT_TRUE(word_is((Word){"d4d5", 2}, "d4"));
}

static void test_word_is_nocase_folds_letters_only(void) {
    TEST_ASSERT_TRUE(word_is_nocase(word_of("uci_chess960"), "UCI_Chess960"));
    TEST_ASSERT_TRUE(word_is_nocase(word_of("AZaz"), "azAZ"));
    TEST_ASSERT_FALSE(word_is_nocase(word_of("UCI_Chess96"), "UCI_Chess960"));
    TEST_ASSERT_FALSE(word_is_nocase(word_of("UCI_Chess9600"), "UCI_Chess960"));
    TEST_ASSERT_FALSE(word_is_nocase(word_of("UCI-Chess960"), "UCI_Chess960"));
    /* Neighbours of the letters that differ in the same bit as the cases do. */
    TEST_ASSERT_FALSE(word_is_nocase(word_of("["), "{"));
    TEST_ASSERT_FALSE(word_is_nocase(word_of("@"), "`"));
    TEST_ASSERT_FALSE(word_is_nocase(word_of("\xC3\x84"), "\xC3\xA4"));
}

/* ---- Numbers ---- */

static void test_whole_numbers(void) {
    static const struct {
        const char *text;
        int64_t value;
    } ROWS[] = {
        {"0", 0},
        {"7", 7},
        {"+5", 5},
        {"-5", -5},
        {"-0", 0},
        {"+0", 0},
        {"1234567890", 1234567890},
        {"00000000000000000000000000000012", 12},
        {"-00000000000000000000000000000012", -12},
        {"2147483648", INT64_C(2147483648)},
        {"-2147483649", INT64_C(-2147483649)},
        {"922337203685477580", INT64_C(922337203685477580)},
        {"9223372036854775806", INT64_MAX - 1},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807", INT64_MIN + 1},
        {"-9223372036854775808", INT64_MIN},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        int64_t value = 99;
        TEST_ASSERT_TRUE_MESSAGE(word_to_int64(word_of(ROWS[i].text), &value), ROWS[i].text);
        TEST_ASSERT_TRUE_MESSAGE(value == ROWS[i].value, ROWS[i].text);
    }
}

static void test_numbers_beyond_64_bits_saturate(void) {
    static const struct {
        const char *text;
        int64_t value;
    } ROWS[] = {
        {"9223372036854775808", INT64_MAX},
        {"9223372036854775809", INT64_MAX},
        {"9223372036854775810", INT64_MAX},
        {"18446744073709551615", INT64_MAX},
        {"18446744073709551617", INT64_MAX}, /* would wrap to 1 */
        {"92233720368547758070", INT64_MAX},
        {"+99999999999999999999999999999999999999", INT64_MAX},
        {"-9223372036854775809", INT64_MIN},
        {"-9223372036854775810", INT64_MIN},
        {"-92233720368547758080", INT64_MIN},
        {"-18446744073709551617", INT64_MIN},
        {"-99999999999999999999999999999999999999", INT64_MIN},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        int64_t value = 99;
        TEST_ASSERT_TRUE_MESSAGE(word_to_int64(word_of(ROWS[i].text), &value), ROWS[i].text);
        TEST_ASSERT_TRUE_MESSAGE(value == ROWS[i].value, ROWS[i].text);
    }
}

static void test_what_is_not_a_number_changes_nothing(void) {
    static const char *const TEXTS[] = {
        "",
        "-",
        "+",
        "+-5",
        "--5",
        "5-",
        "1.5",
        "1e3",
        "0x10",
        "a",
        "5a",
        "1,000",
        "1/2",
        "1:",
        "\xD9\xA3", /* an Arabic-Indic digit */
        "99999999999999999999999999x",
        "-99999999999999999999999999-",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        int64_t value = 99;
        TEST_ASSERT_FALSE_MESSAGE(word_to_int64(word_of(TEXTS[i]), &value), TEXTS[i]);
        TEST_ASSERT_TRUE_MESSAGE(value == 99, TEXTS[i]);
    }
}

static void test_number_ends_with_its_word(void) {
    int64_t value;
    TEST_ASSERT_TRUE(word_to_int64((Word){"1234", 2}, &value));
    TEST_ASSERT_EQUAL_INT(12, value);
}

/* ---- Excerpts and reasons ---- */

static void test_short_excerpt_is_the_word(void) {
    TEST_ASSERT_EQUAL_STRING("e2e4", word_excerpt(word_of("e2e4")).text);
    TEST_ASSERT_EQUAL_STRING("", word_excerpt(word_of("")).text);
    TEST_ASSERT_EQUAL_STRING(" !~", word_excerpt(word_of(" !~")).text);
    TEST_ASSERT_EQUAL_STRING("e2", word_excerpt((Word){"e2e4", 2}).text);
}

static void test_excerpt_hides_what_a_screen_cannot_show(void) {
    TEST_ASSERT_EQUAL_STRING("a?b?c", word_excerpt(word_of("a\nb\rc")).text);
    TEST_ASSERT_EQUAL_STRING("?[2J?", word_excerpt(word_of("\x1B[2J\x7F")).text);
    TEST_ASSERT_EQUAL_STRING("??", word_excerpt(word_of("\xC3\xA9")).text);
    TEST_ASSERT_EQUAL_STRING("???x", word_excerpt(word_of("\xE2\x99\x94x")).text);
    TEST_ASSERT_EQUAL_STRING("a?b", word_excerpt((Word){"a\0b", 3}).text);
}

static void test_long_excerpt_is_cut(void) {
    TEST_ASSERT_EQUAL_STRING("123456789012345678901234567890123456",
                             word_excerpt(word_of("123456789012345678901234567890123456")).text);
    TEST_ASSERT_EQUAL_STRING("123456789012345678901234567890123456...",
                             word_excerpt(word_of("1234567890123456789012345678901234567")).text);
    size_t length = 1 << 20;
    char *text = malloc(length);
    TEST_ASSERT_NOT_NULL(text);
    memset(text, 'x', length);
    Excerpt excerpt = word_excerpt((Word){text, length});
    free(text);
    TEST_ASSERT_EQUAL_STRING("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", excerpt.text);
}

static void test_reason_is_formatted_and_refuses(void) {
    Reason reason;
    TEST_ASSERT_FALSE(reason_refuse(&reason, "rank %d has %s", 3, "no files"));
    TEST_ASSERT_EQUAL_STRING("rank 3 has no files", reason.text);
    TEST_ASSERT_FALSE(reason_refuse(&reason, "%s", ""));
    TEST_ASSERT_EQUAL_STRING("", reason.text);
}

static void test_long_reason_is_cut(void) {
    struct {
        Reason reason;
        char behind[8];
    } room;
    char text[1000];
    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    strcpy(room.behind, "behind");
    TEST_ASSERT_FALSE(reason_refuse(&room.reason, "%s", text));
    TEST_ASSERT_EQUAL_size_t(sizeof room.reason.text - 1, strlen(room.reason.text));
    TEST_ASSERT_EQUAL_MEMORY(text, room.reason.text, sizeof room.reason.text - 1);
    TEST_ASSERT_EQUAL_STRING("behind", room.behind);
}

/* ---- Lines ---- */

static FILE *file_of(const char *bytes, size_t size) {
    FILE *file = tmpfile();
    TEST_ASSERT_NOT_NULL_MESSAGE(file, "no temporary file can be had");
    TEST_ASSERT_EQUAL_size_t(size, fwrite(bytes, 1, size, file));
    rewind(file);
    return file;
}

/* The lines that are read from the bytes, each followed by '|'. */
static const char *lines_of(const char *bytes, size_t size) {
    static char joined[256];
    FILE *file = file_of(bytes, size);
    Line line = {0};
    joined[0] = '\0';
    while (line_read(&line, file)) {
        TEST_ASSERT_LESS_THAN_INT((int)line.capacity, (int)strlen(line.text));
        strcat(strcat(joined, line.text), "|");
    }
    TEST_ASSERT_FALSE(line_read(&line, file)); /* the end stays the end */
    line_free(&line);
    fclose(file);
    return joined;
}

static void assert_lines(const char *expected, const char *bytes) {
    TEST_ASSERT_EQUAL_STRING(expected, lines_of(bytes, strlen(bytes)));
}

static void test_line_ends(void) {
    assert_lines("", "");
    assert_lines("|", "\n");
    assert_lines("|", "\r\n");
    assert_lines("a|b|", "a\nb\n");
    assert_lines("a|b|", "a\r\nb\r\n");
    assert_lines("a|b|c|", "a\r\nb\nc\r\n");
    assert_lines("a||b|", "a\n\nb\n");
    assert_lines("|||", "\n\r\n\n");
}

static void test_last_line_needs_no_end(void) {
    assert_lines("a|b|", "a\nb");
    assert_lines("a|b|", "a\nb\r");
    assert_lines("a|", "a");
    assert_lines("|", "\r");
}

static void test_only_the_last_return_belongs_to_the_end(void) {
    assert_lines("a\rb|", "a\rb\r\n");
    assert_lines("a\r|", "a\r\r\n");
    assert_lines("|\ra|", "\n\ra\n");
}

static void test_nul_bytes_are_dropped(void) {
    TEST_ASSERT_EQUAL_STRING("isready|quit|", lines_of("is\0ready\nqu\0\0it\n", 16));
    TEST_ASSERT_EQUAL_STRING("a|b|", lines_of("\0a\0\n\0b", 6));
    TEST_ASSERT_EQUAL_STRING("||", lines_of("\0\0\n\0", 4));
    TEST_ASSERT_EQUAL_STRING("a|", lines_of("a\r\0\n", 4));
}

static void test_any_byte_but_nul_is_kept(void) {
    char bytes[256];
    size_t size = 0;
    for (int c = 1; c < 256; c++)
        if (c != '\n' && c != '\r')
            bytes[size++] = (char)c;
    bytes[size] = '\0';
    Line line = {0};
    FILE *file = file_of(bytes, size);
    TEST_ASSERT_TRUE(line_read(&line, file));
    TEST_ASSERT_EQUAL_STRING(bytes, line.text);
    line_free(&line);
    fclose(file);
}

/* Every length around the sizes to which a buffer may have grown, long before short. */
static void test_lines_of_every_length(void) {
    enum { LONGEST = 1100 };
    char text[LONGEST + 1];
    for (int i = 0; i < LONGEST; i++)
        text[i] = (char)('a' + i % 26);
    FILE *file = tmpfile();
    TEST_ASSERT_NOT_NULL(file);
    for (int length = 0; length <= LONGEST; length++)
        fprintf(file, "%.*s\n%.*s\r\n", length, text, LONGEST - length, text);
    rewind(file);
    Line line = {0};
    for (int i = 0; i <= 2 * LONGEST + 1; i++) {
        int length = i % 2 == 0 ? i / 2 : LONGEST - i / 2;
        TEST_ASSERT_TRUE(line_read(&line, file));
        TEST_ASSERT_EQUAL_size_t((size_t)length, strlen(line.text));
        TEST_ASSERT_TRUE(memcmp(text, line.text, (size_t)length) == 0);
    }
    TEST_ASSERT_FALSE(line_read(&line, file));
    line_free(&line);
    fclose(file);
}

static void test_line_of_a_megabyte(void) {
    size_t length = 1 << 20;
    char *text = malloc(length + 8);
    TEST_ASSERT_NOT_NULL(text);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('!' + i % 90);
    memcpy(text + length, "\r\nuci\n", 7);
    FILE *file = file_of(text, strlen(text));
    Line line = {0};
    TEST_ASSERT_TRUE(line_read(&line, file));
    TEST_ASSERT_EQUAL_size_t(length, strlen(line.text));
    TEST_ASSERT_TRUE(memcmp(text, line.text, length) == 0);
    TEST_ASSERT_TRUE(line_read(&line, file));
    TEST_ASSERT_EQUAL_STRING("uci", line.text);
    line_free(&line);
    fclose(file);
    free(text);
}

static void test_freed_line_can_be_used_again(void) {
    FILE *file = file_of("a\nb\n", 4);
    Line line = {0};
    TEST_ASSERT_TRUE(line_read(&line, file));
    line_free(&line);
    TEST_ASSERT_NULL(line.text);
    TEST_ASSERT_EQUAL_size_t(0, line.capacity);
    TEST_ASSERT_TRUE(line_read(&line, file));
    TEST_ASSERT_EQUAL_STRING("b", line.text);
    line_free(&line);
    line_free(&line);
    fclose(file);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_words_are_separated_by_any_blanks);
    RUN_TEST(test_cursor_stops_right_behind_the_word);
    RUN_TEST(test_text_without_words);
    RUN_TEST(test_only_ascii_blanks_separate);
    RUN_TEST(test_peeking_does_not_move);
    RUN_TEST(test_all_words_keep_what_is_between_them);
    RUN_TEST(test_word_is_compares_the_whole_word);
    RUN_TEST(test_word_is_nocase_folds_letters_only);
    RUN_TEST(test_whole_numbers);
    RUN_TEST(test_numbers_beyond_64_bits_saturate);
    RUN_TEST(test_what_is_not_a_number_changes_nothing);
    RUN_TEST(test_number_ends_with_its_word);
    RUN_TEST(test_short_excerpt_is_the_word);
    RUN_TEST(test_excerpt_hides_what_a_screen_cannot_show);
    RUN_TEST(test_long_excerpt_is_cut);
    RUN_TEST(test_reason_is_formatted_and_refuses);
    RUN_TEST(test_long_reason_is_cut);
    RUN_TEST(test_line_ends);
    RUN_TEST(test_last_line_needs_no_end);
    RUN_TEST(test_only_the_last_return_belongs_to_the_end);
    RUN_TEST(test_nul_bytes_are_dropped);
    RUN_TEST(test_any_byte_but_nul_is_kept);
    RUN_TEST(test_lines_of_every_length);
    RUN_TEST(test_line_of_a_megabyte);
    RUN_TEST(test_freed_line_can_be_used_again);
    return UNITY_END();
}
