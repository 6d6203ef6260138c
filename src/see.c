#include "see.h"

const Score see_values[PIECE_TYPE_NB + 1] = {100, 320, 330, 500, 950, 0, 0};

static Bitboard attackers_of(const Position *p, Square square, Bitboard occupied) {
    return (attacks_pawn(BLACK, square) & position_pieces(p, WHITE, PAWN)) |
           (attacks_pawn(WHITE, square) & position_pieces(p, BLACK, PAWN)) |
           (attacks_knight(square) & p->by_type[KNIGHT]) |
           (attacks_king(square) & p->by_type[KING]) |
           (attacks_bishop(square, occupied) & position_diagonal_sliders(p)) |
           (attacks_rook(square, occupied) & position_straight_sliders(p));
}

static PieceType cheapest(const Position *p, Bitboard attackers) {
    PieceType type = PAWN;
    while (!(attackers & p->by_type[type]))
        type++;
    return type;
}

/* Sliders on one line behind the piece that has just captured from `occupied`. */
static Bitboard uncovered(const Position *p, Square square, PieceType moved, Bitboard occupied) {
    Bitboard found = 0;
    if (moved == PAWN || moved == BISHOP || moved == QUEEN)
        found |= attacks_bishop(square, occupied) & position_diagonal_sliders(p);
    if (moved == ROOK || moved == QUEEN)
        found |= attacks_rook(square, occupied) & position_straight_sliders(p);
    return found;
}

/* `balance` is what the side that has just captured is ahead of the threshold if its piece is
 * not taken back; the side to recapture must bring it below zero with its cheapest attacker. */
bool see_reaches(const Position *p, Move move, Score threshold) {
    if (move_kind(move) == MOVE_CASTLING || move_kind(move) == MOVE_EN_PASSANT)
        return (move_kind(move) == MOVE_EN_PASSANT ? see_values[PAWN] : 0) >= threshold;
    Square from = move_from(move), to = move_to(move);
    PieceType standing = piece_type(p->board[from]);
    Score balance = see_values[piece_type(p->board[to])] - threshold;
    if (move_kind(move) == MOVE_PROMOTION) {
        standing = move_promotion(move);
        balance += see_values[standing] - see_values[PAWN];
    }
    if (balance < 0)
        return false;
    balance -= see_values[standing];
    if (balance >= 0)
        return true;

    Bitboard occupied = (position_occupied(p) & ~square_bit(from)) | square_bit(to);
    Bitboard attackers = attackers_of(p, to, occupied);
    Colour side = opponent(position_side(p));
    for (;; side = opponent(side)) {
        attackers &= occupied;
        Bitboard own = attackers & p->by_colour[side];
        if (!own)
            break;
        PieceType type = cheapest(p, own);
        /* A king may take only what is no longer defended. */
        if (type == KING && (attackers & p->by_colour[opponent(side)]))
            break;
        balance = -balance - 1 - see_values[type];
        if (balance >= 0) {
            side = opponent(side);
            break;
        }
        occupied ^= square_bit(bits_lowest(own & p->by_type[type]));
        attackers |= uncovered(p, to, type, occupied);
    }
    return side != position_side(p);
}
