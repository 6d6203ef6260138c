#include "movepick.h"

#include "search_params.h"
#include "see.h"

/* The victim's value outweighs what captures of this kind have done so far. */
static int victim_score(PieceType type) {
    return PARAMETER(VictimWeight) * see_values[type];
}

int movepick_quiet_score(const Position *p, const OrderingHints *hints, Move move) {
    int index = piece_to_index(p->board[move_from(move)], move_to(move));
    int score = *history_quiet(hints->histories, position_side(p), hints->threats, move);
    for (int i = 0; i < CONTINUATION_NB; i++)
        score += hints->continuations[i]->value[index];
    return score;
}

int movepick_last_quiet_score(const MovePicker *picker, Move move) {
    if (picker->stage == PICK_QUIET && picker->list[picker->next - 1].move == move)
        return picker->list[picker->next - 1].score;
    return movepick_quiet_score(picker->position, &picker->hints, move);
}

static int noisy_score(const Position *p, const OrderingHints *hints, Move move) {
    int score = *history_capture(hints->histories, p, move);
    if (move_kind(move) == MOVE_EN_PASSANT)
        return score + victim_score(PAWN);
    score += victim_score(piece_type(p->board[move_to(move)]));
    if (move_kind(move) == MOVE_PROMOTION)
        score += victim_score(move_promotion(move)) - victim_score(PAWN);
    return score;
}

static void begin(MovePicker *picker, const Position *position, const OrderingHints *hints) {
    picker->position = position;
    picker->hints = *hints;
    picker->stage = PICK_TABLE;
    picker->killer = picker->next = picker->end = picker->bad_end = 0;
}

void movepick_init(MovePicker *picker, const Position *position, const OrderingHints *hints) {
    begin(picker, position, hints);
    picker->noisy_only = false;
    picker->exchange_threshold = 0;
}

void movepick_init_noisy(MovePicker *picker, const Position *position, const OrderingHints *hints,
                         Score threshold) {
    begin(picker, position, hints);
    picker->noisy_only = true;
    picker->exchange_threshold = threshold;
    Move move = hints->table_move;
    if (move != MOVE_NONE &&
        (!movegen_is_noisy(position, move) || !see_reaches(position, move, threshold)))
        picker->hints.table_move = MOVE_NONE;
}

/* Appends what was generated behind the moves already set aside, scored. */
static void take_over(MovePicker *picker,
                      int (*score)(const Position *, const OrderingHints *, Move)) {
    picker->next = picker->end = picker->bad_end;
    for (int i = 0; i < picker->generated.count; i++) {
        Move move = picker->generated.moves[i];
        if (move == picker->hints.table_move)
            continue;
        picker->list[picker->end++] =
            (ScoredMove){move, score(picker->position, &picker->hints, move)};
    }
}

/* Brings the best of the remaining moves to the front and takes it. */
static ScoredMove take_best(MovePicker *picker) {
    int best = picker->next;
    for (int i = best + 1; i < picker->end; i++)
        if (picker->list[i].score > picker->list[best].score)
            best = i;
    ScoredMove taken = picker->list[best];
    picker->list[best] = picker->list[picker->next];
    picker->list[picker->next++] = taken;
    return taken;
}

static Move next_good_noisy(MovePicker *picker) {
    while (picker->next < picker->end) {
        ScoredMove taken = take_best(picker);
        if (see_reaches(picker->position, taken.move, picker->exchange_threshold))
            return taken.move;
        picker->list[picker->bad_end++] = taken;
    }
    return MOVE_NONE;
}

static bool is_killer(const MovePicker *picker, Move move) {
    for (int i = 0; i < KILLER_NB; i++)
        if (picker->hints.killers[i] == move)
            return true;
    return false;
}

static Move next_killer(MovePicker *picker) {
    while (picker->killer < KILLER_NB) {
        Move move = picker->hints.killers[picker->killer++];
        bool is_repeated = picker->killer == 2 && move == picker->hints.killers[0];
        if (move != MOVE_NONE && !is_repeated && move != picker->hints.table_move &&
            movegen_is_legal(picker->position, move) && !movegen_is_noisy(picker->position, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_quiet(MovePicker *picker, QuietOrder order) {
    while (picker->next < picker->end) {
        Move move =
            order == QUIETS_BY_HISTORY ? take_best(picker).move : picker->list[picker->next++].move;
        if (!is_killer(picker, move))
            return move;
    }
    return MOVE_NONE;
}

/* Leaves the quiet stages for the captures that were put aside. */
static void begin_bad_noisy(MovePicker *picker) {
    picker->stage = PICK_BAD_NOISY;
    picker->next = 0;
    picker->end = picker->bad_end;
}

Move movepick_next(MovePicker *picker, QuietOrder quiets) {
    Move move;
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = PICK_GENERATE_NOISY;
        if (picker->hints.table_move != MOVE_NONE)
            return picker->hints.table_move;
        /* fall through */
    case PICK_GENERATE_NOISY:
        movegen_noisy(picker->position, &picker->generated);
        take_over(picker, noisy_score);
        picker->stage = PICK_GOOD_NOISY;
        /* fall through */
    case PICK_GOOD_NOISY:
        move = next_good_noisy(picker);
        if (move != MOVE_NONE || picker->noisy_only)
            return move;
        picker->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        if (quiets != QUIETS_LEFT_OUT && (move = next_killer(picker)) != MOVE_NONE)
            return move;
        picker->stage = PICK_GENERATE_QUIET;
        /* fall through */
    case PICK_GENERATE_QUIET:
        picker->generated.count = 0;
        if (quiets != QUIETS_LEFT_OUT)
            movegen_quiet(picker->position, &picker->generated);
        take_over(picker, movepick_quiet_score);
        picker->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        if (quiets != QUIETS_LEFT_OUT && (move = next_quiet(picker, quiets)) != MOVE_NONE)
            return move;
        begin_bad_noisy(picker);
        /* fall through */
    case PICK_BAD_NOISY:
        if (picker->next < picker->end)
            return picker->list[picker->next++].move;
        picker->stage = PICK_END;
        /* fall through */
    default:
        return MOVE_NONE;
    }
}
