/* Knights, bishops, rooks and queens: mobility, attacks on the enemy king, good and bad places. */
#ifndef CASTELLAN_EVAL_PIECES_H
#define CASTELLAN_EVAL_PIECES_H

#include "eval_context.h"

#define CENTRE_FILES   (FILE_A_BITS << 2 | FILE_A_BITS << 3 | FILE_A_BITS << 4 | FILE_A_BITS << 5)
#define CENTRE_SQUARES (UINT64_C(0x0000001818000000))

/* What a piece attacks: sliders through those of their own side that move alike, pinned pieces
 * along the pin alone. */
BITS_ALWAYS_INLINE Bitboard reach_of(const Evaluation *e, Square square, PieceType type,
                                     Colour us) {
    const Position *p = e->p;
    Bitboard queens = position_pieces(p, us, QUEEN), occupied = e->occupied;
    if (type == BISHOP)
        occupied ^= queens;
    if (type == ROOK)
        occupied ^= queens | position_pieces(p, us, ROOK);
    Bitboard reach = attacks_piece(type, square, occupied);
    if (BITS_UNLIKELY(e->pinned[us] & square_bit(square)))
        reach &= line_through(e->king[us], square);
    return reach;
}

BITS_ALWAYS_INLINE const ScorePair *mobility_of(PieceType type, int squares) {
    return type == KNIGHT   ? &eval_weights.KnightMobility[squares]
           : type == BISHOP ? &eval_weights.BishopMobility[squares]
           : type == ROOK   ? &eval_weights.RookMobility[squares]
                            : &eval_weights.QueenMobility[squares];
}

BITS_ALWAYS_INLINE void judge_attack(Evaluation *e, Bitboard reach, PieceType type, Colour us) {
    Colour them = opponent(us);
    Bitboard hits = reach & e->zone[them];
    e->attackers[them] += hits != 0;
    tally_danger(&e->tally, them, &eval_weights.DangerAttacker[type - KNIGHT], hits != 0);
    tally_danger(&e->tally, them, &eval_weights.DangerAttack[type - KNIGHT], bits_count(hits));
}

/* Knights and bishops in places that no enemy pawn will drive them from, or behind a pawn. */
BITS_ALWAYS_INLINE void judge_minors(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Bitboard knights = position_pieces(p, us, KNIGHT), bishops = position_pieces(p, us, BISHOP);
    Bitboard ranks = us == WHITE ? UINT64_C(0x0000FFFFFF000000) : UINT64_C(0x000000FFFFFF0000);
    Bitboard outposts = ranks & e->by[us][PAWN] & ~e->span[opponent(us)];
    Bitboard behind_pawns = bits_forward(opponent(us), p->by_type[PAWN]);
    tally_add(&e->tally, us, &eval_weights.MinorBehindPawn,
              bits_count((knights | bishops) & behind_pawns));
    tally_add(&e->tally, us, &eval_weights.KnightOutpost, bits_count(knights & outposts));
    tally_add(&e->tally, us, &eval_weights.BishopOutpost, bits_count(bishops & outposts));
    tally_add(&e->tally, us, &eval_weights.KnightOutpostNear,
              bits_count(e->by[us][KNIGHT] & outposts & ~p->by_colour[us]));
}

/* Pawns that stand in the way of our bishops. */
BITS_ALWAYS_INLINE void judge_bishops(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Bitboard bishops = position_pieces(p, us, BISHOP), pawns = position_pieces(p, us, PAWN);
    Bitboard stuck = pawns & CENTRE_FILES & bits_forward(opponent(us), e->occupied);
    int dark = bits_count(pawns & DARK_SQUARE_BITS), light = bits_count(pawns) - dark;
    int hindered = dark * bits_count(bishops & DARK_SQUARE_BITS) +
                   light * bits_count(bishops & ~DARK_SQUARE_BITS);
    tally_add(&e->tally, us, &eval_weights.BishopPawns, hindered);
    tally_add(&e->tally, us, &eval_weights.BishopPawnsBlocked, hindered * bits_count(stuck));
    tally_add(&e->tally, us, &eval_weights.BishopPair, bits_has_several(bishops));
}

