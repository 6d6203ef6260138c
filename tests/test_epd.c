/* Lines of EPD: positions in all forms, operations with their quirks, points, refusals with their
 * reasons, and that what is written reads back the same. */
#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "epd.h"
#include "fen.h"
#include "positions.h"
#include "san.h"
#include "startup.h"

/* After 1. e4 e5 2. Nf3 Nc6. */
#define SPANISH   "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
#define BACK_RANK "6k1/5ppp/8/8/8/8/8/R6K w - -"

static Epd epd;
static Reason reason;

void setUp(void) {
    memset(&epd, 0, sizeof epd);
    reason.text[0] = '\0';
}

void tearDown(void) {
}

static void read_line(const char *line) {
    TEST_ASSERT_TRUE_MESSAGE(epd_parse(line, &epd, &reason), reason.text);
}

/* The moves in SAN with blanks between them. */
static const char *text_of(const MoveList *list) {
    static char text[256];
    Writer writer = {text, sizeof text, 0};
    text[0] = '\0';
    for (int i = 0; i < list->count; i++) {
        char san[SAN_SIZE];
        san_print(&epd.position, list->moves[i], san);
        writer_append(&writer, i == 0 ? "%s" : " %s", san);
    }
    return text;
}

static const char *operands_of(const char *code) {
    static char text[256];
    Word word = epd_operands(&epd, code);
    snprintf(text, sizeof text, "%.*s", (int)word.length, word.start);
    return text;
}

/* ---- Positions ---- */

static void test_counters_come_from_either_place(void) {
    static const struct {
        const char *line, *fen_end;
    } CASES[] = {
        {SPANISH, " - 0 1"},
        {SPANISH ";", " - 0 1"},
        {SPANISH " bm Bb5;", " - 0 1"},
        {SPANISH " 2 3", " - 2 3"},
        {SPANISH " 2 3;", " - 2 3"},
        {SPANISH " 2 3 bm Bb5;", " - 2 3"},
        {SPANISH " 2 3; bm Bb5;", " - 2 3"},
        {SPANISH " 2 bm Bb5;", " - 2 1"},
        {SPANISH "2 3 ; bm Bb5;", " - 2 3"},
        {SPANISH " hmvc 2; fmvn 3;", " - 2 3"},
        {SPANISH " bm Bb5; fmvn 3;", " - 0 3"},
        {SPANISH " 7 8 hmvc 2; fmvn 3;", " - 2 3"},
        {"  \t" SPANISH "   bm Bb5", " - 0 1"},
        {"\xEF\xBB\xBF" SPANISH " bm Bb5;", " - 0 1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char expected[FEN_SIZE];
        setUp();
        read_line(CASES[i].line);
        snprintf(expected, sizeof expected,
                 "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq%s", CASES[i].fen_end);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, fen_of(&epd.position).text, CASES[i].line);
    }
}

static void test_blank_lines_and_comments(void) {
    static const char *const BLANK[] = {"", "  \t ", "# bm e4", "  % x", "\xEF\xBB\xBF", "\r"};
    for (size_t i = 0; i < sizeof BLANK / sizeof *BLANK; i++) {
        TEST_ASSERT_TRUE(epd_is_blank(BLANK[i]));
        TEST_ASSERT_FALSE(epd_parse(BLANK[i], &epd, &reason));
    }
    TEST_ASSERT_FALSE(epd_is_blank(SPANISH));
    TEST_ASSERT_FALSE(epd_is_blank("; bm e4"));
}

static void check_round_trip(const Position *position, Move next, void *context) {
    char line[EPD_SIZE];
    (void)next, (void)context;
    epd_print(position, line);
    read_line(line);
    TEST_ASSERT_EQUAL_STRING(fen_of(position).text, fen_of(&epd.position).text);
}

static void test_written_lines_read_back(void) {
    char line[EPD_SIZE];
    Position start = position_of(FEN_START);
    epd_print(&start, line);
    TEST_ASSERT_EQUAL_STRING("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;",
                             line);
    walk_all(5, check_round_trip, NULL);
}

/* ---- Operations ---- */

