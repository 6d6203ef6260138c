/* The lines of books/openings.pgn: legal, named, in order, none of them within another, and laid
 * out as the PGN module itself would. Runs in the project's folder. */

#include "unity.h"

#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "pgn.h"
#include "positions.h"
#include "startup.h"

static const char PATH[] = "books/openings.pgn";
static const char *const NAME_TAGS[] = {"ECO", "Opening", "Variation"};
enum {
    NAME_TAG_NB = sizeof NAME_TAGS / sizeof *NAME_TAGS,
    ROSTER_NB = 7,
    LEAST_LINES = 400,
    LEAST_OF_VOLUME = 50,
    LEAST_PLIES = 6,
    MAX_POSITIONS = 1 << 17,
};

static FILE *file, *copy;
static PgnReader reader;
static PgnGame line;

void setUp(void) {
    file = fopen(PATH, "rb");
    copy = tmpfile();
    TEST_ASSERT_NOT_NULL_MESSAGE(file, PATH);
    TEST_ASSERT_NOT_NULL(copy);
    pgn_reader_init(&reader, file);
}

void tearDown(void) {
    pgn_free(&line);
    if (file != NULL)
        fclose(file);
    if (copy != NULL)
        fclose(copy);
    file = copy = NULL;
}

static bool next_line(void) {
    Reason reason = {"the file cannot be read"};
    PgnRead outcome = pgn_next(&reader, &line, &reason);
    TEST_ASSERT_TRUE_MESSAGE(outcome != PGN_BROKEN && !ferror(file), reason.text);
    return outcome == PGN_GAME;
}

/* Where the current line stands, for messages. */
static const char *place(void) {
    static char text[64];
    snprintf(text, sizeof text, "%s:%zu", PATH, line.line);
    return text;
}

/* ---- Layout ---- */

static void test_layout_is_that_of_the_writer(void) {
    while (next_line())
        TEST_ASSERT_TRUE(pgn_write(copy, &line));
    rewind(file);
    rewind(copy);
    for (int row = 1, byte = 0; byte != EOF; row += byte == '\n') {
        char message[64];
        snprintf(message, sizeof message, "line %d of the file", row);
        byte = getc(file);
        TEST_ASSERT_EQUAL_INT_MESSAGE(getc(copy), byte, message);
    }
}

/* ---- Names ---- */

static bool is_eco_code(const char *code) {
    return strlen(code) == 3 && code[0] >= 'A' && code[0] <= 'E' && code[1] >= '0' &&
           code[1] <= '9' && code[2] >= '0' && code[2] <= '9';
}

/* The value of a tag that every line must have. */
static const char *value_of(const char *tag) {
    const char *value = pgn_tag(&line, tag);
    TEST_ASSERT_NOT_NULL_MESSAGE(value, place());
    return value;
}

static const char *eco_code(void) {
    const char *code = value_of("ECO");
    TEST_ASSERT_TRUE_MESSAGE(is_eco_code(code), place());
    return code;
}

static bool is_ascii(const char *text) {
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static void test_lines_are_named(void) {
    while (next_line()) {
        TEST_ASSERT_EQUAL_size_t_MESSAGE(ROSTER_NB + NAME_TAG_NB, line.tag_count, place());
        for (int i = 0; i < NAME_TAG_NB; i++) {
            const char *value = value_of(NAME_TAGS[i]);
            TEST_ASSERT_TRUE_MESSAGE(*value != '\0' && is_ascii(value), place());
        }
        eco_code();
    }
}

/* By code, opening and variation; so no name is given twice. */
static void test_lines_are_in_order(void) {
    char last[NAME_TAG_NB][PGN_MAX_TAG_LENGTH + 1] = {""};
    while (next_line()) {
        int order = 0;
        for (int i = 0; i < NAME_TAG_NB; i++) {
            const char *value = value_of(NAME_TAGS[i]);
            order = order != 0 ? order : strcmp(last[i], value);
            snprintf(last[i], sizeof last[i], "%s", value);
        }
        TEST_ASSERT_LESS_THAN_INT_MESSAGE(0, order, place());
    }
}

/* ---- Moves ---- */

static void test_lines_are_many_and_long_enough(void) {
    int lines = 0, volumes[5] = {0};
    while (next_line()) {
        lines++;
        volumes[*eco_code() - 'A']++;
        TEST_ASSERT_TRUE_MESSAGE(line.ply_count >= LEAST_PLIES, place());
        TEST_ASSERT_EQUAL_STRING_MESSAGE(FEN_START, fen_of(&line.start).text, place());
        TEST_ASSERT_EQUAL_INT_MESSAGE(PGN_UNKNOWN, line.result, place());
    }
    TEST_ASSERT_GREATER_THAN_INT(LEAST_LINES - 1, lines);
    for (int i = 0; i < 5; i++)
        TEST_ASSERT_GREATER_THAN_INT(LEAST_OF_VOLUME - 1, volumes[i]);
}

typedef struct Visit {
    Key key;
    size_t row; /* of the line in the file */
    bool is_end;
} Visit;

/* Ends stand before what else is visited. */
static int compare_visits(const void *a, const void *b) {
    const Visit *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : y->is_end - x->is_end;
}

static size_t visit_line(Visit *visits) {
    Position position = line.start;
    for (size_t i = 0; i < line.ply_count; i++) {
        Position parent = position;
        position_make_move(&position, &parent, line.plies[i].move);
        visits[i] = (Visit){position.key, line.line, i + 1 == line.ply_count};
    }
    return line.ply_count;
}

/* Equal lines, beginnings of others, and the same by other orders of moves: all say nothing new. */
static void test_no_line_ends_within_another(void) {
    static Visit visits[MAX_POSITIONS];
    size_t count = 0;
    while (next_line()) {
        TEST_ASSERT_TRUE(count + line.ply_count <= MAX_POSITIONS);
        count += visit_line(visits + count);
    }
    qsort(visits, count, sizeof *visits, compare_visits);
    for (size_t i = 1; i < count; i++) {
        const Visit *end = &visits[i - 1], *other = &visits[i];
        char message[64];
        snprintf(message, sizeof message, "%s:%zu ends within %zu", PATH, end->row, other->row);
        TEST_ASSERT_FALSE_MESSAGE(end->is_end && end->key == other->key, message);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_layout_is_that_of_the_writer);
    RUN_TEST(test_lines_are_named);
    RUN_TEST(test_lines_are_in_order);
    RUN_TEST(test_lines_are_many_and_long_enough);
    RUN_TEST(test_no_line_ends_within_another);
    return UNITY_END();
}
