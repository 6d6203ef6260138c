/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * pondering (G), time (M), memory and threads (N) and strength (S).
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

/* ---- G: pondering ---- */

static void test_G1_G14_option(void) {
    say("uci");
    while (!begins_with(hear(), "option name Ponder "))
        TEST_ASSERT_TRUE_MESSAGE(strcmp(talk.line, "uciok") != 0, "no such option");
    TEST_ASSERT_EQUAL_STRING("option name Ponder type check default false", talk.line);
}

static void test_G2_G5_no_answer_while_pondering(void) {
    static const char *const FENS[] = {FEN_START, MATE_IN_1, ONE_MOVE, BARE, MATED, STALEMATE};
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        search_until_stop(FENS[i], "ponder wtime 10 btime 10");
}

static const Answer *ponder_and_hit(const char *fen, const char *limits) {
    set_position(fen, "");
    go(limits);
    expect_no_best_move(60);
    say("ponderhit");
    return finish_search();
}

static void test_G3_ponderhit(void) {
    ponder_and_hit(FEN_START, "ponder wtime 500 btime 500");
    ponder_and_hit(AFTER_E4, "wtime 500 btime 500 binc 10 winc 10 ponder");
    ponder_and_hit(MATE_IN_1, "ponder wtime 500 btime 500");
    ponder_and_hit(BARE, "ponder wtime 500 btime 500");
    ponder_and_hit(ONE_MOVE, "ponder wtime 500 btime 500");
    ponder_and_hit(MATED, "ponder wtime 500 btime 500");
}

/* How many lines come after the hit where there is nothing to think about: more than the last one
 * only if an iteration is waited for, or happens to end just then. */
static int lines_after_the_hit(void) {
    set_position(KIWIPETE, "");
    go("ponder wtime 3600000 movestogo 1 searchmoves e1g1");
    expect_no_best_move(500);
    int before = talk.answer.count;
    say("ponderhit");
    return finish_search()->count - before;
}

static void test_G3_enough_has_been_pondered(void) {
    bool is_at_once = false;
    for (int i = 0; i < 10 && !is_at_once; i++)
        is_at_once = lines_after_the_hit() == 1;
    TEST_ASSERT_TRUE(is_at_once);
}

/* Pondered for longer than the move may take, yet the whole of that time comes after the hit. A
 * bound below: it does not depend on how busy the machine is. */
static void test_G4_clock_begins_with_the_hit(void) {
    set_option("Move Overhead value 0");
    set_position(KIWIPETE, "");
    go("ponder movetime 300");
    expect_no_best_move(400);
    int64_t begin = now_ms();
    say("ponderhit");
    finish_search();
    TEST_ASSERT_TRUE(now_ms() - begin >= 250);
    TEST_ASSERT_TRUE(talk.answer.last->time >= 600);
}

static void test_G6_search_after_a_miss(void) {
    search_until_stop(FEN_START, "ponder wtime 10 btime 10");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "wtime 3000 btime 3000")->last->depth > 1);
}

static void test_G7_ponderhit_when_not_pondering(void) {
    say("ponderhit");
    expect_quiet();
    go("infinite");
    say("ponderhit");
    expect_no_best_move(60);
    stop();
    TEST_ASSERT_EQUAL_INT(4, (int)search("depth 4")->last->depth);
}

static void test_G8_isready_while_pondering(void) {
    go("ponder wtime 100 btime 100");
    expect_ready_while_searching();
    expect_no_best_move(60);
    expect_ready_while_searching();
    stop();
}

static void test_G9_ponder_move_fits(void) {
    TEST_ASSERT_TRUE(search_position_of(FEN_START, "depth 6")->ponder[0] != '\0');
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 6")->ponder[0] != '\0');
}

/* A line of one move, because there was no time for more; the table knows the reply. */
static void test_G11_ponder_move_of_the_table(void) {
    char limits[64];
    search_position_of(KIWIPETE, "depth 8");
    snprintf(limits, sizeof limits, "nodes 1 searchmoves %s", talk.answer.best);
    const Answer *a = search(limits);
    TEST_ASSERT_TRUE(a->ponder[0] != '\0');
}

static void test_G10_no_ponder_move(void) {
    TEST_ASSERT_EQUAL_STRING("", search_position_of(MATE_IN_1, "depth 4")->ponder);
    TEST_ASSERT_EQUAL_STRING("", search_position_of(MATED, "depth 4")->ponder);
}

static void test_G12_limits_wait_for_the_hit(void) {
    ponder_and_hit(FEN_START, "ponder depth 3");
    ponder_and_hit(FEN_START, "ponder nodes 100");
    ponder_and_hit(FEN_START, "ponder movetime 10");
    ponder_and_hit(MATE_IN_2, "ponder mate 2");
    search_until_stop(FEN_START, "ponder depth 1");
}

