/* Making moves, as templates over constant arguments: the colour, and how much of the position is
 * kept up. Position.c instantiates them for everyone; perft, which needs no keys, for itself. */
#ifndef CASTELLAN_MAKE_MOVE_H
#define CASTELLAN_MAKE_MOVE_H

#include <string.h>

#include "position.h"
#include "psqt.h"
#include "zobrist.h"

/* How much of a position a move keeps up. Each extent is a prefix of the structure. */
typedef enum Extent {
    BITBOARDS, /* enough to count moves */
    BOARD,     /* enough to make moves as well */
    COMPLETE   /* with keys and counters */
} Extent;

BITS_ALWAYS_INLINE size_t extent_size(Extent extent) {
    return extent == BITBOARDS ? offsetof(Position, board)
           : extent == BOARD   ? offsetof(Position, key)
                               : sizeof(Position);
}

BITS_ALWAYS_INLINE void set_square(Position *p, Square square, Piece piece, Extent extent) {
    if (extent >= BOARD)
        p->board[square] = piece;
}

BITS_ALWAYS_INLINE bool is_attacked(const Position *p, Square square, Bitboard occupied,
                                    Colour by) {
    Bitboard steppers = (attacks_pawn(opponent(by), square) & p->by_type[PAWN]) |
                        (attacks_knight(square) & p->by_type[KNIGHT]) |
                        (attacks_king(square) & p->by_type[KING]);
    Bitboard sliders = (attacks_bishop(square, occupied) & position_diagonal_sliders(p)) |
                       (attacks_rook(square, occupied) & position_straight_sliders(p));
    return ((steppers | sliders) & p->by_colour[by]) != 0;
}

/* Whether the pawn of `us` on `from` may capture en passant on `target`. Two pawns leave the
 * board's lines at once, which no pin mask describes, so the lines are looked at anew. */
BITS_ALWAYS_INLINE bool is_en_passant_legal(const Position *p, Square from, Square target,
                                            Colour us) {
    Bitboard captured = square_bit((Square)(target - pawn_step(us)));
    Bitboard theirs = p->by_colour[opponent(us)];
    Bitboard occupied = (position_occupied(p) ^ square_bit(from) ^ captured) | square_bit(target);
    Square king = position_king(p, us);
    Bitboard steppers = p->by_type[PAWN] | p->by_type[KNIGHT];
    return !(p->checkers & ~captured & steppers) &&
           !(attacks_bishop(king, occupied) & position_diagonal_sliders(p) & theirs) &&
           !(attacks_rook(king, occupied) & position_straight_sliders(p) & theirs);
}

BITS_ALWAYS_INLINE bool has_legal_en_passant(const Position *p, Square target, Colour us) {
    Bitboard capturers = attacks_pawn(opponent(us), target) & position_pieces(p, us, PAWN);
    while (capturers)
        if (is_en_passant_legal(p, bits_pop(&capturers), target, us))
            return true;
    return false;
}

/* Finds who gives check to `us` and which of its pieces are pinned. A slider aligned with the
 * king checks when nothing stands between them and pins when just one own piece does. */
BITS_ALWAYS_INLINE void update_checks_and_pins(Position *p, Colour us) {
    Square king = position_king(p, us);
    Bitboard ours = p->by_colour[us], theirs = p->by_colour[opponent(us)];
    Bitboard checkers =
        (attacks_pawn(us, king) & p->by_type[PAWN]) | (attacks_knight(king) & p->by_type[KNIGHT]);
    Bitboard snipers = (attack_tables.bishop_rays[king] & position_diagonal_sliders(p)) |
                       (attack_tables.rook_rays[king] & position_straight_sliders(p));
    Bitboard pinned = 0;
    checkers &= theirs;
    snipers &= theirs;
    while (snipers) {
        Square sniper = bits_pop(&snipers);
        Bitboard shields = squares_between(king, sniper) & (ours | theirs);
        checkers |= (Bitboard)(shields == 0) << sniper;
        pinned |= bits_has_several(shields) ? 0 : shields & ours;
    }
    p->checkers = checkers;
    p->pinned = pinned;
}

