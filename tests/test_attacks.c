/* The attack tables against their definitions: every square, and for sliders every occupancy that
 * matters, in both indexings. */
#include <stdlib.h>

#include "attacks.h"
#include "random.h"
#include "startup.h"
#include "unity.h"

enum { RANDOM_OCCUPANCIES = 10000 };

void setUp(void) {
}

void tearDown(void) {
}

static int file_of(int square) {
    return square % 8;
}

static int rank_of(int square) {
    return square / 8;
}

static Bitboard bit_at(int file, int rank) {
    bool is_on_board = file >= 0 && file < 8 && rank >= 0 && rank < 8;
    return is_on_board ? UINT64_C(1) << (rank * 8 + file) : 0;
}

/* Squares from `square` on, itself left out, up to the first occupied one or the edge. */
static Bitboard ray(int square, int files, int ranks, Bitboard occupied) {
    Bitboard reached = 0;
    for (int i = 1; i < 8; i++) {
        Bitboard next = bit_at(file_of(square) + i * files, rank_of(square) + i * ranks);
        reached |= next;
        if (next == 0 || (next & occupied))
            break;
    }
    return reached;
}

static Bitboard walk_rays(PieceType type, int square, Bitboard occupied) {
    if (type == ROOK)
        return ray(square, 1, 0, occupied) | ray(square, -1, 0, occupied) |
               ray(square, 0, 1, occupied) | ray(square, 0, -1, occupied);
    return ray(square, 1, 1, occupied) | ray(square, -1, 1, occupied) |
           ray(square, 1, -1, occupied) | ray(square, -1, -1, occupied);
}

/* Squares on which a piece changes what the slider attacks. */
static Bitboard relevant_squares(PieceType type, int square) {
    Bitboard relevant = 0;
    for (int other = 0; other < SQUARE_NB; other++)
        if (walk_rays(type, square, UINT64_C(1) << other) != walk_rays(type, square, 0))
            relevant |= UINT64_C(1) << other;
    return relevant;
}

/* A table of each indexing; released after the tests. */
static SliderTables *by_magic, *by_pext;

static void check_slider(PieceType type, Square square, Bitboard occupied) {
    const SliderSquare *magic = type == ROOK ? &by_magic->rook[square] : &by_magic->bishop[square];
    const SliderSquare *pext = type == ROOK ? &by_pext->rook[square] : &by_pext->bishop[square];
    Bitboard expected = walk_rays(type, square, occupied);
    TEST_ASSERT_EQUAL_HEX64(expected, slider_attacks(magic, occupied, INDEX_BY_MAGIC));
    TEST_ASSERT_EQUAL_HEX64(expected, slider_attacks(pext, occupied, INDEX_BY_PEXT));
    TEST_ASSERT_EQUAL_HEX64(expected, attacks_walk_rays(type, square, occupied));
    TEST_ASSERT_EQUAL_HEX64(expected, attacks_piece(type, square, occupied));
}

static void check_all_relevant_occupancies(PieceType type) {
    for (Square s = 0; s < SQUARE_NB; s++) {
        Bitboard mask = relevant_squares(type, s), occupied = 0;
        TEST_ASSERT_EQUAL_HEX64(mask, attacks_relevant_mask(type, s));
        do {
            check_slider(type, s, occupied);
            occupied = (occupied - mask) & mask;
        } while (occupied != 0);
    }
}

static void test_bishops_on_all_relevant_occupancies(void) {
    check_all_relevant_occupancies(BISHOP);
}

static void test_rooks_on_all_relevant_occupancies(void) {
    check_all_relevant_occupancies(ROOK);
}

/* Squares off the mask, the slider's own among them, must not matter. */
static void test_sliders_on_full_occupancies(void) {
    Random random = {1};
    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        Bitboard occupied = random_next(&random);
        if (i % 3 == 1)
            occupied &= random_next(&random);
        if (i % 3 == 2)
            occupied |= random_next(&random);
        for (Square s = 0; s < SQUARE_NB; s++) {
            check_slider(BISHOP, s, occupied);
            check_slider(ROOK, s, occupied);
            TEST_ASSERT_EQUAL_HEX64(walk_rays(BISHOP, s, occupied) | walk_rays(ROOK, s, occupied),
                                    attacks_queen(s, occupied));
        }
    }
}

static void test_knights_and_kings(void) {
    for (int from = 0; from < SQUARE_NB; from++) {
        Bitboard knight = 0, king = 0;
        for (int to = 0; to < SQUARE_NB; to++) {
            int files = abs(file_of(from) - file_of(to)), ranks = abs(rank_of(from) - rank_of(to));
            if (files * ranks == 2)
                knight |= UINT64_C(1) << to;
            if (from != to && files <= 1 && ranks <= 1)
                king |= UINT64_C(1) << to;
        }
        TEST_ASSERT_EQUAL_HEX64(knight, attacks_knight((Square)from));
        TEST_ASSERT_EQUAL_HEX64(king, attacks_king((Square)from));
        TEST_ASSERT_EQUAL_HEX64(knight, attacks_piece(KNIGHT, (Square)from, UINT64_MAX));
        TEST_ASSERT_EQUAL_HEX64(king, attacks_piece(KING, (Square)from, UINT64_MAX));
    }
}