/* ---- M: time ---- */

/* How long is too long is for test_timeman.c to say; here nothing may hang or be illegal. */
static void test_M3_overhead_beyond_the_clock(void) {
    set_option("Move Overhead value 5000");
    search_position_of(KIWIPETE, "wtime 4000 btime 4000");
    search_position_of(KIWIPETE, "movetime 3000");
    search_position_of(KIWIPETE, "wtime 1 winc 1");
    set_option("Move Overhead value 0");
    search_position_of(KIWIPETE, "movetime 20");
}

static void test_M6_only_reply(void) {
    search_position_of(ONE_MOVE, "wtime 9999999 btime 9999999");
    search_until_stop(ONE_MOVE, "infinite");
    search_until_stop(ONE_MOVE, "ponder wtime 9999999 btime 9999999");
}

/* Trees that grow beyond measure must be left as soon as others. */
static void test_M7_explosions_can_be_stopped(void) {
    static const char *const FENS[] = {
        MOST_MOVES,
        "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
        "1k6/1P5Q/8/7B/8/5K2/8/8 b - - 0 1",
        "8/PPPP1k2/8/8/8/8/2K1pppp/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        search_until_stop(FENS[i], "infinite");
        search_position_of(FENS[i], "wtime 100 btime 100");
    }
}

/* ---- N: memory and threads ---- */

static void test_N1_N3_sizes_of_the_table(void) {
    static const int SIZES[] = {1, 7, 100, 33, 2};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        say("setoption name Hash value %d", SIZES[i]);
        expect_quiet();
        search_position_of(KIWIPETE, "nodes 20000");
    }
}

static void test_N1_largest_table(void) {
    int maximum = 0;
    say("uci");
    while (strcmp(hear(), "uciok") != 0)
        sscanf(talk.line, "option name Hash type spin default %*d min 1 max %d", &maximum);
    TEST_ASSERT_TRUE(maximum >= 65536);
}

/* Not beyond the maximum: so many threads would keep a small machine busy for seconds. */
static void test_N5_threads_out_of_range(void) {
    static const char *const VALUES[] = {"0", "-1", "x", ""};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        char text[64];
        snprintf(text, sizeof text, "setoption name Threads value %s", VALUES[i]);
        expect_complaints_only(text);
        search_position_of(KIWIPETE, "depth 2");
    }
}

static void set_threads(int count) {
    say("setoption name Threads value %d", count);
    expect_quiet();
}

/* A leak would show in what the sanitizers say at the end. */
static void test_N6_threads_up_and_down(void) {
    static const int COUNTS[] = {4, 1, 3, 1, 2};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        set_threads(COUNTS[i]);
        search_position_of(KIWIPETE, "depth 5");
    }
    for (int i = 0; i < 10; i++) {
        set_threads(8);
        search_position_of(KIWIPETE, "depth 2");
        set_threads(1);
        search_position_of(KIWIPETE, "depth 2");
    }
    say("quit");
    TEST_ASSERT_EQUAL_INT(0, wait_for_end());
}

#if defined(__linux__) && defined(NDEBUG)
/* With a gigabyte for the whole process a table of 64 cannot be had: it is said once each time, the
 * old table works on, and what can be had is taken. */
static void test_N2_no_memory_for_the_table(void) {
    hang_up();
    talk.memory_mb = 1024;
    launch();
    talk.memory_mb = 0;
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_EQUAL_INT(1, expect_complaints_only("setoption name Hash value 65536"));
        search_position_of(KIWIPETE, "nodes 20000");
    }
    TEST_ASSERT_EQUAL_INT(0, expect_complaints_only("setoption name Hash value 64"));
    search_position_of(KIWIPETE, "nodes 20000");
    TEST_ASSERT_EQUAL_INT(0, expect_complaints_only("setoption name Hash value 1"));
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "nodes 100000")->last->hashfull > 100);
}
#else
static void test_N2_no_memory_for_the_table(void) {
    TEST_IGNORE_MESSAGE("needs a limit on memory and a build without sanitizers");
}
#endif

/* The stack of a helper is as deep as the tree can get. */
static void test_N7_N8_blocked_position_to_the_last_depth(void) {
    set_threads(2);
    const Answer *a =
        search_position_of("8/8/k7/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1", "depth 999 nodes 2000000");
    TEST_ASSERT_TRUE(a->last->depth >= 60);
}

/* ---- S: strength ---- */

