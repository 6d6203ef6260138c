/* Whole games against the engine, typed through a file: every command, every way a game can end,
 * what is refused, and what is written. The engine looks at a fixed number of nodes and so always
 * plays the same; where its moves matter, it has only one. */
#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "pgn.h"
#include "play.h"
#include "positions.h"
#include "startup.h"

/* Black can do nothing but move the king from h8 to h7 and back. */
#define SHUT_IN     "7k/8/7p/7P/8/8/8/K5R1 w - - 0 1"
#define MATE_IN_ONE "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"

static char said[1 << 17];
static char pgn_path[512]; /* beside the test program itself */
static char written[1 << 14];

void setUp(void) {
    remove(pgn_path);
}

void tearDown(void) {
    remove(pgn_path);
}

static PlayOptions options_at(const char *fen) {
    PlayOptions options = play_options_standard();
    options.elo = PLAY_FULL_STRENGTH;
    options.nodes = 300;
    options.start = position_of(fen);
    return options;
}

/* Plays with these lines typed; the output is in `said`. Returns what `play_run` does. */
static bool play_with(const PlayOptions *options, const char *lines) {
    FILE *in = tmpfile(), *out = tmpfile();
    TEST_ASSERT_TRUE(in != NULL && out != NULL);
    fputs(lines, in);
    rewind(in);
    bool is_fine = play_run(options, &(PlayStreams){in, out, false, {.width = 80}});
    rewind(out);
    said[fread(said, 1, sizeof said - 1, out)] = '\0';
    fclose(in);
    fclose(out);
    return is_fine;
}

static void play(const char *fen, const char *lines) {
    PlayOptions options = options_at(fen);
    TEST_ASSERT_TRUE(play_with(&options, lines));
}

static int count_of(const char *part) {
    int count = 0;
    for (const char *text = strstr(said, part); text != NULL; text = strstr(text + 1, part))
        count++;
    return count;
}

static void assert_said(const char *part) {
    if (count_of(part) != 1)
        TEST_ASSERT_EQUAL_STRING(part, said);
}

static void assert_boards(int expected) {
    TEST_ASSERT_EQUAL_INT(expected, count_of("  a  b  c  d  e  f  g  h\n") +
                                        count_of("  h  g  f  e  d  c  b  a\n"));
}

static const char *read_pgn(void) {
    FILE *file = fopen(pgn_path, "r");
    TEST_ASSERT_NOT_NULL(file);
    written[fread(written, 1, sizeof written - 1, file)] = '\0';
    fclose(file);
    return written;
}

static void assert_pgn_has(const char *part) {
    if (strstr(read_pgn(), part) == NULL)
        TEST_ASSERT_EQUAL_STRING(part, written);
}

/* The same wherever lines are broken, which depends on how long the evaluations are. */
static void assert_pgn_reads(const char *part) {
    read_pgn();
    for (char *end = written; (end = strchr(end, '\n')) != NULL;)
        *end = ' ';
    if (strstr(written, part) == NULL)
        TEST_ASSERT_EQUAL_STRING(part, written);
}

/* How many games the file holds, all of them by the rules. */
static int games_in_pgn(void) {
    FILE *file = fopen(pgn_path, "r");
    PgnGame game = {0};
    PgnReader reader;
    Reason reason;
    int count = 0;
    TEST_ASSERT_NOT_NULL(file);
    pgn_reader_init(&reader, file);
    PgnRead read;
    while ((read = pgn_next(&reader, &game, &reason)) == PGN_GAME)
        count++;
    pgn_free(&game);
    fclose(file);
    if (read == PGN_BROKEN)
        TEST_FAIL_MESSAGE(reason.text);
    return count;
}

/* A line that saves to the test's file. */
static const char *with_path(const char *format) {
    static char lines[2 * sizeof pgn_path + 64];
    snprintf(lines, sizeof lines, format, pgn_path, pgn_path);
    return lines;
}

/* ---- Ends ---- */

static void test_person_mates(void) {
    play(MATE_IN_ONE, "Qg7\n");
    assert_said("\nCheckmate: White wins, 1-0.\n");
    assert_boards(2);
}

