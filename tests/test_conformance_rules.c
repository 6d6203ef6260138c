/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * Chess960 (J), rules (K) and mate scores (L).
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

/* ---- J: Chess960 ---- */

/* Whether `go perft 1` lists the move in the position. */
static bool is_listed(const char *fen, const char *move) {
    char prefix[16];
    bool is_found = false;
    snprintf(prefix, sizeof prefix, "%s: ", move);
    say("position fen %s\ngo perft 1\nisready", fen);
    while (strcmp(hear(), "readyok") != 0) {
        TEST_ASSERT_FALSE_MESSAGE(begins_with(talk.line, "info "), talk.line);
        is_found = is_found || begins_with(talk.line, prefix);
    }
    return is_found;
}

typedef struct Case {
    const char *fen, *legal, *illegal; /* one move each, or NULL */
} Case;

static void check_cases(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Case *c = &cases[i];
        TEST_ASSERT_TRUE_MESSAGE(c->legal == NULL || is_listed(c->fen, c->legal), c->fen);
        TEST_ASSERT_FALSE_MESSAGE(c->illegal != NULL && is_listed(c->fen, c->illegal), c->fen);
    }
}

static void test_J1_notation_follows_the_option(void) {
    for (int i = 0; i < 4; i++) {
        set_chess960(i % 2 == 0);
        search_position_of(KIWIPETE, "depth 2 searchmoves e1h1");
        TEST_ASSERT_EQUAL_STRING(i % 2 == 0 ? "e1h1" : "e1g1", talk.answer.best);
    }
}

