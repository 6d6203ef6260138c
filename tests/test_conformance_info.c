/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * info lines (H), best moves (I), Chess960 (J), rules (K), mate scores (L), time (M), memory and
 * threads (N). H2-H9, H13, H19, H21, I1, I2, I6 and L2 hold for every line that dialogue.h reads.
 *
 * Not here: H17 (the engine does not print currmove), I7, J10, K13 and M1, M2 (matches), J1, J3-J9,
 * J11, K1, K3-K6, K12, K15 (test_uci.c, test_movegen.c, test_keys.c), K9, K11, M7, N8 (long
 * searches), L6, L7 (not provoked, no tables), M4, M5, M8, M9 (timing), N2, N4, N7, N9 (memory that
 * a test should not take, other tools), S (no such options). */
#include "dialogue.h"

#if defined(DIALOGUE_IS_POSSIBLE)

#include <sys/resource.h>

#define MATED     "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
#define STALEMATE "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define MATE_IN_1 "1k6/8/1K6/5R2/8/8/8/8 w - - 0 1"
#define MATE_IN_2 "k7/8/1K6/1R6/8/8/8/8 w - - 0 1"
#define ONE_MOVE  "7k/8/8/8/8/8/r7/7K w - - 0 1"

/* Positions of many kinds: openings, tactics, endings, mates, castling, en passant, promotion. */
static const char *const VARIED[] = {
    FEN_START,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 96 200",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 95 80",
    "6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 97 90",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
    MATE_IN_1,
    MATE_IN_2,
    ONE_MOVE,
};
enum { VARIED_NB = sizeof VARIED / sizeof *VARIED };

void setUp(void) {
    launch();
}

void tearDown(void) {
    hang_up();
}

static void set_option(const char *text) {
    say("setoption name %s", text);
}

/* ---- H: info lines ---- */

static void test_H1_every_search_has_a_line(void) {
    static const char *const LIMITS[] = {"nodes 1", "movetime 1", "depth 1", "wtime 1 btime 1"};
    for (int i = 0; i < VARIED_NB; i++)
        for (size_t j = 0; j < sizeof LIMITS / sizeof *LIMITS; j++)
            TEST_ASSERT_TRUE(search_position_of(VARIED[i], LIMITS[j])->count > 0);
}

/* The table is kept from one to the next, as in analysis, so that lines come from it too. */
static void test_H2_to_H9_lines_are_sound(void) {
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < VARIED_NB; i++)
            search_position_of(VARIED[i], round == 0 ? "depth 9" : "nodes 40000");
}

/* A whole game against itself, with its history and the same table all the way. */
static void test_H7_H8_lines_of_a_game(void) {
    char moves[1024] = "";
    for (int ply = 0; ply < 120; ply++) {
        set_position("8/8/4k3/3r4/8/3PK3/3R4/8 w - - 60 70", moves);
        const Answer *a = search("nodes 3000");
        if (a->move == MOVE_NONE)
            break;
        strcat(strcat(moves, ply > 0 ? " " : ""), a->best);
    }
}

static void test_H8_lines_end_with_the_third_repetition(void) {
    static const char MOVES[] = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    for (int plies = 3; plies <= 7; plies++) {
        char moves[64];
        snprintf(moves, sizeof moves, "%.*s", plies * 5 - 1, MOVES);
        set_position(FEN_START, moves);
        search("depth 8");
    }
    set_position("6k1/5pp1/7p/8/8/8/q4PPP/1Q4K1 w - - 0 1", "b1b8 g8h7 b8b1 h7g8 b1b8 g8h7");
    search("depth 10");
}

/* `count` lines with the depth of the first: scores that do not rise and different moves. */
static void check_lines(const Info *first, int count) {
    for (int i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT(i + 1, (int)first[i].line);
        TEST_ASSERT_TRUE(first[i].depth == first->depth);
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE(first[i].pv[0] != first[j].pv[0]);
        if (i > 0 && first[i].is_mate == first[i - 1].is_mate && !first[i].is_mate)
            TEST_ASSERT_TRUE(first[i].score <= first[i - 1].score);
        if (i > 0 && first[i].is_mate && !first[i - 1].is_mate)
            TEST_ASSERT_TRUE(first[i].score < 0);
    }
}

