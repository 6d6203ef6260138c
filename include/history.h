/* What a thread has learned about moves and evaluations in the course of a game: which moves cut
 * branches off, and by how much the static evaluation errs in positions of some kind. One object
 * per thread, kept between searches, emptied by the one reset for a new game. */
#ifndef CASTELLAN_HISTORY_H
#define CASTELLAN_HISTORY_H

#include "move.h"
#include "position.h"
#include "score.h"

enum {
    HISTORY_LIMIT = 16384, /* entries stay within plus and minus this */
    CORRECTION_SIZE = 16384,
    CORRECTION_LIMIT = 1024, /* the same for corrections */
    PIECE_TO_NB = PIECE_NB * SQUARE_NB,
};

/* By the piece that moves and where it goes. */
typedef struct PieceToHistory {
    int16_t value[PIECE_TO_NB];
} PieceToHistory;

typedef struct Histories {
    /* By colour, whether origin and target are attacked, origin and target. */
    int16_t quiet[COLOUR_NB][2][2][SQUARE_NB][SQUARE_NB];
    int16_t capture[PIECE_TO_NB][PIECE_TYPE_NB + 1];
    PieceToHistory continuation[PIECE_TO_NB]; /* by an earlier move, then the move itself */

    int16_t pawn_correction[COLOUR_NB][CORRECTION_SIZE];
    int16_t minor_correction[COLOUR_NB][CORRECTION_SIZE];
    int16_t major_correction[COLOUR_NB][CORRECTION_SIZE];
    int16_t non_pawn_correction[COLOUR_NB][COLOUR_NB][CORRECTION_SIZE];
    int16_t continuation_correction[PIECE_TO_NB][PIECE_TO_NB];
} Histories;

/* Forgets everything. */
void history_reset(Histories *histories);

static inline int piece_to_index(Piece piece, Square to) {
    return piece * SQUARE_NB + to;
}

/* Moves an entry towards the bonus, less the closer it is to the limit, so that it never leaves
 * its range and recent experience weighs more. */
static inline void history_update(int16_t *entry, int bonus, int limit) {
    int weight = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * weight / limit);
}

static inline int16_t *history_quiet(Histories *h, Colour us, Bitboard threats, Move move) {
    Square from = move_from(move), to = move_to(move);
    return &h->quiet[us][(threats >> from) & 1][(threats >> to) & 1][from][to];
}

static inline int16_t *history_capture(Histories *h, const Position *p, Move move) {
    Square to = move_to(move);
    PieceType victim = move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(p->board[to]);
    return &h->capture[piece_to_index(p->board[move_from(move)], to)][victim];
}

/* How the evaluation of such positions has erred, in evaluation units. `last` and `before` are
 * the piece-to indices of the previous two moves, or negative where there is none. */
int history_correction(const Histories *histories, const Position *position, int last, int before);

/* Has the entries that speak for the position brought from memory. */
void history_prefetch_correction(const Histories *histories, const Position *position, int last,
                                 int before);

/* Learns that a search of `depth` came out `error` above the evaluation. */
void history_learn_correction(Histories *histories, const Position *position, int last, int before,
                              int depth, int error);

#endif
