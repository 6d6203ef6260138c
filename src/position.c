#include "position.h"

#include <assert.h>
#include <string.h>

#include "make_move.h"

bool position_is_attacked(const Position *position, Square square, Bitboard occupied, Colour by) {
    return is_attacked(position, square, occupied, by);
}

void position_make_move(Position *child, const Position *parent, Move move) {
    if (position_side(parent) == WHITE)
        make_move(child, parent, move, WHITE, COMPLETE);
    else
        make_move(child, parent, move, BLACK, COMPLETE);
    assert(position_is_consistent(child));
}

Key position_likely_key(const Position *p, Move move) {
    Square from = move_from(move), to = move_to(move);
    Key key = p->key ^ zobrist.black_to_move ^ zobrist.piece[p->board[from]][from] ^
              zobrist.piece[p->board[from]][to];
    if (p->board[to] != NO_PIECE)
        key ^= zobrist.piece[p->board[to]][to];
    return p->en_passant == NO_SQUARE ? key : key ^ zobrist.en_passant[p->en_passant];
}

void position_make_null(Position *child, const Position *parent) {
    assert(parent->checkers == 0);
    *child = *parent;
    begin_ply(child, position_side(parent), COMPLETE);
    child->reversible_plies = 0;
    update_checks_and_pins(child, position_side(child));
    assert(position_is_consistent(child));
}

static void refresh_bitboards_and_keys(Position *p) {
    memset(p->by_type, 0, sizeof p->by_type);
    memset(p->by_colour, 0, sizeof p->by_colour);
    p->key = p->pawn_key = p->minor_key = p->major_key = 0;
    p->king_halves = 0;
    p->psqt = 0;
    p->non_pawn_key[WHITE] = p->non_pawn_key[BLACK] = 0;
    for (Square s = 0; s < SQUARE_NB; s++)
        if (p->board[s] != NO_PIECE)
            put_piece(p, p->board[s], s, COMPLETE);
    refresh_psqt(p);
}

void position_refresh(Position *p) {
    Colour us = position_side(p);
    refresh_bitboards_and_keys(p);
    update_checks_and_pins(p, us);
    if (us == BLACK)
        p->key ^= zobrist.black_to_move;
    for (Bitboard rooks = p->castling_rooks; rooks != 0;)
        p->key ^= zobrist.castling_rook[bits_pop(&rooks)];
    if (p->en_passant != NO_SQUARE && !has_legal_en_passant(p, p->en_passant, us))
        p->en_passant = NO_SQUARE;
    if (p->en_passant != NO_SQUARE)
        p->key ^= zobrist.en_passant[p->en_passant];
}

/* Rights need a king on its back rank and at most one rook of its own on either side of it. */
static bool are_rights_backed(const Position *p, Colour colour) {
    Bitboard rooks = p->castling_rooks & p->by_colour[colour];
    Bitboard back_rank = rank_bits(relative_rank(colour, RANK_1));
    Bitboard king = position_pieces(p, colour, KING), west = king - 1;
    return rooks == 0 || ((king & back_rank) && !(rooks & ~(back_rank & p->by_type[ROOK])) &&
                          !bits_has_several(rooks & west) && !bits_has_several(rooks & ~west));
}

Bitboard position_threats(const Position *p, Colour by) {
    Bitboard occupied = position_occupied(p);
    Bitboard threats = attacks_pawns(by, position_pieces(p, by, PAWN));
    threats |= attacks_king(position_king(p, by));
    for (Bitboard knights = position_pieces(p, by, KNIGHT); knights != 0;)
        threats |= attacks_knight(bits_pop(&knights));
    for (Bitboard diagonal = position_diagonal_sliders(p) & p->by_colour[by]; diagonal != 0;)
        threats |= attacks_bishop(bits_pop(&diagonal), occupied);
    for (Bitboard straight = position_straight_sliders(p) & p->by_colour[by]; straight != 0;)
        threats |= attacks_rook(bits_pop(&straight), occupied);
    return threats;
}

bool position_is_consistent(const Position *p) {
    Position fresh = *p;
    position_refresh(&fresh);
    if (memcmp(&fresh, p, sizeof fresh) != 0)
        return false;
    Square their_king = position_king(p, opponent(position_side(p)));
    return are_rights_backed(p, WHITE) && are_rights_backed(p, BLACK) &&
           !(p->castling_rooks & ~position_occupied(p)) &&
           p->reversible_plies <= p->halfmove_clock &&
           !is_attacked(p, their_king, position_occupied(p), position_side(p));
}
