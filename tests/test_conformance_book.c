/* The built engine with an opening book: when it plays from it, what it says, when it answers, and
 * what it does without a good one. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

#include "book_lines.h"

#define CASTLING_960 "1r1k1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfb - 0 1"

static char path[600]; /* beside the test program itself, with blanks in its name */

static const BookLine LINES[] = {
    {NULL, "", "e2e4", 60},         {NULL, "", "d2d4", 40},
    {NULL, "", "a1a8", 65535}, /* no such move */
    {NULL, "e2e4", "e7e5", 3},      {NULL, "e2e4", "c7c5", 2},
    {NULL, "e2e4 e7e5", "g1f3", 1}, {NULL, "d2d4", "b8b1", 9},
    {NULL, "c2c4", "e7e5", 0},      {NULL, "g1f3 g8f6 f3g1", "f6g8", 1},
    {CASTLING_960, "", "d1f1", 1},
};

static void use_lines(void) {
    write_lines(path, LINES, sizeof LINES / sizeof *LINES);
    say("setoption name BookFile value %s", path);
    set_option("OwnBook value true");
    set_option("BookVariety value 0");
    expect_quiet();
}

/* Whether the last answer came from the book, as the engine tells and nothing but a book can. */
static bool is_from_book(void) {
    bool is_told = talk.answer.strings == 1;
    TEST_ASSERT_TRUE(is_told == (talk.answer.last->nodes == 0));
    return is_told;
}

static void check_book_move(const char *best, const char *ponder) {
    TEST_ASSERT_TRUE(is_from_book());
    TEST_ASSERT_EQUAL_STRING(best, talk.answer.best);
    TEST_ASSERT_EQUAL_STRING(ponder, talk.answer.ponder);
    TEST_ASSERT_EQUAL_INT(0, (int)talk.answer.last->score);
    TEST_ASSERT_EQUAL_INT(*ponder == '\0' ? 1 : 2, talk.answer.last->pv_length);
}

/* ---- When ---- */

static void test_no_book_unless_wanted(void) {
    write_lines(path, LINES, 1);
    say("setoption name BookFile value %s", path);
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_option("OwnBook value true");
    search("depth 2");
    TEST_ASSERT_TRUE(is_from_book());
    set_option("OwnBook value false");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_option("OwnBook value true");
    set_option("BookFile value <empty>");
    expect_prefix("info string setoption: BookFile is empty; playing without a book");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
}

static void test_limits_that_use_the_book(void) {
    static const char *const LIMITS[] = {"wtime 60000 btime 60000 winc 10 binc 10",
                                         "movetime 20000", "nodes 100000000", "depth 60"};
    use_lines();
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        search_position_of(FEN_START, LIMITS[i]);
        check_book_move("e2e4", "e7e5");
    }
    set_option("Threads value 2");
    search_position_of(AFTER_E4_E5, "depth 60");
    check_book_move("g1f3", "");
}

static void test_book_move_is_explained(void) {
    use_lines();
    go("depth 1");
    expect_line("info string book move e2e4, 60% by weight, moves in the book: 2");
    talk.answer.strings++;
    finish_search();
    check_book_move("e2e4", "e7e5");
}

