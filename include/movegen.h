/* Legal move generation. Pins and checks are resolved by masks, so no move is ever made to see
 * whether it was legal. Pure functions of the position. */
#ifndef CASTELLAN_MOVEGEN_H
#define CASTELLAN_MOVEGEN_H

#include "position.h"

typedef struct MoveList {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

static inline bool move_list_has(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* Each replaces the contents of `list`. Noisy and quiet moves together are the legal moves, in
 * check or not; the evasions are the legal moves of a position in check. */
void movegen_noisy(const Position *position, MoveList *list);
void movegen_quiet(const Position *position, MoveList *list);
void movegen_evasions(const Position *position, MoveList *list);
void movegen_legal(const Position *position, MoveList *list);

/* The number of legal moves, without listing them. */
int movegen_count_legal(const Position *position);

bool movegen_has_legal_move(const Position *position);

/* Whether any 16-bit value whatever is a legal move here. */
bool movegen_is_legal(const Position *position, Move move);

/* How the side to move can give check, found once for all moves of a position. */
typedef struct Checking {
    Bitboard from[PIECE_TYPE_NB]; /* where a piece of the type would attack the enemy king */
    Bitboard discoverers;         /* own pieces that stand between it and a slider of ours */
} Checking;
Checking movegen_checking(const Position *position);

/* Whether a legal move gives check. */
bool movegen_gives_check(const Position *position, const Checking *checking, Move move);

/* Whether a legal move is noisy. */
static inline bool movegen_is_noisy(const Position *position, Move move) {
    MoveKind kind = move_kind(move);
    return kind == MOVE_PROMOTION || kind == MOVE_EN_PASSANT ||
           (kind == MOVE_NORMAL && position->board[move_to(move)] != NO_PIECE);
}

#endif
