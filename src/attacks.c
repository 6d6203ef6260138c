#include "attacks.h"

#include <assert.h>

#include "magics.h"
#include "platform.h"

AttackTables attack_tables;

typedef struct Step {
    int file, rank;
} Step;

static const Step BISHOP_STEPS[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const Step ROOK_STEPS[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const Step KNIGHT_STEPS[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const Step KING_STEPS[] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                  {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const Step PAWN_STEPS[COLOUR_NB][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};

/* The square one step away, or NO_SQUARE beyond the edge of the board. */
static Square step_from(Square square, Step step) {
    int file = (int)square_file(square) + step.file;
    int rank = (int)square_rank(square) + step.rank;
    bool on_board = file >= FILE_A && file <= FILE_H && rank >= RANK_1 && rank <= RANK_8;
    return on_board ? make_square((File)file, (Rank)rank) : NO_SQUARE;
}

static Bitboard step_targets(Square square, const Step *steps, size_t count) {
    Bitboard targets = 0;
    for (size_t i = 0; i < count; i++) {
        Square to = step_from(square, steps[i]);
        if (to != NO_SQUARE)
            targets |= square_bit(to);
    }
    return targets;
}

Bitboard attacks_walk_rays(PieceType type, Square square, Bitboard occupied) {
    assert(type == BISHOP || type == ROOK);
    const Step *steps = type == BISHOP ? BISHOP_STEPS : ROOK_STEPS;
    Bitboard reached = 0;
    for (int i = 0; i < 4; i++) {
        Square to = step_from(square, steps[i]);
        while (to != NO_SQUARE) {
            reached |= square_bit(to);
            if (occupied & square_bit(to))
                break;
            to = step_from(to, steps[i]);
        }
    }
    return reached;
}

Bitboard attacks_relevant_mask(PieceType type, Square square) {
    Bitboard own_rank = rank_bits(square_rank(square)), own_file = file_bits(square_file(square));
    Bitboard edges = ((rank_bits(RANK_1) | rank_bits(RANK_8)) & ~own_rank) |
                     ((FILE_A_BITS | FILE_H_BITS) & ~own_file);
    return attacks_walk_rays(type, square, 0) & ~edges;
}

/* Fills the sets of one square from `sets` on and returns where the next square's begin. */
static Bitboard *build_slider_square(SliderSquare *slider, PieceType type, Square square,
                                     Bitboard *sets, SliderIndexing indexing) {
    Bitboard mask = attacks_relevant_mask(type, square);
    int relevant = bits_count(mask);
    slider->mask = mask;
    slider->magic = type == BISHOP ? BISHOP_MAGICS[square] : ROOK_MAGICS[square];
    slider->shift = (unsigned)(64 - relevant);
    slider->sets = sets;

    /* Stepping through the subsets of a mask: subtracting it carries through the gaps. */
    Bitboard occupied = 0;
    do {
        uint64_t index = indexing == INDEX_BY_PEXT ? bits_extract(occupied, mask)
                                                   : occupied * slider->magic >> slider->shift;
        sets[index] = attacks_walk_rays(type, square, occupied);
        occupied = (occupied - mask) & mask;
    } while (occupied != 0);
    return sets + (UINT64_C(1) << relevant);
}

void attacks_build_sliders(SliderTables *tables, SliderIndexing indexing) {
    Bitboard *sets = tables->sets;
    for (Square s = 0; s < SQUARE_NB; s++)
        sets = build_slider_square(&tables->bishop[s], BISHOP, s, sets, indexing);
    assert(sets == tables->sets + BISHOP_SET_NB);
    for (Square s = 0; s < SQUARE_NB; s++)
        sets = build_slider_square(&tables->rook[s], ROOK, s, sets, indexing);
    assert(sets == tables->sets + BISHOP_SET_NB + ROOK_SET_NB);
}

static void fill_steppers(Square square) {
    AttackTables *t = &attack_tables;
    t->knight[square] = step_targets(square, KNIGHT_STEPS, 8);
    t->king[square] = step_targets(square, KING_STEPS, 8);
    t->pawn[WHITE][square] = step_targets(square, PAWN_STEPS[WHITE], 2);
    t->pawn[BLACK][square] = step_targets(square, PAWN_STEPS[BLACK], 2);
    t->bishop_rays[square] = attacks_walk_rays(BISHOP, square, 0);
    t->rook_rays[square] = attacks_walk_rays(ROOK, square, 0);
}

static bool is_rising(Square a, Square b) {
    return (square_file(a) > square_file(b)) == (square_rank(a) > square_rank(b));
}

static void fill_diagonals(Square a) {
    for (Bitboard left = attack_tables.bishop_rays[a]; left != 0;) {
        Square b = bits_pop(&left);
        Bitboard *diagonal = is_rising(a, b) ? &attack_tables.rising_diagonal[a]
                                             : &attack_tables.falling_diagonal[a];
        *diagonal |= square_bit(b);
    }
}

static void fill_lines(PieceType type, Square a) {
    Bitboard partners = attacks_walk_rays(type, a, 0);
    Bitboard here = square_bit(a);
    for (Bitboard left = partners; left != 0;) {
        Square b = bits_pop(&left);
        Bitboard there = square_bit(b);
        attack_tables.between[a][b] =
            attacks_walk_rays(type, a, there) & attacks_walk_rays(type, b, here);
        attack_tables.line[a][b] = (partners & attacks_walk_rays(type, b, 0)) | here | there;
    }
}

void attacks_init(void) {
    attack_tables.indexing = platform_has_fast_pext() ? INDEX_BY_PEXT : INDEX_BY_MAGIC;
    attacks_build_sliders(&attack_tables.sliders, attacks_indexing());
    for (Square s = 0; s < SQUARE_NB; s++) {
        fill_steppers(s);
        fill_diagonals(s);
        fill_lines(BISHOP, s);
        fill_lines(ROOK, s);
    }
}
