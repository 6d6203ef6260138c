/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * handshake (A), order of commands (C), positions (D) and the terminal (R).
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

/* ---- A: handshake ---- */

/* Reads one answer to `uci` and checks its frame. */
static void read_identity(void) {
    bool has_name = false, has_author = false;
    say("uci");
    while (strcmp(hear(), "uciok") != 0) {
        has_name = has_name || (begins_with(talk.line, "id name ") && talk.line[8] > ' ');
        has_author = has_author || (begins_with(talk.line, "id author ") && talk.line[10] > ' ');
        TEST_ASSERT_TRUE_MESSAGE(
            begins_with(talk.line, "id ") || begins_with(talk.line, "option name "), talk.line);
    }
    TEST_ASSERT_TRUE(has_name && has_author);
}

static void test_A1_A2_A3_uciok_is_the_last_line(void) {
    read_identity();
    expect_quiet();
}

static void test_A4_isready_comes_first(void) {
    expect_quiet();
}

static void test_A5_uci_twice(void) {
    read_identity();
    read_identity();
    expect_quiet();
}

static void test_A12_rubbish_is_survived(void) {
    expect_complaints_only("\n   \n\t\n");
    expect_complaints_only("hello\nprotover 2\n0000\n%s%n\n\x01\xFF");
    expect_complaints_only(
        "setoption\nposition\nsetoption name\nposition fen\nposition startpos x");
    search("depth 2");
}

static void test_A13_blanks_between_words(void) {
    say("  position \t startpos   moves\te2e4  ");
    set_root(AFTER_E4);
    begin_answer();
    say("\t go \t depth  3");
    TEST_ASSERT_EQUAL_INT(3, (int)finish_search()->last->depth);
}

static void test_A14_crlf(void) {
    static const char INPUT[] = "setoption name UCI_Chess960 value true\r\n"
                                "position startpos moves e2e4 e7e5\r\n"
                                "go depth 3\r\n";
    talk.is_chess960 = true;
    set_root(AFTER_E4_E5);
    begin_answer();
    say_raw(INPUT, sizeof INPUT - 1);
    TEST_ASSERT_EQUAL_INT(3, (int)finish_search()->last->depth);
    TEST_ASSERT_EQUAL_INT(0, talk.answer.strings);
}

/* ---- C: order of commands ---- */

static void test_C1_isready_while_searching(void) {
    go("infinite");
    for (int i = 0; i < 50; i++)
        expect_ready_while_searching();
    expect_no_best_move(50);
    stop();
}

static void test_C2_readyok_after_the_work(void) {
    say("setoption name Hash value 256");
    expect_quiet();
    TEST_ASSERT_TRUE(search("depth 3")->last->time < 3000);
}

static void test_C5_new_game_forgets(void) {
    int64_t fresh = search_position_of(KIWIPETE, "depth 8")->last->nodes;
    int64_t warm = search_position_of(KIWIPETE, "depth 8")->last->nodes;
    say("ucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 8")->last->nodes == fresh);
    TEST_ASSERT_TRUE(warm != fresh);
    say("setoption name Threads value 2\nsetoption name Threads value 1\nucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 8")->last->nodes == fresh);
}

static void test_C6_everything_at_once(void) {
    set_root(AFTER_E4);
    begin_answer();
    say("uci\nucinewgame\nsetoption name Hash value 8\nsetoption name Ponder value true\n"
        "position startpos moves e2e4\nisready\ngo depth 4");
    while (strcmp(hear(), "uciok") != 0)
        continue;
    expect_line("readyok");
    finish_search();
}

static void test_C7_new_game_is_not_needed(void) {
    search_position_of(KIWIPETE, "depth 4");
}

static void test_C8_many_positions(void) {
    for (int i = 0; i < 300; i++)
        set_position(FEN_START, i % 2 == 0 ? "e2e4" : "e2e4 e7e5 g1f3");
    expect_quiet();
    search("depth 3");
}

static void test_C9_commands_do_not_touch_the_search(void) {
    go("infinite");
    say("position fen " STALEMATE "\nucinewgame");
    expect_ready_while_searching();
    expect_no_best_move(50);
    stop();
    set_root(STALEMATE);
    TEST_ASSERT_TRUE(search("depth 2")->move == MOVE_NONE);
}

/* A second `go` is refused while an endless search runs, and waits for one that ends. */
static void test_C10_one_best_move_for_each_go(void) {
    go("infinite");
    say("go depth 3\ngo infinite");
    expect_ready_while_searching();
    expect_no_best_move(50);
    stop();
    go("depth 5");
    say("go depth 4");
    await_best_move();
    begin_answer();
    finish_search();
}

static void test_C11_same_position_again(void) {
    search_position_of(KIWIPETE, "depth 3");
    search("depth 4");
}

