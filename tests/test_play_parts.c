/* What playing against the engine is made of: clocks, what people type, the game with its ends and
 * undoing, draws, and the screen, exactly. */
#include "unity.h"

#include <string.h>

#include "fen.h"
#include "play_game.h"
#include "play_options.h"
#include "play_screen.h"
#include "positions.h"
#include "startup.h"
#include "typed_move.h"

static PlayGame game;
static const PlayClock NO_CLOCK = {.is_used = false};

void setUp(void) {
    game = (PlayGame){0};
}

void tearDown(void) {
    play_game_free(&game);
}

static void begin(const char *fen) {
    Position start = position_of(fen);
    play_game_begin(&game, &start, NO_CLOCK, false);
}

/* Plays moves in SAN. */
static void add(const char *moves) {
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        Move move;
        Reason reason;
        if (!san_parse(&game.now.position, word, &move, &reason))
            TEST_FAIL_MESSAGE(reason.text);
        TEST_ASSERT_TRUE(play_game_add(&game, move));
    }
}

static void assert_end(PlayEnd end, const char *sentence) {
    char text[PLAY_END_SIZE];
    play_game_print_end(&game, text);
    TEST_ASSERT_EQUAL_STRING(sentence, text);
    TEST_ASSERT_EQUAL_INT(end, game.end);
}

/* ---- Clocks ---- */

static void assert_clock(const char *text, int64_t base_ms, int64_t increment_ms) {
    PlayClock clock = {0};
    Reason reason;
    TEST_ASSERT_TRUE_MESSAGE(play_clock_parse(text, &clock, &reason), text);
    TEST_ASSERT_TRUE(clock.is_used);
    TEST_ASSERT_EQUAL_INT(base_ms, clock.left_ms[WHITE]);
    TEST_ASSERT_EQUAL_INT(base_ms, clock.left_ms[BLACK]);
    TEST_ASSERT_EQUAL_INT(increment_ms, clock.increment_ms);
}

static void test_times_that_are_understood(void) {
    PlayClock clock = {.is_used = true};
    Reason reason;
    assert_clock("5", 300000, 0);
    assert_clock("5+3", 300000, 3000);
    assert_clock("0.5+0.25", 30000, 250);
    assert_clock(".001", 60, 0);
    assert_clock("90+30", 5400000, 30000);
    assert_clock("1000", 60000000, 0);
    TEST_ASSERT_TRUE(play_clock_parse("none", &clock, &reason));
    TEST_ASSERT_FALSE(clock.is_used);
}

static void test_times_that_are_not(void) {
    static const char *const TEXTS[] = {
        "",     "0",      "+3",   "5+",     "5+x", "x",    "5 3",  "-5", "1e3",
        "1001", "5+1001", "1..5", "1.2345", "inf", "5+3+", "None", ".",  "99999999999999999999999"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        PlayClock clock = NO_CLOCK;
        Reason reason;
        TEST_ASSERT_FALSE_MESSAGE(play_clock_parse(TEXTS[i], &clock, &reason), TEXTS[i]);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "is not a time: minutes"), reason.text);
        TEST_ASSERT_FALSE(clock.is_used);
    }
}

static void test_seconds(void) {
    int64_t milliseconds = 7;
    Reason reason;
    TEST_ASSERT_TRUE(play_clock_parse_seconds("2.5", &milliseconds, &reason));
    TEST_ASSERT_EQUAL_INT(2500, milliseconds);
    TEST_ASSERT_FALSE(play_clock_parse_seconds("0", &milliseconds, &reason));
    TEST_ASSERT_FALSE(play_clock_parse_seconds("2s", &milliseconds, &reason));
    TEST_ASSERT_EQUAL_STRING("'2s' is not a number of seconds, as in 2 or 0.5", reason.text);
    TEST_ASSERT_EQUAL_INT(2500, milliseconds);
}

