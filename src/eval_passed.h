/* Passed pawns among the pieces; what they are worth by themselves is judged with the pawns. */
#ifndef CASTELLAN_EVAL_PASSED_H
#define CASTELLAN_EVAL_PASSED_H

#include "eval_context.h"

/* King steps beyond this make no difference. */
static inline int near_steps(Square a, Square b) {
    int steps = steps_between(a, b);
    return steps < 5 ? steps : 5;
}

/* Whether the enemy, who has nothing but king and pawns, cannot catch the pawn: its way is free,
 * and the king does not reach its last square in time. */
BITS_ALWAYS_INLINE bool is_unstoppable(const Evaluation *e, Square pawn, Bitboard path, Colour us) {
    Colour them = opponent(us);
    int left = RANK_8 - (int)relative_rank(us, square_rank(pawn));
    int moves = left > 5 ? 5 : left; /* the first may be a double one */
    Square goal = make_square(square_file(pawn), relative_rank(us, RANK_8));
    int steps = steps_between(e->king[them], goal) - (position_side(e->p) == them);
    return !(path & e->occupied) && moves < steps;
}

/* A rook behind the pawn, with nothing between. */
BITS_ALWAYS_INLINE void judge_rooks_behind(Evaluation *e, Square pawn, Colour us) {
    const Position *p = e->p;
    Bitboard file = file_bits(square_file(pawn)) & ranks_ahead(opponent(us), pawn);
    Bitboard rooks = p->by_type[ROOK] & file;
    if (!rooks)
        return;
    rooks &= attacks_rook(pawn, e->occupied);
    tally_add(&e->tally, us, &eval_weights.PassedRookBehind, (rooks & p->by_colour[us]) != 0);
    tally_add(&e->tally, us, &eval_weights.PassedRookAgainst,
              (rooks & p->by_colour[opponent(us)]) != 0);
}

BITS_ALWAYS_INLINE void judge_passed_pawn(Evaluation *e, Square pawn, Bitboard path, Colour us) {
    Colour them = opponent(us);
    Square stop = (Square)(pawn + pawn_step(us));
    int rank = pawn_rank_index(us, pawn);
    Tally *tally = &e->tally;
    Bitboard before = square_bit(stop), enemy = e->all[them];
    bool is_blocked = (before & e->occupied) != 0;
    tally_add(tally, us, &eval_weights.PassedOwnKing[rank], near_steps(e->king[us], stop));
    tally_add(tally, us, &eval_weights.PassedEnemyKing[rank], near_steps(e->king[them], stop));
    tally_add(tally, us, &eval_weights.PassedBlocked[rank], is_blocked);
    tally_add(tally, us, &eval_weights.PassedSafeAdvance[rank], !is_blocked && !(before & enemy));
    tally_add(tally, us, &eval_weights.PassedFreePath[rank],
              !(path & (enemy | e->p->by_colour[them])));
    tally_add(tally, us, &eval_weights.PassedGuarded[rank], (before & e->all[us]) != 0);
    judge_rooks_behind(e, pawn, us);
}

BITS_ALWAYS_INLINE void judge_passed(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Bitboard pawns = e->passed & p->by_colour[us];
    Bitboard their_pieces = p->by_colour[opponent(us)] & ~p->by_type[PAWN] & ~p->by_type[KING];
    bool unstoppable = false;
    while (pawns) {
        Square pawn = bits_pop(&pawns);
        Bitboard path = file_bits(square_file(pawn)) & ranks_ahead(us, pawn);
        judge_passed_pawn(e, pawn, path, us);
        unstoppable = unstoppable || (!their_pieces && is_unstoppable(e, pawn, path, us));
    }
    tally_add(&e->tally, us, &eval_weights.PassedUnstoppable, unstoppable);
}

#endif
