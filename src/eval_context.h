/* What the parts of the evaluation share: the position, what each side attacks, the running sums.
 *
 * All parts are templates: the colour is a constant argument, and in the fast evaluation so is the
 * absence of a trace. Everything inlines into one function for each of the two. */
#ifndef CASTELLAN_EVAL_CONTEXT_H
#define CASTELLAN_EVAL_CONTEXT_H

#include "eval_tally.h"
#include "pawn_structure.h"

typedef struct Evaluation {
    const Position *p;
    Tally tally;
    Bitboard occupied;
    Square king[COLOUR_NB];
    Bitboard pinned[COLOUR_NB];
    Bitboard by[COLOUR_NB][PIECE_TYPE_NB]; /* squares attacked by the pieces of a type */
    Bitboard all[COLOUR_NB];               /* squares attacked */
    Bitboard twice[COLOUR_NB];             /* squares attacked by two pieces or more */
    Bitboard area[COLOUR_NB];              /* squares that count for mobility */
    Bitboard zone[COLOUR_NB];              /* squares around the king */
    int attackers[COLOUR_NB];              /* enemy pieces that attack the zone */
    Bitboard passed;                       /* pawns of either side */
    Bitboard span[COLOUR_NB];              /* squares that a side's pawns may come to attack */
    Bitboard files[COLOUR_NB];             /* on which a side has pawns */
} Evaluation;

/* The position knows the pins of the side to move, but not those of the other. */
BITS_ALWAYS_INLINE Bitboard find_pinned(const Position *p, Bitboard occupied, Colour us) {
    Square king = position_king(p, us);
    Bitboard pinned = 0;
    Bitboard snipers = ((attack_tables.bishop_rays[king] & position_diagonal_sliders(p)) |
                        (attack_tables.rook_rays[king] & position_straight_sliders(p))) &
                       p->by_colour[opponent(us)];
    while (snipers) {
        Bitboard shields = squares_between(king, bits_pop(&snipers)) & occupied;
        pinned |= bits_has_several(shields) ? 0 : shields & p->by_colour[us];
    }
    return pinned;
}

BITS_ALWAYS_INLINE void prepare_pins(Evaluation *e) {
    Colour side = position_side(e->p);
    Bitboard others = find_pinned(e->p, e->occupied, opponent(side));
    e->pinned[WHITE] = side == WHITE ? e->p->pinned : others;
    e->pinned[BLACK] = side == BLACK ? e->p->pinned : others;
}

/* Attacks of pawns and king, and the masks that the other pieces need of both sides. */
BITS_ALWAYS_INLINE void prepare_side(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Colour them = opponent(us);
    Bitboard pawns = position_pieces(p, us, PAWN), ahead = bits_forward(us, pawns);
    Bitboard by_pawns = bits_east(ahead) | bits_west(ahead);
    Bitboard by_two_pawns = bits_east(ahead) & bits_west(ahead);
    Bitboard by_king = attacks_king(e->king[us]), around = by_king | square_bit(e->king[us]);
    Bitboard home = rank_bits(relative_rank(us, RANK_2)) | rank_bits(relative_rank(us, RANK_3));
    Bitboard stuck = pawns & (bits_forward(them, e->occupied) | home);
    Bitboard enemy_pawns = attacks_pawns(them, position_pieces(p, them, PAWN));
    e->by[us][PAWN] = by_pawns;
    e->by[us][KING] = by_king;
    e->by[us][KNIGHT] = e->by[us][BISHOP] = e->by[us][ROOK] = e->by[us][QUEEN] = 0;
    e->all[us] = by_pawns | by_king;
    e->twice[us] = by_two_pawns | (by_pawns & by_king);
    e->area[us] = ~(stuck | square_bit(e->king[us]) | enemy_pawns);
    e->zone[us] = (around | bits_forward(us, around)) & ~by_two_pawns;
    e->attackers[us] = 0;
}

#endif
