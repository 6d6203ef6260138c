/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * limits of a search (E) and its end (F).
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

/* ---- E: limits ---- */

static void test_E1_own_clock_alone(void) {
    search_position_of(FEN_START, "wtime 100");
    search_position_of(AFTER_E4, "btime 100");
}

static void test_E2_any_order(void) {
    search_position_of(FEN_START, "btime 200 binc 10 wtime 300 winc 20");
    search_position_of(AFTER_E4, "winc 10 movestogo 20 wtime 99999999 binc 5 btime 100");
}

static void test_E3_opponents_clock_alone(void) {
    search_until_stop(FEN_START, "btime 1");
    search_until_stop(AFTER_E4, "wtime 1 winc 1");
}

static void test_E4_whichever_comes_first(void) {
    TEST_ASSERT_EQUAL_INT(6,
                          (int)search_position_of(FEN_START, "wtime 9999999 depth 6")->last->depth);
    TEST_ASSERT_TRUE(search_position_of(FEN_START, "nodes 5000 depth 90")->last->nodes < 10000);
    TEST_ASSERT_TRUE(search_position_of(FEN_START, "movetime 99999 nodes 1000")->last->nodes <
                     5000);
    search_position_of(FEN_START, "movetime 50 nodes 99999999999 depth 90");
    search_position_of(FEN_START, "movetime 99999 wtime 100");
}

static void test_E5_any_depth(void) {
    TEST_ASSERT_EQUAL_INT(1, (int)search_position_of(FEN_START, "depth 1")->last->depth);
    search_position_of(BARE, "depth 255");
    search_position_of(BARE, "depth 999");
    search_position_of(BARE, "depth 99999999999999999999");
    search_position_of(FEN_START, "depth 0");
    search_position_of(FEN_START, "depth -3");
    search_until_stop(KIWIPETE, "depth 999");
}

static void test_E6_node_limit(void) {
    static const int LIMITS[] = {500, 5000, 50000, 300000};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d", LIMITS[i]);
        int64_t nodes = search_position_of(KIWIPETE, limits)->last->nodes;
        TEST_ASSERT_TRUE_MESSAGE(nodes >= LIMITS[i], limits);
        TEST_ASSERT_TRUE_MESSAGE(nodes <= LIMITS[i] + LIMITS[i] / 100 + 3000, limits);
    }
}

static void test_E7_one_node(void) {
    search_position_of(FEN_START, "nodes 1");
    search_position_of(KIWIPETE, "nodes 1");
    search_position_of(MATE_IN_1, "nodes 1");
    search_position_of("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "nodes 1");
    search_position_of(KIWIPETE, "nodes 0");
}

static void test_E8_nodes_are_deterministic(void) {
    const Answer *a = search_position_of(KIWIPETE, "nodes 30000");
    int64_t nodes = a->last->nodes, score = a->last->score;
    Move move = a->move;
    say("ucinewgame");
    a = search_position_of(KIWIPETE, "nodes 30000");
    TEST_ASSERT_TRUE(a->last->nodes == nodes && a->last->score == score && a->move == move);
}

static void test_E9_limits_do_not_leak(void) {
    search_position_of(FEN_START, "nodes 100");
    TEST_ASSERT_EQUAL_INT(8, (int)search_position_of(FEN_START, "depth 8")->last->depth);
    search_position_of(FEN_START, "movetime 1");
    TEST_ASSERT_EQUAL_INT(8, (int)search_position_of(KIWIPETE, "depth 8")->last->depth);
    search_position_of(FEN_START, "depth 1");
    search_until_stop(FEN_START, "infinite");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "nodes 50000")->last->depth > 1);
}

static void test_E10_many_nodes(void) {
    search_until_stop(KIWIPETE, "nodes 5000000000");
    search_until_stop(KIWIPETE, "nodes 4294967297");
    search_until_stop(KIWIPETE, "nodes 9223372036854775807");
}

static void test_E11_E12_move_time(void) {
    search_position_of(FEN_START, "movetime 200");
    search_position_of(FEN_START, "movetime 1");
    search_position_of(FEN_START, "movetime 0");
    search_position_of(FEN_START, "movetime -100");
}

