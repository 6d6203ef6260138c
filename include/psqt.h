/* Material and piece-square values, filled once from the weights by `psqt_init`, read-only
 * afterwards. Positions keep their sum without knowing what it is for.
 *
 * What a piece is worth on a square depends on which half of the board, files a to d or e to h,
 * the two kings stand on: with either king, the tables of squares are mirrored. */
#ifndef CASTELLAN_PSQT_H
#define CASTELLAN_PSQT_H

#include "eval_weights.h"

/* Which kings stand on files e to h: bit 0 for White's, bit 1 for Black's. */
enum { KING_HALVES_NB = 4 };

typedef struct PsqtTables {
    /* White's point of view: Black's pieces count negative. */
    ScorePair value[KING_HALVES_NB][PIECE_NB][SQUARE_NB];
} PsqtTables;

extern PsqtTables psqt;

void psqt_init(void); /* after eval_weights_init */

static inline int psqt_king_halves(Square white_king, Square black_king) {
    return (white_king >> 2 & 1) | (black_king >> 1 & 2);
}

/* The weights that make up a value, and how many there are of them. */
enum { PSQT_PARTS_MAX = 3 };
int psqt_parts(int king_halves, Piece piece, Square square, const ScorePair *parts[PSQT_PARTS_MAX]);

/* How much of the middlegame a piece stands for; the start position has PHASE_MAX. */
enum { PHASE_MAX = 24 };
static inline int psqt_phase(PieceType type) {
    return (0x042110 >> (4 * type)) & 15;
}

#endif
