/* Move generation against the slow rules on thousands of positions, against positions with known
 * answers, and against known leaf counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "notation.h"
#include "perft.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

enum {
    ROUND_NB = 2,
    SAMPLING_STEP = 16, /* every so many positions all 65,536 values are tried */
};

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Every position of random walks ---- */

/* What the walks came across, so that a test which sees too little fails. */
typedef struct Seen {
    int positions, checks, double_checks, pins;
    int castlings, en_passants, promotions, captures;
} Seen;

static void note_position(Seen *seen, const Position *position, const MoveList *legal) {
    seen->positions++;
    seen->checks += position->checkers != 0;
    seen->double_checks += bits_has_several(position->checkers);
    seen->pins += position->pinned != 0;
    for (int i = 0; i < legal->count; i++) {
        MoveKind kind = move_kind(legal->moves[i]);
        seen->castlings += kind == MOVE_CASTLING;
        seen->en_passants += kind == MOVE_EN_PASSANT;
        seen->promotions += kind == MOVE_PROMOTION;
        seen->captures += kind == MOVE_NORMAL && movegen_is_noisy(position, legal->moves[i]);
    }
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The slow rules list every move once, so equal sorted lists leave no room for duplicates. */
static void check_same_as_slow(const MoveList *legal, const SlowBoard *board, const char *fen) {
    char text[MAX_MOVES][MOVE_TEXT_SIZE];
    SlowMoves slow;
    slow_legal_moves(board, &slow);
    TEST_ASSERT_EQUAL_INT_MESSAGE(slow.count, legal->count, fen);
    for (int i = 0; i < legal->count; i++)
        notation_print_uci(legal->moves[i], true, text[i]);
    qsort(text, (size_t)legal->count, sizeof text[0], compare_texts);
    for (int i = 0; i < legal->count; i++)
        TEST_ASSERT_EQUAL_STRING_MESSAGE(slow.text[i], text[i], fen);
}

static int compare_moves(const void *a, const void *b) {
    return *(const Move *)a - *(const Move *)b;
}

static void check_same_moves(MoveList a, MoveList b, const char *fen) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(a.count, b.count, fen);
    qsort(a.moves, (size_t)a.count, sizeof a.moves[0], compare_moves);
    qsort(b.moves, (size_t)b.count, sizeof b.moves[0], compare_moves);
    for (int i = 0; i < a.count; i++)
        TEST_ASSERT_EQUAL_HEX16_MESSAGE(a.moves[i], b.moves[i], fen);
}

static void check_class(const Position *position, const MoveList *list, bool is_noisy) {
    FenText fen = fen_of(position);
    SlowBoard board = slow_board_of(position);
    for (int i = 0; i < list->count; i++) {
        char uci[MOVE_TEXT_SIZE];
        notation_print_uci(list->moves[i], true, uci);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_noisy, slow_is_noisy(&board, uci), fen.text);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_noisy, movegen_is_noisy(position, list->moves[i]),
                                      fen.text);
    }
}

/* Noisy and quiet moves make up the legal ones, each move once. */
static void check_classes(const Position *position, const MoveList *legal, const char *fen) {
    MoveList noisy, quiet, both;
    movegen_noisy(position, &noisy);
    movegen_quiet(position, &quiet);
    check_class(position, &noisy, true);
    check_class(position, &quiet, false);
    TEST_ASSERT_EQUAL_INT_MESSAGE(legal->count, noisy.count + quiet.count, fen);
    both = noisy;
    for (int i = 0; i < quiet.count; i++)
        both.moves[both.count++] = quiet.moves[i];
    check_same_moves(*legal, both, fen);
}