/* ---- D: positions ---- */

static void search_long_game(int plies) {
    static const char *const MOVES[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    static char line[1 << 15];
    size_t length = (size_t)sprintf(line, "position startpos moves");
    set_root(FEN_START);
    for (int i = 0; i < plies; i++) {
        Move move;
        Reason reason;
        memcpy(line + length, MOVES[i % 4], 5);
        length += 5;
        TEST_ASSERT_TRUE(
            notation_parse_uci(&talk.game.position, (Word){MOVES[i % 4] + 1, 4}, &move, &reason));
        game_play(&talk.game, move);
    }
    line[length++] = '\n';
    say_raw(line, length);
    search("depth 4");
}

static void test_D6_long_games(void) {
    search_long_game(1200);
    search_long_game(4001);
}

static void test_D17_most_moves(void) {
    say("setoption name MultiPV value 256");
    set_position(MOST_MOVES, "");
    TEST_ASSERT_EQUAL_INT(218, lines_of_search());
}

static void test_D19_life_after_a_bad_position(void) {
    static const char *const LINES[] = {
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 1r1qk2r/5ppp/Q2p4/6R1/4P1bq/2N5/P1P5/4K1N1 b k - 0 23",
        "position fen 8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70",
        "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1",
        "position nonsense",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        expect_complaints_only(LINES[i]);
        search("depth 1");
    }
}

/* Rights and counters that cannot be meant are no danger to a search either. */
static void test_D4_D15_D16_odd_fields_are_searched(void) {
    static const char *const FENS[] = {
        "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1",
        "2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9",
        "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 150 0",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 99999999999 99999999999",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        search_position_of(FENS[i], "depth 7");
}

/* ---- R: terminal ---- */

/* Extras answer only when they are asked for, each in its own words and not as a search. */
static void test_R3_extras(void) {
    static const char *const LINES[] = {"d",       "d moves", "flip",   "eval",
                                        "perft 2", "help",    "help go"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        int count = 0;
        say("%s\nisready", LINES[i]);
        for (; strcmp(hear(), "readyok") != 0; count++)
            TEST_ASSERT_FALSE_MESSAGE(begins_with(talk.line, "bestmove"), talk.line);
        TEST_ASSERT_TRUE_MESSAGE(count > 0, LINES[i]);
    }
}

static void test_R4_mistyped_commands_are_named(void) {
    TEST_ASSERT_EQUAL_INT(1, expect_complaints_only("israedy"));
    TEST_ASSERT_EQUAL_INT(1, expect_complaints_only("positoin startpos moves e2e4"));
}

/* Ctrl-C ends the engine at once, by the signal itself or with a status that says so. */
static void interrupt(const char *lines) {
    say("%s\nisready", lines);
    while (strcmp(hear(), "readyok") != 0)
        continue;
    kill(talk.pid, SIGINT);
    while (hear_within(PATIENCE_MS) == HEARD_LINE)
        continue;
    int status = wait_for_end();
    TEST_ASSERT_TRUE_MESSAGE(status == 0 || status == 130 || status == -SIGINT, lines);
    close_input();
    launch();
}

static void test_R5_interrupt(void) {
    interrupt("");
    interrupt("go infinite");
    interrupt("setoption name Threads value 4\ngo infinite");
    interrupt("go ponder wtime 1000 btime 1000");
}

static void test_R5_end_of_input(void) {
    close_input();
    TEST_ASSERT_EQUAL_INT(0, wait_for_end());
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_A1_A2_A3_uciok_is_the_last_line);
    RUN_TEST(test_A4_isready_comes_first);
    RUN_TEST(test_A5_uci_twice);
    RUN_TEST(test_A12_rubbish_is_survived);
    RUN_TEST(test_A13_blanks_between_words);
    RUN_TEST(test_A14_crlf);
    RUN_TEST(test_C1_isready_while_searching);
    RUN_TEST(test_C2_readyok_after_the_work);
    RUN_TEST(test_C5_new_game_forgets);
    RUN_TEST(test_C6_everything_at_once);
    RUN_TEST(test_C7_new_game_is_not_needed);
    RUN_TEST(test_C8_many_positions);
    RUN_TEST(test_C9_commands_do_not_touch_the_search);
    RUN_TEST(test_C10_one_best_move_for_each_go);
    RUN_TEST(test_C11_same_position_again);
    RUN_TEST(test_D6_long_games);
    RUN_TEST(test_D17_most_moves);
    RUN_TEST(test_D19_life_after_a_bad_position);
    RUN_TEST(test_D4_D15_D16_odd_fields_are_searched);
    RUN_TEST(test_R3_extras);
    RUN_TEST(test_R4_mistyped_commands_are_named);
    RUN_TEST(test_R5_interrupt);
    RUN_TEST(test_R5_end_of_input);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
