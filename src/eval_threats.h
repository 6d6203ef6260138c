/* Threats against the enemy's pawns and pieces, and space. */
#ifndef CASTELLAN_EVAL_THREATS_H
#define CASTELLAN_EVAL_THREATS_H

#include "eval_context.h"

/* Counts each of the enemy's `victims` by its type; `first` is the type of the table's first row.
 */
BITS_ALWAYS_INLINE void judge_victims(Evaluation *e, Bitboard victims, const ScorePair *weights,
                                      PieceType first, Colour us) {
    for (int type = first; type <= QUEEN; type++)
        tally_add(&e->tally, us, &weights[type - (int)first],
                  bits_count(victims & e->p->by_type[type]));
}

BITS_ALWAYS_INLINE void judge_weak(Evaluation *e, Bitboard strongly_guarded, Colour us) {
    const Position *p = e->p;
    Colour them = opponent(us);
    Bitboard theirs = p->by_colour[them] & ~p->by_type[KING], pieces = theirs & ~p->by_type[PAWN];
    Bitboard weak = theirs & e->all[us] & ~strongly_guarded;
    Bitboard minors = e->by[us][KNIGHT] | e->by[us][BISHOP];
    Bitboard hanging = weak & (~e->all[them] | (pieces & e->twice[us]));
    judge_victims(e, (weak | pieces) & minors, eval_weights.ThreatByMinor, PAWN, us);
    judge_victims(e, (weak | (pieces & p->by_type[QUEEN])) & e->by[us][ROOK],
                  eval_weights.ThreatByRook, PAWN, us);
    tally_add(&e->tally, us, &eval_weights.ThreatByKing, (weak & e->by[us][KING]) != 0);
    tally_add(&e->tally, us, &eval_weights.ThreatHanging, bits_count(hanging));
}

/* Pieces that our pawns attack, or could attack after a push that does not lose the pawn. */
BITS_ALWAYS_INLINE void judge_pawn_threats(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Colour them = opponent(us);
    Bitboard prey = p->by_colour[them] & ~p->by_type[PAWN] & ~p->by_type[KING];
    Bitboard tenable = ~e->all[them] | e->all[us];
    Bitboard pawns = position_pieces(p, us, PAWN);
    Bitboard third = rank_bits(relative_rank(us, RANK_3));
    Bitboard pushed = bits_forward(us, pawns) & ~e->occupied;
    pushed |= bits_forward(us, pushed & third) & ~e->occupied;
    pushed &= tenable & ~e->by[them][PAWN];
    Bitboard victims = prey & attacks_pawns(us, pawns & tenable);
    judge_victims(e, victims, eval_weights.ThreatByPawn, KNIGHT, us);
    tally_add(&e->tally, us, &eval_weights.ThreatByPush,
              bits_count(prey & attacks_pawns(us, pushed) & ~e->by[us][PAWN]));
}

BITS_ALWAYS_INLINE void judge_threats(Evaluation *e, Colour us) {
    Colour them = opponent(us);
    Bitboard strongly_guarded = e->by[them][PAWN] | (e->twice[them] & ~e->twice[us]);
    judge_weak(e, strongly_guarded, us);
    judge_pawn_threats(e, us);
    tally_add(&e->tally, us, &eval_weights.Restricted,
              bits_count(e->all[them] & e->all[us] & ~strongly_guarded));
}

BITS_ALWAYS_INLINE void judge_space(Evaluation *e, Colour us) {
    enum { LEAST_PIECES = 4, PARTS = 8 };
    const Position *p = e->p;
    Bitboard pawns = position_pieces(p, us, PAWN);
    Bitboard ranks = us == WHITE ? UINT64_C(0x00000000FFFFFF00) : UINT64_C(0x00FFFFFF00000000);
    Bitboard safe = CENTRE_FILES & ranks & ~pawns & ~e->by[opponent(us)][PAWN];
    Bitboard behind = safe & bits_fill_forward(opponent(us), bits_forward(opponent(us), pawns));
    int pieces = bits_count(p->by_colour[us]) - LEAST_PIECES;
    int squares = bits_count(safe) + bits_count(behind);
    tally_add(&e->tally, us, &eval_weights.Space, pieces > 0 ? squares * pieces / PARTS : 0);
}

#endif
