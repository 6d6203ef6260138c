/* Opening books in files: which are refused and why, what is found in them, and how it is chosen.
 */
#include "book.h"
#include "book_lines.h"
#include "movegen.h"
#include "startup.h"

static char path[512]; /* beside the test program itself */
static Book *book;

void setUp(void) {
}

void tearDown(void) {
    book_close(book);
    book = NULL;
    remove(path);
}

static void open_book(void) {
    Reason reason = {""};
    book = book_open(path, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(book, reason.text);
}

static void open_lines(const BookLine *lines, size_t count) {
    write_lines(path, lines, count);
    open_book();
}

/* Probes after moves from the start of a game or the position given. */
static BookMoves probe(const char *fen, const char *moves) {
    Position start = position_of(fen), position = position_after(&start, moves);
    BookMoves found;
    memset(&found, 0xFF, sizeof found);
    book_probe(book, &position, MOVE_NONE, &found);
    return found;
}

static const BookLine LINES[] = {
    {NULL, "", "e2e4", 60},          {NULL, "", "d2d4", 30},
    {NULL, "", "g1f3", 10},          {NULL, "e2e4", "c7c5", 7},
    {NULL, "e2e4", "e7e5", 8},       {NULL, "e2e4 e7e5", "g1f3", 1},
    {NULL, "e2e4 c7c5", "g1f3", 1},  {NULL, "d2d4", "g8f6", 65535},
    {NULL, "d2d4", "d7d5", 65535},   {NULL, "d2d4 d7d5", "c2c4", 12},
    {NULL, "d2d4 d7d5", "g1f3", 24},
};
enum { LINE_NB = sizeof LINES / sizeof *LINES };

/* ---- Opening ---- */

static void check_refused(const char *name, const char *part_of_reason) {
    Reason reason = {""};
    TEST_ASSERT_NULL_MESSAGE(book_open(name, &reason), part_of_reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, part_of_reason), reason.text);
}

static void test_missing_and_empty_files(void) {
    check_refused(path, "cannot be opened");
    check_refused("", "cannot be opened");
    check_refused(".", "directory");
    write_bytes(path, "", 0);
    check_refused(path, "is empty");
}

static void test_truncated_files(void) {
    PolyglotEntry entry = entry_of(&LINES[0]);
    uint8_t bytes[2 * POLYGLOT_ENTRY_SIZE];
    polyglot_pack(&entry, bytes);
    polyglot_pack(&entry, bytes + POLYGLOT_ENTRY_SIZE);
    for (size_t size = 1; size < sizeof bytes; size++) {
        write_bytes(path, bytes, size);
        if (size == POLYGLOT_ENTRY_SIZE)
            open_book();
        else
            check_refused(path, "is cut off");
    }
}

static void test_unsorted_files(void) {
    PolyglotEntry entries[MAX_BOOK_LINES];
    for (int i = 0; i < MAX_BOOK_LINES; i++)
        entries[i] = (PolyglotEntry){(Key)(MAX_BOOK_LINES - i), code_of("e2e4"), 1, 0};
    for (size_t count = 2; count <= MAX_BOOK_LINES; count++) {
        write_entries(path, entries, count);
        check_refused(path, "not a Polyglot book: entry 2 is out of order");
    }
}

static void test_files_of_other_kinds(void) {
    static const char TEXT[] = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n"
                               "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
    uint8_t noise[1024];
    Random random = {3};
    write_bytes(path, TEXT, sizeof TEXT - 1);
    check_refused(path, "not a Polyglot book");
    write_bytes(path, "Some plain text.", 16);
    check_refused(path, "not a Polyglot book: entry 1 holds no move");
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)random_next(&random);
    write_bytes(path, noise, sizeof noise);
    check_refused(path, "not a Polyglot book");
}

/* Whatever is in a path, the reason is one printable line. */
static void test_reasons_are_printable(void) {
    char long_path[600];
    Reason reason = {""};
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    memcpy(long_path + sizeof long_path - 20, "\n\t\x7F\xC3", 4);
    TEST_ASSERT_NULL(book_open(long_path, &reason));
    TEST_ASSERT_NOT_NULL(strstr(reason.text, "'...xxx"));
    for (const char *c = reason.text; *c != '\0'; c++)
        TEST_ASSERT_TRUE(*c >= ' ' && *c <= '~');
}

static void test_headings_are_no_moves(void) {
    PolyglotEntry entries[] = {{0, 0x4050, 0x4740, 0}, {0, 0xFFFF, 1, 2}, entry_of(&LINES[0])};
    write_entries(path, entries, 3);
    open_book();
    TEST_ASSERT_EQUAL_UINT64(3, book_count(book));
    TEST_ASSERT_EQUAL_INT(1, probe(FEN_START, "").count);
}

/* ---- Finding ---- */