static void check_all_lines(const Answer *a, int count) {
    int depths = 0;
    for (int i = 0; i + count < a->count; i += count, depths++)
        check_lines(&a->infos[i], count);
    TEST_ASSERT_EQUAL_INT(a->count, depths * count + 1);
}

static void test_H10_several_lines(void) {
    set_option("MultiPV value 4");
    for (int i = 0; i < 6; i++) {
        const Answer *a = search_position_of(VARIED[i], "depth 7");
        check_all_lines(a, 4);
        TEST_ASSERT_TRUE(a->last->depth == 7);
    }
}

static void test_H11_fewer_moves_than_lines(void) {
    set_option("MultiPV value 9");
    check_all_lines(search_position_of(ONE_MOVE, "depth 5"), 1);
    check_all_lines(search_position_of("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "depth 5"), 1);
    check_all_lines(search_position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "depth 5"), 5);
}

static void test_H12_one_line_is_the_default(void) {
    int64_t nodes = search_position_of(KIWIPETE, "depth 7")->last->nodes;
    say("setoption name MultiPV value 1\nucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 7")->last->nodes == nodes);
}

static void test_H13_stop_in_the_midst_of_lines(void) {
    set_option("MultiPV value 20");
    for (int i = 0; i < 40; i++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d", 1 + i * i * 7);
        search_position_of(i % 2 == 0 ? KIWIPETE : FEN_START, limits);
    }
}

/* Without a legal move nothing is searched, so the table is as it was before. */
static int fill_of_table(void) {
    return (int)search_position_of(STALEMATE, "depth 1")->last->hashfull;
}

static void test_H14_table_is_empty_after_a_new_game(void) {
    TEST_ASSERT_EQUAL_INT(0, fill_of_table());
    set_option("Hash value 1");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "nodes 100000")->last->hashfull > 100);
    say("ucinewgame");
    TEST_ASSERT_EQUAL_INT(0, fill_of_table());
    search_position_of(KIWIPETE, "nodes 100000");
    set_option("Clear Hash");
    TEST_ASSERT_EQUAL_INT(0, fill_of_table());
}

static void test_H15_H16_time_is_real(void) {
    int64_t begin = now_ms();
    const Answer *a = search_position_of(KIWIPETE, "movetime 300");
    int64_t elapsed = now_ms() - begin;
    TEST_ASSERT_TRUE(a->last->time <= elapsed + 5);
    TEST_ASSERT_TRUE(a->last->time >= 150);
    TEST_ASSERT_TRUE(a->last->nps > 0);
}

static void test_H18_lines_are_bounded(void) {
    for (int i = 0; i < VARIED_NB; i++) {
        set_position(VARIED[i], "");
        go("infinite");
        expect_no_best_move(40);
        TEST_ASSERT_TRUE(stop()->count <= 400);
    }
    /* Mate in one at every depth there is: most of the depths pass in silence. */
    const Answer *a = search_position_of("1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", "depth 200");
    TEST_ASSERT_TRUE(a->count < 100);
}

