/* Histories: entries stay within their limits and follow what they are told, corrections point the
 * way that the evaluation erred, and a reset forgets everything. */
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "history.h"
#include "margins.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

static Histories histories;

void setUp(void) {
    history_reset(&histories);
}

void tearDown(void) {
}

/* ---- Entries ---- */

static void test_updates_stay_within_limits(void) {
    static const int LIMITS[] = {HISTORY_LIMIT, CORRECTION_LIMIT};
    Random random = {41};
    for (int l = 0; l < 2; l++) {
        int limit = LIMITS[l];
        int16_t entry = 0;
        for (int i = 0; i < 200000; i++) {
            uint32_t range = i % 1000 < 500 ? 64 : (uint32_t)limit;
            int bonus = (int)random_below(&random, 2 * range + 1) - (int)range;
            history_update(&entry, i % 3000 < 1500 ? abs(bonus) : bonus, limit);
            TEST_ASSERT_TRUE(entry >= -limit && entry <= limit);
        }
    }
}

static void check_one_update(int start, int bonus) {
    int16_t entry = (int16_t)start;
    history_update(&entry, bonus, CORRECTION_LIMIT);
    TEST_ASSERT_TRUE(entry >= -CORRECTION_LIMIT && entry <= CORRECTION_LIMIT);
    TEST_ASSERT_TRUE(bonus < 0 ? entry <= start : entry >= start);
}

/* Every entry with every bonus: never beyond the limit, never away from the bonus. */
static void test_every_update_of_small_limit(void) {
    for (int start = -CORRECTION_LIMIT; start <= CORRECTION_LIMIT; start++)
        for (int bonus = -CORRECTION_LIMIT; bonus <= CORRECTION_LIMIT; bonus += 16)
            check_one_update(start, bonus);
}

static int16_t repeated(int16_t entry, int bonus, int times) {
    for (int i = 0; i < times; i++)
        history_update(&entry, bonus, HISTORY_LIMIT);
    return entry;
}

static void test_updates_converge(void) {
    for (int bonus = 50; bonus <= HISTORY_LIMIT; bonus *= 3) {
        TEST_ASSERT_INT_WITHIN(HISTORY_LIMIT / 64, HISTORY_LIMIT, repeated(0, bonus, 3000));
        TEST_ASSERT_INT_WITHIN(HISTORY_LIMIT / 64, -HISTORY_LIMIT, repeated(0, -bonus, 3000));
        TEST_ASSERT_INT_WITHIN(HISTORY_LIMIT / 64, -HISTORY_LIMIT,
                               repeated(HISTORY_LIMIT, -bonus, 3000));
    }
}

/* The same bonus changes an entry less, the closer it is to the limit already. */
static void test_recent_experience_weighs_more(void) {
    int16_t entry = 0;
    int step = HISTORY_LIMIT;
    for (int i = 0; i < 50; i++) {
        int before = entry;
        history_update(&entry, 1000, HISTORY_LIMIT);
        TEST_ASSERT_TRUE(entry - before <= step);
        step = entry - before;
    }
    TEST_ASSERT_LESS_THAN_INT(200, step);
    TEST_ASSERT_GREATER_THAN_INT(HISTORY_LIMIT / 2, entry);
    int before = entry;
    history_update(&entry, -1000, HISTORY_LIMIT);
    TEST_ASSERT_GREATER_THAN_INT(1800, before - entry);
}

/* What the search adds is small enough for the limit. */
static void test_bonuses_of_all_depths_fit(void) {
    for (int depth = 1; depth <= MAX_PLY; depth++) {
        TEST_ASSERT_TRUE(history_bonus(depth) > 0 && history_bonus(depth) <= HISTORY_LIMIT);
        TEST_ASSERT_TRUE(history_malus(depth) < 0 && history_malus(depth) >= -HISTORY_LIMIT);
        TEST_ASSERT_TRUE(history_bonus(depth + 1) >= history_bonus(depth));
        TEST_ASSERT_TRUE(history_malus(depth + 1) <= history_malus(depth));
    }
}

/* ---- Where entries are ---- */

