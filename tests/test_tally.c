/* Counting moves for books in little memory, and writing them: nothing is lost on the way, however
 * little there is. */
#include <stdlib.h>

#include "book.h"
#include "book_lines.h"
#include "book_survey.h"
#include "book_writer.h"
#include "startup.h"
#include "tally.h"

static char path[512], spill[520]; /* beside the test program itself */
static Tally *tally;

void setUp(void) {
    remove(path);
}

void tearDown(void) {
    tally_free(tally);
    tally = NULL;
    remove(path);
}

static bool is_there(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

/* ---- Counting ---- */

enum { KEY_NB = 61, MOVE_NB = 7, ADD_NB = 20000 };

typedef struct Sums {
    uint64_t points[KEY_NB][MOVE_NB];
    uint32_t games[KEY_NB][MOVE_NB];
} Sums;

static void add_at_random(Sums *sums, int count) {
    Random random = {17};
    for (int i = 0; i < count; i++) {
        uint32_t key = random_below(&random, KEY_NB), move = random_below(&random, MOVE_NB);
        TallyRecord record = {.key = UINT64_C(0x0400000000000001) * key,
                              .points = random_below(&random, 3),
                              .games = 1,
                              .move = (uint16_t)move};
        sums->points[key][move] += record.points;
        sums->games[key][move]++;
        TEST_ASSERT_TRUE(tally_add(tally, &record));
    }
    TEST_ASSERT_TRUE(tally_finish(tally));
}

/* Every pair comes once, in order, with the sums that it must have. */
static void check_sums(const Sums *sums) {
    TallyRecord record;
    for (int key = 0; key < KEY_NB; key++)
        for (int move = 0; move < MOVE_NB; move++) {
            if (sums->games[key][move] == 0)
                continue;
            TEST_ASSERT_TRUE(tally_next(tally, &record));
            TEST_ASSERT_EQUAL_HEX64(UINT64_C(0x0400000000000001) * (Key)key, record.key);
            TEST_ASSERT_EQUAL_INT(move, record.move);
            TEST_ASSERT_EQUAL_UINT64(sums->points[key][move], record.points);
            TEST_ASSERT_EQUAL_INT((int)sums->games[key][move], (int)record.games);
        }
    TEST_ASSERT_FALSE(tally_next(tally, &record));
    TEST_ASSERT_FALSE(tally_has_failed(tally));
}

/* From room for everything down to a few records, which takes hundreds of runs. */
static void test_memory_does_not_matter(void) {
    static const size_t RECORDS[] = {ADD_NB + 1, ADD_NB, 1000, 500, 427, 400, 250, 150};
    for (size_t i = 0; i < sizeof RECORDS / sizeof *RECORDS; i++) {
        static Sums sums;
        memset(&sums, 0, sizeof sums);
        tally = tally_create(spill, 2 * RECORDS[i] * sizeof(TallyRecord));
        TEST_ASSERT_NOT_NULL(tally);
        add_at_random(&sums, ADD_NB);
        /* The pairs need 427 records, and more than half of the room is too much to keep. */
        TEST_ASSERT_TRUE(is_there(spill) == (RECORDS[i] <= 500));
        check_sums(&sums);
        tearDown();
        TEST_ASSERT_FALSE(is_there(spill));
    }
}

static void test_nothing_to_count(void) {
    TallyRecord record;
    tally = tally_create(spill, 1 << 10);
    TEST_ASSERT_TRUE(tally_finish(tally));
    TEST_ASSERT_FALSE(tally_next(tally, &record));
    TEST_ASSERT_FALSE(tally_has_failed(tally));
    TEST_ASSERT_NULL(tally_create(spill, 0));
}

static void test_file_that_cannot_be_written(void) {
    bool is_added = true;
    tally = tally_create("no/such/folder/runs", 1 << 10);
    for (int i = 0; is_added && i < 1000; i++)
        is_added = tally_add(tally, &(TallyRecord){.key = (Key)i, .games = 1});
    TEST_ASSERT_FALSE(is_added);
    TEST_ASSERT_TRUE(tally_has_failed(tally));
    TEST_ASSERT_FALSE(tally_finish(tally));
}

/* ---- Writing ---- */

static BookWriterCounts counts;
static Reason reason;

static bool write_records(const TallyRecord *records, size_t count, uint64_t least_games) {
    BookWriter *writer = book_writer_open(path, least_games, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(writer, reason.text);
    for (size_t i = 0; i < count; i++)
        book_writer_add(writer, &records[i]);
    return book_writer_close(writer, true, &counts, &reason);
}

static void check_entries(const PolyglotEntry *expected, size_t count) {
    Book *book = book_open(path, &reason);
    PolyglotEntry entry;
    TEST_ASSERT_NOT_NULL_MESSAGE(book, reason.text);
    TEST_ASSERT_EQUAL_UINT64(count, book_count(book));
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_TRUE(book_read(book, i, &entry));
        TEST_ASSERT_EQUAL_HEX64(expected[i].key, entry.key);
        TEST_ASSERT_EQUAL_HEX16(expected[i].move, entry.move);
        TEST_ASSERT_EQUAL_INT(expected[i].weight, entry.weight);
        TEST_ASSERT_EQUAL_INT(0, (int)entry.learn);
    }
    book_close(book);
}

static void test_entries_stand_by_weight(void) {
    const TallyRecord records[] = {{5, 10, 9, 1}, {5, 30, 9, 2}, {5, 30, 9, 3}, {7, 1, 9, 4}};
    const PolyglotEntry entries[] = {{5, 2, 30, 0}, {5, 3, 30, 0}, {5, 1, 10, 0}, {7, 4, 1, 0}};
    TEST_ASSERT_TRUE(write_records(records, 4, 1));
    check_entries(entries, 4);
    TEST_ASSERT_EQUAL_UINT64(2, counts.positions);
    TEST_ASSERT_EQUAL_UINT64(4, counts.entries);
}

static void test_rare_and_lost_moves_are_left_out(void) {
    const TallyRecord records[] = {{5, 10, 2, 1}, {5, 0, 9, 2}, {6, 0, 1, 3}, {7, 3, 3, 4}};
    const PolyglotEntry entries[] = {{7, 4, 3, 0}};
    TEST_ASSERT_TRUE(write_records(records, 4, 3));
    check_entries(entries, 1);
    TEST_ASSERT_EQUAL_UINT64(2, counts.rare);
    TEST_ASSERT_EQUAL_UINT64(1, counts.worthless);
}

/* Only the position that needs it is scaled, and no move loses all its weight. */
static void test_large_weights_are_scaled(void) {
    const TallyRecord records[] = {{5, 65535, 9, 1}, {5, 1, 9, 2},       {6, 131070, 9, 1},
                                   {6, 65536, 9, 2}, {6, 1, 9, 3},       {7, UINT64_MAX, 9, 1},
                                   {7, 5, 9, 2},     {7, 1u << 31, 9, 3}};
    const PolyglotEntry entries[] = {{5, 1, 65535, 0}, {5, 2, 1, 0}, {6, 1, 65535, 0},
                                     {6, 2, 32768, 0}, {6, 3, 1, 0}, {7, 1, 65535, 0},
                                     {7, 3, 1, 0},     {7, 2, 1, 0}};
    TEST_ASSERT_TRUE(write_records(records, 8, 1));
    check_entries(entries, 8);
}

/* An older book stays until there is a new one. */
static void test_old_book_is_kept(void) {
    const TallyRecord good = {5, 1, 1, 1}, lost = {6, 0, 1, 2};
    const PolyglotEntry entry = {5, 1, 1, 0};
    TEST_ASSERT_TRUE(write_records(&good, 1, 1));
    TEST_ASSERT_FALSE(write_records(&lost, 1, 1));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "no move is left"), reason.text);
    BookWriter *writer = book_writer_open(path, 1, &reason);
    book_writer_add(writer, &lost);
    TEST_ASSERT_FALSE(book_writer_close(writer, false, &counts, &reason));
    check_entries(&entry, 1);
    TEST_ASSERT_NULL(book_writer_open("no/such/folder/book", 1, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "cannot be written"), reason.text);
}

