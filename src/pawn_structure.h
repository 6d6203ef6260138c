/* Pawn structure and shelter, as templates over the colour and over whether there is a trace. The
 * cache instantiates them without, the traced evaluation with. */
#ifndef CASTELLAN_PAWN_STRUCTURE_H
#define CASTELLAN_PAWN_STRUCTURE_H

#include "eval_tally.h"
#include "pawns.h"

/* Tables by the rank of a pawn begin with the second. */
static inline int pawn_rank_index(Colour us, Square square) {
    return (int)relative_rank(us, square_rank(square)) - RANK_2;
}

/* 0 for files a and h, 3 for d and e. */
static inline int file_class(File file) {
    return file < FILE_E ? (int)file : FILE_H - (int)file;
}

/* Squares that have one of `bits` ahead of them on their file, as `us` sees it. */
BITS_ALWAYS_INLINE Bitboard squares_behind(Colour us, Bitboard bits) {
    return bits_fill_forward(opponent(us), bits_forward(opponent(us), bits));
}

/* Adds a term for each of `pawns` by its rank. */
BITS_ALWAYS_INLINE void add_by_rank(Tally *tally, Colour us, const ScorePair *weights,
                                    Bitboard pawns) {
    while (pawns)
        tally_add(tally, us, &weights[pawn_rank_index(us, bits_pop(&pawns))], 1);
}

BITS_ALWAYS_INLINE void judge_weaknesses(Tally *tally, const Position *p, const PawnEntry *entry,
                                         Colour us) {
    Colour them = opponent(us);
    Bitboard ours = position_pieces(p, us, PAWN), theirs = position_pieces(p, them, PAWN);
    Bitboard files = entry->files[us], beside = bits_east(ours) | bits_west(ours);
    Bitboard isolated = ours & ~(bits_east(files) | bits_west(files));
    Bitboard helpless = ours & ~isolated & ~bits_fill_forward(us, beside);
    Bitboard stopped = bits_forward(them, theirs | attacks_pawns(them, theirs));
    Bitboard backward = helpless & stopped;
    Bitboard is_open = ~squares_behind(us, theirs);
    tally_add(tally, us, &eval_weights.PawnIsolated, bits_count(isolated));
    tally_add(tally, us, &eval_weights.PawnBackward, bits_count(backward));
    tally_add(tally, us, &eval_weights.PawnDoubled, bits_count(ours & squares_behind(us, ours)));
    tally_add(tally, us, &eval_weights.PawnWeakOpen, bits_count((isolated | backward) & is_open));
}

/* Those of `hopefuls` that have as many helpers on the files beside them, beside or behind, as
 * there are enemy pawns on those files ahead of them. */
BITS_ALWAYS_INLINE Bitboard find_candidates(const Position *p, Bitboard hopefuls, Colour us) {
    Bitboard candidates = 0;
    while (hopefuls) {
        Square square = bits_pop(&hopefuls);
        Bitboard file = file_bits(square_file(square)), ahead = ranks_ahead(us, square);
        Bitboard beside = (bits_east(file) | bits_west(file)) & p->by_type[PAWN];
        int helpers = bits_count(beside & p->by_colour[us] & ~ahead);
        int stoppers = bits_count(beside & p->by_colour[opponent(us)] & ahead);
        candidates |= helpers >= stoppers ? square_bit(square) : 0;
    }
    return candidates;
}

BITS_ALWAYS_INLINE void judge_strengths(Tally *tally, const Position *p, PawnEntry *entry,
                                        Colour us) {
    Colour them = opponent(us);
    Bitboard ours = position_pieces(p, us, PAWN), theirs = position_pieces(p, them, PAWN);
    Bitboard phalanx = ours & (bits_east(ours) | bits_west(ours));
    Bitboard foremost = ours & ~squares_behind(us, ours | theirs);
    Bitboard passed = foremost & ~entry->span[them];
    add_by_rank(tally, us, eval_weights.PawnSupported, ours & attacks_pawns(us, ours));
    add_by_rank(tally, us, eval_weights.PawnPhalanx, phalanx);
    add_by_rank(tally, us, eval_weights.PawnCandidate, find_candidates(p, foremost ^ passed, us));
    add_by_rank(tally, us, eval_weights.PassedRank, passed);
    entry->passed |= passed;
    while (passed) {
        File file = square_file(bits_pop(&passed));
        tally_add(tally, us, &eval_weights.PassedFile[file_class(file)], 1);
    }
}

BITS_ALWAYS_INLINE void find_spans(const Position *p, PawnEntry *entry, Colour us) {
    Bitboard ours = position_pieces(p, us, PAWN);
    entry->span[us] = bits_fill_forward(us, attacks_pawns(us, ours));
    entry->files[us] = bits_fill_forward(us, ours) | bits_fill_forward(opponent(us), ours);
}

/* Adds the structure of both sides; fills in what else an entry tells of it. */
BITS_ALWAYS_INLINE void judge_pawns(Tally *tally, const Position *p, PawnEntry *entry) {
    entry->passed = 0;
    find_spans(p, entry, WHITE);
    find_spans(p, entry, BLACK);
    judge_weaknesses(tally, p, entry, WHITE);
    judge_weaknesses(tally, p, entry, BLACK);
    judge_strengths(tally, p, entry, WHITE);
    judge_strengths(tally, p, entry, BLACK);
}

/* Pawns on one file before the king: `ours` and `theirs` are those not behind it. */
BITS_ALWAYS_INLINE void judge_shelter_file(Tally *tally, Colour us, File file, Bitboard ours,
                                           Bitboard theirs) {
    enum { RANKS = 7 };
    int line = file_class(file) * RANKS;
    Bitboard shelter = ours & file_bits(file), storm = theirs & file_bits(file);
    int own = shelter ? pawn_rank_index(us, bits_rearmost(us, shelter)) + 1 : 0;
    int enemy = storm ? pawn_rank_index(us, bits_rearmost(us, storm)) + 1 : 0;
    tally_add(tally, us, &eval_weights.ShelterPawn[line + own], 1);
    tally_danger(tally, us, &eval_weights.DangerShelterPawn[line + own], 1);
    if (own != 0 && enemy == own + 1) {
        tally_add(tally, us, &eval_weights.StormBlocked[enemy], 1);
        tally_danger(tally, us, &eval_weights.DangerStormBlocked[enemy], 1);
    } else {
        tally_add(tally, us, &eval_weights.StormPawn[line + enemy], 1);
        tally_danger(tally, us, &eval_weights.DangerStormPawn[line + enemy], 1);
    }
}

/* Adds worth and danger of what stands before the king of `us`. */
BITS_ALWAYS_INLINE void judge_shelter(Tally *tally, const Position *p, Colour us) {
    Square king = position_king(p, us);
    Bitboard theirs = position_pieces(p, opponent(us), PAWN);
    Bitboard not_behind = ~ranks_ahead(opponent(us), king);
    Bitboard ours = position_pieces(p, us, PAWN) & ~attacks_pawns(opponent(us), theirs);
    File file = square_file(king);
    File centre = file == FILE_A ? FILE_B : file == FILE_H ? FILE_G : file;
    for (int i = -1; i <= 1; i++)
        judge_shelter_file(tally, us, (File)((int)centre + i), ours & not_behind,
                           theirs & not_behind);
}

#endif