static void test_E13_clocks_that_have_run_out(void) {
    search_position_of(FEN_START, "wtime 0 btime 0");
    search_position_of(FEN_START, "wtime 1");
    search_position_of(FEN_START, "wtime -250 btime 1000 winc 0 binc 0");
    search_position_of(FEN_START, "wtime -9223372036854775808 winc -9223372036854775808");
    search_position_of(FEN_START, "wtime 0 winc 100 movestogo 0");
}

static void test_E14_moves_to_go(void) {
    search_position_of(FEN_START, "wtime 50 movestogo 1");
    search_position_of(FEN_START, "wtime 500 movestogo 40");
    search_position_of(FEN_START, "wtime 200 winc 50 movestogo 2");
    search_position_of(FEN_START, "wtime 100 movestogo -5");
    search_position_of(FEN_START, "wtime 100 movestogo 99999999999999999999");
}

static void test_E15_M9_huge_clocks(void) {
    search_until_stop(FEN_START, "wtime 86400000 btime 86400000");
    search_until_stop(FEN_START, "wtime 2147483647 btime 1");
    search_until_stop(FEN_START, "wtime 99999999999 winc 99999999999");
    search_until_stop(FEN_START, "wtime 9223372036854775807 winc 9223372036854775807");
    search_until_stop(FEN_START, "movetime 9223372036854775807");
    search_until_stop(FEN_START, "movetime 10000");
}

static void test_E16_infinite(void) {
    static const char *const FENS[] = {FEN_START, MATE_IN_1, MATE_IN_2, ONE_MOVE,
                                       BARE,      MATED,     STALEMATE};
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        search_until_stop(FENS[i], "infinite");
    search_until_stop(FEN_START, "infinite depth 1");
    search_until_stop(FEN_START, "infinite wtime 1 movetime 1");
}

static void test_E17_plain_go(void) {
    search_until_stop(FEN_START, "");
    search_until_stop(ONE_MOVE, "");
}

/* Every line of the answer begins with one of the moves. */
static void check_first_moves(const Answer *a, const char *moves) {
    for (int i = 0; i < a->count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_print_uci(a->infos[i].pv[0], false, text);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(moves, text), text);
    }
}

static void test_E18_search_moves(void) {
    check_first_moves(search_position_of(FEN_START, "depth 5 searchmoves a2a4 h2h3"), "a2a4 h2h3");
    check_first_moves(search_position_of(FEN_START, "searchmoves a2a4 h2h3 depth 5"), "a2a4 h2h3");
    check_first_moves(search_position_of(FEN_START, "searchmoves b1a3 wtime 100"), "b1a3");
    check_first_moves(search_position_of(FEN_START, "searchmoves f2f3 g2g4 nodes 1"), "f2f3 g2g4");
    check_first_moves(search_until_stop(KIWIPETE, "searchmoves e1c1 infinite"), "e1c1");
}

static void test_E19_illegal_search_moves(void) {
    check_first_moves(search_position_of(FEN_START, "depth 3 searchmoves e2e5 a2a3 xyz"), "a2a3");
    search_position_of(FEN_START, "depth 3 searchmoves 0000");
    search_position_of(FEN_START, "depth 3 searchmoves");
    search_position_of(MATED, "depth 3 searchmoves a8a7");
}

static void test_E20_one_search_move(void) {
    TEST_ASSERT_EQUAL_INT(
        9, (int)search_position_of(FEN_START, "depth 9 searchmoves a2a3")->last->depth);
}

static void test_E21_search_moves_do_not_persist(void) {
    search_position_of(MATE_IN_1, "depth 4 searchmoves f5f4");
    TEST_ASSERT_EQUAL_STRING("f5f8", search_position_of(MATE_IN_1, "depth 4")->best);
}

static void test_E22_mate_search(void) {
    check_mate_score(MATE_IN_1, "mate 1", 1);
    check_mate_score(MATE_IN_2, "mate 2", 2);
    check_mate_score(MATE_IN_2, "mate 5", 2);
    check_mate_score(MATED_IN_1, "mate 1", -1);
    check_mate_score(MATED_IN_2, "mate 3", -2);
    say("setoption name Threads value 3");
    check_mate_score(MATE_IN_2, "mate 2", 2);
}