/* ---- Surveying ---- */

static char faults[1024];

static void note_fault(void *context, const char *fault) {
    (void)context;
    snprintf(faults + strlen(faults), sizeof faults - strlen(faults), "%s\n", fault);
}

static BookSurvey survey_file(void) {
    BookSurvey survey;
    Book *book = book_open(path, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(book, reason.text);
    faults[0] = '\0';
    TEST_ASSERT_TRUE(book_survey(book, &survey, note_fault, NULL));
    book_close(book);
    return survey;
}

/* Transpositions are met once; what no move of the book leads to is counted but not reached. */
static void test_survey_of_a_good_book(void) {
    static const BookLine LINES[] = {
        {NULL, "", "e2e4", 2},
        {NULL, "", "d2d4", 2},
        {NULL, "e2e4", "e7e6", 1},
        {NULL, "d2d4", "e7e6", 1},
        {NULL, "e2e4 e7e6", "d2d4", 1},
        {NULL, "d2d4 e7e6", "e2e4", 1},
        {NULL, "e2e4 e7e6 d2d4", "d7d5", 1},
        {NULL, "a2a3", "a7a6", 0},
    };
    write_lines(path, LINES, 8);
    BookSurvey survey = survey_file();
    TEST_ASSERT_EQUAL_STRING("", faults);
    TEST_ASSERT_EQUAL_UINT64(8, survey.entries);
    TEST_ASSERT_EQUAL_UINT64(7, survey.positions);
    TEST_ASSERT_EQUAL_UINT64(1, survey.weightless);
    TEST_ASSERT_EQUAL_UINT64(6, survey.reached_positions);
    TEST_ASSERT_EQUAL_UINT64(7, survey.reached_moves);
    TEST_ASSERT_EQUAL_INT(4, survey.depth);
}

/* Moves in circles come to an end. */
static void test_survey_of_circles(void) {
    static const BookLine LINES[] = {
        {NULL, "", "g1f3", 1},
        {NULL, "g1f3", "g8f6", 1},
        {NULL, "g1f3 g8f6", "f3g1", 1},
        {NULL, "g1f3 g8f6 f3g1", "f6g8", 1},
    };
    write_lines(path, LINES, 4);
    TEST_ASSERT_EQUAL_UINT64(4, survey_file().reached_positions);
    TEST_ASSERT_EQUAL_STRING("", faults);
}

static void test_survey_finds_faults(void) {
    PolyglotEntry entries[600];
    Key start = entry_of(&(BookLine){NULL, "", "e2e4", 1}).key;
    for (int i = 0; i < 600; i++)
        entries[i] = (PolyglotEntry){start + (Key)i, code_of("e2e4"), 1, 0};
    entries[1] = (PolyglotEntry){start, code_of("e2e5"), 1, 0};
    entries[300] = entries[299];
    /* Where no sample of the opening looks. */
    entries[298].key += 100;
    entries[399].move = 0xFFFF;
    static uint8_t bytes[600][POLYGLOT_ENTRY_SIZE];
    for (int i = 0; i < 600; i++)
        polyglot_pack(&entries[i], bytes[i]);
    write_bytes(path, bytes, sizeof bytes);
    survey_file();
    TEST_ASSERT_EQUAL_STRING("entry 300 is out of order\n"
                             "entry 301 repeats an earlier one\n"
                             "entry 400 holds no move\n"
                             "1 illegal moves in " FEN_START "\n",
                             faults);
}

int main(int argc, char **argv) {
    startup_init();
    snprintf(path, sizeof path, "%s.bin", argc > 0 ? argv[0] : "test_tally");
    snprintf(spill, sizeof spill, "%s.runs", path);
    UNITY_BEGIN();
    RUN_TEST(test_memory_does_not_matter);
    RUN_TEST(test_nothing_to_count);
    RUN_TEST(test_file_that_cannot_be_written);
    RUN_TEST(test_entries_stand_by_weight);
    RUN_TEST(test_rare_and_lost_moves_are_left_out);
    RUN_TEST(test_large_weights_are_scaled);
    RUN_TEST(test_old_book_is_kept);
    RUN_TEST(test_survey_of_a_good_book);
    RUN_TEST(test_survey_of_circles);
    RUN_TEST(test_survey_finds_faults);
    return UNITY_END();
}
