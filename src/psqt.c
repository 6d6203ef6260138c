#include "psqt.h"

PsqtTables psqt;

/* A piece is worth its material, something for every ring towards the centre of the board and
 * something for every rank that it has advanced. */
typedef struct Worth {
    int material, ring, rank;
} Worth;

static const Worth MIDDLEGAME[PIECE_TYPE_NB] = {
    {80, 7, 3}, {330, 13, 3}, {345, 8, 1}, {480, 4, 2}, {1000, 3, 0}, {0, -18, -16},
};
static const Worth ENDGAME[PIECE_TYPE_NB] = {
    {105, 0, 12}, {320, 9, 1}, {335, 5, 1}, {555, 1, 3}, {1020, 7, 2}, {0, 14, 5},
};

/* 0 on the edge of the board, 3 on its four central squares. */
static int ring_of(Square square) {
    int file = (int)square_file(square), rank = (int)square_rank(square);
    int from_side = file < 4 ? file : 7 - file, from_end = rank < 4 ? rank : 7 - rank;
    return from_side < from_end ? from_side : from_end;
}

static int worth_on(const Worth *worth, Square square, Rank advanced) {
    return worth->material + worth->ring * ring_of(square) + worth->rank * (int)advanced;
}

void psqt_init(void) {
    for (int type = PAWN; type <= KING; type++)
        for (Square s = 0; s < SQUARE_NB; s++) {
            Rank white = square_rank(s), black = relative_rank(BLACK, square_rank(s));
            psqt.value[make_piece(WHITE, (PieceType)type)][s] = SCORE_PAIR(
                worth_on(&MIDDLEGAME[type], s, white), worth_on(&ENDGAME[type], s, white));
            psqt.value[make_piece(BLACK, (PieceType)type)][s] = -SCORE_PAIR(
                worth_on(&MIDDLEGAME[type], s, black), worth_on(&ENDGAME[type], s, black));
        }
}
