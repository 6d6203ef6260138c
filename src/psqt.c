#include "psqt.h"

PsqtTables psqt;

static const ScorePair *const OWN_KING[] = {
    eval_weights.PawnOwnKing, eval_weights.KnightOwnKing, eval_weights.BishopOwnKing,
    eval_weights.RookOwnKing, eval_weights.QueenOwnKing,
};
static const ScorePair *const ENEMY_KING[] = {
    eval_weights.PawnEnemyKing, eval_weights.KnightEnemyKing, eval_weights.BishopEnemyKing,
    eval_weights.RookEnemyKing, eval_weights.QueenEnemyKing,
};

/* The square as a side sees it whose king, or whose enemy's, has been brought to files e to h. */
static Square seen_from(Colour colour, Square square, bool is_king_right) {
    return (Square)(square ^ (colour == WHITE ? 0 : 56) ^ (is_king_right ? 0 : 7));
}

int psqt_parts(int king_halves, Piece piece, Square square,
               const ScorePair *parts[PSQT_PARTS_MAX]) {
    Colour us = piece_colour(piece);
    PieceType type = piece_type(piece);
    Square by_own = seen_from(us, square, king_halves >> us & 1);
    Square by_enemy = seen_from(us, square, king_halves >> opponent(us) & 1);
    if (type == KING) {
        /* Four squares to a rank; the king itself is never on the other half. */
        parts[0] = &eval_weights.KingSquare[square_rank(by_own) * 4 + (square_file(by_own) & 3)];
        return 1;
    }
    parts[0] = &eval_weights.Material[type];
    parts[1] = &OWN_KING[type][by_own];
    parts[2] = &ENEMY_KING[type][by_enemy];
    return 3;
}

static ScorePair value_of(int king_halves, Piece piece, Square square) {
    const ScorePair *parts[PSQT_PARTS_MAX];
    ScorePair sum = 0;
    for (int i = psqt_parts(king_halves, piece, square, parts); i > 0; i--)
        sum += *parts[i - 1];
    return piece_colour(piece) == WHITE ? sum : -sum;
}

void psqt_init(void) {
    for (int halves = 0; halves < KING_HALVES_NB; halves++)
        for (int type = PAWN; type <= KING; type++)
            for (Square s = 0; s < SQUARE_NB; s++) {
                Piece white = make_piece(WHITE, (PieceType)type);
                Piece black = make_piece(BLACK, (PieceType)type);
                psqt.value[halves][white][s] = value_of(halves, white, s);
                psqt.value[halves][black][s] = value_of(halves, black, s);
            }
}