static void test_entries_by_index(void) {
    PolyglotEntry entry;
    Key before = 0;
    open_lines(LINES, LINE_NB);
    TEST_ASSERT_EQUAL_UINT64(LINE_NB, book_count(book));
    for (uint64_t i = 0; i < LINE_NB; i++) {
        TEST_ASSERT_TRUE(book_read(book, i, &entry));
        TEST_ASSERT_TRUE(entry.key >= before);
        before = entry.key;
    }
    TEST_ASSERT_FALSE(book_read(book, LINE_NB, &entry));
    TEST_ASSERT_FALSE(book_read(book, UINT64_MAX, &entry));
    TEST_ASSERT_TRUE(book_read(book, 0, &entry));
    TEST_ASSERT_EQUAL_UINT64(0, book_find(book, entry.key));
}

/* Books of all sizes, with runs of equal keys, against looking through them. */
static void test_finding_keys(void) {
    PolyglotEntry entries[70];
    Random random = {9};
    for (size_t count = 1; count <= 70; count++) {
        Key key = 5;
        for (size_t i = 0; i < count; i++) {
            entries[i] = (PolyglotEntry){key, code_of("e2e4"), 1, 0};
            key += random_below(&random, 3);
        }
        write_entries(path, entries, count);
        open_book();
        for (Key wanted = 0; wanted <= key + 1; wanted++) {
            uint64_t expected = 0;
            while (expected < count && entries[expected].key < wanted)
                expected++;
            TEST_ASSERT_EQUAL_UINT64(expected, book_find(book, wanted));
        }
        tearDown();
    }
}

static void check_moves(const char *moves, const char *expected) {
    char text[256] = "";
    BookMoves found = probe(FEN_START, moves);
    uint64_t total = 0;
    for (int i = 0; i < found.count; i++) {
        char square[3];
        print_square(move_from(found.moves[i].move), square);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s", square);
        print_square(move_to(found.moves[i].move), square);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s %u ", square,
                 (unsigned)found.moves[i].weight);
        total += found.moves[i].weight;
    }
    TEST_ASSERT_EQUAL_STRING(expected, text);
    TEST_ASSERT_EQUAL_UINT64(total, found.total);
    TEST_ASSERT_EQUAL_INT(0, found.dropped);
}

static void test_moves_of_a_position(void) {
    open_lines(LINES, LINE_NB);
    check_moves("", "e2e4 60 d2d4 30 g1f3 10 ");
    check_moves("e2e4", "e7e5 8 c7c5 7 ");
    check_moves("d2d4", "g8f6 65535 d7d5 65535 ");
    check_moves("d2d4 d7d5", "g1f3 24 c2c4 12 ");
    check_moves("d2d4 g8f6", "");
    check_moves("a2a3", "");
}

static void test_illegal_moves_are_dropped(void) {
    static const BookLine BAD[] = {
        {NULL, "", "e2e5", 99}, {NULL, "", "a1a1", 99}, {NULL, "", "e7e5", 99},
        {NULL, "", "e2e4", 1},  {NULL, "", "e1h1", 99}, {NULL, "e2e4", "e2e4", 5},
    };
    PolyglotEntry entry;
    write_lines(path, BAD, 6);
    open_book();
    BookMoves found = probe(FEN_START, "");
    TEST_ASSERT_EQUAL_INT(1, found.count);
    TEST_ASSERT_EQUAL_INT(4, found.dropped);
    TEST_ASSERT_EQUAL_UINT64(1, found.total);
    TEST_ASSERT_EQUAL_INT(0, probe(FEN_START, "e2e4").count);
    TEST_ASSERT_TRUE(book_read(book, 0, &entry));
}

static void test_repeated_moves_add_up(void) {
    static const BookLine TWICE[] = {
        {NULL, "", "d2d4", 65535}, {NULL, "", "e2e4", 40000}, {NULL, "", "e2e4", 40000}};
    open_lines(TWICE, 3);
    check_moves("", "e2e4 80000 d2d4 65535 ");
}

/* A position with more entries than any can have moves is read no further than needed. */
static void test_endless_entries_of_one_position(void) {
    enum { COUNT = 5000 };
    static uint8_t bytes[COUNT][POLYGLOT_ENTRY_SIZE];
    PolyglotEntry entry = entry_of(&LINES[0]);
    for (int i = 0; i < COUNT; i++)
        polyglot_pack(&entry, bytes[i]);
    write_bytes(path, bytes, sizeof bytes);
    open_book();
    BookMoves found = probe(FEN_START, "");
    TEST_ASSERT_EQUAL_INT(1, found.count);
    TEST_ASSERT_TRUE(found.total < (uint64_t)COUNT * 60);
}

#define CASTLING_960 "1r1k1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w KQkq - 0 1"

