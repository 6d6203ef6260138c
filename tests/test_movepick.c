/* The move picker on thousands of positions with random histories, killers and table moves: every
 * legal move once, in the order of its stages. */

#include "movepick.h"
#include "positions.h"
#include "see.h"
#include "startup.h"
#include "unity.h"

enum { ROUND_NB = 2 };

static Histories histories;

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Hints ---- */

/* Values from a narrow range make for many equal scores, those from a wide one for few. */
static void fill_randomly(int16_t *values, size_t count, Random *random) {
    uint32_t limit = random_below(random, 2) == 0 ? 4 : HISTORY_LIMIT;
    for (size_t i = 0; i < count; i++)
        values[i] = (int16_t)((int)random_below(random, 2 * limit + 1) - (int)limit);
}

static void fill_histories(Random *random) {
    fill_randomly(&histories.quiet[0][0][0][0][0], sizeof histories.quiet / sizeof(int16_t),
                  random);
    fill_randomly(&histories.capture[0][0], sizeof histories.capture / sizeof(int16_t), random);
    for (int i = 0; i < PIECE_TO_NB; i++)
        fill_randomly(histories.continuation[i].value, PIECE_TO_NB, random);
}

static Move random_move(const MoveList *list, Random *random) {
    return list->count == 0 ? MOVE_NONE : list->moves[random_below(random, (uint32_t)list->count)];
}

/* A legal quiet move, any legal move, any value at all, or none. */
static Move random_killer(const Position *position, const MoveList *legal, Random *random) {
    MoveList quiet;
    switch (random_below(random, 4)) {
    case 0:
        return random_move(legal, random);
    case 1:
        return (Move)random_next(random);
    case 2:
        return MOVE_NONE;
    default:
        movegen_quiet(position, &quiet);
        return random_move(&quiet, random);
    }
}

static OrderingHints random_hints(const Position *position, const MoveList *legal, Random *random) {
    OrderingHints hints = {.histories = &histories};
    for (int i = 0; i < CONTINUATION_NB; i++)
        hints.continuations[i] = &histories.continuation[random_below(random, PIECE_TO_NB)];
    hints.threats = position_threats(position, opponent(position_side(position)));
    hints.table_move = random_below(random, 2) == 0 ? MOVE_NONE : random_move(legal, random);
    for (int i = 0; i < KILLER_NB; i++)
        hints.killers[i] = random_killer(position, legal, random);
    if (random_below(random, 8) == 0)
        hints.killers[1] = hints.killers[0];
    if (random_below(random, 8) == 0)
        hints.killers[0] = hints.table_move;
    return hints;
}

/* ---- What is expected ---- */

typedef enum Stage { TABLE, GOOD_NOISY, FIRST_KILLER, SECOND_KILLER, QUIET, BAD_NOISY } Stage;

static Stage stage_of(const Position *position, const OrderingHints *hints, Move move) {
    if (move == hints->table_move)
        return TABLE;
    if (movegen_is_noisy(position, move))
        return see_reaches(position, move, 0) ? GOOD_NOISY : BAD_NOISY;
    return move == hints->killers[0]   ? FIRST_KILLER
           : move == hints->killers[1] ? SECOND_KILLER
                                       : QUIET;
}

static bool is_quiet_stage(Stage stage) {
    return stage == FIRST_KILLER || stage == SECOND_KILLER || stage == QUIET;
}