static void test_pawns(void) {
    Random random = {2};
    for (int from = 0; from < SQUARE_NB; from++) {
        int file = file_of(from), rank = rank_of(from);
        TEST_ASSERT_EQUAL_HEX64(bit_at(file - 1, rank + 1) | bit_at(file + 1, rank + 1),
                                attacks_pawn(WHITE, (Square)from));
        TEST_ASSERT_EQUAL_HEX64(bit_at(file - 1, rank - 1) | bit_at(file + 1, rank - 1),
                                attacks_pawn(BLACK, (Square)from));
    }
    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        Bitboard pawns = random_next(&random), attacked[COLOUR_NB] = {0, 0};
        for (Square s = 0; s < SQUARE_NB; s++)
            for (int colour = WHITE; colour <= BLACK; colour++)
                if (pawns & square_bit(s))
                    attacked[colour] |= attacks_pawn((Colour)colour, s);
        TEST_ASSERT_EQUAL_HEX64(attacked[WHITE], attacks_pawns(WHITE, pawns));
        TEST_ASSERT_EQUAL_HEX64(attacked[BLACK], attacks_pawns(BLACK, pawns));
    }
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

/* Walks from `a` towards `b` and on to the edge of the board, and from `b` the other way. */
static void check_pair(int a, int b) {
    int files = file_of(b) - file_of(a), ranks = rank_of(b) - rank_of(a);
    bool is_aligned = a != b && (files == 0 || ranks == 0 || abs(files) == abs(ranks));
    Bitboard between = 0, line = 0;
    if (is_aligned) {
        Bitboard there = UINT64_C(1) << b;
        between = ray(a, sign(files), sign(ranks), there) & ~there;
        line = ray(a, sign(files), sign(ranks), 0) | ray(b, -sign(files), -sign(ranks), 0);
    }
    TEST_ASSERT_EQUAL_HEX64(between, squares_between((Square)a, (Square)b));
    TEST_ASSERT_EQUAL_HEX64(line, line_through((Square)a, (Square)b));
}

static void test_squares_between_and_lines(void) {
    for (int a = 0; a < SQUARE_NB; a++)
        for (int b = 0; b < SQUARE_NB; b++)
            check_pair(a, b);
}

/* As the rays, diagonals leave out the square that they are taken from. */
static void test_empty_board_rays_and_diagonals(void) {
    for (int s = 0; s < SQUARE_NB; s++) {
        Bitboard rising = ray(s, 1, 1, 0) | ray(s, -1, -1, 0);
        Bitboard falling = ray(s, 1, -1, 0) | ray(s, -1, 1, 0);
        TEST_ASSERT_EQUAL_HEX64(rising, attack_tables.rising_diagonal[s]);
        TEST_ASSERT_EQUAL_HEX64(falling, attack_tables.falling_diagonal[s]);
        TEST_ASSERT_EQUAL_HEX64(rising | falling, attack_tables.bishop_rays[s]);
        TEST_ASSERT_EQUAL_HEX64(walk_rays(ROOK, s, 0), attack_tables.rook_rays[s]);
    }
}

/* Bit by bit, unlike either of the two. */
static uint64_t gather(uint64_t value, uint64_t mask) {
    uint64_t gathered = 0;
    int width = 0;
    for (int bit = 0; bit < 64; bit++)
        if (mask >> bit & 1)
            gathered |= (value >> bit & 1) << width++;
    return gathered;
}

static void test_bit_extraction(void) {
    Random random = {3};
    TEST_ASSERT_EQUAL_HEX64(UINT64_MAX, bits_extract_portable(UINT64_MAX, UINT64_MAX));
    TEST_ASSERT_EQUAL_HEX64(0, bits_extract_portable(UINT64_MAX, 0));
    for (int i = 0; i < RANDOM_OCCUPANCIES; i++) {
        uint64_t value = random_next(&random), mask = random_next(&random);
        uint64_t expected = gather(value, mask);
        TEST_ASSERT_EQUAL_HEX64(expected, bits_extract_portable(value, mask));
        TEST_ASSERT_EQUAL_HEX64(expected, bits_extract(value, mask));
    }
}

int main(void) {
    startup_init();
    by_magic = calloc(1, sizeof *by_magic);
    by_pext = calloc(1, sizeof *by_pext);
    if (by_magic == NULL || by_pext == NULL)
        return 1;
    attacks_build_sliders(by_magic, INDEX_BY_MAGIC);
    attacks_build_sliders(by_pext, INDEX_BY_PEXT);

    UNITY_BEGIN();
    RUN_TEST(test_bishops_on_all_relevant_occupancies);
    RUN_TEST(test_rooks_on_all_relevant_occupancies);
    RUN_TEST(test_sliders_on_full_occupancies);
    RUN_TEST(test_knights_and_kings);
    RUN_TEST(test_pawns);
    RUN_TEST(test_squares_between_and_lines);
    RUN_TEST(test_empty_board_rays_and_diagonals);
    RUN_TEST(test_bit_extraction);
    free(by_magic);
    free(by_pext);
    return UNITY_END();
}
