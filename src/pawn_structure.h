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

/* The surroundings of one pawn. */
typedef struct PawnView {
    Bitboard ahead;      /* squares before it on its file */
    Bitboard neighbours; /* pawns of its side on the files beside */
    Bitboard helpers;    /* those of them beside or behind it */
    Bitboard stoppers;   /* enemy pawns that it has to pass on its file or those beside */
    bool is_opposed;     /* by one of them on its own file */
    bool is_doubled;     /* a pawn of its own side is ahead on its file */
} PawnView;

BITS_ALWAYS_INLINE PawnView look_from(const Position *p, Square square, Colour us) {
    Bitboard ours = position_pieces(p, us, PAWN), theirs = position_pieces(p, opponent(us), PAWN);
    Bitboard file = file_bits(square_file(square)), beyond = ranks_ahead(us, square);
    Bitboard beside = bits_east(file) | bits_west(file);
    PawnView view = {.ahead = file & beyond, .neighbours = ours & beside};
    view.helpers = view.neighbours & ~beyond;
    view.stoppers = theirs & (file | beside) & beyond;
    view.is_opposed = (theirs & view.ahead) != 0;
    view.is_doubled = (ours & view.ahead) != 0;
    return view;
}

BITS_ALWAYS_INLINE void judge_weakness(Tally *tally, const Position *p, Square square, Colour us,
                                       const PawnView *view) {
    Bitboard theirs = position_pieces(p, opponent(us), PAWN);
    Square stop = (Square)(square + pawn_step(us));
    bool is_isolated = view->neighbours == 0;
    bool is_backward = !is_isolated && view->helpers == 0 &&
                       (theirs & (square_bit(stop) | attacks_pawn(us, stop))) != 0;
    tally_add(tally, us, &eval_weights.PawnIsolated, is_isolated);
    tally_add(tally, us, &eval_weights.PawnBackward, is_backward);
    tally_add(tally, us, &eval_weights.PawnDoubled, view->is_doubled);
    tally_add(tally, us, &eval_weights.PawnWeakOpen,
              (is_isolated || is_backward) && !view->is_opposed);
}

BITS_ALWAYS_INLINE void judge_strength(Tally *tally, const Position *p, Square square, Colour us,
                                       const PawnView *view) {
    int rank = pawn_rank_index(us, square);
    Bitboard ours = position_pieces(p, us, PAWN);
    bool is_supported = (ours & attacks_pawn(opponent(us), square)) != 0;
    bool has_phalanx = (view->neighbours & rank_bits(square_rank(square))) != 0;
    bool is_candidate = view->stoppers != 0 && !view->is_opposed && !view->is_doubled &&
                        bits_count(view->stoppers) <= bits_count(view->helpers);
    tally_add(tally, us, &eval_weights.PawnSupported[rank], is_supported);
    tally_add(tally, us, &eval_weights.PawnPhalanx[rank], has_phalanx);
    tally_add(tally, us, &eval_weights.PawnCandidate[rank], is_candidate);
}

BITS_ALWAYS_INLINE void judge_pawns_of(Tally *tally, const Position *p, PawnEntry *entry,
                                       Colour us) {
    Bitboard ours = position_pieces(p, us, PAWN);
    entry->span[us] = bits_fill_forward(us, attacks_pawns(us, ours));
    entry->files[us] = bits_fill_forward(us, ours) | bits_fill_forward(opponent(us), ours);
    while (ours) {
        Square square = bits_pop(&ours);
        PawnView view = look_from(p, square, us);
        judge_weakness(tally, p, square, us, &view);
        judge_strength(tally, p, square, us, &view);
        if (view.stoppers == 0 && !view.is_doubled) {
            entry->passed |= square_bit(square);
            tally_add(tally, us, &eval_weights.PassedRank[pawn_rank_index(us, square)], 1);
            tally_add(tally, us, &eval_weights.PassedFile[file_class(square_file(square))], 1);
        }
    }
}

/* Adds the structure of both sides; fills in what else an entry tells of it. */
BITS_ALWAYS_INLINE void judge_pawns(Tally *tally, const Position *p, PawnEntry *entry) {
    entry->passed = 0;
    judge_pawns_of(tally, p, entry, WHITE);
    judge_pawns_of(tally, p, entry, BLACK);
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