/* The proof is the main thread's alone, and others may still think better of their positions. */
static void test_E22_mated_with_several_threads(void) {
    set_option("Threads value 4");
    for (int i = 0; i < 10; i++) {
        say("ucinewgame");
        set_position("2r3k1/2pnq1pp/1p1pp1r1/pPP2p2/P2P4/4P2n/1BQNBP1P/R4R1K b - - 0 1", "e7g5");
        const Info *last = search("mate 3")->last;
        TEST_ASSERT_TRUE(last->is_mate);
        TEST_ASSERT_EQUAL_INT(-3, (int)last->score);
    }
}

static void test_E23_missing_numbers(void) {
    search_until_stop(FEN_START, "mate");
    search_until_stop(FEN_START, "depth");
    search_until_stop(FEN_START, "wtime btime 5000");
    search_position_of(AFTER_E4, "wtime btime 100");
    search_position_of(FEN_START, "depth nodes 500");
    search_until_stop(FEN_START, "nonsense 7 movetime x");
}

/* One line names the first thing that is passed over; what is left is searched. */
static void test_R4_words_that_are_no_limits(void) {
    const char *const ODD[][2] = {
        {"dept 5 depth 2", "info string go: 'dept' is no limit, try help go"},
        {"depth 2 nonsense 7 movetime x", "info string go: 'nonsense' is no limit, try help go"},
        {"wtime nodes 100", "info string go: expected a number after wtime"},
        {"depth x depth 2", "info string go: expected a number after depth"},
        {"depth 2 searchmoves e2e4 e2e5", "info string go: illegal move 'e2e5'"},
    };
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) {
        set_position(FEN_START, "");
        go(ODD[i][0]);
        expect_line(ODD[i][1]);
        TEST_ASSERT_EQUAL_INT(0, finish_search()->strings);
    }
    TEST_ASSERT_EQUAL_INT(0, search("depth 2 searchmoves d2d4 wtime 100 binc 1")->strings);
}

static void test_E24_perft(void) {
    int moves = 0;
    say("position startpos\ngo perft 4");
    while (!begins_with(hear(), "Nodes searched: "))
        moves += strchr(talk.line, ':') != NULL;
    TEST_ASSERT_EQUAL_STRING("Nodes searched: 197281", talk.line);
    TEST_ASSERT_EQUAL_INT(20, moves);
}

/* ---- F: stop, quit, end of input ---- */

static void test_F1_stop(void) {
    for (int threads = 1; threads <= 4; threads += 3) {
        say("setoption name Threads value %d", threads);
        set_position(KIWIPETE, "");
        go("infinite");
        expect_no_best_move(50);
        stop();
    }
}

static void test_F2_stop_when_idle(void) {
    say("stop\nstop");
    expect_quiet();
    TEST_ASSERT_EQUAL_INT(5, (int)search("depth 5")->last->depth);
    say("stop");
    expect_quiet();
    search_until_stop(KIWIPETE, "infinite");
}

static void test_F3_go_and_stop_in_one_write(void) {
    enum { PAIRS = 1000 };
    static const char PAIR[] = "go infinite\nstop\n";
    static char text[PAIRS * (sizeof PAIR - 1)];
    for (int i = 0; i < PAIRS; i++)
        memcpy(text + i * ((int)sizeof PAIR - 1), PAIR, sizeof PAIR - 1);
    for (int threads = 1; threads <= 2; threads++) {
        say("setoption name Threads value %d", threads);
        say_raw(text, sizeof text);
        for (int i = 0; i < PAIRS; i++) {
            begin_answer();
            await_best_move();
        }
        expect_quiet();
    }
}

static void test_F4_stop_twice(void) {
    go("infinite");
    say("stop\nstop");
    finish_search();
}

static void test_F5_stop_as_the_search_ends(void) {
    for (int i = 0; i < 100; i++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d\nstop", 1 + i * 50);
        search(limits);
    }
}

static void test_F6_next_search_without_waiting(void) {
    begin_answer();
    say("position fen %s\ngo infinite\nstop\nposition fen %s\ngo depth 3", KIWIPETE, AFTER_E4);
    set_root(KIWIPETE);
    await_best_move();
    set_root(AFTER_E4);
    begin_answer();
    TEST_ASSERT_EQUAL_INT(3, (int)finish_search()->last->depth);
}