static bool contains(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* Takes what is left of the picker; skips quiet moves once `quiets` of them have come. */
static MoveList take_all(MovePicker *picker, const OrderingHints *hints, int quiets) {
    MoveList taken = {0};
    for (;;) {
        Move move = movepick_next(picker, quiets <= 0 ? QUIETS_LEFT_OUT : QUIETS_BY_HISTORY);
        if (move == MOVE_NONE)
            return taken;
        TEST_ASSERT_LESS_THAN_INT(MAX_MOVES, taken.count);
        taken.moves[taken.count++] = move;
        quiets -= is_quiet_stage(stage_of(picker->position, hints, move));
    }
}

static void check_distinct_and_legal(const MoveList *taken, const MoveList *legal,
                                     const char *fen) {
    MoveList seen = {0};
    for (int i = 0; i < taken->count; i++) {
        TEST_ASSERT_TRUE_MESSAGE(contains(legal, taken->moves[i]), fen);
        TEST_ASSERT_FALSE_MESSAGE(contains(&seen, taken->moves[i]), fen);
        seen.moves[seen.count++] = taken->moves[i];
    }
}

static void check_order(const Position *position, const OrderingHints *hints, const MoveList *taken,
                        const char *fen) {
    for (int i = 1; i < taken->count; i++) {
        Move before = taken->moves[i - 1], move = taken->moves[i];
        Stage stage_before = stage_of(position, hints, before);
        Stage stage = stage_of(position, hints, move);
        TEST_ASSERT_TRUE_MESSAGE(stage_before <= stage, fen);
        if (stage == QUIET && stage_before == QUIET)
            TEST_ASSERT_TRUE_MESSAGE(movepick_quiet_score(position, hints, before) >=
                                         movepick_quiet_score(position, hints, move),
                                     fen);
    }
}

/* ---- All moves ---- */

typedef struct Seen {
    Random random;
    int positions, by_stage[BAD_NOISY + 1], skipped;
} Seen;

/* A position with random hints, and all that a picker gives for them. */
typedef struct Picking {
    MovePicker picker;
    MoveList legal, taken;
    OrderingHints hints;
    FenText fen;
} Picking;

static Picking pick_all(const Position *position, Random *random) {
    Picking p = {.fen = fen_of(position)};
    movegen_legal(position, &p.legal);
    p.hints = random_hints(position, &p.legal, random);
    movepick_init(&p.picker, position, &p.hints);
    p.taken = take_all(&p.picker, &p.hints, MAX_MOVES);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MOVE_NONE, movepick_next(&p.picker, QUIETS_BY_HISTORY),
                                  p.fen.text);
    return p;
}

static void check_all_moves(const Position *position, Move next, void *context) {
    Seen *seen = context;
    Picking p = pick_all(position, &seen->random);
    (void)next;
    TEST_ASSERT_EQUAL_INT_MESSAGE(p.legal.count, p.taken.count, p.fen.text);
    check_distinct_and_legal(&p.taken, &p.legal, p.fen.text);
    check_order(position, &p.hints, &p.taken, p.fen.text);
    for (int i = 0; i < p.taken.count; i++)
        seen->by_stage[stage_of(position, &p.hints, p.taken.moves[i])]++;
    seen->positions++;
}

static void walk_with(WalkVisitor visit, Seen *seen) {
    Walk walk = {seen->random, WALK_PLIES, visit, seen};
    for (int i = 0; i < ROUND_NB; i++) {
        fill_histories(&seen->random);
        walk_from_all_starts(&walk);
    }
}

static void test_every_move_once_in_order(void) {
    Seen seen = {.random = {31}};
    walk_with(check_all_moves, &seen);
    TEST_ASSERT_GREATER_THAN_INT(2000, seen.positions);
    TEST_ASSERT_GREATER_THAN_INT(500, seen.by_stage[TABLE]);
    TEST_ASSERT_GREATER_THAN_INT(1000, seen.by_stage[GOOD_NOISY]);
    TEST_ASSERT_GREATER_THAN_INT(300, seen.by_stage[FIRST_KILLER]);
    TEST_ASSERT_GREATER_THAN_INT(300, seen.by_stage[SECOND_KILLER]);
    TEST_ASSERT_GREATER_THAN_INT(10000, seen.by_stage[QUIET]);
    TEST_ASSERT_GREATER_THAN_INT(500, seen.by_stage[BAD_NOISY]);
}

/* ---- Without the remaining quiet moves ---- */

/* The list of all moves without the quiet ones that come after the first `quiets`. */
static MoveList without_late_quiets(const Position *position, const OrderingHints *hints,
                                    const MoveList *all, int quiets) {
    MoveList rest = {0};
    for (int i = 0; i < all->count; i++)
        if (!is_quiet_stage(stage_of(position, hints, all->moves[i])) || quiets-- > 0)
            rest.moves[rest.count++] = all->moves[i];
    return rest;
}