BITS_ALWAYS_INLINE void judge_rooks(Evaluation *e, Colour us) {
    const Position *p = e->p;
    Bitboard rooks = position_pieces(p, us, ROOK);
    Bitboard half_open = rooks & ~e->files[us], open = half_open & ~e->files[opponent(us)];
    Bitboard their_pawns = position_pieces(p, opponent(us), PAWN);
    Bitboard seventh = rank_bits(relative_rank(us, RANK_7));
    Bitboard eighth = rank_bits(relative_rank(us, RANK_8));
    bool has_aim = (their_pawns & seventh) || (square_bit(e->king[opponent(us)]) & eighth);
    tally_add(&e->tally, us, &eval_weights.RookOpenFile, bits_count(open));
    tally_add(&e->tally, us, &eval_weights.RookHalfOpenFile, bits_count(half_open ^ open));
    tally_add(&e->tally, us, &eval_weights.RookSeventh, has_aim ? bits_count(rooks & seventh) : 0);
}

/* Shut in between its own king and the edge of the board. */
BITS_ALWAYS_INLINE void judge_trapped(Evaluation *e, Square rook, Colour us) {
    const Position *p = e->p;
    File king = square_file(e->king[us]);
    bool is_outside = king < FILE_E ? square_file(rook) < king : square_file(rook) > king;
    if (!is_outside || !(e->files[us] & square_bit(rook)))
        return;
    bool can_castle = (p->castling_rooks & p->by_colour[us]) != 0;
    tally_add(&e->tally, us, &eval_weights.RookTrapped, 1);
    tally_add(&e->tally, us, &eval_weights.RookTrappedForGood, !can_castle);
}

/* All pieces of a type. Both sides must have been prepared. */
BITS_ALWAYS_INLINE void judge_type(Evaluation *e, PieceType type, Colour us) {
    Bitboard pieces = position_pieces(e->p, us, type);
    while (pieces) {
        Square square = bits_pop(&pieces);
        Bitboard reach = reach_of(e, square, type, us);
        int squares = bits_count(reach & e->area[us]);
        e->twice[us] |= e->all[us] & reach;
        e->all[us] |= reach;
        e->by[us][type] |= reach;
        tally_add(&e->tally, us, mobility_of(type, squares), 1);
        judge_attack(e, reach, type, us);
        if (type == BISHOP)
            tally_add(&e->tally, us, &eval_weights.BishopLongDiagonal,
                      bits_has_several((reach | square_bit(square)) & CENTRE_SQUARES));
        if (type == ROOK && BITS_UNLIKELY(squares <= 3))
            judge_trapped(e, square, us);
    }
}

BITS_ALWAYS_INLINE void judge_pieces(Evaluation *e, Colour us) {
    judge_type(e, KNIGHT, us);
    judge_type(e, BISHOP, us);
    judge_type(e, ROOK, us);
    judge_type(e, QUEEN, us);
    judge_minors(e, us);
    judge_bishops(e, us);
    judge_rooks(e, us);
}

/* What pieces are worth by the number of pawns. */
BITS_ALWAYS_INLINE void judge_imbalance(Evaluation *e, Colour us) {
    const Position *p = e->p;
    int pawns = bits_count(position_pieces(p, us, PAWN));
    int knights = bits_count(position_pieces(p, us, KNIGHT));
    int rooks = bits_count(position_pieces(p, us, ROOK));
    tally_add(&e->tally, us, &eval_weights.KnightPawns, knights * (pawns - 5));
    tally_add(&e->tally, us, &eval_weights.RookPawns, rooks * (pawns - 5));
}

#endif