static void test_engine_mates(void) {
    PlayOptions options = options_at("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    options.colour = PLAY_BLACK;
    TEST_ASSERT_TRUE(play_with(&options, ""));
    assert_said("Castellan plays 1. Rh8#.\nCheckmate: White wins, 1-0.\n");
    assert_boards(2);
}

static void test_draws_on_the_board(void) {
    play("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7\n");
    assert_said("Stalemate: a draw, 1/2-1/2.\n");
    play(SHUT_IN, "Kb1\nKa1\nKb1\nKa1\n");
    assert_said("The position has come for the third time: a draw, 1/2-1/2.\n");
    assert_said("Castellan plays 4... Kh8.\n");
    play("7k/8/7p/7P/8/8/8/K5R1 w - - 99 80", "Kb1\n");
    assert_said("Fifty moves without a capture or a pawn move: a draw, 1/2-1/2.\n");
    play("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2\n");
    assert_said("Neither side can give mate any more: a draw, 1/2-1/2.\n");
}

static void test_resigning(void) {
    play(SHUT_IN, "resign\nresign\n");
    assert_said("White resigns: Black wins, 0-1.\n");
    assert_said("The game is over: type new for another, undo to take back, or quit.\n");
}

static void test_draw_offers(void) {
    play(SHUT_IN, "draw\nRg2\nRg3\nRg4\nKb1\nRg3\nRg2\nRg1\nKc1\nRg2\nRg3\ndraw\nKd1\n");
    assert_said("Castellan declines: it wants to play on.\n");
    assert_said("Draw agreed, 1/2-1/2.\n");
    assert_said("The game is over");
}

/* Every second of a clock that was set to next to nothing has passed before the first move. */
static void test_time_runs_out(void) {
    PlayOptions options = options_at(SHUT_IN);
    options.clock = (PlayClock){true, {0, 0}, 0};
    TEST_ASSERT_TRUE(play_with(&options, "Kb1\nKa1\n"));
    assert_said("White has no time left: Black wins, 0-1.\n");
    TEST_ASSERT_TRUE(play_with(&options, "Kb1\nundo\nKb1\n"));
    TEST_ASSERT_EQUAL_INT(2, count_of("White has no time left: Black wins, 0-1.\n"));
    options.colour = PLAY_BLACK;
    TEST_ASSERT_TRUE(play_with(&options, ""));
    assert_said("White has no time left: Black wins, 0-1.\n");
    TEST_ASSERT_EQUAL_INT(0, count_of("Castellan plays"));
}

static void test_game_that_is_over_at_once(void) {
    play("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Kg8\nundo\nhint\n");
    assert_said("Checkmate: White wins, 1-0.\n");
    TEST_ASSERT_EQUAL_INT(2, count_of("The game is over"));
    assert_said("There is no move of yours to take back.\n");
}

/* ---- Commands ---- */

static void test_bad_lines_change_nothing(void) {
    play(SHUT_IN, "Kh1\nRg9\nudno\nwhat\n\n   \ne4 e5\n\x1B[2J\nKb1\n");
    assert_said("Illegal move 'Kh1': no king can go to h1.\n");
    assert_said("'Rg9' is not a move such as Nf3, exd5 or O-O.\n");
    assert_said("Unknown command 'udno', did you mean undo? try help.\n");
    assert_said("'what' is not a move such as Nf3, exd5 or O-O.\n");
    assert_said("One move at a time, please: not 'e5' after 'e4'.\n");
    assert_said("'?[2J' is not a move");
    assert_said("Castellan plays 1... Kh7.\n");
    assert_boards(3);
}

static void test_undo(void) {
    play(SHUT_IN, "undo\nKb1\nRg3\nundo\nRg2\nundo\nundo\nundo\nmoves\n");
    TEST_ASSERT_EQUAL_INT(2, count_of("There is no move of yours to take back.\n"));
    assert_boards(1 + 6 + 3);
    assert_said("\nKb1 Ka2 Kb2 Rb1 Rc1 Rd1 Re1 Rf1 Rh1 Rg2 Rg3 Rg4 Rg5 Rg6 Rg7 Rg8+\n");
}

static void test_undo_after_the_end(void) {
    play(MATE_IN_ONE, "Qg7\nundo\nQf1\n");
    assert_said("Checkmate");
    assert_said("Castellan plays 1... Kg8.\n");
    assert_boards(1 + 1 + 1 + 2);
    play(SHUT_IN, "Kb1\nresign\nundo\nKa1\n");
    assert_said("Castellan plays 2... Kh8.\n");
}

/* When the engine has begun, its first move is not the person's to take back. */
static void test_undo_as_black(void) {
    PlayOptions options = options_at(FEN_START);
    options.colour = PLAY_BLACK;
    TEST_ASSERT_TRUE(play_with(&options, "undo\na6\nundo\nundo\n"));
    TEST_ASSERT_EQUAL_INT(2, count_of("There is no move of yours to take back.\n"));
    TEST_ASSERT_EQUAL_INT(2, count_of("Castellan plays "));
}

static void test_advice(void) {
    play(MATE_IN_ONE, "hint\neval\nflip\n");
    TEST_ASSERT_EQUAL_INT(1, count_of("Try Q"));
    assert_said("(White mates in 1).\n");
    assert_said("White mates in 1 at depth ");
    assert_boards(2);
    play(SHUT_IN, "hint\neval\nKb1\n");
    assert_said(", expecting ");
}

/* Black at the bottom for whoever plays Black; from the other side on request. */
static void test_flip(void) {
    PlayOptions options = options_at(SHUT_IN);
    options.colour = PLAY_BLACK;
    TEST_ASSERT_TRUE(play_with(&options, "flip\n"));
    TEST_ASSERT_EQUAL_INT(2, count_of(" h  g  f  e  d  c  b  a\n"));
    TEST_ASSERT_EQUAL_INT(1, count_of(" a  b  c  d  e  f  g  h\n"));
}

static void test_help(void) {
    static const char *const NAMES[] = {"hint", "eval", "moves", "undo", "draw", "resign",
                                        "flip", "save", "new",   "help", "quit"};
    play(SHUT_IN, "help\nhelp save\nhelp xxxxxx\n");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char line[32];
        snprintf(line, sizeof line, "\n  %s ", NAMES[i]);
        assert_said(line);
    }
    assert_said("\nExample: save game.pgn\n");
    assert_said("unknown command 'xxxxxx', try help.\n");
}