static void test_moves_cost_time_and_earn_some(void) {
    PlayClock clock = {true, {10000, 10000}, 2000};
    TEST_ASSERT_TRUE(play_clock_charge(&clock, WHITE, 3000));
    TEST_ASSERT_EQUAL_INT(9000, clock.left_ms[WHITE]);
    TEST_ASSERT_EQUAL_INT(10000, clock.left_ms[BLACK]);
    TEST_ASSERT_TRUE(play_clock_charge(&clock, BLACK, 9999));
    TEST_ASSERT_EQUAL_INT(2001, clock.left_ms[BLACK]);
    TEST_ASSERT_FALSE(play_clock_charge(&clock, BLACK, 2001));
    TEST_ASSERT_EQUAL_INT(0, clock.left_ms[BLACK]);
    clock = NO_CLOCK;
    TEST_ASSERT_TRUE(play_clock_charge(&clock, WHITE, INT64_MAX));
}

static void test_clocks_as_text(void) {
    static const struct {
        int64_t ms;
        const char *text, *pgn;
    } ROWS[] = {
        {0, "0.0", "0:00:00"},           {999, "0.9", "0:00:00"},
        {19999, "19.9", "0:00:19"},      {20000, "0:20", "0:00:20"},
        {300000, "5:00", "0:05:00"},     {3599999, "59:59", "0:59:59"},
        {3600000, "1:00:00", "1:00:00"}, {36061000, "10:01:01", "10:01:01"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[PLAY_CLOCK_SIZE];
        play_clock_print(ROWS[i].ms, text);
        TEST_ASSERT_EQUAL_STRING(ROWS[i].text, text);
        play_clock_print_pgn(ROWS[i].ms, text);
        TEST_ASSERT_EQUAL_STRING(ROWS[i].pgn, text);
    }
}

/* ---- What people type ---- */

static void test_colours_and_strengths(void) {
    PlayColour colour = PLAY_RANDOM;
    int elo = 1;
    Reason reason;
    TEST_ASSERT_TRUE(play_parse_colour("Black", &colour, &reason));
    TEST_ASSERT_EQUAL_INT(PLAY_BLACK, colour);
    TEST_ASSERT_TRUE(play_parse_colour("w", &colour, &reason));
    TEST_ASSERT_EQUAL_INT(PLAY_WHITE, colour);
    TEST_ASSERT_TRUE(play_parse_colour("R", &colour, &reason));
    TEST_ASSERT_EQUAL_INT(PLAY_RANDOM, colour);
    TEST_ASSERT_FALSE(play_parse_colour("blue", &colour, &reason));
    TEST_ASSERT_EQUAL_STRING("'blue' is not a colour: white, black or random", reason.text);
    TEST_ASSERT_TRUE(play_parse_strength("2800", &elo, &reason));
    TEST_ASSERT_EQUAL_INT(2800, elo);
    TEST_ASSERT_FALSE(play_parse_strength("1199", &elo, &reason));
    TEST_ASSERT_FALSE(play_parse_strength("", &elo, &reason));
    TEST_ASSERT_EQUAL_STRING("'' is not a strength: an Elo from 1200 to 2800, or full",
                             reason.text);
    TEST_ASSERT_TRUE(play_parse_strength("full", &elo, &reason));
    TEST_ASSERT_EQUAL_INT(PLAY_FULL_STRENGTH, elo);
}

/* Asks everything and gives the answers; leaves what was printed in `said`. */
static bool ask(const char *answers, PlayOptions *options, char said[2048]) {
    FILE *in = tmpfile(), *out = tmpfile();
    TEST_ASSERT_TRUE(in != NULL && out != NULL);
    fputs(answers, in);
    rewind(in);
    *options = play_options_standard();
    options->lacks_colour = options->lacks_strength = options->lacks_time = true;
    bool is_answered = play_options_ask(options, in, out);
    rewind(out);
    said[fread(said, 1, 2047, out)] = '\0';
    fclose(in);
    fclose(out);
    return is_answered;
}

static void test_questions(void) {
    PlayOptions options;
    char said[2048];
    TEST_ASSERT_TRUE(ask("\n\n\n", &options, said));
    TEST_ASSERT_EQUAL_INT(PLAY_WHITE, options.colour);
    TEST_ASSERT_EQUAL_INT(1600, options.elo);
    TEST_ASSERT_FALSE(options.clock.is_used);
    TEST_ASSERT_TRUE(ask(" black \nfull\n5+3\n", &options, said));
    TEST_ASSERT_EQUAL_INT(PLAY_BLACK, options.colour);
    TEST_ASSERT_EQUAL_INT(PLAY_FULL_STRENGTH, options.elo);
    TEST_ASSERT_EQUAL_INT(300000, options.clock.left_ms[WHITE]);
    TEST_ASSERT_TRUE(ask("green\nb\n99\n1500\nsoon\n\n", &options, said));
    TEST_ASSERT_EQUAL_INT(PLAY_BLACK, options.colour);
    TEST_ASSERT_EQUAL_INT(1500, options.elo);
    TEST_ASSERT_NOT_NULL(strstr(said, "'green' is not a colour: white, black or random.\nYour "));
}

static void test_questions_end_with_the_input(void) {
    PlayOptions options;
    char said[2048];
    TEST_ASSERT_FALSE(ask("", &options, said));
    TEST_ASSERT_FALSE(ask("white\n", &options, said));
    TEST_ASSERT_FALSE(ask("white\n1500\nbad", &options, said));
    TEST_ASSERT_TRUE(ask("white\n1500\nnone", &options, said));
}

static void assert_typed(const char *fen, const char *line, const char *uci) {
    Position position = position_of(fen);
    Move move;
    Reason reason;
    if (!typed_move_parse(&position, line, &move, &reason))
        TEST_FAIL_MESSAGE(reason.text);
    TEST_ASSERT_EQUAL_HEX16(move_of(&position, uci), move);
}

static void assert_not_typed(const char *fen, const char *line, const char *why) {
    Position position = position_of(fen);
    Move move;
    Reason reason;
    TEST_ASSERT_FALSE_MESSAGE(typed_move_parse(&position, line, &move, &reason), line);
    TEST_ASSERT_EQUAL_STRING(why, reason.text);
}

static void test_typed_moves(void) {
    static const char CASTLING[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char BISHOPS[] = "4k3/8/8/8/8/2p5/1P6/4KB2 w - - 0 1";
    assert_typed(FEN_START, "e4", "e2e4");
    assert_typed(FEN_START, "  g1f3 ", "g1f3");
    assert_typed(FEN_START, "1. Nf3", "g1f3");
    assert_typed(FEN_START, "1.Nf3", "g1f3");
    assert_typed(FEN_START, "nf3", "g1f3");
    assert_typed(CASTLING, "o-o-o", "e1a1");
    assert_typed(CASTLING, "0-0", "e1h1");
    assert_typed(CASTLING, "ke2", "e1e2");
    assert_typed(BISHOPS, "bxc3", "b2c3");
    assert_typed(BISHOPS, "b4", "b2b4");
    assert_typed(BISHOPS, "bb5", "f1b5");
}

static void test_typed_moves_that_are_refused(void) {
    assert_not_typed(FEN_START, "ke2", "illegal move 'Ke2': an own piece stands on e2");
    assert_not_typed(FEN_START, "e4 e5", "one move at a time, please: not 'e5' after 'e4'");
    assert_not_typed(FEN_START, "1.", "expected a move such as Nf3, exd5 or O-O");
    assert_not_typed(FEN_START, "what", "'what' is not a move such as Nf3, exd5 or O-O");
    assert_not_typed(FEN_START, "bc4", "illegal move 'bc4': no pawn from there can go to c4");
    assert_not_typed(FEN_START, "nooooooooooooooooo",
                     "'nooooooooooooooooo' is too long for a move");
}

/* ---- The game ---- */

static void test_ends_on_the_board(void) {
    begin("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    assert_end(PLAY_GOES_ON, "The game goes on, *");
    add("Qg7#");
    assert_end(PLAY_MATE, "Checkmate: White wins, 1-0");
    begin("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    add("Qf7");
    assert_end(PLAY_STALEMATE, "Stalemate: a draw, 1/2-1/2");
    begin("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    add("Kxb2");
    assert_end(PLAY_DEAD_POSITION, "Neither side can give mate any more: a draw, 1/2-1/2");
    begin("7k/8/7p/7P/8/8/8/K5R1 w - - 99 80");
    add("Kb1");
    assert_end(PLAY_FIFTY_MOVES, "Fifty moves without a capture or a pawn move: a draw, 1/2-1/2");
    begin(FEN_START);
    add("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_end(PLAY_GOES_ON, "The game goes on, *");
    add("Ng8");
    assert_end(PLAY_REPETITION, "The position has come for the third time: a draw, 1/2-1/2");
    begin("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_end(PLAY_MATE, "Checkmate: White wins, 1-0");
}

static void test_ends_that_are_declared(void) {
    begin(FEN_START);
    play_game_resign(&game, WHITE);
    assert_end(PLAY_RESIGNATION, "White resigns: Black wins, 0-1");
    play_game_agree(&game);
    assert_end(PLAY_AGREEMENT, "Draw agreed, 1/2-1/2");
    play_game_lose_on_time(&game, WHITE);
    assert_end(PLAY_TIME, "White has no time left: Black wins, 0-1");
    begin("7k/8/8/8/8/8/8/K5R1 w - - 0 1");
    play_game_lose_on_time(&game, WHITE);
    assert_end(PLAY_TIME, "White has no time left, but Black has only a king: a draw, 1/2-1/2");
}

static void test_taking_back(void) {
    Position start = position_of(FEN_START);
    play_game_begin(&game, &start, (PlayClock){true, {60000, 60000}, 0}, false);
    play_clock_charge(&game.clock, WHITE, 1000);
    add("e4");
    Position after = game.now.position;
    play_clock_charge(&game.clock, BLACK, 5000);
    add("e5");
    play_clock_charge(&game.clock, WHITE, 3000);
    add("Nf3");
    TEST_ASSERT_TRUE(play_game_take_back(&game, 2));
    TEST_ASSERT_EQUAL_MEMORY(&after, &game.now.position, sizeof after);
    TEST_ASSERT_EQUAL_INT(59000, game.clock.left_ms[WHITE]);
    TEST_ASSERT_EQUAL_INT(60000, game.clock.left_ms[BLACK]);
    TEST_ASSERT_TRUE(play_game_take_back(&game, 5));
    TEST_ASSERT_EQUAL_size_t(0, game.ply_count);
    TEST_ASSERT_EQUAL_INT(60000, game.clock.left_ms[WHITE]);
    TEST_ASSERT_EQUAL_STRING(FEN_START, fen_of(&game.now.position).text);
}

/* Repetitions are counted anew, and an end that was declared is gone. */
static void test_taking_back_an_end(void) {
    begin(FEN_START);
    add("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    TEST_ASSERT_TRUE(play_game_take_back(&game, 1));
    assert_end(PLAY_GOES_ON, "The game goes on, *");
    add("Ng8");
    assert_end(PLAY_REPETITION, "The position has come for the third time: a draw, 1/2-1/2");
    TEST_ASSERT_TRUE(play_game_take_back(&game, 4));
    play_game_resign(&game, BLACK);
    TEST_ASSERT_TRUE(play_game_take_back(&game, 0));
    assert_end(PLAY_GOES_ON, "The game goes on, *");
    TEST_ASSERT_EQUAL_size_t(4, game.ply_count);
}

static void test_when_a_draw_is_welcome(void) {
    begin(FEN_START);
    add("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2");
    play_game_note_scores(&game, 0, 0);
    TEST_ASSERT_FALSE_MESSAGE(play_game_is_draw_welcome(&game, BLACK), "too early");
    add("c5");
    TEST_ASSERT_FALSE_MESSAGE(play_game_is_draw_welcome(&game, BLACK), "nothing is known");
    play_game_note_scores(&game, 19, 0);
    TEST_ASSERT_TRUE(play_game_is_draw_welcome(&game, WHITE));
    TEST_ASSERT_TRUE(play_game_is_draw_welcome(&game, BLACK));
    play_game_note_scores(&game, 20, 0);
    TEST_ASSERT_FALSE(play_game_is_draw_welcome(&game, WHITE));
    TEST_ASSERT_TRUE(play_game_is_draw_welcome(&game, BLACK));
    play_game_note_scores(&game, score_mated_at(4), 0);
    TEST_ASSERT_TRUE(play_game_is_draw_welcome(&game, WHITE));
    TEST_ASSERT_FALSE(play_game_is_draw_welcome(&game, BLACK));
}

/* ---- The screen ---- */

static const char *screen_of(PlayScreen screen) {
    static char text[PLAY_SCREEN_SIZE];
    screen.names[WHITE] = "Player";
    screen.names[BLACK] = "Castellan (1600)";
    play_screen_draw(&screen, &game, text);
    return text;
}

static void test_screen_with_a_panel(void) {
    Position start = position_of(FEN_START);
    play_game_begin(&game, &start, (PlayClock){true, {60000, 3600000}, 0}, false);
    add("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3");
    TEST_ASSERT_EQUAL_STRING("\n"
                             " 8  r  .  b  q  .  r  k  .     > Castellan (1600)       1:00:00\n"
                             " 7  .  .  p  p  b  p  p  p         3. Bb5      a6\n"
                             " 6  p  .  n  .  .  n  .  .         4. Ba4      Nf6\n"
                             " 5  .  p  .  .  p  .  .  .         5. O-O      Be7\n"
                             " 4  .  .  .  .  P  .  .  .         6. Re1      b5\n"
                             " 3  .  B [P] .  .  N  .  .         7. Bb3      O-O\n"
                             " 2  P  P [.] P  .  P  P  P         8. c3\n"
                             " 1  R  N  B  Q  R  .  K  .       Player                    1:00\n"
                             "    a  b  c  d  e  f  g  h\n"
                             "\n",
                             screen_of((PlayScreen){.style = {.width = 80}}));
}

static void test_screen_when_black_begins(void) {
    begin("4k3/8/8/8/8/8/8/4K2R b K - 5 40");
    add("Kd8 O-O");
    const char *text = screen_of((PlayScreen){.style = {.width = 80}});
    TEST_ASSERT_NOT_NULL(strstr(text, " 7  .  .  .  .  .  .  .  .        40. ...      Kd8\n"));
    TEST_ASSERT_NOT_NULL(strstr(text, " 6  .  .  .  .  .  .  .  .        41. O-O\n"));
    TEST_ASSERT_NOT_NULL(strstr(text, " 1  .  .  .  . [.] R [K] .       Player\n"));
}

static void test_narrow_screen(void) {
    begin("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    add("Qg7#");
    TEST_ASSERT_EQUAL_STRING("\n"
                             "  Player\n"
                             " 1  .  .  .  .  .  .  .  .\n"
                             " 2  .  .  .  .  .  .  .  .\n"
                             " 3  .  .  .  .  .  .  .  .\n"
                             " 4  .  .  .  .  .  .  .  .\n"
                             " 5  .  .  .  .  .  .  .  .\n"
                             " 6  .  K  .  .  .  .  .  .\n"
                             " 7  . [Q][.] .  .  .  .  .\n"
                             " 8  k  .  .  .  .  .  .  .\n"
                             "    h  g  f  e  d  c  b  a\n"
                             "  Castellan (1600)\n"
                             "\n",
                             screen_of((PlayScreen){.style = {.width = 40}, .is_flipped = true}));
}

/* Colours and pieces take more bytes than columns; all of it fits, and ends as it began. */
static void test_coloured_screen(void) {
    begin(FEN_START);
    TerminalStyle style = {true, true, true, true, 80};
    const char *text = screen_of((PlayScreen){.style = style});
    TEST_ASSERT_NOT_NULL(strstr(text, "\033[1m▸ Player "));
    TEST_ASSERT_NOT_NULL(strstr(text, "    a  b  c  d  e  f  g  h\n\n"));
    TEST_ASSERT_NOT_NULL(strstr(text, " ♜ \033[0m"));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_times_that_are_understood);
    RUN_TEST(test_times_that_are_not);
    RUN_TEST(test_seconds);
    RUN_TEST(test_moves_cost_time_and_earn_some);
    RUN_TEST(test_clocks_as_text);
    RUN_TEST(test_colours_and_strengths);
    RUN_TEST(test_questions);
    RUN_TEST(test_questions_end_with_the_input);
    RUN_TEST(test_typed_moves);
    RUN_TEST(test_typed_moves_that_are_refused);
    RUN_TEST(test_ends_on_the_board);
    RUN_TEST(test_ends_that_are_declared);
    RUN_TEST(test_taking_back);
    RUN_TEST(test_taking_back_an_end);
    RUN_TEST(test_when_a_draw_is_welcome);
    RUN_TEST(test_screen_with_a_panel);
    RUN_TEST(test_screen_when_black_begins);
    RUN_TEST(test_narrow_screen);
    RUN_TEST(test_coloured_screen);
    return UNITY_END();
}