static void test_moves(void) {
    static const struct {
        const char *operations, *best, *avoid;
    } CASES[] = {
        {"", "", ""},
        {"bm Bb5", "Bb5", ""},
        {"bm Bb5;", "Bb5", ""},
        {";; bm Bb5 Bc4;;am Nxe5 ; ;", "Bb5 Bc4", "Nxe5"},
        {"am Ng1 Nxe5; bm d4;", "d4", "Ng1 Nxe5"},
        {"bm Bb5, Bc4,d4;", "Bb5 Bc4 d4", ""},
        {"bm Bb5 Bb5 f1b5;", "Bb5", ""},
        {"bm bm Bb5; am am Ng1;", "Bb5", "Ng1"},
        {"bm Bb5 + ; am Nxe5 ??;", "Bb5", "Nxe5"},
        {"bm Bf1-b5; am Nf3xe5;", "Bb5", "Nxe5"},
        {"bm Bb5; bm Bc4;", "Bb5", ""},
        {"bm Bb5;\r", "Bb5", ""},
        {"BM Ke5; bmw Ke4;", "", ""},
        {"id \"x; bm Bb5; y\"; bm Bc4;", "Bc4", ""},
        {"id \"open; bm Bb5;", "Bb5", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[256];
        snprintf(line, sizeof line, SPANISH " %s", CASES[i].operations);
        setUp();
        read_line(line);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(CASES[i].best, text_of(&epd.best), line);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(CASES[i].avoid, text_of(&epd.avoid), line);
        TEST_ASSERT_EQUAL_INT(0, epd.mate);
    }
}

static void test_rules_of_their_own(void) {
    read_line("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm dxe3 e.p.;");
    TEST_ASSERT_EQUAL_STRING("dxe3", text_of(&epd.best));
    read_line("4k3/8/8/8/8/8/8/1RK4R w HB - bm O-O; am O-O-O;");
    TEST_ASSERT_EQUAL_STRING("O-O", text_of(&epd.best));
    TEST_ASSERT_EQUAL_STRING("O-O-O", text_of(&epd.avoid));
    read_line("8/P6k/8/8/8/8/8/K7 w - - bm a8=Q a8N;");
    TEST_ASSERT_EQUAL_STRING("a8=Q a8=N", text_of(&epd.best));
}

static void test_mates(void) {
    read_line(BACK_RANK " dm 1;");
    TEST_ASSERT_EQUAL_INT(1, epd.mate);
    read_line(BACK_RANK " dm 12; bm Ra8#");
    TEST_ASSERT_EQUAL_INT(12, epd.mate);
}

static void test_other_operations_are_kept(void) {
    read_line(SPANISH " bm Bb5; id \"WAC.001\"; acd 12; c0 \"a; b\"; c9 \"\"; noop; pv Bb5 a6;"
                      " c1 two words ; id \"second\"; x \"a\" \"b\";");
    TEST_ASSERT_EQUAL_STRING("WAC.001", operands_of("id"));
    TEST_ASSERT_EQUAL_STRING("12", operands_of("acd"));
    TEST_ASSERT_EQUAL_STRING("a; b", operands_of("c0"));
    TEST_ASSERT_EQUAL_STRING("", operands_of("c9"));
    TEST_ASSERT_EQUAL_STRING("", operands_of("noop"));
    TEST_ASSERT_EQUAL_STRING("", operands_of("missing"));
    TEST_ASSERT_EQUAL_STRING("Bb5 a6", operands_of("pv"));
    TEST_ASSERT_EQUAL_STRING("two words", operands_of("c1"));
    TEST_ASSERT_EQUAL_STRING("\"a\" \"b\"", operands_of("x"));
    TEST_ASSERT_EQUAL_INT(10, epd.operation_count);
    read_line(SPANISH " ; bm Bb5 ; id BK.01");
    TEST_ASSERT_EQUAL_STRING("BK.01", operands_of("id"));
}

/* ---- Points ---- */

static void test_points(void) {
    EpdPoints points;
    read_line(SPANISH " bm Bb5; c0 \"Bb5=10, Bc4=8,d4 = 7, Bb5=3\";");
    TEST_ASSERT_TRUE(epd_points(&epd, &points, &reason));
    TEST_ASSERT_EQUAL_STRING("Bb5 Bc4 d4", text_of(&points.moves));
    TEST_ASSERT_EQUAL_INT(10, points.points[0]);
    TEST_ASSERT_EQUAL_INT(8, points.points[1]);
    TEST_ASSERT_EQUAL_INT(7, points.points[2]);
    TEST_ASSERT_EQUAL_INT(10, points.most);
    read_line("8/P6k/8/8/8/8/8/K7 w - - c0 \"Ka2=-3, a8=Q=10, a8=R+=5\";");
    TEST_ASSERT_TRUE(epd_points(&epd, &points, &reason));
    TEST_ASSERT_EQUAL_STRING("Ka2 a8=Q a8=R", text_of(&points.moves));
    TEST_ASSERT_EQUAL_INT(-3, points.points[0]);
    TEST_ASSERT_EQUAL_INT(5, points.points[2]);
}

static void test_comments_are_not_points(void) {
    static const char *const PLAIN[] = {"", "c0 \"\"; ", "c0 \"a comment\";", "c0 \"depth=5, x\";",
                                        "c1 \"Bb5=10\";"};
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++) {
        EpdPoints points;
        char line[256];
        snprintf(line, sizeof line, SPANISH " %s", PLAIN[i]);
        read_line(line);
        TEST_ASSERT_TRUE(epd_points(&epd, &points, &reason));
        TEST_ASSERT_EQUAL_INT(0, points.moves.count);
    }
}