static void check_who_gives_check(const Position *position, const MoveList *legal) {
    Checking checking = movegen_checking(position);
    for (int i = 0; i < legal->count; i++) {
        Position child;
        char message[FEN_SIZE + MOVE_TEXT_SIZE], uci[MOVE_TEXT_SIZE];
        notation_print_uci(legal->moves[i], true, uci);
        snprintf(message, sizeof message, "%s %s", uci, fen_of(position).text);
        position_make_move(&child, position, legal->moves[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(child.checkers != 0,
                                      movegen_gives_check(position, &checking, legal->moves[i]),
                                      message);
    }
}

static void check_generation(const Position *position, Move next, void *context) {
    FenText fen = fen_of(position);
    SlowBoard board = slow_board_of(position);
    MoveList legal, evasions;
    (void)next;
    movegen_legal(position, &legal);
    check_same_as_slow(&legal, &board, fen.text);
    check_classes(position, &legal, fen.text);
    check_who_gives_check(position, &legal);
    TEST_ASSERT_EQUAL_INT_MESSAGE(legal.count, movegen_count_legal(position), fen.text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(legal.count > 0, movegen_has_legal_move(position), fen.text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(slow_in_check(&board), position->checkers != 0, fen.text);
    if (position->checkers != 0) {
        movegen_evasions(position, &evasions);
        check_same_moves(legal, evasions, fen.text);
    }
    note_position(context, position, &legal);
}

static void test_random_walks_agree_with_slow_rules(void) {
    Seen seen = {0};
    Walk walk = {{1}, WALK_PLIES, check_generation, &seen};
    for (int i = 0; i < ROUND_NB * WALKS_PER_START; i++)
        walk_from_all_starts(&walk);
    TEST_ASSERT_GREATER_THAN_INT(20000, seen.positions);
    TEST_ASSERT_GREATER_THAN_INT(1000, seen.checks);
    TEST_ASSERT_GREATER_THAN_INT(20, seen.double_checks);
    TEST_ASSERT_GREATER_THAN_INT(1000, seen.pins);
    TEST_ASSERT_GREATER_THAN_INT(500, seen.castlings);
    TEST_ASSERT_GREATER_THAN_INT(100, seen.en_passants);
    TEST_ASSERT_GREATER_THAN_INT(1000, seen.promotions);
    TEST_ASSERT_GREATER_THAN_INT(20000, seen.captures);
}

/* ---- Whether a move is legal ---- */

static void fail_about_move(const Position *position, int move, bool is_listed) {
    char message[FEN_SIZE + 64];
    snprintf(message, sizeof message, "0x%04X is %s: %s", (unsigned)move,
             is_listed ? "refused, but generated" : "called legal, but not generated",
             fen_of(position).text);
    TEST_FAIL_MESSAGE(message);
}

static void check_all_move_values(const Position *position, Move next, void *context) {
    int *positions = context;
    (void)next;
    if ((*positions)++ % SAMPLING_STEP != 0)
        return;
    static bool is_listed[MOVE_VALUE_NB];
    MoveList legal;
    memset(is_listed, 0, sizeof is_listed);
    movegen_legal(position, &legal);
    for (int i = 0; i < legal.count; i++)
        is_listed[legal.moves[i]] = true;
    for (int move = 0; move < MOVE_VALUE_NB; move++)
        if (movegen_is_legal(position, (Move)move) != is_listed[move])
            fail_about_move(position, move, is_listed[move]);
}

static void test_legality_of_all_values_on_walks(void) {
    int positions = 0;
    Walk walk = {{2}, 3 * WALK_PLIES, check_all_move_values, &positions};
    walk_from_all_starts(&walk);
    TEST_ASSERT_GREATER_THAN_INT(100 * SAMPLING_STEP, positions);
}

static void test_legality_of_all_values_at_starts(void) {
    for (size_t i = 0; i < START_NB; i++) {
        int positions = 0;
        Position position = position_of(START_FENS[i]);
        check_all_move_values(&position, MOVE_NONE, &positions);
    }
}

/* ---- Known positions ---- */

static void test_largest_number_of_moves(void) {
    Position first = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    Position second = position_of("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1");
    TEST_ASSERT_EQUAL_INT(218, movegen_count_legal(&first));
    TEST_ASSERT_EQUAL_INT(218, movegen_count_legal(&second));
}

static void test_mate_and_stalemate(void) {
    static const char *const FENS[] = {
        "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "k7/P7/K7/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; i++) {
        Position position = position_of(FENS[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, movegen_count_legal(&position), FENS[i]);
        TEST_ASSERT_FALSE_MESSAGE(movegen_has_legal_move(&position), FENS[i]);
    }
}

/* Moves that are easily missed or wrongly allowed; castling as king-takes-rook. */
typedef struct Example {
    const char *fen;
    const char *legal;
    const char *illegal;
} Example;

static const Example EXAMPLES[] = {
    /* En passant: both pawns shield the king; along the pin; the only way out of check. */
    {"8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "d5d6", "d5e6"},
    {"6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1", "c4b3", "c4c3"},
    {"8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1", "d4c3", "d4d3"},
    /* An attack on b1 hits only the rook's path. */
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", "e1c1"},
    {"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "e1a1"},
    {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "e1a1"},
    {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "b1c3", "e1a1"},
    {"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1d1", "e1a1 e1h1"},
    /* Chess960: a step of the king and castling to the same square are two moves. */
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1 f1h1", "f1f1"},
    {"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "e1c1", "e1a1"},
    {"4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1", "c1d1", "e1a1 e1c1"},
    {"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "b1a1", "e1b1"},
    {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "h1g1"},
    {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "g1f1"},
    {"4k3/8/8/8/8/8/8/5KR1 w - - 0 1", "g1h1", "f1g1"},
};

static bool is_move_listed(const Position *position, Word uci) {
    MoveList legal;
    movegen_legal(position, &legal);
    for (int i = 0; i < legal.count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_print_uci(legal.moves[i], true, text);
        if (word_is(uci, text))
            return true;
    }
    return false;
}

static void check_moves(const Example *example, const char *moves, bool is_legal) {
    Position position = position_of(example->fen);
    for (Word uci = text_next_word(&moves); uci.length > 0; uci = text_next_word(&moves))
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_legal, is_move_listed(&position, uci), example->fen);
}

static void test_examples(void) {
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        check_moves(&EXAMPLES[i], EXAMPLES[i].legal, true);
        check_moves(&EXAMPLES[i], EXAMPLES[i].illegal, false);
    }
}

/* The letter Q means White's own rook, not the black one farther out. */
static void test_right_belongs_to_own_rook(void) {
    Position position = position_of("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1");
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_B1), position.castling_rooks);
}

/* ---- Leaf counts ---- */

static void test_perft_agrees_with_slow_rules(void) {
    for (size_t i = 0; i < START_NB; i++) {
        Position position = position_of(START_FENS[i]);
        SlowBoard board = slow_board_of(&position);
        for (int depth = 0; depth <= 3; depth++)
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(slow_perft(&board, depth),
                                             perft_count(&position, depth), START_FENS[i]);
    }
}

typedef struct LeafCount {
    const char *fen;
    int depth;
    uint64_t leaves;
} LeafCount;

static void test_perft_of_known_positions(void) {
    static const LeafCount KNOWN[] = {
        {FEN_START, 5, 4865609},
        {KIWIPETE, 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
        {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
        {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
        {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        Position position = position_of(KNOWN[i].fen);
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(KNOWN[i].leaves, perft_count(&position, KNOWN[i].depth),
                                         KNOWN[i].fen);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_random_walks_agree_with_slow_rules);
    RUN_TEST(test_legality_of_all_values_on_walks);
    RUN_TEST(test_legality_of_all_values_at_starts);
    RUN_TEST(test_largest_number_of_moves);
    RUN_TEST(test_mate_and_stalemate);
    RUN_TEST(test_examples);
    RUN_TEST(test_right_belongs_to_own_rook);
    RUN_TEST(test_perft_agrees_with_slow_rules);
    RUN_TEST(test_perft_of_known_positions);
    return UNITY_END();
}
