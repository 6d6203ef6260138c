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
    p->non_pawn_key[WHITE] = p->non_pawn_key[BLACK] = 0;
    for (Square s = 0; s < SQUARE_NB; s++)
        if (p->board[s] != NO_PIECE)
            toggle_piece(p, p->board[s], s, COMPLETE);
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

bool position_is_consistent(const Position *p) {
    Position fresh = *p;
    position_refresh(&fresh);
    Bitboard rights = p->castling_rooks;
    bool rights_are_backed = (rights & ~p->by_type[ROOK]) == 0 &&
                             (rights & p->by_colour[WHITE] & ~rank_bits(RANK_1)) == 0 &&
                             (rights & p->by_colour[BLACK] & ~rank_bits(RANK_8)) == 0;
    Square their_king = position_king(p, opponent(position_side(p)));
    return memcmp(&fresh, p, sizeof fresh) == 0 && rights_are_backed &&
           p->reversible_plies <= p->halfmove_clock &&
           !is_attacked(p, their_king, position_occupied(p), position_side(p));
}
