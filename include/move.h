/* The 16-bit move: origin (6 bits), destination (6), promotion piece (2), kind (2).
 *
 * Castling is written king-takes-own-rook, which is unambiguous in Chess960 too. The promotion
 * bits of every other kind are zero. Values such as those found in a transposition table may be
 * garbage: only `movegen_is_legal` tells. */
#ifndef CASTELLAN_MOVE_H
#define CASTELLAN_MOVE_H

#include "types.h"

typedef uint16_t Move;

typedef enum MoveKind {
    MOVE_NORMAL = 0,
    MOVE_PROMOTION = 1 << 14,
    MOVE_EN_PASSANT = 2 << 14,
    MOVE_CASTLING = 3 << 14
} MoveKind;

enum {
    MOVE_NONE = 0,            /* a1a1: no piece can move so */
    MOVE_NULL = 1 | (1 << 6), /* b1b1: passing the turn */
    MOVE_VALUE_NB = 1 << 16,
};

static inline Move move_make(Square from, Square to) {
    return (Move)(from | to << 6);
}

static inline Move move_make_kind(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << 6 | (int)kind);
}

static inline Move move_make_promotion(Square from, Square to, PieceType type) {
    return (Move)(from | to << 6 | (type - KNIGHT) << 12 | (int)MOVE_PROMOTION);
}

static inline Square move_from(Move move) {
    return move & 63;
}

static inline Square move_to(Move move) {
    return move >> 6 & 63;
}

static inline MoveKind move_kind(Move move) {
    return (MoveKind)(move & (3 << 14));
}

/* Meaningful for promotions only. */
static inline PieceType move_promotion(Move move) {
    return (PieceType)(KNIGHT + (move >> 12 & 3));
}

#endif