static void test_quiet_entries_are_distinct(void) {
    Move there = move_make(SQ_E1, SQ_E8), back = move_make(SQ_E8, SQ_E1);
    Bitboard from = square_bit(SQ_E1), to = square_bit(SQ_E8);
    int16_t *entries[] = {
        history_quiet(&histories, WHITE, 0, there),
        history_quiet(&histories, BLACK, 0, there),
        history_quiet(&histories, WHITE, from, there),
        history_quiet(&histories, WHITE, to, there),
        history_quiet(&histories, WHITE, from | to, there),
        history_quiet(&histories, WHITE, 0, back),
    };
    int count = (int)(sizeof entries / sizeof entries[0]);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE(entries[i] != entries[j]);
    TEST_ASSERT_TRUE(entries[0] == history_quiet(&histories, WHITE, ~(from | to), there));
}

static void test_capture_entries(void) {
    Position p = position_of("7k/3P4/8/2pP4/8/2n5/1P1N4/4K3 w - c6 0 1");
    Piece pawn = make_piece(WHITE, PAWN);
    Move en_passant = move_of(&p, "d5c6"), capture = move_of(&p, "b2c3");
    TEST_ASSERT_TRUE(history_capture(&histories, &p, en_passant) ==
                     &histories.capture[piece_to_index(pawn, move_to(en_passant))][PAWN]);
    TEST_ASSERT_TRUE(history_capture(&histories, &p, capture) ==
                     &histories.capture[piece_to_index(pawn, move_to(capture))][KNIGHT]);
}

/* A promotion without capture has no victim, but its entry is its own and inside the table. */
static void test_quiet_promotion_entry(void) {
    Position p = position_of("8/3P3k/8/8/8/8/8/4K3 w - - 0 1");
    int16_t *entry = history_capture(&histories, &p, move_of(&p, "d7d8q"));
    int index = piece_to_index(make_piece(WHITE, PAWN), SQ_D8);
    TEST_ASSERT_TRUE(entry == &histories.capture[index][NO_PIECE_TYPE]);
}

/* ---- Corrections ---- */

enum { LAST = 100, BEFORE = 200, NONE = -1 };

static void learn(const Position *p, int last, int before, int depth, int error, int times) {
    for (int i = 0; i < times; i++)
        history_learn_correction(&histories, p, last, before, depth, error);
}

static void test_nothing_learned_is_no_correction(void) {
    Position p = position_of(FEN_START);
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &p, LAST, BEFORE));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &p, NONE, NONE));
}

/* Too low an evaluation is corrected upwards, and the more often the more. */
static void check_learned(const Position *p, int last, int before, int sign) {
    int former = 0;
    history_reset(&histories);
    for (int i = 0; i < 20; i++) {
        learn(p, last, before, 8, sign * 60, 1);
        int now = sign * history_correction(&histories, p, last, before);
        TEST_ASSERT_TRUE(now >= former);
        former = now;
    }
    TEST_ASSERT_GREATER_THAN_INT(20, former);
    learn(p, last, before, 8, -sign * 60, 200);
    TEST_ASSERT_LESS_THAN_INT(0, sign * history_correction(&histories, p, last, before));
}

static void test_corrections_have_the_right_sign(void) {
    for (size_t i = 0; i < START_NB; i++) {
        Position p = position_of(START_FENS[i]);
        check_learned(&p, LAST, BEFORE, 1);
        check_learned(&p, LAST, BEFORE, -1);
        check_learned(&p, NONE, NONE, 1);
        check_learned(&p, LAST, NONE, -1);
        check_learned(&p, NONE, BEFORE, 1);
    }
}

static void test_deeper_searches_teach_more(void) {
    Position p = position_of(FEN_START);
    int former = 0;
    for (int depth = 2; depth <= 16; depth *= 2) {
        history_reset(&histories);
        learn(&p, LAST, BEFORE, depth, 40, 2);
        int now = history_correction(&histories, &p, LAST, BEFORE);
        TEST_ASSERT_GREATER_THAN_INT(former, now);
        former = now;
    }
}