static void test_castling_in_chess960(void) {
    static const BookLine CASTLES[] = {{CASTLING_960, "", "d1f1", 5},
                                       {CASTLING_960, "", "d1b1", 4}};
    Position position = position_of(CASTLING_960);
    open_lines(CASTLES, 2);
    BookMoves found = probe(CASTLING_960, "");
    TEST_ASSERT_EQUAL_INT(2, found.count);
    TEST_ASSERT_EQUAL_HEX16(move_of(&position, "d1f1"), found.moves[0].move);
    TEST_ASSERT_EQUAL_HEX16(MOVE_CASTLING, move_kind(found.moves[1].move));
}

/* The key of a pawn that is pinned needs the last move. */
static void test_last_move_names_the_position(void) {
    Position start = position_of("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), pushed;
    Move push = move_of(&start, "d7d5");
    BookMoves found;
    position_make_move(&pushed, &start, push);
    PolyglotEntry entry = {polyglot_key(&pushed, push), code_of("e1d2"), 1, 0};
    write_entries(path, &entry, 1);
    open_book();
    book_probe(book, &pushed, push, &found);
    TEST_ASSERT_EQUAL_INT(1, found.count);
    book_probe(book, &pushed, MOVE_NONE, &found);
    TEST_ASSERT_EQUAL_INT(0, found.count);
}

/* ---- Choosing ---- */

enum { CHOICE_NB = 20000 };

/* How often each move is chosen. */
static void count_choices(const BookMoves *moves, int variety, int counts[3]) {
    Random random = {77};
    memset(counts, 0, 3 * sizeof *counts);
    for (int i = 0; i < CHOICE_NB; i++)
        counts[book_choose(moves, variety, &random) - moves->moves]++;
}

static void test_choices_follow_the_variety(void) {
    BookMoves moves = {.count = 3, .total = 100, .moves = {{1, 60}, {2, 30}, {3, 10}}};
    int counts[3];
    count_choices(&moves, 0, counts);
    TEST_ASSERT_EQUAL_INT(CHOICE_NB, counts[0]);
    count_choices(&moves, BOOK_FULL_VARIETY, counts);
    TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB * 6 / 10, counts[0]);
    TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB * 3 / 10, counts[1]);
    TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB / 10, counts[2]);
    /* The squares are 36, 9 and 1. */
    count_choices(&moves, BOOK_FULL_VARIETY / 2, counts);
    TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB * 36 / 46, counts[0]);
    TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB * 9 / 46, counts[1]);
    count_choices(&moves, 1, counts);
    TEST_ASSERT_EQUAL_INT(CHOICE_NB, counts[0]);
}

static void test_moves_of_no_weight_are_not_chosen(void) {
    BookMoves moves = {.count = 3, .total = 8, .moves = {{1, 4}, {2, 4}, {3, 0}}}, none = {0};
    int counts[3];
    for (int variety = 1; variety <= BOOK_FULL_VARIETY; variety += 33) {
        count_choices(&moves, variety, counts);
        TEST_ASSERT_INT_WITHIN(CHOICE_NB / 50, CHOICE_NB / 2, counts[0]);
        TEST_ASSERT_EQUAL_INT(0, counts[2]);
    }
    count_choices(&moves, 0, counts);
    TEST_ASSERT_EQUAL_INT(CHOICE_NB, counts[0]);
    TEST_ASSERT_NULL(book_choose(&none, 0, &(Random){1}));
    TEST_ASSERT_NULL(book_choose(&none, BOOK_FULL_VARIETY, &(Random){1}));
    moves = (BookMoves){.count = 2, .total = 0, .moves = {{1, 0}, {2, 0}}};
    TEST_ASSERT_NULL(book_choose(&moves, 50, &(Random){1}));
}

int main(int argc, char **argv) {
    startup_init();
    snprintf(path, sizeof path, "%s.bin", argc > 0 ? argv[0] : "test_book");
    UNITY_BEGIN();
    RUN_TEST(test_missing_and_empty_files);
    RUN_TEST(test_truncated_files);
    RUN_TEST(test_unsorted_files);
    RUN_TEST(test_files_of_other_kinds);
    RUN_TEST(test_reasons_are_printable);
    RUN_TEST(test_headings_are_no_moves);
    RUN_TEST(test_entries_by_index);
    RUN_TEST(test_finding_keys);
    RUN_TEST(test_moves_of_a_position);
    RUN_TEST(test_illegal_moves_are_dropped);
    RUN_TEST(test_repeated_moves_add_up);
    RUN_TEST(test_endless_entries_of_one_position);
    RUN_TEST(test_castling_in_chess960);
    RUN_TEST(test_last_move_names_the_position);
    RUN_TEST(test_choices_follow_the_variety);
    RUN_TEST(test_moves_of_no_weight_are_not_chosen);
    return UNITY_END();
}
