/* Basic vocabulary of the whole program: squares, pieces, colours, limits. No logic beyond
 * arithmetic on these types, no state.
 *
 * Glossary, one word per concept:
 *   depth   plies still to be searched          ply     distance from the root
 *   eval    static judgement of a position      score   value found by searching
 *   noisy   capture, en passant or promotion    quiet   every other move
 *   us      the side to move                    them    its opponent
 */
#ifndef CASTELLAN_TYPES_H
#define CASTELLAN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t Bitboard; /* bit s stands for square s, a1 = 0, b1 = 1, ... h8 = 63 */
typedef uint64_t Key;

enum {
    /* No position that the FEN reader admits has more than 218 legal moves. */
    MAX_MOVES = 256,
    FEN_SIZE = 128, /* longest FEN with its terminator, with room to spare */
};

typedef enum Colour { WHITE, BLACK, COLOUR_NB } Colour;

typedef enum PieceType {
    PAWN,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    KING,
    PIECE_TYPE_NB,
    NO_PIECE_TYPE = PIECE_TYPE_NB
} PieceType;

/* A piece is its type in the low three bits and its colour in the fourth. */
typedef uint8_t Piece;
enum { PIECE_NB = 16, NO_PIECE = NO_PIECE_TYPE };

typedef enum File { FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H } File;
typedef enum Rank { RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 } Rank;

typedef uint8_t Square;
// clang-format off
enum {
    SQ_A1, SQ_B1, SQ_C1, SQ_D1, SQ_E1, SQ_F1, SQ_G1, SQ_H1,
    SQ_A8 = 56, SQ_B8, SQ_C8, SQ_D8, SQ_E8, SQ_F8, SQ_G8, SQ_H8,
    SQUARE_NB = 64,
    NO_SQUARE = 64
};
// clang-format on

static inline Colour opponent(Colour colour) {
    return (Colour)(colour ^ 1);
}

static inline Piece make_piece(Colour colour, PieceType type) {
    return (Piece)(colour << 3 | type);
}

static inline PieceType piece_type(Piece piece) {
    return (PieceType)(piece & 7);
}

/* Meaningless for NO_PIECE. */
static inline Colour piece_colour(Piece piece) {
    return (Colour)(piece >> 3);
}

static inline Square make_square(File file, Rank rank) {
    return (Square)(rank << 3 | file);
}

static inline File square_file(Square square) {
    return (File)(square & 7);
}

static inline Rank square_rank(Square square) {
    return (Rank)(square >> 3);
}

/* The rank as `colour` counts it: its own back rank is RANK_1. */
static inline Rank relative_rank(Colour colour, Rank rank) {
    return (Rank)(rank ^ (colour == WHITE ? 0 : 7));
}

/* Steps of a king from one square to another. */
static inline int steps_between(Square a, Square b) {
    int files = (int)square_file(a) - (int)square_file(b);
    int ranks = (int)square_rank(a) - (int)square_rank(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* One step towards the opponent, as a square offset. */
static inline int pawn_step(Colour colour) {
    return colour == WHITE ? 8 : -8;
}

#endif
