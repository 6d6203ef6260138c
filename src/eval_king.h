/* Danger to the king: who attacks its surroundings, what is weak there, and from where it could
 * be checked. Shelter and storm are judged with the pawns. */
#ifndef CASTELLAN_EVAL_KING_H
#define CASTELLAN_EVAL_KING_H

#include "eval_context.h"

/* Half the board on the king's side, the middle if it stands there, by its file. */
static const Bitboard FLANKS[] = {
    UINT64_C(0x0F0F0F0F0F0F0F0F), UINT64_C(0x0F0F0F0F0F0F0F0F), UINT64_C(0x0F0F0F0F0F0F0F0F),
    UINT64_C(0x3C3C3C3C3C3C3C3C), UINT64_C(0x3C3C3C3C3C3C3C3C), UINT64_C(0xF0F0F0F0F0F0F0F0),
    UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xF0F0F0F0F0F0F0F0),
};

/* Checks by the enemy's pieces of one type, which attack `from` squares whence they would check;
 * returns those that are not safe. */
BITS_ALWAYS_INLINE Bitboard judge_checks(Evaluation *e, Bitboard from, Bitboard safe,
                                         PieceType type, Colour us) {
    Bitboard good = from & safe;
    tally_danger(&e->tally, us, &eval_weights.DangerSafeCheck[type - KNIGHT], good != 0);
    tally_danger(&e->tally, us, &eval_weights.DangerSafeChecks[type - KNIGHT],
                 bits_has_several(good));
    return from & ~safe;
}

BITS_ALWAYS_INLINE void judge_all_checks(Evaluation *e, Bitboard weak, Colour us) {
    const Position *p = e->p;
    Colour them = opponent(us);
    Square king = e->king[us];
    /* A queen in the way is no shelter: it would be taken with check or be gone. */
    Bitboard occupied = e->occupied ^ position_pieces(p, us, QUEEN);
    Bitboard straight = attacks_rook(king, occupied), diagonal = attacks_bishop(king, occupied);
    Bitboard free = ~p->by_colour[them];
    Bitboard safe = free & (~e->all[us] | (weak & e->twice[them]));
    Bitboard unsafe = judge_checks(e, straight & e->by[them][ROOK] & free, safe, ROOK, us);
    unsafe |= judge_checks(e, diagonal & e->by[them][BISHOP] & free, safe, BISHOP, us);
    unsafe |= judge_checks(e, attacks_knight(king) & e->by[them][KNIGHT] & free, safe, KNIGHT, us);
    judge_checks(e, (straight | diagonal) & e->by[them][QUEEN] & free, safe, QUEEN, us);
    tally_danger(&e->tally, us, &eval_weights.DangerUnsafeCheck, bits_count(unsafe));
}

BITS_ALWAYS_INLINE void judge_siege(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Colour them = opponent(us);
    Tally *tally = &e->tally;
    Bitboard weak =
        e->all[them] & ~e->twice[us] & (~e->all[us] | e->by[us][KING] | e->by[us][QUEEN]);
    Bitboard flank = FLANKS[square_file(e->king[us])];
    Bitboard camp = flank & ~ranks_ahead(us, us == WHITE ? SQ_A1 + 32 : SQ_A8 - 32);
    Bitboard minors = e->by[us][KNIGHT] | e->by[us][BISHOP];
    int attackers = e->attackers[us] < 5 ? e->attackers[us] : 5;
    judge_all_checks(e, weak, us);
    tally_danger(tally, us, &eval_weights.DangerAttackers[attackers], 1);
    tally_danger(tally, us, &eval_weights.DangerWeakSquare, bits_count(weak & e->zone[us]));
    tally_danger(tally, us, &eval_weights.DangerPinned, bits_count(e->pinned[us]));
    tally_danger(tally, us, &eval_weights.DangerNoQueen, !position_pieces(p, them, QUEEN));
    tally_danger(tally, us, &eval_weights.DangerDefender, bits_count(minors & e->zone[us]));
    tally_danger(tally, us, &eval_weights.DangerFlankAttack,
                 bits_count(e->all[them] & camp) + bits_count(e->twice[them] & camp));
    tally_danger(tally, us, &eval_weights.DangerFlankDefence, bits_count(e->all[us] & camp));
    tally_danger(tally, us, &eval_weights.DangerPawnlessFlank, !(p->by_type[PAWN] & flank));
}

/* A piece alone does no harm unless there is a queen to join it. Most kings are safe in this way,
 * and the closer look is saved. */
BITS_ALWAYS_INLINE void judge_king(Evaluation *e, Colour us) {
    bool has_queen = position_pieces(e->p, opponent(us), QUEEN) != 0;
    if (e->attackers[us] + has_queen >= 2)
        judge_siege(e, us);
    else
        tally_danger(&e->tally, us, &eval_weights.DangerNoSiege, 1);
}

#endif