/* Whether the process is gone in time, whatever is in its output. */
static bool ends_within(int64_t milliseconds) {
    int64_t deadline = now_ms() + milliseconds;
    while (waitpid(talk.pid, NULL, WNOHANG) == 0) {
        if (now_ms() > deadline)
            return false;
        poll(NULL, 0, 5);
    }
    talk.pid = 0;
    return true;
}

/* Reads what the search still says, up to the end of the process, which is regular. */
static int end_of_search(void) {
    while (hear_within(PATIENCE_MS) == HEARD_LINE)
        take_search_line();
    return wait_for_end();
}

static void expect_quit(const char *lines) {
    begin_answer();
    say("%s\nquit", lines);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, end_of_search(), lines);
    close_input();
    launch();
}

static void test_F7_F8_quit_at_any_time(void) {
    expect_quit("");
    expect_quit("go infinite");
    expect_quit("go ponder wtime 1000 btime 1000");
    expect_quit("go depth 90");
    expect_quit("setoption name Hash value 256");
    expect_quit("setoption name Threads value 4\ngo movetime 99999");
}

static void test_F9_end_of_input_while_searching(void) {
    static const char *const LIMITS[] = {"infinite", "ponder wtime 1000", "depth 6", ""};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        go(LIMITS[i]);
        close_input();
        TEST_ASSERT_EQUAL_INT(0, end_of_search());
        TEST_ASSERT_TRUE(talk.answer.is_complete);
        launch();
    }
}

static void test_F10_finite_search_is_finished(void) {
    go("depth 8");
    close_input();
    TEST_ASSERT_EQUAL_INT(0, end_of_search());
    TEST_ASSERT_EQUAL_INT(8, (int)talk.answer.last->depth);
}

/* Whoever listened has gone: the next line written ends the engine, by signal or by itself. */
static void test_F11_nobody_listens(void) {
    close(talk.from);
    talk.from = -1;
    say("uci\ngo infinite");
    TEST_ASSERT_TRUE_MESSAGE(ends_within(PATIENCE_MS), "the engine does not end");
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_E1_own_clock_alone);
    RUN_TEST(test_E2_any_order);
    RUN_TEST(test_E3_opponents_clock_alone);
    RUN_TEST(test_E4_whichever_comes_first);
    RUN_TEST(test_E5_any_depth);
    RUN_TEST(test_E6_node_limit);
    RUN_TEST(test_E7_one_node);
    RUN_TEST(test_E8_nodes_are_deterministic);
    RUN_TEST(test_E9_limits_do_not_leak);
    RUN_TEST(test_E10_many_nodes);
    RUN_TEST(test_E11_E12_move_time);
    RUN_TEST(test_E13_clocks_that_have_run_out);
    RUN_TEST(test_E14_moves_to_go);
    RUN_TEST(test_E15_M9_huge_clocks);
    RUN_TEST(test_E16_infinite);
    RUN_TEST(test_E17_plain_go);
    RUN_TEST(test_E18_search_moves);
    RUN_TEST(test_E19_illegal_search_moves);
    RUN_TEST(test_E20_one_search_move);
    RUN_TEST(test_E21_search_moves_do_not_persist);
    RUN_TEST(test_E22_mate_search);
    RUN_TEST(test_E22_mated_with_several_threads);
    RUN_TEST(test_E23_missing_numbers);
    RUN_TEST(test_R4_words_that_are_no_limits);
    RUN_TEST(test_E24_perft);
    RUN_TEST(test_F1_stop);
    RUN_TEST(test_F2_stop_when_idle);
    RUN_TEST(test_F3_go_and_stop_in_one_write);
    RUN_TEST(test_F4_stop_twice);
    RUN_TEST(test_F5_stop_as_the_search_ends);
    RUN_TEST(test_F6_next_search_without_waiting);
    RUN_TEST(test_F7_F8_quit_at_any_time);
    RUN_TEST(test_F9_end_of_input_while_searching);
    RUN_TEST(test_F10_finite_search_is_finished);
    RUN_TEST(test_F11_nobody_listens);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