static void test_searches_that_are_asked_for(void) {
    use_lines();
    search("depth 2 searchmoves a2a3");
    TEST_ASSERT_FALSE(is_from_book());
    TEST_ASSERT_EQUAL_STRING("a2a3", talk.answer.best);
    search("mate 1 depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_option("UCI_AnalyseMode value true");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_option("UCI_AnalyseMode value false");
    search("depth 2");
    TEST_ASSERT_TRUE(is_from_book());
}

static void test_searches_beyond_the_book(void) {
    use_lines();
    set_position(FEN_START, "e2e4 e7e5");
    search("depth 2");
    check_book_move("g1f3", "");
    set_position(FEN_START, "e2e4 e7e5 g1f3");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_option("BookDepth value 1");
    set_position(FEN_START, "e2e4");
    search("depth 2");
    check_book_move("e7e5", "g1f3");
    set_position(FEN_START, "e2e4 e7e5");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
}

/* Illegal moves, as of other positions with the same key, and those of no weight. */
static void test_moves_that_are_never_played(void) {
    use_lines();
    set_position(FEN_START, "d2d4");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_position(FEN_START, "c2c4");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
}

static void test_book_does_not_repeat_positions(void) {
    use_lines();
    set_position(FEN_START, "g1f3 g8f6 f3g1");
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
    set_position("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2", "");
    search("depth 2");
    check_book_move("f6g8", "e2e4");
}

static void test_variety(void) {
    int queens_pawns = 0;
    use_lines();
    for (int i = 0; i < 20; i++)
        TEST_ASSERT_EQUAL_STRING("e2e4", search("depth 2")->best);
    set_option("BookVariety value 100");
    for (int i = 0; i < 60; i++) {
        search("depth 2");
        TEST_ASSERT_TRUE(is_from_book());
        queens_pawns += strcmp(talk.answer.best, "d2d4") == 0;
    }
    TEST_ASSERT_TRUE(queens_pawns > 0 && queens_pawns < 60);
}

static void test_castling_from_the_book(void) {
    use_lines();
    set_chess960(true);
    search_position_of(CASTLING_960, "depth 2");
    check_book_move("d1f1", "");
}

/* ---- When it answers ---- */

static void test_E16_book_waits_for_stop(void) {
    use_lines();
    search_until_stop(FEN_START, "infinite");
    check_book_move("e2e4", "e7e5");
    search_until_stop(FEN_START, "");
    check_book_move("e2e4", "e7e5");
    for (int i = 0; i < 50; i++) {
        begin_answer();
        say("go infinite\nstop");
        finish_search();
        check_book_move("e2e4", "e7e5");
    }
}

static void test_G2_book_waits_for_the_hit(void) {
    use_lines();
    set_position(FEN_START, "e2e4 e7e5");
    go("ponder wtime 60000 btime 60000");
    expect_no_best_move(60);
    TEST_ASSERT_EQUAL_INT(1, talk.answer.count);
    say("ponderhit");
    finish_search();
    check_book_move("g1f3", "");
    TEST_ASSERT_EQUAL_INT(2, talk.answer.count);
    go("ponder wtime 60000 btime 60000");
    expect_no_best_move(60);
    stop();
    check_book_move("g1f3", "");
}

/* ---- Bad files ---- */

/* One line that names the fault, and a search that goes on without. */
static void check_complaint(const char *file, const char *fault) {
    say("setoption name BookFile value %s", file);
    expect_prefix("info string setoption: ");
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(talk.line, fault), talk.line);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(talk.line, "playing without a book"), talk.line);
    expect_quiet();
    search("depth 2");
    TEST_ASSERT_FALSE(is_from_book());
}

static void test_bad_files(void) {
    use_lines();
    check_complaint("no such file.bin", "cannot be opened");
    check_complaint("/", "cannot be opened");
    write_bytes(path, "", 0);
    check_complaint(path, "is empty");
    write_bytes(path, "1234567890123456789", 19);
    check_complaint(path, "is cut off");
    write_bytes(path, "Fifty bytes of text that nobody takes for a book.", 48);
    check_complaint(path, "is not a Polyglot book");
    use_lines();
    search("depth 2");
    TEST_ASSERT_TRUE(is_from_book());
}

static void test_bad_file_matters_only_when_used(void) {
    set_option("BookFile value no such file.bin");
    expect_quiet();
    search("depth 2");
    set_option("OwnBook value true");
    expect_prefix("info string setoption: the book 'no such file.bin' cannot be opened");
    expect_quiet();
}

/* A relative path is also tried from the folder of the program. */
static void test_book_beside_the_engine(void) {
    static const char NAME[] = "test conformance book.bin";
    char beside[600];
    snprintf(beside, sizeof beside, "%s", getenv("CASTELLAN"));
    char *slash = strrchr(beside, '/');
    TEST_ASSERT_NOT_NULL_MESSAGE(slash, beside);
    snprintf(slash + 1, sizeof beside - (size_t)(slash + 1 - beside), "%s", NAME);
    write_lines(beside, LINES, 1);
    say("setoption name BookFile value %s", NAME);
    set_option("OwnBook value true");
    expect_quiet();
    search("depth 2");
    remove(beside);
    TEST_ASSERT_TRUE(is_from_book());
}

int main(int argc, char **argv) {
    dialogue_init();
    snprintf(path, sizeof path, "%s its book.bin", argc > 0 ? argv[0] : "test_conformance_book");
    UNITY_BEGIN();
    RUN_TEST(test_no_book_unless_wanted);
    RUN_TEST(test_limits_that_use_the_book);
    RUN_TEST(test_book_move_is_explained);
    RUN_TEST(test_searches_that_are_asked_for);
    RUN_TEST(test_searches_beyond_the_book);
    RUN_TEST(test_moves_that_are_never_played);
    RUN_TEST(test_book_does_not_repeat_positions);
    RUN_TEST(test_variety);
    RUN_TEST(test_castling_from_the_book);
    RUN_TEST(test_E16_book_waits_for_stop);
    RUN_TEST(test_G2_book_waits_for_the_hit);
    RUN_TEST(test_bad_files);
    RUN_TEST(test_bad_file_matters_only_when_used);
    RUN_TEST(test_book_beside_the_engine);
    remove(path);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