BITS_ALWAYS_INLINE void toggle_keys(Position *p, Piece piece, Square square) {
    Key key = zobrist.piece[piece][square];
    PieceType type = piece_type(piece);
    p->key ^= key;
    if (type == PAWN) {
        p->pawn_key ^= key;
        return;
    }
    p->non_pawn_key[piece_colour(piece)] ^= key;
    if (type != ROOK && type != QUEEN)
        p->minor_key ^= key;
    if (type >= ROOK)
        p->major_key ^= key;
}

/* Bitboards and what is derived from them; the board of squares is `set_square`'s. */
BITS_ALWAYS_INLINE void put_piece(Position *p, Piece piece, Square square, Extent extent) {
    p->by_type[piece_type(piece)] ^= square_bit(square);
    p->by_colour[piece_colour(piece)] ^= square_bit(square);
    if (extent == COMPLETE) {
        toggle_keys(p, piece, square);
        p->psqt += psqt.value[p->king_halves][piece][square];
    }
}

BITS_ALWAYS_INLINE void take_piece(Position *p, Piece piece, Square square, Extent extent) {
    p->by_type[piece_type(piece)] ^= square_bit(square);
    p->by_colour[piece_colour(piece)] ^= square_bit(square);
    if (extent == COMPLETE) {
        toggle_keys(p, piece, square);
        p->psqt -= psqt.value[p->king_halves][piece][square];
    }
}

/* The sum over all pieces, and what it depends on. */
static void refresh_psqt(Position *p) {
    p->king_halves = psqt_king_halves(position_king(p, WHITE), position_king(p, BLACK));
    p->psqt = 0;
    for (Bitboard pieces = position_occupied(p); pieces != 0;) {
        Square square = bits_pop(&pieces);
        p->psqt += psqt.value[p->king_halves][p->board[square]][square];
    }
}

/* A king that has changed halves changes what every piece is worth. */
BITS_ALWAYS_INLINE void update_psqt(Position *p, Extent extent) {
    if (extent == COMPLETE &&
        p->king_halves != psqt_king_halves(position_king(p, WHITE), position_king(p, BLACK)))
        refresh_psqt(p);
}

BITS_ALWAYS_INLINE void remove_castling_rights(Position *p, Bitboard rooks, Extent extent) {
    rooks &= p->castling_rooks;
    p->castling_rooks ^= rooks;
    while (extent == COMPLETE && rooks)
        p->key ^= zobrist.castling_rook[bits_pop(&rooks)];
}

BITS_ALWAYS_INLINE void make_castling(Position *p, Square king, Square rook, Colour us,
                                      Extent extent) {
    Piece king_piece = make_piece(us, KING), rook_piece = make_piece(us, ROOK);
    Square king_to = castling_king_target(king, rook), rook_to = castling_rook_target(king, rook);
    /* Take both off before putting either down: in Chess960 their squares may overlap. */
    take_piece(p, king_piece, king, extent);
    take_piece(p, rook_piece, rook, extent);
    set_square(p, king, NO_PIECE, extent);
    set_square(p, rook, NO_PIECE, extent);
    put_piece(p, king_piece, king_to, extent);
    put_piece(p, rook_piece, rook_to, extent);
    set_square(p, king_to, king_piece, extent);
    set_square(p, rook_to, rook_piece, extent);
    update_psqt(p, extent);
}

BITS_ALWAYS_INLINE void restart_counters(Position *p, Extent extent) {
    if (extent == COMPLETE)
        p->halfmove_clock = p->reversible_plies = 0;
}

