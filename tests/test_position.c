/* Making moves and null moves: the slow rules and recomputation say what a position must be
 * afterwards. What keys must be is in test_keys.c. */
#include <string.h>

#include "movegen.h"
#include "notation.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"
#include "zobrist.h"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Moves ---- */

/* Plays every legal move, not only the one that the walk takes. */
static void check_children(const Position *position, Move next, void *context) {
    Position saved = *position, child;
    FenText fen = fen_of(position);
    MoveList legal;
    (void)next;
    (void)context;
    movegen_legal(position, &legal);
    for (int i = 0; i < legal.count; i++) {
        memset(&child, 0xA5, sizeof child);
        position_make_move(&child, position, legal.moves[i]);
        TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&child), fen.text);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&saved, position, sizeof saved, fen.text);
    }
}

static void test_children_are_consistent_and_parents_unchanged(void) {
    walk_all(1, check_children, NULL);
}

/* The FEN tells everything but keys, checks and pins: pieces, rights, counters, and an en passant
 * square only where the capture is legal. */
static void check_same_as_slow(const Position *position, Move next, void *context) {
    char uci[MOVE_TEXT_SIZE], expected[SLOW_FEN_SIZE];
    SlowBoard board = slow_board_of(position);
    Position child;
    (void)context;
    if (next == MOVE_NONE)
        return;
    notation_print_uci(next, true, uci);
    slow_play(&board, uci);
    slow_get_fen(&board, expected, sizeof expected);
    position_make_move(&child, position, next);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, fen_of(&child).text, uci);
}

static void test_moves_agree_with_slow_rules(void) {
    walk_all(2, check_same_as_slow, NULL);
}

static void test_start_positions_agree_with_slow_rules(void) {
    for (size_t i = 0; i < START_NB; i++) {
        SlowBoard board;
        char expected[SLOW_FEN_SIZE];
        Position position = position_of(START_FENS[i]);
        TEST_ASSERT_TRUE_MESSAGE(slow_set_fen(&board, START_FENS[i]), START_FENS[i]);
        slow_get_fen(&board, expected, sizeof expected);
        TEST_ASSERT_EQUAL_STRING(expected, fen_of(&position).text);
    }
}

typedef struct MoveExample {
    const char *fen;
    const char *moves;
    const char *result;
} MoveExample;

static void test_move_examples(void) {
    static const MoveExample EXAMPLES[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10"},
        /* Rights go with the king, with the rook, and with the rook's capture. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a2", "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
        {"4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "g7h8r", "4k2R/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h2 a8a7 h2h1 a7a8",
         "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3"},
        /* Chess960: king and rook exchange squares, or one of them stays. */
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"2rk4/8/8/8/8/8/8/3K4 b c - 0 1", "d8c8", "2kr4/8/8/8/8/8/8/3K4 w - - 1 2"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "e1c1", "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"},
        /* Captures, pushes and promotions restart the clock; en passant lasts one move. */
        {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 20", "d2d4", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 20"},
        {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 20", "d2d4 e4d3", "4k3/8/8/8/8/3p4/8/4K3 w - - 0 21"},
        {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 20", "d2d4 e8e7", "8/4k3/8/8/3Pp3/8/8/4K3 w - - 1 21"},
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 7 20", "e7d8n", "3Nk3/8/8/8/8/8/8/4K3 b - - 0 20"},
        {"4k3/8/8/8/8/2n5/8/B3K3 w - - 7 20", "a1c3", "4k3/8/8/8/8/2B5/8/4K3 b - - 0 20"},
    };
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        Position start = position_of(EXAMPLES[i].fen);
        Position end = position_after(&start, EXAMPLES[i].moves);
        TEST_ASSERT_EQUAL_STRING(EXAMPLES[i].result, fen_of(&end).text);
    }
}

/* ---- Attacks, checks and pins ---- */

/* Pieces of `by` that reach `square`, asked of each piece in turn. */
static Bitboard attackers_of(const Position *p, Square square, Bitboard occupied, Colour by) {
    Bitboard attackers = 0;
    for (Bitboard pieces = p->by_colour[by]; pieces != 0;) {
        Square from = bits_pop(&pieces);
        PieceType type = piece_type(p->board[from]);
        Bitboard reach =
            type == PAWN ? attacks_pawn(by, from) : attacks_piece(type, from, occupied);
        if (reach & square_bit(square))
            attackers |= square_bit(from);
    }
    return attackers;
}

/* A pinned piece is one without which the king would be attacked by more pieces. */
static void check_checks_and_pins(const Position *p, Move next, void *context) {
    Colour us = position_side(p), them = opponent(us);
    Square king = position_king(p, us);
    Bitboard occupied = position_occupied(p), pinned = 0;
    Bitboard checkers = attackers_of(p, king, occupied, them);
    (void)next;
    (void)context;
    for (Bitboard ours = p->by_colour[us] & ~square_bit(king); ours != 0;) {
        Bitboard piece = square_bit(bits_pop(&ours));
        if (attackers_of(p, king, occupied ^ piece, them) & ~checkers)
            pinned |= piece;
    }
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(checkers, p->checkers, fen_of(p).text);
    TEST_ASSERT_EQUAL_HEX64_MESSAGE(pinned, p->pinned, fen_of(p).text);
}

