/* Games as PGN: what is read, in all its odd forms; what is refused, with its line, and that the
 * games after it are still read; what is written, and that it reads back the same. */

#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "notation.h"
#include "pgn.h"
#include "positions.h"
#include "startup.h"

static PgnGame game, again;
static FILE *file;

void setUp(void) {
    file = tmpfile();
    TEST_ASSERT_NOT_NULL(file);
}

void tearDown(void) {
    pgn_free(&game);
    pgn_free(&again);
    if (file != NULL)
        fclose(file);
    file = NULL;
}

/* ---- Reading ---- */

static PgnReader reader_of_bytes(const char *bytes, size_t size) {
    PgnReader reader;
    TEST_ASSERT_EQUAL_size_t(size, fwrite(bytes, 1, size, file));
    rewind(file);
    pgn_reader_init(&reader, file);
    return reader;
}

/* The games read from here on, a line each: the moves as UCI and the result, or the reason. */
static const char *summary_of(PgnReader *reader) {
    static char summary[4000];
    size_t length = 0;
    Reason reason;
    summary[0] = '\0';
    for (PgnRead read; (read = pgn_next(reader, &game, &reason)) != PGN_END;) {
        for (size_t i = 0; read == PGN_GAME && i < game.ply_count; i++) {
            char text[MOVE_TEXT_SIZE];
            notation_print_uci(game.plies[i].move, game.is_chess960, text);
            length += (size_t)snprintf(summary + length, sizeof summary - length, "%s ", text);
        }
        const char *end = read == PGN_GAME ? pgn_result_text(game.result) : reason.text;
        length += (size_t)snprintf(summary + length, sizeof summary - length, "%s\n", end);
        TEST_ASSERT_TRUE(length < sizeof summary);
    }
    return summary;
}

/* A text and the summary of its games. */
typedef struct Case {
    const char *pgn, *games;
} Case;

static void check_case(const Case *c) {
    tearDown();
    setUp();
    PgnReader reader = reader_of_bytes(c->pgn, strlen(c->pgn));
    TEST_ASSERT_EQUAL_STRING_MESSAGE(c->games, summary_of(&reader), c->pgn);
}

static void check_cases(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_case(&cases[i]);
}

