#include "movegen.h"

#include <assert.h>

#include "generate.h"

BITS_ALWAYS_INLINE void list_class(const Position *p, MoveList *list, MoveClass wanted) {
    list->count = position_side(p) == WHITE ? list_moves(p, list->moves, WHITE, wanted)
                                            : list_moves(p, list->moves, BLACK, wanted);
}

void movegen_noisy(const Position *position, MoveList *list) {
    list_class(position, list, NOISY);
}

void movegen_quiet(const Position *position, MoveList *list) {
    list_class(position, list, QUIET);
}

void movegen_legal(const Position *position, MoveList *list) {
    list_class(position, list, NOISY_AND_QUIET);
}

void movegen_evasions(const Position *position, MoveList *list) {
    assert(position->checkers != 0);
    movegen_legal(position, list);
}

int movegen_count_legal(const Position *position) {
    return position_side(position) == WHITE ? count_moves(position, WHITE)
                                            : count_moves(position, BLACK);
}

bool movegen_has_legal_move(const Position *position) {
    return movegen_count_legal(position) > 0;
}

static bool is_pawn_move(const Position *p, Square from, Square to, Colour us) {
    Bitboard target = square_bit(to);
    if (attacks_pawn(us, from) & target)
        return (p->by_colour[opponent(us)] & target) != 0;
    Bitboard empty = ~position_occupied(p);
    Bitboard step = bits_forward(us, square_bit(from)) & empty;
    Bitboard third_rank = rank_bits(relative_rank(us, RANK_3));
    Bitboard double_step = bits_forward(us, step & third_rank) & empty;
    return ((step | double_step) & target) != 0;
}

/* Whether the piece on `from` moves so, checks and pins left aside. */
static bool is_plain_move(const Position *p, Move move, Colour us) {
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(p->board[from]);
    if (p->by_colour[us] & square_bit(to))
        return false;
    if (type != PAWN)
        return move_kind(move) == MOVE_NORMAL &&
               (attacks_piece(type, from, position_occupied(p)) & square_bit(to));
    bool promotes = relative_rank(us, square_rank(to)) == RANK_8;
    return promotes == (move_kind(move) == MOVE_PROMOTION) && is_pawn_move(p, from, to, us);
}

static bool leaves_king_safe(const Position *p, Square from, Square to, Colour us) {
    Square king = position_king(p, us);
    if (from == king)
        return !is_attacked(p, to, position_occupied(p) ^ square_bit(from), opponent(us));
    if (bits_has_several(p->checkers) || !(rescue_squares(p, king) & square_bit(to)))
        return false;
    return !(p->pinned & square_bit(from)) || (line_through(king, from) & square_bit(to));
}

bool movegen_is_legal(const Position *p, Move move) {
    Colour us = position_side(p);
    Square from = move_from(move), to = move_to(move);
    Piece piece = p->board[from];
    if (!(p->by_colour[us] & square_bit(from)))
        return false;
    if (move_kind(move) != MOVE_PROMOTION && (move & 3 << 12))
        return false;
    switch (move_kind(move)) {
    case MOVE_EN_PASSANT:
        return to == p->en_passant && piece_type(piece) == PAWN &&
               (attacks_pawn(us, from) & square_bit(to)) && is_en_passant_legal(p, from, to, us);
    case MOVE_CASTLING:
        return piece_type(piece) == KING && p->checkers == 0 &&
               (p->castling_rooks & p->by_colour[us] & square_bit(to)) &&
               is_castling_legal(p, from, to, us);
    default:
        return is_plain_move(p, move, us) && leaves_king_safe(p, from, to, us);
    }
}

Checking movegen_checking(const Position *p) {
    Colour us = position_side(p);
    Square king = position_king(p, opponent(us));
    Bitboard ours = p->by_colour[us], occupied = position_occupied(p);
    Checking checking = {0};
    checking.from[PAWN] = attacks_pawn(opponent(us), king);
    checking.from[KNIGHT] = attacks_knight(king);
    checking.from[BISHOP] = attacks_bishop(king, occupied);
    checking.from[ROOK] = attacks_rook(king, occupied);
    checking.from[QUEEN] = checking.from[BISHOP] | checking.from[ROOK];
    Bitboard snipers = ((attack_tables.bishop_rays[king] & position_diagonal_sliders(p)) |
                        (attack_tables.rook_rays[king] & position_straight_sliders(p))) &
                       ours;
    while (snipers) {
        Bitboard shields = squares_between(king, bits_pop(&snipers)) & occupied;
        checking.discoverers |= bits_has_several(shields) ? 0 : shields & ours;
    }
    return checking;
}

/* Moves that change more of the lines to the king than one piece's leaving and arriving. */
static bool unusual_move_gives_check(const Position *p, Move move) {
    Square from = move_from(move), to = move_to(move);
    Colour us = position_side(p);
    Bitboard king = position_pieces(p, opponent(us), KING), occupied = position_occupied(p);
    if (move_kind(move) == MOVE_PROMOTION)
        return (attacks_piece(move_promotion(move), to, occupied ^ square_bit(from)) & king) != 0;
    if (move_kind(move) == MOVE_CASTLING) {
        Bitboard gone = square_bit(from) | square_bit(to);
        Bitboard come = square_bit(castling_king_target(from, to));
        return (attacks_rook(castling_rook_target(from, to), (occupied ^ gone) | come) & king) != 0;
    }
    Bitboard captured = square_bit((Square)(to - pawn_step(us)));
    occupied = (occupied ^ square_bit(from) ^ captured) | square_bit(to);
    Bitboard ours = p->by_colour[us];
    return (attacks_bishop(bits_lowest(king), occupied) & position_diagonal_sliders(p) & ours) ||
           (attacks_rook(bits_lowest(king), occupied) & position_straight_sliders(p) & ours);
}

bool movegen_gives_check(const Position *p, const Checking *checking, Move move) {
    Square from = move_from(move), to = move_to(move);
    if (move_kind(move) != MOVE_PROMOTION && move_kind(move) != MOVE_CASTLING &&
        (checking->from[piece_type(p->board[from])] & square_bit(to)))
        return true;
    if ((checking->discoverers & square_bit(from)) && move_kind(move) != MOVE_CASTLING &&
        !(line_through(position_king(p, opponent(position_side(p))), from) & square_bit(to)))
        return true;
    return move_kind(move) != MOVE_NORMAL && unusual_move_gives_check(p, move);
}