static void test_checks_and_pins(void) {
    walk_all(3, check_checks_and_pins, NULL);
}

/* With the real occupancy and with any other, as callers look through pieces. */
static void check_attacked_squares(const Position *p, Move next, void *context) {
    Random *random = context;
    Bitboard occupancies[2] = {position_occupied(p), random_next(random)};
    (void)next;
    for (int i = 0; i < 2; i++)
        for (Square s = 0; s < SQUARE_NB; s++)
            for (int by = WHITE; by <= BLACK; by++)
                TEST_ASSERT_EQUAL_INT(attackers_of(p, s, occupancies[i], (Colour)by) != 0,
                                      position_is_attacked(p, s, occupancies[i], (Colour)by));
}

static void test_attacked_squares(void) {
    Random random = {4};
    Walk walk = {{4}, WALK_PLIES, check_attacked_squares, &random};
    walk_from_all_starts(&walk);
}

/* ---- Null moves ---- */

static void check_null_move(const Position *position, Move next, void *context) {
    if (position->checkers != 0)
        return;
    Position saved = *position, child, expected = *position;
    FenText fen = fen_of(position);
    int *null_moves = context;
    (void)next;
    expected.side = (uint8_t)opponent(position_side(position));
    expected.en_passant = NO_SQUARE;
    expected.halfmove_clock++;
    expected.reversible_plies = 0;
    expected.fullmove_number += position_side(position) == BLACK;
    position_refresh(&expected);
    position_make_null(&child, position);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&expected, &child, sizeof child, fen.text);
    TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&child), fen.text);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&saved, position, sizeof saved, fen.text);
    (*null_moves)++;
}

static void test_null_moves(void) {
    int null_moves = 0;
    walk_all(7, check_null_move, &null_moves);
    TEST_ASSERT_GREATER_THAN_INT(10000, null_moves);
}

