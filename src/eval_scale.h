/* How much of the endgame score can be expected to come about, and when nothing happens. */
#ifndef CASTELLAN_EVAL_SCALE_H
#define CASTELLAN_EVAL_SCALE_H

#include "eval_context.h"

/* Knights and bishops count three, rooks five, queens ten. */
BITS_ALWAYS_INLINE int piece_points(const Position *p, Colour us) {
    return 3 * bits_count((p->by_type[KNIGHT] | p->by_type[BISHOP]) & p->by_colour[us]) +
           5 * bits_count(position_pieces(p, us, ROOK)) +
           10 * bits_count(position_pieces(p, us, QUEEN));
}

/* One bishop each, on squares of different colours. */
BITS_ALWAYS_INLINE bool has_opposite_bishops(const Position *p) {
    Bitboard bishops = p->by_type[BISHOP];
    return bits_count(bishops) == 2 && (bishops & DARK_SQUARE_BITS) &&
           (bishops & ~DARK_SQUARE_BITS) && (bishops & p->by_colour[WHITE]) &&
           (bishops & p->by_colour[BLACK]);
}

BITS_ALWAYS_INLINE int scale_opposite_bishops(const Evaluation *e, Colour strong) {
    enum { ALONE = 18, ALONE_PASSED = 6, WITH_PIECES = 36, WITH_PIECES_PAWN = 3 };
    const Position *p = e->p;
    int passed = bits_count(e->passed & p->by_colour[strong]);
    bool are_alone = !(p->by_type[KNIGHT] | p->by_type[ROOK] | p->by_type[QUEEN]);
    return are_alone
               ? ALONE + ALONE_PASSED * passed
               : WITH_PIECES + WITH_PIECES_PAWN * bits_count(position_pieces(p, strong, PAWN));
}

/* Without pawns, a piece more is needed to win, and with little material not even that is enough.
 */
BITS_ALWAYS_INLINE int scale_without_pawns(const Evaluation *e, Colour strong) {
    enum { MINOR = 3, ROOK_POINTS = 5, HOPELESS = 0, HARD = 6, NORMAL = EVAL_SCALE_FULL };
    int ours = piece_points(e->p, strong), theirs = piece_points(e->p, opponent(strong));
    if (ours - theirs > MINOR)
        return NORMAL;
    return ours < ROOK_POINTS ? HOPELESS : HARD;
}

/* For the side that `eg` sees ahead, out of EVAL_SCALE_FULL. */
BITS_ALWAYS_INLINE int scale_of(const Evaluation *e, int eg) {
    enum { BASE = 40, PAWN_SHARE = 6, ONE_WING = 6 };
    const Position *p = e->p;
    Colour strong = eg > 0 ? WHITE : BLACK;
    Bitboard pawns = p->by_type[PAWN];
    int own_pawns = bits_count(pawns & p->by_colour[strong]);
    Bitboard left = UINT64_C(0x0F0F0F0F0F0F0F0F);
    bool is_one_wing = !(pawns & left) || !(pawns & ~left);
    if (own_pawns == 0)
        return scale_without_pawns(e, strong);
    int scale = BASE + PAWN_SHARE * own_pawns - ONE_WING * is_one_wing;
    if (has_opposite_bishops(p)) {
        int opposite = scale_opposite_bishops(e, strong);
        scale = opposite < scale ? opposite : scale;
    }
    return scale < EVAL_SCALE_FULL ? scale : EVAL_SCALE_FULL;
}

/* The nearer the fifty-move rule, the less a score that has led to nothing is believed. */
BITS_ALWAYS_INLINE int damping_of(const Position *p) {
    enum { PATIENCE = 20, SPAN = 200 };
    int waited = p->halfmove_clock - PATIENCE;
    waited = waited < 0 ? 0 : waited > SPAN ? SPAN : waited;
    return EVAL_DAMPING_FULL * (SPAN - waited) / SPAN;
}

/* What makes an endgame easier or harder to win, whoever is ahead. */
BITS_ALWAYS_INLINE void judge_complexity(Evaluation *e) {
    const Position *p = e->p;
    Tally *tally = &e->tally;
    Bitboard pawns = p->by_type[PAWN], left = UINT64_C(0x0F0F0F0F0F0F0F0F);
    bool has_pieces = (e->occupied & ~pawns & ~p->by_type[KING]) != 0;
    bool is_infiltrated =
        square_rank(e->king[WHITE]) > RANK_4 || square_rank(e->king[BLACK]) < RANK_5;
    tally_complexity(tally, &eval_weights.ComplexityBase, 1);
    tally_complexity(tally, &eval_weights.ComplexityPawns, bits_count(pawns));
    tally_complexity(tally, &eval_weights.ComplexityPassed, bits_count(e->passed));
    tally_complexity(tally, &eval_weights.ComplexityBothFlanks, (pawns & left) && (pawns & ~left));
    tally_complexity(tally, &eval_weights.ComplexityPawnEnding, !has_pieces);
    tally_complexity(tally, &eval_weights.ComplexityInfiltration, is_infiltrated);
}

#endif