/* Learns the same again and again from nothing; checks every step. */
static void check_bounded(const Position *p, int depth, int error) {
    const int16_t *entry = &histories.pawn_correction[WHITE][p->pawn_key % CORRECTION_SIZE];
    history_reset(&histories);
    for (int i = 0; i < 300; i++) {
        learn(p, LAST, BEFORE, depth, i < 200 ? error : -error, 1);
        TEST_ASSERT_INT_WITHIN(CORRECTION_LIMIT, 0, *entry);
        TEST_ASSERT_INT_WITHIN(CORRECTION_LIMIT, 0,
                               history_correction(&histories, p, LAST, BEFORE));
    }
}

/* Corrections stay small beside a score, whatever the search came to. */
static void test_corrections_are_bounded(void) {
    static const int DEPTHS[] = {1, 5, 127, MAX_PLY};
    static const int ERRORS[] = {1, 50, 700, 5000, 2 * SCORE_MATE};
    Position p = position_of(FEN_START);
    for (int i = 0; i < 20; i++) {
        check_bounded(&p, DEPTHS[i % 4], ERRORS[i / 4]);
        check_bounded(&p, DEPTHS[i % 4], -ERRORS[i / 4]);
    }
}

/* What is learned of one side's turn says nothing of the other's, and nothing of other pieces. */
static void test_corrections_belong_to_their_position(void) {
    Position white = position_of("4k3/pp6/8/8/8/8/5PPP/R3K2N w - - 0 1");
    Position black = position_of("4k3/pp6/8/8/8/8/5PPP/R3K2N b - - 0 1");
    Position other = position_of("3qk1b1/6p1/8/8/8/8/P1P5/3QK3 w - - 0 1");
    Position same_pawns = position_of("3qk1b1/pp6/8/8/8/8/5PPP/3QK3 w - - 0 1");
    learn(&white, NONE, NONE, 10, 100, 50);
    int own = history_correction(&histories, &white, NONE, NONE);
    int shared = history_correction(&histories, &same_pawns, NONE, NONE);
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &black, NONE, NONE));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &other, NONE, NONE));
    TEST_ASSERT_GREATER_THAN_INT(0, shared);
    TEST_ASSERT_LESS_THAN_INT(own, shared);
}

static void test_last_moves_count(void) {
    Position p = position_of(FEN_START);
    Position other = position_of("3qk1b1/6p1/8/8/8/8/P1P5/3QK3 w - - 0 1");
    learn(&p, LAST, BEFORE, 10, 100, 50);
    TEST_ASSERT_GREATER_THAN_INT(0, history_correction(&histories, &other, LAST, BEFORE));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &other, BEFORE, LAST));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &other, LAST, LAST));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &other, PIECE_TO_NB - 1, 0));
}

/* ---- Reset ---- */

static void test_reset_forgets_everything(void) {
    static const Histories ZERO;
    Position p = position_of(FEN_START);
    learn(&p, LAST, BEFORE, 10, 100, 5);
    TEST_ASSERT_TRUE(memcmp(&ZERO, &histories, sizeof ZERO) != 0);
    memset(&histories, 0x5A, sizeof histories);
    history_reset(&histories);
    TEST_ASSERT_EQUAL_INT(0, memcmp(&ZERO, &histories, sizeof ZERO));
    TEST_ASSERT_EQUAL_INT(0, history_correction(&histories, &p, LAST, BEFORE));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_updates_stay_within_limits);
    RUN_TEST(test_every_update_of_small_limit);
    RUN_TEST(test_updates_converge);
    RUN_TEST(test_recent_experience_weighs_more);
    RUN_TEST(test_bonuses_of_all_depths_fit);
    RUN_TEST(test_quiet_entries_are_distinct);
    RUN_TEST(test_capture_entries);
    RUN_TEST(test_quiet_promotion_entry);
    RUN_TEST(test_nothing_learned_is_no_correction);
    RUN_TEST(test_corrections_have_the_right_sign);
    RUN_TEST(test_deeper_searches_teach_more);
    RUN_TEST(test_corrections_are_bounded);
    RUN_TEST(test_corrections_belong_to_their_position);
    RUN_TEST(test_last_moves_count);
    RUN_TEST(test_reset_forgets_everything);
    return UNITY_END();
}
