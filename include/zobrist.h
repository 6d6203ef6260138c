/* Random keys from a fixed seed, so that position keys are equal in every build and on every
 * machine. Filled once by `zobrist_init`, read-only afterwards. */
#ifndef CASTELLAN_ZOBRIST_H
#define CASTELLAN_ZOBRIST_H

#include "types.h"

typedef struct ZobristKeys {
    Key piece[PIECE_NB][SQUARE_NB];
    Key castling_rook[SQUARE_NB]; /* a rook on this square may still castle */
    Key en_passant[SQUARE_NB];
    Key black_to_move;
} ZobristKeys;

extern ZobristKeys zobrist;

void zobrist_init(void);

#endif