static void check_two_null_moves(const Position *position, Move next, void *context) {
    Position passed, back;
    (void)next;
    (void)context;
    if (position->checkers != 0 || position->en_passant != NO_SQUARE)
        return;
    position_make_null(&passed, position);
    position_make_null(&back, &passed);
    TEST_ASSERT_EQUAL_INT(position->halfmove_clock + 2, back.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(position->fullmove_number + 1, back.fullmove_number);
    back.halfmove_clock = position->halfmove_clock;
    back.reversible_plies = position->reversible_plies;
    back.fullmove_number = position->fullmove_number;
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(position, &back, sizeof back, fen_of(position).text);
}

static void test_two_null_moves_come_back(void) {
    walk_all(8, check_two_null_moves, NULL);
}

static void test_null_move_ends_en_passant(void) {
    Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7"), child;
    TEST_ASSERT_TRUE(position.en_passant != NO_SQUARE);
    position_make_null(&child, &position);
    TEST_ASSERT_EQUAL_INT(NO_SQUARE, child.en_passant);
    TEST_ASSERT_EQUAL_HEX64(
        position.key ^ zobrist.black_to_move ^ zobrist.en_passant[position.en_passant], child.key);
    TEST_ASSERT_EQUAL_INT(4, child.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(0, child.reversible_plies);
    TEST_ASSERT_EQUAL_INT(7, child.fullmove_number);
}

/* ---- Finding corruption ---- */

/* The check itself may take for granted that both kings are there. */
static void check_bitboard_is_watched(Position *p, Bitboard *field) {
    for (Square s = 0; s < SQUARE_NB; s++) {
        if (p->by_type[KING] & square_bit(s))
            continue;
        *field ^= square_bit(s);
        TEST_ASSERT_FALSE(position_is_consistent(p));
        *field ^= square_bit(s);
    }
    TEST_ASSERT_TRUE(position_is_consistent(p));
}

static void check_key_is_watched(Position *p, Key *key) {
    *key ^= 1;
    TEST_ASSERT_FALSE(position_is_consistent(p));
    *key ^= 1;
}

static void check_board_is_watched(Position *p) {
    for (Square s = 0; s < SQUARE_NB; s++) {
        Piece piece = p->board[s];
        if (piece_type(piece) == KING)
            continue;
        p->board[s] = piece == NO_PIECE ? make_piece(WHITE, KNIGHT) : NO_PIECE;
        TEST_ASSERT_FALSE(position_is_consistent(p));
        p->board[s] = piece;
    }
}

static void check_state_is_watched(Position *p) {
    Square en_passant = p->en_passant;
    for (Square s = 0; s <= NO_SQUARE; s++) {
        p->en_passant = s;
        TEST_ASSERT_EQUAL_INT(s == en_passant, position_is_consistent(p));
    }
    p->en_passant = en_passant;
    p->side ^= 1;
    TEST_ASSERT_FALSE(position_is_consistent(p));
    p->side ^= 1;
    p->reversible_plies = (uint16_t)(p->halfmove_clock + 1);
    TEST_ASSERT_FALSE(position_is_consistent(p));
    p->reversible_plies = p->halfmove_clock;
}

static void test_corruption_is_found(void) {
    static const char *const FENS[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "4r1k1/8/8/8/1b6/8/3N4/R3K2R w KQ - 3 9",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; i++) {
        Position p = position_of(FENS[i]);
        TEST_ASSERT_TRUE(position_is_consistent(&p));
        for (int type = PAWN; type <= KING; type++)
            check_bitboard_is_watched(&p, &p.by_type[type]);
        check_bitboard_is_watched(&p, &p.by_colour[WHITE]);
        check_bitboard_is_watched(&p, &p.by_colour[BLACK]);
        check_bitboard_is_watched(&p, &p.castling_rooks);
        check_bitboard_is_watched(&p, &p.checkers);
        check_bitboard_is_watched(&p, &p.pinned);
        check_key_is_watched(&p, &p.key);
        check_key_is_watched(&p, &p.pawn_key);
        check_key_is_watched(&p, &p.minor_key);
        check_key_is_watched(&p, &p.major_key);
        check_key_is_watched(&p, &p.non_pawn_key[WHITE]);
        check_key_is_watched(&p, &p.non_pawn_key[BLACK]);
        check_board_is_watched(&p);
        check_state_is_watched(&p);
    }
}

/* Positions whose derived parts all agree, but which the rules rule out. */
static void test_impossible_positions_are_found(void) {
    Position right_of_nobody = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    right_of_nobody.castling_rooks |= square_bit(SQ_D1);
    position_refresh(&right_of_nobody);
    TEST_ASSERT_FALSE(position_is_consistent(&right_of_nobody));

    Position right_far_from_home = position_of("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
    right_far_from_home.board[SQ_A8] = make_piece(WHITE, ROOK);
    right_far_from_home.castling_rooks |= square_bit(SQ_A8);
    position_refresh(&right_far_from_home);
    TEST_ASSERT_FALSE(position_is_consistent(&right_far_from_home));

    Position king_left_in_check = position_of("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    king_left_in_check.board[SQ_A8] = make_piece(BLACK, ROOK);
    king_left_in_check.board[SQ_C8] = make_piece(WHITE, QUEEN);
    king_left_in_check.side = WHITE;
    position_refresh(&king_left_in_check);
    TEST_ASSERT_FALSE(position_is_consistent(&king_left_in_check));
}

/* A position with the rights on the squares given, whatever the board says to them. */
static Position with_rights(const char *fen, Bitboard rooks) {
    Position p = position_of(fen);
    p.castling_rooks = rooks;
    position_refresh(&p);
    return p;
}

static void test_impossible_rights_are_inconsistent(void) {
    Position king_left_home =
        with_rights("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", square_bit(SQ_A1) | square_bit(SQ_H1));
    TEST_ASSERT_FALSE(position_is_consistent(&king_left_home));
    Position two_on_one_side =
        with_rights("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", square_bit(SQ_A1) | square_bit(SQ_B1));
    TEST_ASSERT_FALSE(position_is_consistent(&two_on_one_side));
    Position either = with_rights("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", square_bit(SQ_B1));
    TEST_ASSERT_TRUE(position_is_consistent(&either));
}

static void test_counters_stay_at_their_end(void) {
    Position p = position_of("4k3/8/8/8/8/8/8/4K2R b - - 0 1"), child;
    p.halfmove_clock = p.reversible_plies = p.fullmove_number = UINT16_MAX;
    position_make_move(&child, &p, move_of(&p, "e8d8"));
    TEST_ASSERT_EQUAL_INT(UINT16_MAX, child.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(UINT16_MAX, child.reversible_plies);
    TEST_ASSERT_EQUAL_INT(UINT16_MAX, child.fullmove_number);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_children_are_consistent_and_parents_unchanged);
    RUN_TEST(test_moves_agree_with_slow_rules);
    RUN_TEST(test_start_positions_agree_with_slow_rules);
    RUN_TEST(test_move_examples);
    RUN_TEST(test_checks_and_pins);
    RUN_TEST(test_attacked_squares);
    RUN_TEST(test_null_moves);
    RUN_TEST(test_two_null_moves_come_back);
    RUN_TEST(test_null_move_ends_en_passant);
    RUN_TEST(test_corruption_is_found);
    RUN_TEST(test_impossible_positions_are_found);
    RUN_TEST(test_impossible_rights_are_inconsistent);
    RUN_TEST(test_counters_stay_at_their_end);
    return UNITY_END();
}
