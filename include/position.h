/* A chess position: where the pieces stand, what may still happen, and the keys that name it.
 *
 * A Position is a plain value without pointers. Making a move copies it: the parent stays as it
 * was, so there is nothing to undo and an interrupted search leaves nothing behind. The history
 * that repetition needs is kept by whoever plays the moves (see draw.h and game.h). */
#ifndef CASTELLAN_POSITION_H
#define CASTELLAN_POSITION_H

#include "attacks.h"
#include "move.h"
#include "score.h"

/* Ordered so that what is needed most often comes first: a prefix of the structure is enough to
 * generate moves, a longer one to make them (see `Extent` in make_move.h). */
typedef struct Position {
    Bitboard by_type[PIECE_TYPE_NB];
    Bitboard by_colour[COLOUR_NB];
    Bitboard castling_rooks; /* rooks of either side that may still castle with their king */
    Bitboard checkers;       /* pieces that give check to the side to move */
    Bitboard pinned;         /* pieces of the side to move that shield their own king */

    uint16_t halfmove_clock;   /* plies since the last capture or pawn move */
    uint16_t reversible_plies; /* the same, but counted from a null move where that is later */
    uint16_t fullmove_number;
    uint8_t side;      /* Colour to move */
    Square en_passant; /* square behind a double push that some pawn can legally capture */

    Piece board[SQUARE_NB];

    /* Zobrist keys, kept up to date move by move. `key` names the whole position with its side
     * to move, castling rights and, where it can really be captured, en passant square. The
     * others cover part of the pieces: pawns; knights, bishops and kings; rooks, queens and
     * kings; and each colour's pieces other than pawns. */
    Key key;
    Key pawn_key;
    Key minor_key;
    Key major_key;
    Key non_pawn_key[COLOUR_NB];

    ScorePair psqt;      /* sum of piece-square values, White's point of view */
    int32_t king_halves; /* of the board, which those values depend on: see psqt.h */
} Position;

_Static_assert(sizeof(Position) == 216, "without padding, positions compare byte by byte");

/* Takes the pieces, side, rights, en passant square and counters that the caller has filled in
 * and derives the rest: bitboards from `board`, keys, checkers and pins. Drops an en passant
 * square that no pawn can capture on. Both sides must have exactly one king. */
void position_refresh(Position *position);

/* `child` becomes the position after the legal `move`; it must not be `parent` itself. */
void position_make_move(Position *child, const Position *parent, Move move);

/* The key after a move, as far as it is known without making it: castling, promotion, en passant
 * and rights that are lost are left out. Good enough to fetch what is stored under it. */
Key position_likely_key(const Position *position, Move move);

/* `child` becomes the position after passing; the side to move must not be in check. */
void position_make_null(Position *child, const Position *parent);

/* Whether a piece of colour `by` attacks `square` when the squares `occupied` are. */
bool position_is_attacked(const Position *position, Square square, Bitboard occupied, Colour by);

/* Every square that some piece of colour `by` attacks. */
Bitboard position_threats(const Position *position, Colour by);

/* Whether everything derived agrees with recomputation; for tests and debug builds. */
bool position_is_consistent(const Position *position);

static inline Bitboard position_occupied(const Position *p) {
    return p->by_colour[WHITE] | p->by_colour[BLACK];
}

static inline Bitboard position_pieces(const Position *p, Colour colour, PieceType type) {
    return p->by_colour[colour] & p->by_type[type];
}

static inline Square position_king(const Position *p, Colour colour) {
    return bits_lowest(position_pieces(p, colour, KING));
}

static inline Colour position_side(const Position *p) {
    return (Colour)p->side;
}

static inline Bitboard position_diagonal_sliders(const Position *p) {
    return p->by_type[BISHOP] | p->by_type[QUEEN];
}

static inline Bitboard position_straight_sliders(const Position *p) {
    return p->by_type[ROOK] | p->by_type[QUEEN];
}

/* Where king and rook end up when the king on `king` castles with the rook on `rook`. */
static inline Square castling_king_target(Square king, Square rook) {
    return make_square(rook > king ? FILE_G : FILE_C, square_rank(king));
}

static inline Square castling_rook_target(Square king, Square rook) {
    return make_square(rook > king ? FILE_F : FILE_D, square_rank(king));
}

#endif
