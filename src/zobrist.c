#include "zobrist.h"

#include "random.h"

ZobristKeys zobrist;

void zobrist_init(void) {
    Random random = {UINT64_C(0x20B2157)};
    for (int piece = 0; piece < PIECE_NB; piece++)
        for (Square s = 0; s < SQUARE_NB; s++)
            zobrist.piece[piece][s] = random_next(&random);
    for (Square s = 0; s < SQUARE_NB; s++) {
        zobrist.castling_rook[s] = random_next(&random);
        zobrist.en_passant[s] = random_next(&random);
    }
    zobrist.black_to_move = random_next(&random);
}