BITS_ALWAYS_INLINE void make_pawn_move(Position *p, Move move, Colour us, Extent extent) {
    Square from = move_from(move), to = move_to(move);
    Piece pawn = make_piece(us, PAWN);
    restart_counters(p, extent);
    if (move_kind(move) == MOVE_EN_PASSANT) {
        Square captured = (Square)(to - pawn_step(us));
        take_piece(p, make_piece(opponent(us), PAWN), captured, extent);
        set_square(p, captured, NO_PIECE, extent);
    } else if (move_kind(move) == MOVE_PROMOTION) {
        Piece promoted = make_piece(us, move_promotion(move));
        take_piece(p, pawn, to, extent);
        put_piece(p, promoted, to, extent);
        set_square(p, to, promoted, extent);
    } else if ((from ^ to) == 16) {
        p->en_passant = (Square)(to - pawn_step(us));
    }
}

/* Steps the counters and passes the turn; the en passant chance is gone. */
BITS_ALWAYS_INLINE void begin_ply(Position *p, Colour us, Extent extent) {
    if (extent == COMPLETE) {
        p->key ^= zobrist.black_to_move;
        if (p->en_passant != NO_SQUARE)
            p->key ^= zobrist.en_passant[p->en_passant];
    }
    p->en_passant = NO_SQUARE;
    p->side = (uint8_t)opponent(us);
    if (extent == COMPLETE) {
        /* Counters stay at their end: a game may go on longer than they can count. */
        p->fullmove_number += us == BLACK && p->fullmove_number < UINT16_MAX;
        p->halfmove_clock += p->halfmove_clock < UINT16_MAX;
        p->reversible_plies += p->reversible_plies < UINT16_MAX;
    }
}

/* Every move but castling. */
BITS_ALWAYS_INLINE void make_plain_move(Position *p, Move move, Piece piece, Piece captured,
                                        Extent extent) {
    Square from = move_from(move), to = move_to(move);
    Colour us = piece_colour(piece);
    if (captured != NO_PIECE) {
        take_piece(p, make_piece(opponent(us), piece_type(captured)), to, extent);
        restart_counters(p, extent);
    }
    take_piece(p, piece, from, extent);
    put_piece(p, piece, to, extent);
    set_square(p, from, NO_PIECE, extent);
    set_square(p, to, piece, extent);
    if (piece_type(piece) == PAWN)
        make_pawn_move(p, move, us, extent);
    else if (piece_type(piece) == KING)
        update_psqt(p, extent);
}

/* What castling rights the move of `piece` takes away: the king's all, a rook's its own, and that
 * of a rook that is captured. */
BITS_ALWAYS_INLINE void update_castling_rights(Position *p, Move move, Piece piece, Extent extent) {
    Bitboard rooks = square_bit(move_from(move)) | square_bit(move_to(move));
    if (piece_type(piece) == KING)
        rooks |= rank_bits(relative_rank(piece_colour(piece), RANK_1));
    remove_castling_rights(p, rooks, extent);
}

BITS_ALWAYS_INLINE void make_move(Position *restrict p, const Position *restrict parent, Move move,
                                  Colour us, Extent extent) {
    Square from = move_from(move), to = move_to(move);
    Colour them = opponent(us);
    Piece piece = make_piece(us, piece_type(parent->board[from]));

    memcpy(p, parent, extent_size(extent));
    begin_ply(p, us, extent);
    if (BITS_UNLIKELY(move_kind(move) == MOVE_CASTLING))
        make_castling(p, from, to, us, extent);
    else
        make_plain_move(p, move, piece, parent->board[to], extent);
    if (p->castling_rooks)
        update_castling_rights(p, move, piece, extent);
    update_checks_and_pins(p, them);

    if (p->en_passant != NO_SQUARE) {
        if (!has_legal_en_passant(p, p->en_passant, them))
            p->en_passant = NO_SQUARE;
        else if (extent == COMPLETE)
            p->key ^= zobrist.en_passant[p->en_passant];
    }
}

#endif
