/* Staged move ordering: hands out the legal moves of a position one by one, the likeliest to cut
 * the branch off first, and generates and sorts no more of them than are asked for.
 *
 * Order: table move; good captures and promotions; killers; quiet moves by history; bad captures.
 * A picker reads the histories that it is given and owns nothing but its list. */
#ifndef CASTELLAN_MOVEPICK_H
#define CASTELLAN_MOVEPICK_H

#include "history.h"
#include "movegen.h"

enum { CONTINUATION_NB = 3, KILLER_NB = 2 };

/* What ordering draws on. */
typedef struct OrderingHints {
    Histories *histories;
    const PieceToHistory *continuations[CONTINUATION_NB]; /* of the moves 1, 2 and 4 plies ago */
    Bitboard threats;                                     /* squares that the opponent attacks */
    Move table_move;                                      /* MOVE_NONE or legal here */
    Move killers[KILLER_NB];                              /* of this ply, maybe illegal here */
} OrderingHints;

typedef enum PickStage {
    PICK_TABLE,
    PICK_GENERATE_NOISY,
    PICK_GOOD_NOISY,
    PICK_KILLERS,
    PICK_GENERATE_QUIET,
    PICK_QUIET,
    PICK_BAD_NOISY,
    PICK_END
} PickStage;

typedef struct ScoredMove {
    Move move;
    int score;
} ScoredMove;

typedef struct MovePicker {
    const Position *position;
    OrderingHints hints;
    PickStage stage;
    Score exchange_threshold; /* captures that gain less are bad */
    bool noisy_only;
    int killer;
    int next, end; /* moves of the current stage still to come */
    int bad_end;   /* bad captures are put aside at the front of the list */
    MoveList generated;
    ScoredMove list[MAX_MOVES];
} MovePicker;

/* How the quiet moves still to come are wanted. */
typedef enum QuietOrder {
    QUIETS_BY_HISTORY,
    QUIETS_UNSORTED, /* in any order, which saves the sorting */
    QUIETS_LEFT_OUT
} QuietOrder;

/* Every legal move. */
void movepick_init(MovePicker *picker, const Position *position, const OrderingHints *hints);

/* Only noisy moves that gain at least `threshold` by exchange. */
void movepick_init_noisy(MovePicker *picker, const Position *position, const OrderingHints *hints,
                         Score threshold);

/* The next move, MOVE_NONE after the last. */
Move movepick_next(MovePicker *picker, QuietOrder quiets);

/* What the histories say of a quiet move. The second saves looking them up for the move that the
 * picker has handed out last, if it was sorted by them. */
int movepick_quiet_score(const Position *position, const OrderingHints *hints, Move move);
int movepick_last_quiet_score(const MovePicker *picker, Move move);

#endif