static void test_move_text(void) {
    static const Case CASES[] = {
        {"", ""},
        {" \n\t\n", ""},
        {"1. e4 e5 2. Nf3 1-0", "e2e4 e7e5 g1f3 1-0\n"},
        {"1.e4 e5 2.Nf3 0-1\n", "e2e4 e7e5 g1f3 0-1\n"},
        {"e4 e5 Nf3 1/2-1/2", "e2e4 e7e5 g1f3 1/2-1/2\n"},
        {"e4 e5 Nf3 1/2", "e2e4 e7e5 g1f3 1/2-1/2\n"},
        {"1 e4 1... e5 2 . Nf3 *", "e2e4 e7e5 g1f3 *\n"},
        {"1...e4 1..e5 2 ... Nf3 ...Nc6 *", "e2e4 e7e5 g1f3 b8c6 *\n"},
        {"7. e4 7. e5 1234567890123456789012. Nf3*", "e2e4 e7e5 g1f3 *\n"},
        {"1. e4! e5?? 2. Nf3!? Nc6 ?! 3. Bb5 $1 $146 a6$2 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 *\n"},
        {"1. e2-e4 e7e5 2. Ng1-f3 b8c6 3. 0-1", "e2e4 e7e5 g1f3 b8c6 0-1\n"},
        {"1.Nf3 Nf6 2.g3 g6 3.Bg2 Bg7 4.0-0 0-0 *", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 *\n"},
        {"1.e4 a6 2.e5 d5 3.exd6 e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 *\n"},
        {"1. f3 e5 2. g4 Qh4# 0-1", "f2f3 e7e5 g2g4 d8h4 0-1\n"},
        {"1. e4 e5", "e2e4 e7e5 *\n"},
        {"1. e4 e5 *1. d4 1-0 1. c4", "e2e4 e7e5 *\nd2d4 1-0\nc2c4 *\n"},
        {"1-0 * 1. e4 *", "e2e4 *\n"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_comments_and_variations(void) {
    static const Case CASES[] = {
        {"{ before } 1. e4 {good\nmove} e5 ; 1-0 is not the result\n2. Nf3 *",
         "e2e4 e7e5 g1f3 *\n"},
        {"1. e4{a}e5;b\n2.Nf3(2.Nc3)*", "e2e4 e7e5 g1f3 *\n"},
        {"1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4 ; )\n) 2. c4) e5 *", "e2e4 e7e5 *\n"},
        {"1. e4 (1. Ke5 nonsense $ [x] 1-0) 1... e5 *", "e2e4 e7e5 *\n"},
        {"1. e4 { { [ ( ; } e5 {}*", "e2e4 e7e5 *\n"},
        {"%hidden\n1. e4\n% 1. d4 {\ne5 %\n*",
         "line 4: '%' is not a move such as Nf3, exd5 or O-O\n"},
        {"%hidden\n1. e4\n% 1. d4 {\ne5 *\n%the end", "e2e4 e7e5 *\n"},
        {"1. e4 {\n% not hidden }\ne5 *", "e2e4 e7e5 *\n"},
        {"1. e4 * {White resigns} ; the end", "e2e4 *\n"},
        {"; only\n{comments}", ""},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_ends_of_lines_and_odd_bytes(void) {
    static const Case CASES[] = {
        {"[Event \"a\"]\r\n\r\n1. e4\r\ne5 *\r\n", "e2e4 e7e5 *\n"},
        {"[Event \"a\"]\r\r1. e4\re5 Ke5\r*\r",
         "line 4: illegal move 'Ke5': no king can go to e5\n"},
        {"\xEF\xBB\xBF[Event \"a\"]\n1. e4 *\n\xEF\xBB\xBF[Event \"b\"]\n1. d4 *",
         "e2e4 *\nd2d4 *\n"},
        {"\xEF\xBB\xBF%x\n1. e4 *", "e2e4 *\n"},
        {"\v1.\fe4\t*", "e2e4 *\n"},
        {"\xFF\xFE", "line 1: '\?\?' is not a move such as Nf3, exd5 or O-O\n"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
    static const char NULS[] = "[Event\0\"a\0b\"]\n1.\0e4\0\0{x\0y}\0*\0";
    tearDown();
    setUp();
    PgnReader reader = reader_of_bytes(NULS, sizeof NULS);
    TEST_ASSERT_EQUAL_STRING("e2e4 *\n", summary_of(&reader));
}

static void test_several_games(void) {
    static const Case CASES[] = {
        {"[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
         "e2e4 1-0\nd2d4 *\n"},
        /* Without results. */
        {"[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4\n\n[White \"b\"]\n\n1. d4 d5\n",
         "e2e4 1-0\nd2d4 d7d5 *\n"},
        /* Without moves. */
        {"[Event \"a\"]\n[Result \"0-1\"]\n\n0-1\n[Event \"b\"]\n\n*\n", "0-1\n*\n"},
        {"[Event \"a\"]\n[Result \"0-1\"]\n\n[Event \"b\"]\n", "0-1\n*\n"},
        {"[Event \"a\"] [Result \"0-1\"] [Event \"b\"] 1. e4 *", "0-1\ne2e4 *\n"},
        {"[Event \"a\"] 1. e4 [Event \"b\"] 1. d4", "e2e4 *\nd2d4 *\n"},
        /* The result at the end counts, unless it says nothing. */
        {"[Result \"1-0\"]\n1. e4 0-1", "e2e4 0-1\n"},
        {"[Result \"1/2-1/2\"]\n1. e4 *", "e2e4 1/2-1/2\n"},
        {"[Result \"hm\"]\n1. e4", "e2e4 *\n"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_start_positions(void) {
    static const Case CASES[] = {
        {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd8 8. O-O *",
         "e8d8 e1g1 *\n"},
        {"[FEN \"rkr5/ppp5/8/8/8/8/PPP5/RKR5 w CAca - 0 1\"]\n"
         "[Variant \"chess960\"]\n1. O-O a6 *",
         "b1c1 a7a6 *\n"},
        {"[FEN \"rkr5/ppp5/8/8/8/8/PPP5/RKR5 w KQkq - 0 1\"]\n"
         "1. O-O a6 *",
         "b1c1 a7a6 *\n"},
        {"[Variant \"From Position\"]\n1. e4 *", "e2e4 *\n"},
        {"[Variant \"Fischer Random\"]\n1. e4 *", "e2e4 *\n"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void read_one(const char *pgn) {
    tearDown();
    setUp();
    PgnReader reader = reader_of_bytes(pgn, strlen(pgn));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
}

static void test_what_is_chess960(void) {
    read_one("[FEN \"rkr5/ppp5/8/8/8/8/PPP5/RKR5 w KQkq - 0 1\"]\n*");
    TEST_ASSERT_TRUE(game.is_chess960);
    read_one("[Variant \"fischerandom\"]\n*");
    TEST_ASSERT_TRUE(game.is_chess960);
    read_one("[FEN \"rkr5/ppp5/8/8/8/8/PPP5/RKR5 w - - 0 1\"]\n*");
    TEST_ASSERT_FALSE(game.is_chess960);
    read_one("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n*");
    TEST_ASSERT_FALSE(game.is_chess960);
    TEST_ASSERT_EQUAL_STRING("4k3/8/8/8/8/8/8/4K2R b K - 0 7", fen_of(&game.start).text);
}

/* ---- Broken games ---- */

/* A whole game, to be found whatever stands before it. */
#define GOOD      "\n[Event \"good\"]\n[White \"x\"]\n\n1. e4 e5 1-0\n"
#define GOOD_GAME "e2e4 e7e5 1-0\n"

static void test_broken_moves(void) {
    static const Case CASES[] = {
        {"[Event \"a\"]\n\n1. e4 e5\n2. Ke3 Nc6\n3. Nf3 1-0\n" GOOD,
         "line 4: illegal move 'Ke3': no king can go to e3\n" GOOD_GAME},
        {"[Event \"a\"]\n\n1. e4 e5\n2. Ke3 Nc6\n" GOOD,
         "line 4: illegal move 'Ke3': no king can go to e3\n" GOOD_GAME},
        {GOOD "\n1. e5 e5 *\n\n1. d4 *" GOOD,
         GOOD_GAME "line 7: illegal move 'e5': no pawn can go to e5\nd2d4 *\n" GOOD_GAME},
        {"1. e4 hello world {1-0} (1-0) ; 1-0\n 0-1" GOOD,
         "line 1: 'hello' is not a move such as Nf3, exd5 or O-O\n" GOOD_GAME},
        {"1. f3 e5 2. g4 Qh4# 3. Kf2 *" GOOD,
         "line 1: illegal move 'Kf2': it leaves the king in check\n" GOOD_GAME},
        {"1. e4 -- 2. d4 *" GOOD,
         "line 1: '--' is not a move such as Nf3, exd5 or O-O\n" GOOD_GAME},
        {"1. e4 )\n*" GOOD, "line 1: a ')' closes nothing\n" GOOD_GAME},
        {"1. e4 {a {b} c} *" GOOD,
         "line 1: 'c' is not a move such as Nf3, exd5 or O-O\n" GOOD_GAME},
        {"\n1. e4\n} *" GOOD, "line 3: a '}' closes nothing\n" GOOD_GAME},
        {"1. e4 [%clk 1:00] e5\n*" GOOD, "line 1: a '[' stands among the moves\n" GOOD_GAME},
        {"1. e4\n e5 [x\n" GOOD, "line 2: a '[' stands among the moves\n" GOOD_GAME},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_what_is_not_closed(void) {
    static const Case CASES[] = {
        {"1. e4\n{ never\nclosed e5 *\n" GOOD,
         "line 2: the comment is not closed before the next game\n" GOOD_GAME},
        {"1. e4\n{ never\nclosed e5 *\n", "line 2: the comment is not closed\n"},
        {"\n1. e4 (1. d4\nd5 ( 1... d6) *\n" GOOD,
         "line 2: the variation is not closed\n" GOOD_GAME},
        {"\n1. e4 (1. d4\nd5 (", "line 2: the variation is not closed\n"},
        {"1. e4 (1. d4 {\n" GOOD,
         "line 1: the comment is not closed before the next game\n" GOOD_GAME},
        {"{ never\nclosed" GOOD, GOOD_GAME},
        {"1. e4 e5 ; closed by the end", "e2e4 e7e5 *\n"},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

static void test_broken_tags(void) {
    static const Case CASES[] = {
        {"[Event \"a]\n[White \"b\"]\n\n1. e4 *\n" GOOD,
         "line 1: the text of the tag 'Event' is not closed\n" GOOD_GAME},
        {"[Event \"a\"]\n[White b]\n[Black \"b\"]\n\n1. e4 *\n" GOOD,
         "line 2: the tag 'White' has no text in quotes\n" GOOD_GAME},
        {"[Event \"a\"\n[Black \"b\"]\n\n1. e4\n" GOOD,
         "line 1: the tag 'Event' does not end with a bracket\n" GOOD_GAME},
        {"\n[\"a\"]\n1. e4 *" GOOD, "line 2: a tag has no name\n" GOOD_GAME},
        {"[", "line 1: a tag has no name\n"},
        {"[Event \"a\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n" GOOD,
         "line 2: the board ends on rank 5 after 8 files, not on rank 1 after 8\n" GOOD_GAME},
        {"[Event \"a\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n" GOOD,
         "line 2: the variant 'Crazyhouse' is not known here\n" GOOD_GAME},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

/* Whatever had been read of it is still there. */
static void test_broken_game_keeps_what_was_read(void) {
    static const char PGN[] = "\n[Event \"a\"]\n[White \"Someone\"]\n\n1. e4 e5 2. Ke5 *";
    PgnReader reader = reader_of_bytes(PGN, strlen(PGN));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_BROKEN, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("Someone", pgn_tag(&game, "White"));
    TEST_ASSERT_EQUAL_size_t(2, game.ply_count);
    TEST_ASSERT_EQUAL_size_t(2, game.line);
    TEST_ASSERT_EQUAL_INT(PGN_END, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_INT(PGN_END, pgn_next(&reader, &game, &reason));
}

/* ---- Tags and comments ---- */

static void test_tags(void) {
    static const char PGN[] = "[Event \"The \\\"Big\\\" \\\\ Open\"]\n"
                              "  [ Site\t\"a \"quoted\"word\" ]  [Date \"2026.11.18\"]\n"
                              "[Empty \"\"]\n"
                              "[Event \"second\"x\"] [event \"other\"] [ECO \"B01\"]\n"
                              "[Annotator \"J\xC3\xB6rg\ttab\"]\n\n*";
    PgnReader reader = reader_of_bytes(PGN, strlen(PGN));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("The \"Big\" \\ Open", pgn_tag(&game, "Event"));
    TEST_ASSERT_EQUAL_STRING("a \"quoted\"word", pgn_tag(&game, "Site"));
    TEST_ASSERT_EQUAL_STRING("2026.11.18", pgn_tag(&game, "Date"));
    TEST_ASSERT_EQUAL_STRING("", pgn_tag(&game, "Empty"));
    /* A second Event begins the next game. */
    TEST_ASSERT_NULL(pgn_tag(&game, "ECO"));
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("second\"x", pgn_tag(&game, "Event"));
    TEST_ASSERT_EQUAL_STRING("other", pgn_tag(&game, "event"));
    TEST_ASSERT_EQUAL_STRING("B01", pgn_tag(&game, "ECO"));
    TEST_ASSERT_EQUAL_STRING("J\xC3\xB6rg tab", pgn_tag(&game, "Annotator"));
    TEST_ASSERT_NULL(pgn_tag(&game, "Site"));
}

static void test_first_of_equal_tags_counts(void) {
    static const char PGN[] =
        "[White \"a\"]\n[White \"b\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n"
        "[FEN \"nonsense\"]\n*";
    PgnReader reader = reader_of_bytes(PGN, strlen(PGN));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("a", pgn_tag(&game, "White"));
    TEST_ASSERT_EQUAL_size_t(2, game.tag_count);
}

static const char COMMENTED[] = "{ first\n words } ; and more\n"
                                "1. e4 {  good \t move } {x} (1. d4 {unseen}) {y} e5 2. Nf3\n"
                                "Nc6 ; a } b {\n {} *";

static void test_comments_are_kept(void) {
    PgnReader reader = reader_of_bytes(COMMENTED, strlen(COMMENTED));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_size_t(4, game.ply_count);
    /* What stands before the first tag or move belongs to no game. */
    TEST_ASSERT_EQUAL_STRING("", pgn_text(&game, game.comment));
    TEST_ASSERT_EQUAL_STRING("good move x y", pgn_text(&game, game.plies[0].comment));
    TEST_ASSERT_EQUAL_STRING("", pgn_text(&game, game.plies[1].comment));
    TEST_ASSERT_EQUAL_STRING("", pgn_text(&game, game.plies[2].comment));
    TEST_ASSERT_EQUAL_STRING("a ) b (", pgn_text(&game, game.plies[3].comment));
}

static void test_comments_can_be_dropped(void) {
    PgnReader reader = reader_of_bytes(COMMENTED, strlen(COMMENTED));
    Reason reason;
    reader.drops_comments = true;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_size_t(4, game.ply_count);
    TEST_ASSERT_EQUAL_size_t(0, game.plies[0].comment);
}

static void test_comment_before_the_first_move(void) {
    static const char PGN[] = "[Event \"a\"]\n\n{ first\n words } ; and more\n1. e4 *";
    PgnReader reader = reader_of_bytes(PGN, strlen(PGN));
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("first words and more", pgn_text(&game, game.comment));
}

/* ---- Bounds ---- */

static void write_many(const char *text, int count) {
    for (int i = 0; i < count; i++)
        fputs(text, file);
}

static void test_lines_and_comments_of_any_length(void) {
    fputs("[Event \"", file);
    write_many("long ", 100000);
    fputs("\"]\n[", file);
    write_many("Name", 100000);
    fputs(" \"x\"]\n1. e4 {", file);
    write_many("comment without an end ", 100000);
    fputs("} e5 {more} (", file);
    write_many("((( variation ", 100000);
    write_many(")))", 100000);
    fputs(") ", file);
    write_many("1. ", 100000);
    fputs("Nf3 ", file);
    write_many("x", 1000000);
    fputs(" *\n" GOOD, file);
    PgnReader reader = reader_of_bytes("", 0);
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_BROKEN, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING(
        "line 3: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is too long for a move", reason.text);
    TEST_ASSERT_EQUAL_size_t(3, game.ply_count);
    TEST_ASSERT_EQUAL_size_t(PGN_MAX_TAG_LENGTH, strlen(pgn_tag(&game, "Event")));
    TEST_ASSERT_TRUE(game.text_length <= PGN_MAX_TEXT);
    TEST_ASSERT_TRUE(strlen(pgn_text(&game, game.plies[0].comment)) > PGN_MAX_TEXT / 2);
    TEST_ASSERT_EQUAL_STRING(GOOD_GAME, summary_of(&reader));
}

static void test_many_tags(void) {
    fputs("[Event \"a\"]\n", file);
    for (int i = 0; i < 1000; i++)
        fprintf(file, "[Tag%d \"%d\"]\n", i, i);
    fputs("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\nKd2 *", file);
    PgnReader reader = reader_of_bytes("", 0);
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_size_t(PGN_MAX_TAGS + 1, game.tag_count);
    TEST_ASSERT_EQUAL_STRING("62", pgn_tag(&game, "Tag62"));
    TEST_ASSERT_NULL(pgn_tag(&game, "Tag63"));
    TEST_ASSERT_EQUAL_size_t(1, game.ply_count);
}

static void test_longest_game(void) {
    write_many("Nf3 Nf6 Ng1 Ng8\n", PGN_MAX_PLIES / 4);
    fputs("1-0\n", file);
    write_many("Nf3 Nf6 Ng1 Ng8\n", PGN_MAX_PLIES / 4 + 1);
    fputs("1-0" GOOD, file);
    PgnReader reader = reader_of_bytes("", 0);
    Reason reason;
    TEST_ASSERT_EQUAL_INT(PGN_GAME, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_size_t(PGN_MAX_PLIES, game.ply_count);
    TEST_ASSERT_FALSE(pgn_add_move(&game, game.plies[0].move));
    TEST_ASSERT_EQUAL_INT(PGN_BROKEN, pgn_next(&reader, &game, &reason));
    TEST_ASSERT_EQUAL_STRING("line 10002: the game has more than 20000 plies", reason.text);
    TEST_ASSERT_EQUAL_STRING(GOOD_GAME, summary_of(&reader));
}

/* ---- Writing ---- */

static const char *written(void) {
    static char text[4000];
    rewind(file);
    TEST_ASSERT_TRUE(pgn_write(file, &game));
    size_t length = (size_t)ftell(file);
    TEST_ASSERT_TRUE(length < sizeof text);
    rewind(file);
    TEST_ASSERT_EQUAL_size_t(length, fread(text, 1, length, file));
    text[length] = '\0';
    return text;
}

static void begin(const char *fen, bool is_chess960) {
    Position start = position_of(fen);
    TEST_ASSERT_TRUE(pgn_begin(&game, &start, is_chess960));
}

static void play(const char *moves) {
    Position position = game.start;
    for (size_t i = 0; i < game.ply_count; i++) {
        Position parent = position;
        position_make_move(&position, &parent, game.plies[i].move);
    }
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        Position parent = position;
        Move move = move_of(&parent, word_excerpt(word).text);
        TEST_ASSERT_TRUE(pgn_add_move(&game, move));
        position_make_move(&position, &parent, move);
    }
}

static void test_writing_a_plain_game(void) {
    begin(FEN_START, false);
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "ECO", "C20"));
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "White", "A \"B\" \\ C"));
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "Result", "whatever"));
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "ECO", "C40"));
    play("e2e4 e7e5 g1f3");
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "a {good}\n"));
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "move"));
    play("b8c6 f1b5");
    game.result = PGN_DRAW;
    TEST_ASSERT_EQUAL_STRING("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                             "[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"?\"]\n"
                             "[Result \"1/2-1/2\"]\n[ECO \"C40\"]\n\n"
                             "1. e4 e5 2. Nf3 {a (good) move} 2... Nc6 3. Bb5 1/2-1/2\n\n",
                             written());
}

/* Comments grow by parts, whatever happens to the text in between. */
static void test_comments_in_parts(void) {
    begin(FEN_START, false);
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "a"));
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "White", "x"));
    TEST_ASSERT_TRUE(pgn_add_comment(&game, " \n"));
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "b"));
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "c"));
    TEST_ASSERT_EQUAL_STRING("a b c", pgn_text(&game, game.comment));
    TEST_ASSERT_EQUAL_STRING("x", pgn_tag(&game, "White"));
}

static void test_writing_where_black_begins_in_chess960(void) {
    begin("4k1r1/8/8/8/8/8/8/4K3 b g - 0 9", false);
    TEST_ASSERT_TRUE(pgn_add_comment(&game, "from here"));
    play("e8g8 e1e2 g8g7");
    TEST_ASSERT_EQUAL_STRING(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"Chess960\"]\n"
        "[SetUp \"1\"]\n[FEN \"4k1r1/8/8/8/8/8/8/4K3 b k - 0 9\"]\n\n"
        "{from here} 9... O-O 10. Ke2 Kg7 *\n\n",
        written());
}

static void test_writing_wraps_lines(void) {
    begin(FEN_START, false);
    for (int i = 0; i < 40; i++) {
        play("g1f3 g8f6 f3g1 f6g8");
        if (i % 5 == 0)
            TEST_ASSERT_TRUE(pgn_add_comment(&game, "[Event \"no\"] [%clk 1:00] %x 0.33 ;y"));
    }
    const char *text = strstr(written(), "\n\n") + 2;
    size_t longest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        longest = length > longest ? length : longest;
        TEST_ASSERT_TRUE(*text != '[' && *text != '%');
        text += length + 1;
    }
    TEST_ASSERT_TRUE(longest > 70 && longest <= PGN_WIDTH + 20);
}

/* ---- Round trips ---- */

static void assert_same_games(void) {
    TEST_ASSERT_EQUAL_MEMORY(&game.start, &again.start, sizeof game.start);
    TEST_ASSERT_EQUAL_INT(game.is_chess960, again.is_chess960);
    TEST_ASSERT_EQUAL_INT(game.result, again.result);
    TEST_ASSERT_EQUAL_size_t(game.ply_count, again.ply_count);
    TEST_ASSERT_EQUAL_STRING(pgn_text(&game, game.comment), pgn_text(&again, again.comment));
    for (size_t i = 0; i < game.ply_count; i++) {
        TEST_ASSERT_EQUAL_HEX16(game.plies[i].move, again.plies[i].move);
        TEST_ASSERT_EQUAL_STRING(pgn_text(&game, game.plies[i].comment),
                                 pgn_text(&again, again.plies[i].comment));
    }
    for (size_t i = 0; i < game.tag_count; i++)
        TEST_ASSERT_EQUAL_STRING(pgn_text(&game, game.tags[i].value),
                                 pgn_tag(&again, pgn_text(&game, game.tags[i].name)));
}

static void add_random_comment(Random *random) {
    static const char *const WORDS[] = {
        "[Event \"x\"]", "%", "{",  "}",           ";",    "(", ")", "1-0", "+0.31/12", "\n", " ",
        "[%clk 0:01]",   "*", "$1", "J\xC3\xB6rg", "\\\"", "e4"};
    for (uint32_t count = random_below(random, 30); count > 0; count--) {
        const char *word = WORDS[random_below(random, sizeof WORDS / sizeof *WORDS)];
        TEST_ASSERT_TRUE(pgn_add_comment(&game, word));
    }
}

static void record(const Position *position, Move next, void *context) {
    Random *random = context;
    if (game.text == NULL || game.text_length == 0) {
        TEST_ASSERT_TRUE(pgn_begin(&game, position, random_below(random, 4) == 0));
        add_random_comment(random);
    }
    if (next == MOVE_NONE)
        return;
    TEST_ASSERT_TRUE(pgn_add_move(&game, next));
    if (random_below(random, 3) == 0)
        add_random_comment(random);
}

static void make_random_game(Random *random, const char *fen) {
    Walk walk = {.random = {random_next(random)}, .plies = 120, .visit = record, .context = random};
    game.text_length = 0;
    walk_from(&walk, fen);
    game.result = (PgnResult)random_below(random, 4);
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "White", "Quote \" and \\ and \\\""));
    TEST_ASSERT_TRUE(pgn_set_tag(&game, "PlyCount", "17"));
}