static void test_H20_chances(void) {
    set_option("UCI_ShowWDL value true");
    const Answer *a = search_position_of(KIWIPETE, "depth 5");
    for (int i = 0; i < a->count; i++) {
        TEST_ASSERT_TRUE(a->infos[i].has_wdl);
        for (int j = 0; j < 3; j++)
            TEST_ASSERT_TRUE(a->infos[i].wdl[j] >= 0);
    }
    TEST_ASSERT_EQUAL_INT(1000, (int)search_position_of(MATE_IN_2, "depth 12")->last->wdl[0]);
    a = search_position_of("k7/8/1K6/5R2/8/8/8/8 b - - 0 1", "depth 12");
    TEST_ASSERT_EQUAL_INT(1000, (int)a->last->wdl[2]);
    a = search_position_of("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "depth 1");
    TEST_ASSERT_TRUE(a->last->wdl[2] > a->last->wdl[0]);
    set_option("UCI_ShowWDL value false");
    TEST_ASSERT_FALSE(search("depth 2")->last->has_wdl);
}

static void test_H22_lines_of_several_threads(void) {
    set_option("Threads value 4");
    for (int i = 0; i < VARIED_NB; i++)
        search_position_of(VARIED[i], "depth 7");
    set_option("MultiPV value 3");
    for (int i = 0; i < VARIED_NB; i++)
        search_position_of(VARIED[i], "depth 5");
}

/* The last line repeats one that was reported, with counts that are no smaller. */
static void test_H23_last_line(void) {
    set_position(KIWIPETE, "");
    go("infinite");
    expect_no_best_move(150);
    const Answer *a = stop();
    int same = 0;
    for (int i = 0; i + 1 < a->count; i++)
        same += a->infos[i].depth == a->last->depth;
    TEST_ASSERT_TRUE(a->last == &a->infos[a->count - 1]);
    TEST_ASSERT_TRUE(a->count == 1 || same > 0 ||
                     a->last->depth == a->infos[a->count - 2].depth + 1);
}

/* ---- I: best moves ---- */

static void check_no_move(const char *fen, bool is_mate) {
    const Answer *a = search_position_of(fen, "depth 5");
    TEST_ASSERT_EQUAL_STRING("(none)", a->best);
    TEST_ASSERT_EQUAL_INT(0, (int)a->last->depth);
    TEST_ASSERT_EQUAL_INT(0, (int)a->last->score);
    TEST_ASSERT_TRUE(a->last->is_mate == is_mate);
}

static void test_I3_no_moves(void) {
    check_no_move(MATED, true);
    check_no_move(STALEMATE, false);
    set_option("Threads value 2");
    check_no_move(MATED, true);
}

/* Processor time, not the clock on the wall, so a busy machine does not matter. */
static void test_I4_waiting_costs_nothing(void) {
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    set_position(STALEMATE, "");
    go("infinite");
    expect_no_best_move(600);
    stop();
    say("quit");
    TEST_ASSERT_EQUAL_INT(0, wait_for_end());
    getrusage(RUSAGE_CHILDREN, &after);
    long used = (after.ru_utime.tv_sec - before.ru_utime.tv_sec) * 1000 +
                (after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1000;
    TEST_ASSERT_TRUE(used < 400);
}

static void test_I5_drawn_roots_have_moves(void) {
    TEST_ASSERT_TRUE(search_position_of("4k3/8/8/8/8/8/8/4K2R w K - 100 80", "depth 4")->move);
    TEST_ASSERT_TRUE(search_position_of("4k3/8/8/8/8/8/8/4K2R w K - 150 99", "nodes 500")->move);
    TEST_ASSERT_TRUE(search_position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "depth 4")->move);
    set_position(FEN_START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    TEST_ASSERT_TRUE(search("depth 4")->move != MOVE_NONE);
}

static void test_I6_castling_in_standard_chess(void) {
    search_position_of(KIWIPETE, "depth 3 searchmoves e1g1");
    TEST_ASSERT_EQUAL_STRING("e1g1", talk.answer.best);
    search_position_of(KIWIPETE, "depth 3 searchmoves e1a1");
    TEST_ASSERT_EQUAL_STRING("e1c1", talk.answer.best);
}

/* ---- J: Chess960 ---- */

static void test_J2_castling_takes_the_rook(void) {
    set_option("UCI_Chess960 value true");
    talk.is_chess960 = true;
    search_position_of(KIWIPETE, "depth 3 searchmoves e1g1");
    TEST_ASSERT_EQUAL_STRING("e1h1", talk.answer.best);
    search_position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "depth 3 searchmoves f1g1");
    TEST_ASSERT_EQUAL_STRING("f1g1", talk.answer.best);
    search_position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "depth 3 searchmoves f1h1");
    TEST_ASSERT_EQUAL_STRING("f1h1", talk.answer.best);
    for (int i = 0; i < 6; i++)
        search_position_of(VARIED[i], "depth 6");
    search_position_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                       "depth 7");
}