static const char *const WEAK[] = {
    "UCI_Elo value 1200\nsetoption name UCI_LimitStrength value true",
    "UCI_Elo value 1900\nsetoption name UCI_LimitStrength value true",
    "UCI_LimitStrength value false\nsetoption name Skill Level value 0",
    "Skill Level value 10",
};
enum { WEAK_NB = sizeof WEAK / sizeof *WEAK };

static void check_full_strength(const char *option, int64_t nodes) {
    set_option(option);
    say("ucinewgame");
    TEST_ASSERT_TRUE_MESSAGE(search_position_of(KIWIPETE, "depth 8")->last->nodes == nodes, option);
}

static void test_S1_S3_full_strength_unless_limited(void) {
    const Answer *a = search_position_of(KIWIPETE, "depth 8");
    int64_t nodes = a->last->nodes;
    Move move = a->move;
    check_full_strength("UCI_Elo value 1200", nodes);
    TEST_ASSERT_TRUE(a->move == move);
    check_full_strength("UCI_Elo value 2800", nodes);
    check_full_strength("Skill Level value 20", nodes);
    check_full_strength(
        "UCI_LimitStrength value true\nsetoption name UCI_LimitStrength value false", nodes);
    set_option("UCI_Elo value 1200\nsetoption name UCI_LimitStrength value true\nucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 8")->last->nodes != nodes);
}

static void test_S4_limited_mode_is_legal(void) {
    for (int i = 0; i < WEAK_NB; i++) {
        set_option(WEAK[i]);
        for (int j = 0; j < VARIED_NB; j++)
            search_position_of(VARIED[j], j % 2 == 0 ? "depth 6" : "nodes 700");
        search_position_of(MATED, "depth 3");
        search_position_of(STALEMATE, "depth 3");
    }
    set_option("Threads value 3\nsetoption name MultiPV value 3");
    set_chess960(true);
    for (int j = 0; j < VARIED_NB; j++)
        search_position_of(VARIED[j], "depth 5");
}

/* Each several times, since the choice is by chance. */
static void test_S4_limited_mode_mates(void) {
    for (int i = 0; i < WEAK_NB; i++) {
        set_option(WEAK[i]);
        for (int round = 0; round < 8; round++) {
            check_mate_score(MATE_IN_1, "wtime 10000 btime 10000", 1);
            check_mate_score(MATE_IN_2, "wtime 10000 btime 10000", 2);
        }
    }
}

static void test_S4_limited_mode_keeps_to_limits(void) {
    for (int i = 0; i < WEAK_NB; i++) {
        set_option(WEAK[i]);
        search_position_of(KIWIPETE, "wtime 100 btime 100");
        search_position_of(KIWIPETE, "wtime 0 btime 0");
        search_position_of(KIWIPETE, "movetime 30");
        search_position_of(KIWIPETE, "nodes 1");
        TEST_ASSERT_EQUAL_INT(1, (int)search_position_of(KIWIPETE, "depth 1")->last->depth);
        search_until_stop(KIWIPETE, "infinite");
        ponder_and_hit(KIWIPETE, "ponder wtime 300 btime 300");
    }
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_G1_G14_option);
    RUN_TEST(test_G2_G5_no_answer_while_pondering);
    RUN_TEST(test_G3_ponderhit);
    RUN_TEST(test_G3_enough_has_been_pondered);
    RUN_TEST(test_G4_clock_begins_with_the_hit);
    RUN_TEST(test_G6_search_after_a_miss);
    RUN_TEST(test_G7_ponderhit_when_not_pondering);
    RUN_TEST(test_G8_isready_while_pondering);
    RUN_TEST(test_G9_ponder_move_fits);
    RUN_TEST(test_G11_ponder_move_of_the_table);
    RUN_TEST(test_G10_no_ponder_move);
    RUN_TEST(test_G12_limits_wait_for_the_hit);
    RUN_TEST(test_M3_overhead_beyond_the_clock);
    RUN_TEST(test_M6_only_reply);
    RUN_TEST(test_M7_explosions_can_be_stopped);
    RUN_TEST(test_N1_N3_sizes_of_the_table);
    RUN_TEST(test_N1_largest_table);
    RUN_TEST(test_N5_threads_out_of_range);
    RUN_TEST(test_N6_threads_up_and_down);
    RUN_TEST(test_N2_no_memory_for_the_table);
    RUN_TEST(test_N7_N8_blocked_position_to_the_last_depth);
    RUN_TEST(test_S1_S3_full_strength_unless_limited);
    RUN_TEST(test_S4_limited_mode_is_legal);
    RUN_TEST(test_S4_limited_mode_mates);
    RUN_TEST(test_S4_limited_mode_keeps_to_limits);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