/* All games stand in one file, so that each must end where the next begins. */
static void test_random_games_come_back(void) {
    Random writing = {5}, reading = {5};
    Reason reason = {""};
    PgnReader reader;
    for (size_t i = 0; i < 2 * START_NB; i++) {
        make_random_game(&writing, START_FENS[i % START_NB]);
        TEST_ASSERT_TRUE(pgn_write(file, &game));
    }
    rewind(file);
    pgn_reader_init(&reader, file);
    for (size_t i = 0; i < 2 * START_NB; i++) {
        make_random_game(&reading, START_FENS[i % START_NB]);
        PgnRead read = pgn_next(&reader, &again, &reason);
        TEST_ASSERT_EQUAL_INT_MESSAGE(PGN_GAME, read, reason.text);
        assert_same_games();
    }
    TEST_ASSERT_EQUAL_INT(PGN_END, pgn_next(&reader, &again, &reason));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_move_text);
    RUN_TEST(test_comments_and_variations);
    RUN_TEST(test_ends_of_lines_and_odd_bytes);
    RUN_TEST(test_several_games);
    RUN_TEST(test_start_positions);
    RUN_TEST(test_what_is_chess960);
    RUN_TEST(test_broken_moves);
    RUN_TEST(test_what_is_not_closed);
    RUN_TEST(test_broken_tags);
    RUN_TEST(test_broken_game_keeps_what_was_read);
    RUN_TEST(test_tags);
    RUN_TEST(test_first_of_equal_tags_counts);
    RUN_TEST(test_comments_are_kept);
    RUN_TEST(test_comments_can_be_dropped);
    RUN_TEST(test_comment_before_the_first_move);
    RUN_TEST(test_lines_and_comments_of_any_length);
    RUN_TEST(test_many_tags);
    RUN_TEST(test_longest_game);
    RUN_TEST(test_writing_a_plain_game);
    RUN_TEST(test_comments_in_parts);
    RUN_TEST(test_writing_where_black_begins_in_chess960);
    RUN_TEST(test_writing_wraps_lines);
    RUN_TEST(test_random_games_come_back);
    return UNITY_END();
}