static void test_J12_standard_start_with_the_option_on(void) {
    set_option("UCI_Chess960 value true");
    talk.is_chess960 = true;
    set_position(FEN_START, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8");
    search("depth 5");
    set_position(FEN_START, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5");
    TEST_ASSERT_EQUAL_STRING("e1h1", search("depth 4 searchmoves e1h1")->best);
}

/* ---- K: rules ---- */

static void test_K2_en_passant_and_the_pin_on_the_rank(void) {
    const Answer *a =
        search_position_of("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "depth 4 searchmoves d5e6 h5g4");
    TEST_ASSERT_EQUAL_STRING("h5g4", a->best);
}

static void check_mate_score(const char *fen, const char *limits, int moves) {
    const Info *last = search_position_of(fen, limits)->last;
    TEST_ASSERT_TRUE_MESSAGE(last->is_mate, fen);
    TEST_ASSERT_EQUAL_INT_MESSAGE(moves, (int)last->score, fen);
}

static void test_K7_mate_on_the_hundredth_ply(void) {
    check_mate_score("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "depth 5", 1);
    TEST_ASSERT_EQUAL_STRING("g3h3", talk.answer.best);
}

static void test_K8_mate_comes_before_the_fifty_moves(void) {
    const Answer *a =
        search_position_of("3r3k/7p/2Q5/8/2B2PK1/6P1/4P3/5q2 b - - 98 99", "depth 14");
    TEST_ASSERT_TRUE(strcmp(a->best, "d8d4") != 0);
    TEST_ASSERT_TRUE(a->last->score != 0);
}

static void test_K10_repetition_with_the_game(void) {
    set_position("6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1", "b2b3 g8f8 b3b2 f8g8 b2b3 g8f8");
    const Answer *a = search("depth 8");
    TEST_ASSERT_TRUE(strcmp(a->best, "b3b2") != 0);
    TEST_ASSERT_TRUE(a->last->score > 0);
}

static void test_K14_dead_positions(void) {
    static const char *const FENS[] = {"8/8/4k3/8/8/4K3/8/8 w - - 0 1",
                                       "8/8/4k3/8/8/4KB2/8/8 w - - 0 1",
                                       "8/8/4k3/8/8/4KN2/8/8 b - - 0 1"};
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        const Info *last = search_position_of(FENS[i], "depth 6")->last;
        TEST_ASSERT_TRUE_MESSAGE(last->score == 0 && !last->is_mate, FENS[i]);
    }
}

/* ---- L: mate scores ---- */

static void test_L1_L2_mates_are_counted_in_moves(void) {
    check_mate_score(MATE_IN_1, "depth 6", 1);
    check_mate_score(MATE_IN_2, "depth 12", 2);
    check_mate_score("k7/8/1K6/5R2/8/8/8/8 b - - 0 1", "depth 12", -1);
    check_mate_score("Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1", "depth 12", -2);
    set_option("MultiPV value 3");
    check_mate_score(MATE_IN_2, "depth 12", 2);
}

/* Plays a won ending out: the mate comes nearer with every move, seen from either side. */
static void test_L3_L4_mate_is_delivered(void) {
    char moves[512] = "";
    int64_t nearest = 0;
    for (int ply = 0; ply < 60; ply++) {
        set_position("8/8/8/3k4/8/8/1R6/R3K3 w - - 0 1", moves);
        const Answer *a = search("nodes 30000");
        if (a->move == MOVE_NONE) {
            TEST_ASSERT_TRUE(a->last->is_mate);
            return;
        }
        if (a->last->is_mate) {
            int64_t distance = ply % 2 == 0 ? a->last->score : 1 - a->last->score;
            TEST_ASSERT_TRUE((a->last->score > 0) == (ply % 2 == 0));
            TEST_ASSERT_TRUE(nearest == 0 || distance <= nearest);
            nearest = distance;
        }
        strcat(strcat(moves, ply > 0 ? " " : ""), a->best);
    }
    TEST_FAIL_MESSAGE("no mate in 30 moves");
}

static void test_L5_stopped_mate_searches(void) {
    for (int i = 0; i < 60; i++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d", 50 + i * 97);
        search_position_of(VARIED[10 + i % 4], limits);
    }
}

/* ---- M: time ---- */

static void check_prompt(const char *fen, const char *limits) {
    int64_t begin = now_ms();
    search_position_of(fen, limits);
    TEST_ASSERT_TRUE_MESSAGE(now_ms() - begin < 5000, limits);
}

static void test_M3_overhead_beyond_the_clock(void) {
    set_option("Move Overhead value 5000");
    check_prompt(KIWIPETE, "wtime 4000 btime 4000");
    check_prompt(KIWIPETE, "movetime 3000");
    check_prompt(KIWIPETE, "wtime 9000 movestogo 1");
    set_option("Move Overhead value 0");
    check_prompt(KIWIPETE, "movetime 20");
}

static void test_M6_only_reply(void) {
    check_prompt(ONE_MOVE, "wtime 9999999 btime 9999999");
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
        say("setoption name Threads value %s\nisready", VALUES[i]);
        while (strcmp(hear(), "readyok") != 0)
            TEST_ASSERT_TRUE_MESSAGE(begins_with(talk.line, "info string "), talk.line);
        search_position_of(KIWIPETE, "depth 2");
    }
}

static void test_N6_threads_up_and_down(void) {
    static const int COUNTS[] = {4, 1, 3, 1, 2, 8, 1};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        say("setoption name Threads value %d", COUNTS[i]);
        expect_quiet();
        search_position_of(KIWIPETE, "depth 5");
    }
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_H1_every_search_has_a_line);
    RUN_TEST(test_H2_to_H9_lines_are_sound);
    RUN_TEST(test_H7_H8_lines_of_a_game);
    RUN_TEST(test_H8_lines_end_with_the_third_repetition);
    RUN_TEST(test_H10_several_lines);
    RUN_TEST(test_H11_fewer_moves_than_lines);
    RUN_TEST(test_H12_one_line_is_the_default);
    RUN_TEST(test_H13_stop_in_the_midst_of_lines);
    RUN_TEST(test_H14_table_is_empty_after_a_new_game);
    RUN_TEST(test_H15_H16_time_is_real);
    RUN_TEST(test_H18_lines_are_bounded);
    RUN_TEST(test_H20_chances);
    RUN_TEST(test_H22_lines_of_several_threads);
    RUN_TEST(test_H23_last_line);
    RUN_TEST(test_I3_no_moves);
    RUN_TEST(test_I4_waiting_costs_nothing);
    RUN_TEST(test_I5_drawn_roots_have_moves);
    RUN_TEST(test_I6_castling_in_standard_chess);
    RUN_TEST(test_J2_castling_takes_the_rook);
    RUN_TEST(test_J12_standard_start_with_the_option_on);
    RUN_TEST(test_K2_en_passant_and_the_pin_on_the_rank);
    RUN_TEST(test_K7_mate_on_the_hundredth_ply);
    RUN_TEST(test_K8_mate_comes_before_the_fifty_moves);
    RUN_TEST(test_K10_repetition_with_the_game);
    RUN_TEST(test_K14_dead_positions);
    RUN_TEST(test_L1_L2_mates_are_counted_in_moves);
    RUN_TEST(test_L3_L4_mate_is_delivered);
    RUN_TEST(test_L5_stopped_mate_searches);
    RUN_TEST(test_M3_overhead_beyond_the_clock);
    RUN_TEST(test_M6_only_reply);
    RUN_TEST(test_N1_N3_sizes_of_the_table);
    RUN_TEST(test_N1_largest_table);
    RUN_TEST(test_N5_threads_out_of_range);
    RUN_TEST(test_N6_threads_up_and_down);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
