/* Reading and writing FENs: what is accepted, what it becomes, and that a refusal leaves the
 * caller's position alone. The many ways of being refused are in test_bad_input.c. */

#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "notation.h"
#include "positions.h"
#include "startup.h"

void setUp(void) {
}

void tearDown(void) {
}

static void assert_same(const Position *expected, const Position *actual, const char *message) {
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, sizeof *expected, message);
}

/* Reads `fen` and prints it again; it must come out as `canonical`, and that as itself. */
static void assert_prints(const char *canonical, const char *fen) {
    Position first = position_of(fen), second = position_of(canonical);
    TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&first), fen);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(canonical, fen_of(&first).text, fen);
    assert_same(&first, &second, fen);
}

typedef struct Rewriting {
    const char *fen, *canonical;
} Rewriting;

static void assert_all_print(const Rewriting *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_prints(rows[i].canonical, rows[i].fen);
}

/* Refused with a reason that has `piece` in it, and with every byte of the position kept. */
static void assert_refused(const char *fen, const char *piece) {
    Position before = position_of("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 30"), after = before;
    Reason reason = {"nothing"};
    TEST_ASSERT_FALSE_MESSAGE(fen_parse(fen, &after, &reason), fen);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, piece), reason.text);
    assert_same(&before, &after, fen);
}

static bool is_legal(const char *fen, const char *uci_king_takes_rook) {
    Position position = position_of(fen);
    MoveList list;
    movegen_legal(&position, &list);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_print_uci(list.moves[i], true, text);
        if (strcmp(text, uci_king_takes_rook) == 0)
            return true;
    }
    return false;
}

/* ---- Reading ---- */

static void test_start_position(void) {
    static const char PIECES[] = "RNBQKBNRPPPPPPPP                                "
                                 "pppppppprnbqkbnr";
    Position p = position_of(FEN_START);
    for (Square s = 0; s < SQUARE_NB; s++)
        TEST_ASSERT_EQUAL_INT(PIECES[s], fen_piece_letter(p.board[s]));
    TEST_ASSERT_EQUAL_INT(WHITE, p.side);
    TEST_ASSERT_EQUAL_HEX64(UINT64_C(0x8100000000000081), p.castling_rooks);
    TEST_ASSERT_EQUAL_INT(NO_SQUARE, p.en_passant);
    TEST_ASSERT_EQUAL_INT(0, p.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(0, p.reversible_plies);
    TEST_ASSERT_EQUAL_INT(1, p.fullmove_number);
    TEST_ASSERT_EQUAL_INT(20, movegen_count_legal(&p));
}

static void test_every_field_is_read(void) {
    Position p = position_of("1q2k2r/p7/8/8/3pP3/8/P6B/R2K3N b Ak e3 17 42");
    TEST_ASSERT_EQUAL_INT(make_piece(BLACK, QUEEN), p.board[SQ_B8]);
    TEST_ASSERT_EQUAL_INT(make_piece(WHITE, KNIGHT), p.board[SQ_H1]);
    TEST_ASSERT_EQUAL_INT(NO_PIECE, p.board[SQ_B1]);
    TEST_ASSERT_EQUAL_INT(BLACK, p.side);
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_A1) | square_bit(SQ_H8), p.castling_rooks);
    TEST_ASSERT_EQUAL_INT(make_square(FILE_E, RANK_3), p.en_passant);
    TEST_ASSERT_EQUAL_INT(17, p.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(17, p.reversible_plies);
    TEST_ASSERT_EQUAL_INT(42, p.fullmove_number);
}

static void test_piece_letters(void) {
    static const char LETTERS[] = "PNBRQK";
    for (int type = PAWN; type <= KING; type++) {
        TEST_ASSERT_EQUAL_INT(LETTERS[type], fen_piece_letter(make_piece(WHITE, (PieceType)type)));
        TEST_ASSERT_EQUAL_INT(LETTERS[type] + 'a' - 'A',
                              fen_piece_letter(make_piece(BLACK, (PieceType)type)));
    }
    TEST_ASSERT_EQUAL_INT(' ', fen_piece_letter(NO_PIECE));
}