static void check_skipping(const Position *position, Move next, void *context) {
    Seen *seen = context;
    Picking p = pick_all(position, &seen->random);
    (void)next;
    for (int quiets = 0; quiets <= 6; quiets++) {
        MoveList expected = without_late_quiets(position, &p.hints, &p.taken, quiets);
        MovePicker picker;
        movepick_init(&picker, position, &p.hints);
        MoveList taken = take_all(&picker, &p.hints, quiets);
        TEST_ASSERT_EQUAL_INT_MESSAGE(expected.count, taken.count, p.fen.text);
        for (int i = 0; i < taken.count; i++)
            TEST_ASSERT_EQUAL_HEX16_MESSAGE(expected.moves[i], taken.moves[i], p.fen.text);
        seen->skipped += p.taken.count - taken.count;
    }
}

static void test_remaining_quiets_are_left_out(void) {
    Seen seen = {.random = {32}};
    walk_with(check_skipping, &seen);
    TEST_ASSERT_GREATER_THAN_INT(50000, seen.skipped);
}

/* ---- Noisy moves only ---- */

static void check_noisy(const Position *position, const OrderingHints *hints, Score threshold,
                        Seen *seen) {
    MovePicker picker;
    MoveList noisy, expected = {0};
    FenText fen = fen_of(position);
    movegen_noisy(position, &noisy);
    for (int i = 0; i < noisy.count; i++)
        if (see_reaches(position, noisy.moves[i], threshold))
            expected.moves[expected.count++] = noisy.moves[i];
    movepick_init_noisy(&picker, position, hints, threshold);
    MoveList taken = take_all(&picker, hints, MAX_MOVES);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.count, taken.count, fen.text);
    check_distinct_and_legal(&taken, &expected, fen.text);
    if (contains(&expected, hints->table_move))
        TEST_ASSERT_EQUAL_HEX16_MESSAGE(hints->table_move, taken.moves[0], fen.text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(MOVE_NONE, movepick_next(&picker, QUIETS_BY_HISTORY), fen.text);
    seen->positions += expected.count > 0;
    seen->skipped += noisy.count - expected.count;
}

static void check_noisy_at_thresholds(const Position *position, Move next, void *context) {
    static const Score THRESHOLDS[] = {-3000, -200, 0, 1, 150, 3000};
    Seen *seen = context;
    MoveList legal;
    (void)next;
    movegen_legal(position, &legal);
    OrderingHints hints = random_hints(position, &legal, &seen->random);
    for (size_t i = 0; i < sizeof THRESHOLDS / sizeof THRESHOLDS[0]; i++)
        check_noisy(position, &hints, THRESHOLDS[i], seen);
}

static void test_noisy_picker_keeps_to_threshold(void) {
    Seen seen = {.random = {33}};
    walk_with(check_noisy_at_thresholds, &seen);
    TEST_ASSERT_GREATER_THAN_INT(2000, seen.positions);
    TEST_ASSERT_GREATER_THAN_INT(2000, seen.skipped);
}

/* ---- One position by hand ---- */

static void check_next(MovePicker *picker, const char *uci) {
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(move_of(picker->position, uci),
                                    movepick_next(picker, QUIETS_BY_HISTORY), uci);
}

/* The rook on d1 can take a guarded pawn, the pawn on g4 a knight. */
static void test_known_order(void) {
    static const PieceToHistory NOTHING;
    Position position = position_of("6k1/8/2p5/3p1n2/6P1/8/8/3R2K1 w - - 0 1");
    OrderingHints hints = {.histories = &histories,
                           .continuations = {&NOTHING, &NOTHING, &NOTHING},
                           .table_move = move_of(&position, "g1f1"),
                           .killers = {MOVE_NULL, move_of(&position, "d1d4")}};
    MovePicker picker;
    history_reset(&histories);
    *history_quiet(&histories, WHITE, 0, move_of(&position, "d1a1")) = 500;
    *history_quiet(&histories, WHITE, 0, move_of(&position, "g4g5")) = 900;
    movepick_init(&picker, &position, &hints);
    check_next(&picker, "g1f1");
    check_next(&picker, "g4f5");
    check_next(&picker, "d1d4");
    check_next(&picker, "g4g5");
    check_next(&picker, "d1a1");
    TEST_ASSERT_EQUAL_HEX16(move_of(&position, "d1d5"), movepick_next(&picker, QUIETS_LEFT_OUT));
    TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, movepick_next(&picker, QUIETS_LEFT_OUT));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_every_move_once_in_order);
    RUN_TEST(test_remaining_quiets_are_left_out);
    RUN_TEST(test_noisy_picker_keeps_to_threshold);
    RUN_TEST(test_known_order);
    return UNITY_END();
}