static void test_new_games(void) {
    play(MATE_IN_ONE, "Qg7\nnew\nQg7\nnew blue\nnew black\nquit\nQg7\n");
    TEST_ASSERT_EQUAL_INT(3, count_of("Checkmate: White wins, 1-0.\n"));
    assert_said("'blue' is not a colour: white, black or random.\n");
    assert_said("Castellan plays 1. Q");
    TEST_ASSERT_EQUAL_INT(0, count_of("The game is over"));
}

/* The engine weakened, with either colour drawn by lot, and Chess960. */
static void test_other_settings(void) {
    PlayOptions options = options_at("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    options.elo = 1200;
    options.colour = PLAY_RANDOM;
    options.is_chess960 = true;
    options.name = "Somebody";
    TEST_ASSERT_TRUE(play_with(&options, "moves\nquit\n"));
    TEST_ASSERT_GREATER_THAN_INT(0, count_of(" Castellan (1200)\n"));
    TEST_ASSERT_GREATER_THAN_INT(0, count_of(" Somebody\n"));
}

/* ---- Files ---- */

static void test_saved_game(void) {
    play(FEN_START, with_path("e4\nsave %s\nresign\nsave  %s \n"));
    TEST_ASSERT_EQUAL_INT(2, count_of("The game is in "));
    TEST_ASSERT_EQUAL_INT(2, games_in_pgn());
    assert_pgn_has("[White \"Player\"]\n[Black \"Castellan ");
    assert_pgn_has(
        "[Result \"*\"]\n[TimeControl \"-\"]\n[Termination \"unterminated\"]\n\n1. e4 {[%eval ");
    assert_pgn_has(
        "[Result \"0-1\"]\n[TimeControl \"-\"]\n[Termination \"normal\"]\n\n1. e4 {[%eval ");
    assert_pgn_reads("White resigns: Black wins, 0-1} 0-1 ");
    TEST_ASSERT_NULL(strstr(written, "????"));
}

static void test_clock_and_strength_in_a_saved_game(void) {
    PlayOptions options = options_at(SHUT_IN);
    options.clock = (PlayClock){true, {7200000, 7200000}, 3600500};
    options.elo = 1500;
    options.name = "A \"B\"";
    TEST_ASSERT_TRUE(play_with(&options, with_path("Kb1\nsave %s\n")));
    TEST_ASSERT_EQUAL_INT(1, games_in_pgn());
    assert_pgn_has("[White \"A \\\"B\\\"\"]");
    assert_pgn_has("[BlackElo \"1500\"]\n[TimeControl \"7200+3600.5\"]");
    assert_pgn_has("[FEN \"" SHUT_IN "\"]");
    assert_pgn_has("[%clk 3:00:00]} 1... Kh7 {[%eval ");
}

/* What is no file of games is left alone, and games are never overwritten. */
static void test_files_that_are_there(void) {
    FILE *file = fopen(pgn_path, "w");
    TEST_ASSERT_NOT_NULL(file);
    fputs("my diary\n", file);
    fclose(file);
    play(SHUT_IN, with_path("Kb1\nsave %s\nsave\nsave /nowhere/at/all.pgn\n"));
    assert_said(" is not a file of games, nothing is written to it.\n");
    assert_said("Expected the name of a file, as in 'save game.pgn'.\n");
    assert_said("Not saved: /nowhere/at/all.pgn cannot be written");
    TEST_ASSERT_EQUAL_STRING("my diary\n", read_pgn());
    file = fopen(pgn_path, "w");
    TEST_ASSERT_NOT_NULL(file);
    fputs("[Event \"Mine\"]\n\n1. d4 *", file);
    fclose(file);
    play(SHUT_IN, with_path("Kb1\nsave %s\n"));
    TEST_ASSERT_EQUAL_INT(2, games_in_pgn());
    assert_pgn_has("[Event \"Mine\"]\n\n1. d4 *\n\n[Event ");
}

/* However the game is left, it is in the file, once; a game without moves is not. */
static void test_file_of_the_options(void) {
    PlayOptions options = options_at(MATE_IN_ONE);
    options.pgn = pgn_path;
    TEST_ASSERT_TRUE(play_with(&options, "flip\n"));
    TEST_ASSERT_NULL(fopen(pgn_path, "r"));
    TEST_ASSERT_TRUE(play_with(&options, "Qf1"));
    TEST_ASSERT_EQUAL_INT(1, games_in_pgn());
    assert_pgn_has("[Termination \"unterminated\"]");
    TEST_ASSERT_TRUE(play_with(&options, "Qg7\nundo\nQf8\nquit\n"));
    TEST_ASSERT_EQUAL_INT(2, games_in_pgn());
    TEST_ASSERT_TRUE(play_with(&options, "Qg7\nnew\nQg7\n"));
    TEST_ASSERT_EQUAL_INT(4, games_in_pgn());
    TEST_ASSERT_EQUAL_INT(2, count_of("The game is in "));
    options.pgn = "/nowhere/at/all.pgn";
    TEST_ASSERT_FALSE(play_with(&options, "Qg7\n"));
    assert_said("The game is not saved: /nowhere/at/all.pgn cannot be written: ");
}

/* Input may end anywhere. */
static void test_end_of_input_in_every_state(void) {
    static const char *const LINES[] = {"",     "\n",        "e4",         "e4\n",   "e4\nhint\n",
                                        "undo", "resign",    "resign\n\n", "draw\n", "help",
                                        "new",  "new black", "save",       "quit",   "e4\nnew\ne4"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        play(FEN_START, LINES[i]);
        TEST_ASSERT_GREATER_THAN_INT(0, count_of("Player"));
    }
}

int main(int argc, char **argv) {
    snprintf(pgn_path, sizeof pgn_path, "%s.pgn", argc > 0 ? argv[0] : "test_play");
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_person_mates);
    RUN_TEST(test_engine_mates);
    RUN_TEST(test_draws_on_the_board);
    RUN_TEST(test_resigning);
    RUN_TEST(test_draw_offers);
    RUN_TEST(test_time_runs_out);
    RUN_TEST(test_game_that_is_over_at_once);
    RUN_TEST(test_bad_lines_change_nothing);
    RUN_TEST(test_undo);
    RUN_TEST(test_undo_after_the_end);
    RUN_TEST(test_undo_as_black);
    RUN_TEST(test_advice);
    RUN_TEST(test_flip);
    RUN_TEST(test_help);
    RUN_TEST(test_new_games);
    RUN_TEST(test_other_settings);
    RUN_TEST(test_saved_game);
    RUN_TEST(test_clock_and_strength_in_a_saved_game);
    RUN_TEST(test_files_that_are_there);
    RUN_TEST(test_file_of_the_options);
    RUN_TEST(test_end_of_input_in_every_state);
    return UNITY_END();
}