static void test_J3_to_J8_castling(void) {
    static const Case CASES[] = {
        {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", NULL},
        {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", NULL},
        {"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", NULL},
        {"4k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", NULL},
        {"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "e1c1", "e1a1"},
        {"4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1", NULL, "e1a1"},
        {"4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1", NULL, "e1c1"},
        {"4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1", NULL, "e1a1"},
        {"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", NULL, "e1b1"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", NULL},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", NULL},
    };
    set_chess960(true);
    check_cases(CASES, sizeof CASES / sizeof *CASES);
}

/* With the option off, such rights are no danger. */
static void test_J11_rights_of_chess960_in_standard_chess(void) {
    search_position_of("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "depth 5");
    search_position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "depth 5");
    search_position_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                       "depth 5 searchmoves g1f2 g1g1 h2h3");
}

static void test_J2_castling_takes_the_rook(void) {
    set_chess960(true);
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
    set_chess960(true);
    set_position(FEN_START, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8");
    search("depth 5");
    set_position(FEN_START, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5");
    TEST_ASSERT_EQUAL_STRING("e1h1", search("depth 4 searchmoves e1h1")->best);
}

/* ---- K: rules ---- */

static void test_K2_to_K6_special_moves(void) {
    static const Case CASES[] = {
        {"8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "d5d6", "d5e6"},
        {"6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1", "c4b3", NULL},
        {"8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1", "d4c3", NULL},
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", NULL},
    };
    check_cases(CASES, sizeof CASES / sizeof *CASES);
    /* A rook that takes the place of the captured one has no right to castle. */
    TEST_ASSERT_FALSE(is_listed("4k3/8/8/7R/8/8/6b1/4K2R b K - 0 1 moves g2h1 h5h1 e8e7", "e1g1"));
}

static void test_K7_mate_on_the_hundredth_ply(void) {
    check_mate_score("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "depth 5", 1);
    TEST_ASSERT_EQUAL_STRING("g3h3", talk.answer.best);
}

/* The mate behind d8d4 is three plies away; that White need not let it be a draw, further. */
static void test_K8_mate_comes_before_the_fifty_moves(void) {
    static const char FEN[] = "3r3k/7p/2Q5/8/2B2PK1/6P1/4P3/5q2 b - - 98 99";
    TEST_ASSERT_TRUE(strcmp(search_position_of(FEN, "depth 4")->best, "d8d4") != 0);
    const Answer *a = search_position_of(FEN, "depth 18");
    TEST_ASSERT_TRUE(strcmp(a->best, "d8d4") != 0);
    TEST_ASSERT_TRUE(a->last->score != 0);
}

/* A mate is claimed only with a line that gets there, which dialogue.h plays out by the rules. */
static void test_K9_no_mates_beyond_the_fifty_moves(void) {
    search_position_of("4K3/1p3P2/1p6/1Pp3q1/2P5/N1Pp1k2/3P4/1N6 b - - 78 41", "nodes 300000");
    search_position_of("8/8/8/3k4/8/8/1R6/R3K3 w - - 92 100", "nodes 100000");
    TEST_ASSERT_FALSE(
        search_position_of("8/8/8/3k4/8/8/1R6/R3K3 w - - 97 100", "nodes 50000")->last->is_mate);
}

static void test_K10_repetition_with_the_game(void) {
    set_position("6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1", "b2b3 g8f8 b3b2 f8g8 b2b3 g8f8");
    const Answer *a = search("depth 8");
    TEST_ASSERT_TRUE(strcmp(a->best, "b3b2") != 0);
    TEST_ASSERT_TRUE(a->last->score > 0);
}

static void test_K11_second_occurrence_is_no_draw(void) {
    set_position("6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1", "b2b3 g8f8 b3b2 f8g8");
    TEST_ASSERT_TRUE(search("depth 6")->last->score > 0);
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

/* That lines with a mate score end in mate, dialogue.h checks in every search. */
static void test_L1_L2_mates_are_counted_in_moves(void) {
    check_mate_score(MATE_IN_1, "depth 2", 1);
    check_mate_score(MATE_IN_2, "depth 6", 2);
    check_mate_score(MATED_IN_1, "depth 3", -1);
    check_mate_score(MATED_IN_2, "depth 6", -2);
    set_option("MultiPV value 3\nucinewgame");
    check_mate_score(MATE_IN_2, "depth 6", 2);
}

/* Mates of every length on the way, with a table that is too small to keep whole lines. */
static void test_L2_lines_to_mate_are_complete(void) {
    static const char *const FENS[] = {
        "8/8/8/8/8/5k2/8/4K2q w - - 0 1",
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/1R6/R3K3 w - - 0 1",
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
    };
    set_option("Hash value 1");
    for (int lines = 1; lines <= 3; lines += 2) {
        say("setoption name MultiPV value %d", lines);
        for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
            search_position_of(FENS[i], "nodes 150000");
    }
    TEST_ASSERT_TRUE(talk.answer.last->is_mate);
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

/* These sides mate or hold; that they are mated would be a claim from an unfinished iteration. */
static void test_L5_L6_stopped_mate_searches(void) {
    for (int i = 0; i < 60; i++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d", 50 + i * 97);
        const Info *last = search_position_of(VARIED[10 + i % 4], limits)->last;
        TEST_ASSERT_TRUE_MESSAGE(!last->is_mate || last->score > 0, limits);
    }
    /* The first reply that is tried is mated at once, another holds. */
    for (int nodes = 1; nodes <= 400; nodes++) {
        char limits[32];
        snprintf(limits, sizeof limits, "nodes %d", nodes);
        say("ucinewgame");
        set_position("4r1k1/5p1p/3p2p1/3P4/1P3q2/1Q3P1P/1R6/7K b - - 0 1", "f4g3");
        TEST_ASSERT_FALSE_MESSAGE(search(limits)->last->is_mate, limits);
    }
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_J1_notation_follows_the_option);
    RUN_TEST(test_J3_to_J8_castling);
    RUN_TEST(test_J11_rights_of_chess960_in_standard_chess);
    RUN_TEST(test_J2_castling_takes_the_rook);
    RUN_TEST(test_J12_standard_start_with_the_option_on);
    RUN_TEST(test_K2_to_K6_special_moves);
    RUN_TEST(test_K7_mate_on_the_hundredth_ply);
    RUN_TEST(test_K8_mate_comes_before_the_fifty_moves);
    RUN_TEST(test_K9_no_mates_beyond_the_fifty_moves);
    RUN_TEST(test_K10_repetition_with_the_game);
    RUN_TEST(test_K11_second_occurrence_is_no_draw);
    RUN_TEST(test_K14_dead_positions);
    RUN_TEST(test_L1_L2_mates_are_counted_in_moves);
    RUN_TEST(test_L2_lines_to_mate_are_complete);
    RUN_TEST(test_L3_L4_mate_is_delivered);
    RUN_TEST(test_L5_L6_stopped_mate_searches);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
