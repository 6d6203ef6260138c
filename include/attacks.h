/* Attack, line and between tables. Filled once by `attacks_init`, read-only afterwards, so every
 * thread may use them without locks.
 *
 * Slider attacks come from one table lookup per piece. The index into a square's sets is found
 * by a magic multiplication or, where the CPU does it fast, by the PEXT instruction. */
#ifndef CASTELLAN_ATTACKS_H
#define CASTELLAN_ATTACKS_H

#include "bits.h"

typedef enum SliderIndexing { INDEX_BY_MAGIC, INDEX_BY_PEXT } SliderIndexing;

/* What one square needs to look its attack sets up. */
typedef struct SliderSquare {
    Bitboard mask; /* squares whose occupancy matters: the rays without their last square */
    Bitboard magic;
    const Bitboard *sets;
    unsigned shift;
} SliderSquare;

enum {
    BISHOP_SET_NB = 5248,
    ROOK_SET_NB = 102400,
};

typedef struct SliderTables {
    SliderSquare bishop[SQUARE_NB];
    SliderSquare rook[SQUARE_NB];
    Bitboard sets[BISHOP_SET_NB + ROOK_SET_NB];
} SliderTables;

typedef struct AttackTables {
    Bitboard pawn[COLOUR_NB][SQUARE_NB];
    Bitboard knight[SQUARE_NB];
    Bitboard king[SQUARE_NB];
    Bitboard bishop_rays[SQUARE_NB]; /* attacks on an empty board */
    Bitboard rook_rays[SQUARE_NB];
    Bitboard rising_diagonal[SQUARE_NB];  /* the one that runs as a1-h8 does */
    Bitboard falling_diagonal[SQUARE_NB]; /* the one that runs as a8-h1 does */
    Bitboard between[SQUARE_NB][SQUARE_NB];
    Bitboard line[SQUARE_NB][SQUARE_NB];
    SliderIndexing indexing;
    SliderTables sliders;
} AttackTables;

extern AttackTables attack_tables;

/* Fills `attack_tables`. Call once, before anything else in the program and before any thread. */
void attacks_init(void);

/* Attack set found by walking the rays: slow, for filling tables and finding magics. `type` is
 * BISHOP or ROOK. */
Bitboard attacks_walk_rays(PieceType type, Square square, Bitboard occupied);

/* The occupancy mask of a slider's square, and how to fill tables of either indexing. */
Bitboard attacks_relevant_mask(PieceType type, Square square);
void attacks_build_sliders(SliderTables *tables, SliderIndexing indexing);

static inline Bitboard slider_attacks(const SliderSquare *slider, Bitboard occupied,
                                      SliderIndexing indexing) {
    uint64_t index = indexing == INDEX_BY_PEXT
                         ? bits_extract(occupied, slider->mask)
                         : ((occupied & slider->mask) * slider->magic) >> slider->shift;
    return slider->sets[index];
}

/* PEXT is microcoded and slow on AMD before Zen 3. A native build knows its CPU and settles the
 * matter at compile time; a portable build asks the CPU once at start-up. */
static inline SliderIndexing attacks_indexing(void) {
#if !defined(__BMI2__) || defined(__znver1__) || defined(__znver2__) || defined(__bdver4__)
    return INDEX_BY_MAGIC;
#elif defined(CASTELLAN_PORTABLE)
    return attack_tables.indexing;
#else
    return INDEX_BY_PEXT;
#endif
}

static inline Bitboard attacks_bishop(Square square, Bitboard occupied) {
    return slider_attacks(&attack_tables.sliders.bishop[square], occupied, attacks_indexing());
}

static inline Bitboard attacks_rook(Square square, Bitboard occupied) {
    return slider_attacks(&attack_tables.sliders.rook[square], occupied, attacks_indexing());
}

static inline Bitboard attacks_queen(Square square, Bitboard occupied) {
    return attacks_bishop(square, occupied) | attacks_rook(square, occupied);
}

static inline Bitboard attacks_knight(Square square) {
    return attack_tables.knight[square];
}

static inline Bitboard attacks_king(Square square) {
    return attack_tables.king[square];
}

/* Squares that a pawn of `colour` on `square` attacks. */
static inline Bitboard attacks_pawn(Colour colour, Square square) {
    return attack_tables.pawn[colour][square];
}

/* Squares that any of `colour`'s `pawns` attacks. */
static inline Bitboard attacks_pawns(Colour colour, Bitboard pawns) {
    Bitboard ahead = bits_forward(colour, pawns);
    return bits_east(ahead) | bits_west(ahead);
}

/* Attacks of a knight, bishop, rook, queen or king. */
static inline Bitboard attacks_piece(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
    case KNIGHT:
        return attacks_knight(square);
    case BISHOP:
        return attacks_bishop(square, occupied);
    case ROOK:
        return attacks_rook(square, occupied);
    case QUEEN:
        return attacks_queen(square, occupied);
    default:
        return attacks_king(square);
    }
}

/* Squares strictly between two squares of one rank, file or diagonal; otherwise empty. */
static inline Bitboard squares_between(Square a, Square b) {
    return attack_tables.between[a][b];
}

/* The whole line through two squares, edge to edge, both included; empty where there is none. */
static inline Bitboard line_through(Square a, Square b) {
    return attack_tables.line[a][b];
}

#endif