static void test_mixed_points_are_refused(void) {
    EpdPoints points;
    read_line(SPANISH " c0 \"Bb5=10, Ke3=5, d4=2\";");
    TEST_ASSERT_FALSE(epd_points(&epd, &points, &reason));
    TEST_ASSERT_EQUAL_STRING("illegal move 'Ke3': no king can go to e3", reason.text);
    read_line(SPANISH " c0 \"Bb5=10, d4\";");
    TEST_ASSERT_FALSE(epd_points(&epd, &points, &reason));
    TEST_ASSERT_EQUAL_STRING("'d4' in c0 is not a move with points such as Nf3=10", reason.text);
    read_line(SPANISH " c0 \"Bb5=10, d4=1000001\";");
    TEST_ASSERT_FALSE(epd_points(&epd, &points, &reason));
}

/* ---- Refusals ---- */

static void test_faults_have_their_reasons(void) {
    static const struct {
        const char *line, *reason;
    } CASES[] = {
        {SPANISH " bm Ke5;", "illegal move 'Ke5': no king can go to e5"},
        {SPANISH " bm Bb5 am Ng1;", "'am' is not a move such as Nf3, exd5 or O-O"},
        {SPANISH " bm;", "bm names no move"},
        {SPANISH " am + ;", "am names no move"},
        {BACK_RANK " dm 0;", "dm '0' is not a number of moves from 1 to 123"},
        {BACK_RANK " dm x;", "dm 'x' is not a number of moves from 1 to 123"},
        {BACK_RANK " dm 99999999999999999999;",
         "dm '99999999999999999999' is not a number of moves from 1 to 123"},
        {SPANISH " 2 3 4;", "'4' is not an operation such as bm or id"},
        {SPANISH " hmvc x;", "the half-move clock 'x' is not a number from 0 on"},
        {SPANISH "x 12; bm Bb5;", "the en passant field '-x' is neither a square nor -"},
        {"8/8/8/8/8/8/8/8 w - -", "White has 0 kings, not one"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Epd before;
        setUp();
        epd.mate = 77;
        memcpy(&before, &epd, sizeof before);
        TEST_ASSERT_FALSE_MESSAGE(epd_parse(CASES[i].line, &epd, &reason), CASES[i].line);
        TEST_ASSERT_EQUAL_STRING(CASES[i].reason, reason.text);
        TEST_ASSERT_EQUAL_MEMORY(&before, &epd, sizeof epd);
    }
}

static void test_missing_and_long_fields(void) {
    char line[2000];
    TEST_ASSERT_FALSE(epd_parse("8/8/8/8/8/8/8/8 w; bm e4;", &epd, &reason));
    TEST_ASSERT_NOT_NULL(strstr(reason.text, "castling"));
    snprintf(line, sizeof line, "%01500d w - -", 8);
    TEST_ASSERT_FALSE(epd_parse(line, &epd, &reason));
    TEST_ASSERT_EQUAL_STRING("the FEN is longer than any position needs", reason.text);
    Writer writer = {line, sizeof line, 0};
    writer_append(&writer, "%s", SPANISH);
    for (int i = 0; i < EPD_MAX_OPERATIONS; i++)
        writer_append(&writer, " c%d x;", i % 10);
    read_line(line);
    writer_append(&writer, " bm Bb5;");
    TEST_ASSERT_FALSE(epd_parse(line, &epd, &reason));
    TEST_ASSERT_EQUAL_STRING("there are more than 32 operations", reason.text);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_counters_come_from_either_place);
    RUN_TEST(test_blank_lines_and_comments);
    RUN_TEST(test_written_lines_read_back);
    RUN_TEST(test_moves);
    RUN_TEST(test_rules_of_their_own);
    RUN_TEST(test_mates);
    RUN_TEST(test_other_operations_are_kept);
    RUN_TEST(test_points);
    RUN_TEST(test_comments_are_not_points);
    RUN_TEST(test_mixed_points_are_refused);
    RUN_TEST(test_faults_have_their_reasons);
    RUN_TEST(test_missing_and_long_fields);
    return UNITY_END();
}