static void test_canonical_fens_stay_as_they_are(void) {
    static const char *const FENS[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/8/8/K1k5 b - - 99 150",
        "R3k2r/8/8/8/8/8/8/4K2R b Kk - 3 20",
        "k1n1b1n1/1p1p1p1p/p1p1p1p1/1q1r1r1b/B1R1R1Q1/1P1P1P1P/P1P1P1P1/1N1B1N1K w - - 9999 9999",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        assert_prints(FENS[i], FENS[i]);
}

static void test_blanks_around_and_between_fields(void) {
    assert_prints(FEN_START, "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq\t\t- 0 1");
    assert_prints(FEN_START, "\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 \t\r\n");
}

static void test_split_gaps_are_joined(void) {
    assert_prints("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1111k111/8/44/71/17/2222/12131/22K3 w - - 0 1");
}

/* ---- Castling rights ---- */

static void test_castling_letters(void) {
    static const Rewriting ROWS[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b aAhH - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Ha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KKQQkkqq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KHkh - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "4k3/8/8/8/8/8/8/6KR w K - 0 1"},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"},
        /* Two rooks on a wing: the inner one keeps the letter of its file. */
        {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"},
        {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1"},
        {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w bKqG - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w Kb - 0 1"},
        {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq - 0 1"},
        /* Different files for either side. */
        {"bqrnnkrb/pppppppp/8/8/8/8/PPPPPPPP/RKNBBQNR w HAgc - 0 1",
         "bqrnnkrb/pppppppp/8/8/8/8/PPPPPPPP/RKNBBQNR w KQkq - 0 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

static void test_rights_without_their_rook_or_king_are_dropped(void) {
    static const Rewriting ROWS[] = {
        {"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"},
        {"2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9",
         "2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQ - 0 9"},
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2r w K - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
        {"4k3/8/8/8/8/8/8/B3K2N w KQ - 0 1", "4k3/8/8/8/8/8/8/B3K2N w - - 0 1"},
        {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"},
        {"4K3/8/8/8/8/8/8/r3k2r b kq - 0 1", "4K3/8/8/8/8/8/8/r3k2r b - - 0 1"},
        {"4K2R/8/8/8/8/8/8/4k3 w KH - 0 1", "4K2R/8/8/8/8/8/8/4k3 w - - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w EeBg - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"},
        {"1n2k2r/8/8/8/8/8/8/4K3 w kb - 0 1", "1n2k2r/8/8/8/8/8/8/4K3 w k - 0 1"},
        {"4k3/8/8/8/8/8/8/R6K w KQ - 0 1", "4k3/8/8/8/8/8/8/R6K w Q - 0 1"},
        {"4k3/8/8/8/8/8/8/K6R w KQ - 0 1", "4k3/8/8/8/8/8/8/K6R w K - 0 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

/* A right belongs to one rook, and only that rook castles. */
static void test_rook_of_a_right(void) {
    static const char INNER[] = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1";
    static const char OUTER[] = "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1";
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_C1), position_of(INNER).castling_rooks);
    TEST_ASSERT_TRUE(is_legal(INNER, "e1c1"));
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_A1), position_of(OUTER).castling_rooks);
    TEST_ASSERT_FALSE(is_legal(OUTER, "e1c1"));
    TEST_ASSERT_FALSE(is_legal(OUTER, "e1a1"));

    static const char FOREIGN_CORNER[] = "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1";
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_B1), position_of(FOREIGN_CORNER).castling_rooks);
    TEST_ASSERT_TRUE(is_legal("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1"));
    TEST_ASSERT_TRUE(is_legal("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1"));
    TEST_ASSERT_FALSE(is_legal("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1"));
}

/* ---- En passant ---- */

static void test_en_passant_square_that_can_be_captured_on(void) {
    static const char *const FENS[] = {
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",  "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1",   "4k3/8/8/6pP/8/8/8/4K3 w - g6 0 1",
        "4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1",   "4k3/8/8/8/6Pp/8/8/4K3 b - g3 0 1",
        "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1", "8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        assert_prints(FENS[i], FENS[i]);
}

static void test_en_passant_square_without_a_legal_capture_is_dropped(void) {
    static const Rewriting ROWS[] = {
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1"},
        {"4r3/8/8/3pP3/8/8/1k6/4K3 w - d6 0 1", "4r3/8/8/3pP3/8/8/1k6/4K3 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1"},
        {"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

static void test_impossible_en_passant_square_is_dropped(void) {
    static const Rewriting ROWS[] = {
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/3pP3/8/8/8/8/4K3 w - d7 0 1", "4k3/8/3pP3/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/3pP3/8/4K3 b - e2 0 1", "4k3/8/8/8/8/3pP3/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - a1 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - a1 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - h8 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - h8 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

/* ---- Counters ---- */

static void test_missing_counters(void) {
    static const Rewriting ROWS[] = {
        {"4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - - ", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

static void test_odd_counters(void) {
    static const Rewriting ROWS[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5 0", "4k3/8/8/8/8/8/8/4K3 w - - 5 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 101 3", "4k3/8/8/8/8/8/8/4K3 w - - 101 3"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 300 2", "4k3/8/8/8/8/8/8/4K3 w - - 300 2"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 9998 9998", "4k3/8/8/8/8/8/8/4K3 w - - 9998 9998"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 007 0012", "4k3/8/8/8/8/8/8/4K3 w - - 7 12"},
        {"4k3/8/8/8/8/8/8/4K3 w - - +3 +4", "4k3/8/8/8/8/8/8/4K3 w - - 3 4"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -0 -0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    };
    assert_all_print(ROWS, sizeof ROWS / sizeof *ROWS);
}

/* Numbers that would wrap in 16, 32 or 64 bits end at the largest that is kept. */
static void test_huge_counters_saturate(void) {
    static const char LARGEST[] = "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999";
    static const char *const FENS[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 10000 10000",
        "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535",
        "4k3/8/8/8/8/8/8/4K3 w - - 65536 65536",
        "4k3/8/8/8/8/8/8/4K3 w - - 65537 65541",
        "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 4294967297",
        "4k3/8/8/8/8/8/8/4K3 w - - 9223372036854775808 18446744073709551617",
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999999 99999999999999999999999999",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++)
        assert_prints(LARGEST, FENS[i]);
}

/* ---- How much material there may be ---- */

static void test_most_material_that_can_arise(void) {
    static const char *const FENS[] = {
        "7k/8/8/8/8/8/RRRRR3/RRRRRK2 w - - 0 1",
        "7k/8/8/8/8/8/NNNNN3/NNNNNK2 w - - 0 1",
        "8/8/8/8/k7/6BB/4BBBB/4KBBB w - - 0 1",
        "qqqqkqqq/qq6/8/8/8/8/8/7K w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/QNNBBRRK w - - 0 1",
        "k7/8/8/8/8/PPP5/QQQNNNRR/BBBR3K w - - 0 1", /* five promoted, three pawns left */
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        Position position = position_of(FENS[i]);
        TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&position), FENS[i]);
    }
    Position most_moves = position_of(FENS[6]);
    TEST_ASSERT_EQUAL_INT(218, movegen_count_legal(&most_moves));
}

static void test_refusals_leave_the_position_alone(void) {
    assert_refused("", "no board");
    assert_refused("garbage", "no side to move");
    assert_refused("some garbage in words", "'s' is not a piece");
    assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "8 ranks");
    assert_refused("rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 4");
    assert_refused("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings");
    assert_refused("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings");
    assert_refused("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings");
    assert_refused("1r1qk2r/5ppp/Q2p4/6R1/4P1bq/2N5/P1P5/4K1N1 b k - 0 23", "White is in check");
    assert_refused("8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70", "Black has a pawn on rank 1");
    assert_refused("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1",
                   "White has 39 promoted pieces");
    assert_refused("k7/8/8/8/8/PPPP4/QQQNNNRR/BBBR3K w - - 0 1", "5 promoted pieces, but only 4");
    assert_refused("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "'x' in the castling field");
    assert_refused("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9'");
    assert_refused("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock '-1'");
    assert_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "'2' stands after the move number");
}

/* ---- Against the slow rules, over games of all kinds ---- */

typedef enum Variant { STANDARD, CHESS960, DOUBLE_CHESS960, VARIANT_NB } Variant;

static bool is_chess960_rank(const char rank[9]) {
    const char *king = strchr(rank, 'K'), *first_bishop = strchr(rank, 'B');
    return strchr(rank, 'R') < king && king < strrchr(rank, 'R') &&
           (strrchr(rank, 'B') - first_bishop) % 2 == 1;
}

static void shuffle_rank(char rank[9], Random *random) {
    do {
        for (uint32_t i = 7; i > 0; i--) {
            uint32_t other = random_below(random, i + 1);
            char piece = rank[i];
            rank[i] = rank[other];
            rank[other] = piece;
        }
    } while (!is_chess960_rank(rank));
}

static void choose_start(SlowBoard *board, Variant variant, Random *random) {
    char white[] = "RNBQKBNR", black[9], fen[SLOW_FEN_SIZE];
    if (variant != STANDARD)
        shuffle_rank(white, random);
    memcpy(black, white, sizeof black);
    if (variant == DOUBLE_CHESS960)
        shuffle_rank(black, random);
    for (int i = 0; i < 8; i++)
        black[i] = (char)(black[i] - 'A' + 'a');
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
    TEST_ASSERT_TRUE_MESSAGE(slow_set_fen(board, fen), fen);
}

/* The same position as other programs may write it: rook files for castling rights, and the en
 * passant square after every double step. */
static void write_shredder_fen(const SlowBoard *board, const char *canonical, char *fen) {
    char placement[80], rights[8], *cursor = rights, en_passant[] = "-\0";
    TEST_ASSERT_EQUAL_INT(1, sscanf(canonical, "%79s", placement));
    for (int side = SLOW_WHITE; side <= SLOW_BLACK; side++)
        for (int wing = SLOW_KING_SIDE; wing <= SLOW_QUEEN_SIDE; wing++)
            if (board->castle_file[side][wing] != SLOW_NO_FILE)
                *cursor++ =
                    (char)((side == SLOW_WHITE ? 'A' : 'a') + board->castle_file[side][wing]);
    if (cursor == rights)
        *cursor++ = '-';
    *cursor = '\0';
    if (board->ep_file != SLOW_NO_FILE) {
        en_passant[0] = (char)('a' + board->ep_file);
        en_passant[1] = board->side == SLOW_WHITE ? '6' : '3';
    }
    snprintf(fen, SLOW_FEN_SIZE, "%s %c %s %s %d %d", placement,
             board->side == SLOW_WHITE ? 'w' : 'b', rights, en_passant, board->halfmove_clock,
             board->fullmove_number);
}

/* `played` is where the engine came by making the moves that led the slow rules to `board`. */
static void check_position(const SlowBoard *board, const Position *played) {
    char canonical[SLOW_FEN_SIZE], shredder[SLOW_FEN_SIZE];
    slow_get_fen(board, canonical, sizeof canonical);
    write_shredder_fen(board, canonical, shredder);
    Position read = position_of(canonical);
    TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&read), canonical);
    TEST_ASSERT_EQUAL_STRING(canonical, fen_of(&read).text);
    TEST_ASSERT_EQUAL_STRING(canonical, fen_of(played).text);
    assert_same(played, &read, canonical);
    read = position_of(shredder);
    assert_same(played, &read, shredder);
}

/* Castles in every second position where it can, since chance alone would seldom do it. */
static const char *choose_move(const SlowBoard *board, const SlowMoves *moves, Random *random) {
    const char *chosen = moves->text[random_below(random, (uint32_t)moves->count)];
    for (int i = 0; i < moves->count; i++) {
        const char *text = moves->text[i];
        char target = board->piece[text[3] - '1'][text[2] - 'a'];
        bool is_castling = target == (board->side == SLOW_WHITE ? 'R' : 'r');
        if (is_castling && random_below(random, 2) == 0)
            chosen = text;
    }
    return chosen;
}

static void play_game(Variant variant, int plies, Random *random) {
    SlowBoard board;
    choose_start(&board, variant, random);
    char fen[SLOW_FEN_SIZE];
    slow_get_fen(&board, fen, sizeof fen);
    Position position = position_of(fen);
    for (int ply = 0; ply < plies; ply++) {
        SlowMoves moves;
        check_position(&board, &position);
        slow_legal_moves(&board, &moves);
        if (moves.count == 0)
            return;
        const char *text = choose_move(&board, &moves, random);
        Position parent = position;
        position_make_move(&position, &parent, move_of(&parent, text));
        slow_play(&board, text);
    }
}

static void play_games(Variant variant) {
    Random random = {2024 + (uint64_t)variant};
    for (int game = 0; game < 50; game++)
        play_game(variant, 100, &random);
}

static void test_games_of_standard_chess(void) {
    play_games(STANDARD);
}

static void test_games_of_chess960(void) {
    play_games(CHESS960);
}

static void test_games_of_double_chess960(void) {
    play_games(DOUBLE_CHESS960);
}

static void check_walked_position(const Position *position, Move next, void *context) {
    (void)next, (void)context;
    SlowBoard board = slow_board_of(position);
    char fen[SLOW_FEN_SIZE];
    slow_get_fen(&board, fen, sizeof fen);
    TEST_ASSERT_EQUAL_STRING(fen, fen_of(position).text);
    Position read = position_of(fen);
    assert_same(position, &read, fen);
}

static void test_walks_from_odd_positions(void) {
    Walk walk = {.random = {7}, .plies = 20, .visit = check_walked_position};
    walk_from_all_starts(&walk);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_start_position);
    RUN_TEST(test_every_field_is_read);
    RUN_TEST(test_piece_letters);
    RUN_TEST(test_canonical_fens_stay_as_they_are);
    RUN_TEST(test_blanks_around_and_between_fields);
    RUN_TEST(test_split_gaps_are_joined);
    RUN_TEST(test_castling_letters);
    RUN_TEST(test_rights_without_their_rook_or_king_are_dropped);
    RUN_TEST(test_rook_of_a_right);
    RUN_TEST(test_en_passant_square_that_can_be_captured_on);
    RUN_TEST(test_en_passant_square_without_a_legal_capture_is_dropped);
    RUN_TEST(test_impossible_en_passant_square_is_dropped);
    RUN_TEST(test_missing_counters);
    RUN_TEST(test_odd_counters);
    RUN_TEST(test_huge_counters_saturate);
    RUN_TEST(test_most_material_that_can_arise);
    RUN_TEST(test_refusals_leave_the_position_alone);
    RUN_TEST(test_games_of_standard_chess);
    RUN_TEST(test_games_of_chess960);
    RUN_TEST(test_games_of_double_chess960);
    RUN_TEST(test_walks_from_odd_positions);
    return UNITY_END();
}
