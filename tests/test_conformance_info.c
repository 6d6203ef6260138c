/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * info lines (H) and best moves (I). What every line of an answer has to keep to is checked by
 * dialogue.h, in all these programs.
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

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

/* `count` lines with the depth of the first: exact scores that do not rise and different moves. */
static void check_lines(const Info *first, int count) {
    for (int i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_INT(i + 1, (int)first[i].line);
        TEST_ASSERT_FALSE(first[i].is_bound);
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

/* Here a later line comes out above the first, and the bound of a move outside between the two. */
static void test_H10_completed_lines_are_exact(void) {
    set_option("MultiPV value 4");
    check_all_lines(
        search_position_of("6k1/1b1nqpbp/pp4p1/5P2/1PN5/4Q3/P5PP/1B2B1K1 b - - 0 1", "depth 9"), 4);
    for (int i = 0; i < VARIED_NB; i++) {
        set_position(VARIED[i], "");
        go("depth 8");
        finish_search();
        for (int j = 0; j < talk.answer.count; j++)
            TEST_ASSERT_FALSE(talk.answer.infos[j].is_bound);
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
static int fill_before_searching(void) {
    return (int)search_position_of(STALEMATE, "depth 1")->last->hashfull;
}

static void test_H14_table_is_empty_after_a_new_game(void) {
    TEST_ASSERT_EQUAL_INT(0, fill_before_searching());
    set_option("Hash value 1");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "nodes 100000")->last->hashfull > 100);
    say("ucinewgame");
    TEST_ASSERT_EQUAL_INT(0, fill_before_searching());
    search_position_of(KIWIPETE, "nodes 100000");
    set_option("Clear Hash");
    TEST_ASSERT_EQUAL_INT(0, fill_before_searching());
}

static void test_H15_H16_time_is_real(void) {
    int64_t begin = now_ms();
    const Answer *a = search_position_of(KIWIPETE, "movetime 300");
    int64_t elapsed = now_ms() - begin;
    TEST_ASSERT_TRUE(a->last->time <= elapsed + 5);
    TEST_ASSERT_TRUE(a->last->time >= 150);
    TEST_ASSERT_TRUE(a->last->nps > 0);
}

/* One search of a little more than three seconds. In Chess960 the moves are castling, so that
 * their notation shows; bounds below never depend on how busy the machine is. */
static void test_H17_E18_current_move(void) {
    set_chess960(true);
    set_position(KIWIPETE, "");
    go("infinite searchmoves e1h1 e1a1");
    await_current_move();
    TEST_ASSERT_TRUE(now_ms() - talk.began >= 2500);
    TEST_ASSERT_TRUE(begins_with(talk.line, "info currmove e1h1 ") ||
                     begins_with(talk.line, "info currmove e1a1 "));
    while (talk.answer.current_number != 1) {
        TEST_ASSERT_TRUE(talk.answer.current_number <= 2);
        hear();
        take_search_line();
    }
    stop();
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
    TEST_ASSERT_EQUAL_INT(1000, (int)search_position_of(MATE_IN_1, "depth 2")->last->wdl[0]);
    a = search_position_of(MATED_IN_1, "depth 3");
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

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_H1_every_search_has_a_line);
    RUN_TEST(test_H2_to_H9_lines_are_sound);
    RUN_TEST(test_H7_H8_lines_of_a_game);
    RUN_TEST(test_H8_lines_end_with_the_third_repetition);
    RUN_TEST(test_H10_several_lines);
    RUN_TEST(test_H10_completed_lines_are_exact);
    RUN_TEST(test_H11_fewer_moves_than_lines);
    RUN_TEST(test_H12_one_line_is_the_default);
    RUN_TEST(test_H13_stop_in_the_midst_of_lines);
    RUN_TEST(test_H14_table_is_empty_after_a_new_game);
    RUN_TEST(test_H15_H16_time_is_real);
    RUN_TEST(test_H17_E18_current_move);
    RUN_TEST(test_H18_lines_are_bounded);
    RUN_TEST(test_H20_chances);
    RUN_TEST(test_H22_lines_of_several_threads);
    RUN_TEST(test_H23_last_line);
    RUN_TEST(test_I3_no_moves);
    RUN_TEST(test_I4_waiting_costs_nothing);
    RUN_TEST(test_I5_drawn_roots_have_moves);
    RUN_TEST(test_I6_castling_in_standard_chess);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
