/* Time management: budgets that keep to the clock in every situation, whole games of them, and
 * the decision to stop. */
#include <stdio.h>

#include "startup.h"
#include "timeman.h"
#include "unity.h"

enum { GAME_MOVES = 300 };

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Single plans ---- */

static const int64_t CLOCKS[] = {
    INT64_MIN, -86400000, -1,
    0,         1,         2,
    3,         5,         9,
    10,        11,        12,
    20,        50,        99,
    100,       101,       500,
    1000,      5000,      60000,
    600000,    86400000,  INT64_C(1) << 40,
    INT64_MAX, 31,        INT64_MAX - 5,
};
static const int64_t INCREMENTS[] = {0,         1,  10,       100, 1000, 60000, INT64_C(1) << 40,
                                     INT64_MAX, -1, INT64_MIN};
static const int64_t OVERHEADS[] = {0, 1, 10, 100, 1000, 5000};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void describe(const TimeControl *c, const TimeBudget *b, char *text, size_t size) {
    snprintf(text, size, "clock %lld inc %lld to go %lld overhead %lld: soft %lld hard %lld",
             (long long)c->remaining, (long long)c->increment, (long long)c->moves_to_go,
             (long long)c->overhead, (long long)b->soft, (long long)b->hard);
}

/* What may be used of a clock; never less than 1, which is no time either. */
static int64_t most_of(const TimeControl *c) {
    int64_t remaining = c->remaining < 0 ? 0 : c->remaining;
    return remaining - c->overhead < 1 ? 1 : remaining - c->overhead;
}

static void check_clock(const TimeControl *control) {
    TimeBudget budget = timeman_plan(control);
    char text[200];
    describe(control, &budget, text, sizeof text);
    TEST_ASSERT_TRUE_MESSAGE(budget.is_limited, text);
    TEST_ASSERT_FALSE_MESSAGE(budget.is_fixed, text);
    TEST_ASSERT_TRUE_MESSAGE(budget.hard >= 1, text);
    TEST_ASSERT_TRUE_MESSAGE(budget.hard <= most_of(control), text);
    TEST_ASSERT_TRUE_MESSAGE(budget.soft >= 0, text);
    TEST_ASSERT_TRUE_MESSAGE(budget.soft <= budget.hard, text);
}

static void check_clock_to_each_control(TimeControl control) {
    for (int64_t moves = 0; moves <= 60; moves++) {
        control.moves_to_go = moves;
        check_clock(&control);
    }
    control.moves_to_go = INT64_MAX;
    check_clock(&control);
}

static void test_budgets_keep_to_the_clock(void) {
    for (size_t c = 0; c < COUNT(CLOCKS); c++)
        for (size_t i = 0; i < COUNT(INCREMENTS); i++)
            for (size_t o = 0; o < COUNT(OVERHEADS); o++)
                check_clock_to_each_control((TimeControl){.has_clock = true,
                                                          .remaining = CLOCKS[c],
                                                          .increment = INCREMENTS[i],
                                                          .overhead = OVERHEADS[o]});
}

/* Nothing left after the overhead: move at once. */
static void test_no_time_is_hardly_any(void) {
    static const int64_t LEFT[] = {INT64_MIN, -5, 0, 1, 99, 100};
    for (size_t i = 0; i < COUNT(LEFT); i++) {
        TimeControl control = {.has_clock = true,
                               .remaining = LEFT[i],
                               .increment = 1000,
                               .moves_to_go = (int64_t)i % 3,
                               .overhead = 100};
        TimeBudget budget = timeman_plan(&control);
        TEST_ASSERT_EQUAL_INT(1, (int)budget.hard);
        TEST_ASSERT_TRUE(budget.soft <= 1);
    }
}

/* A plan that always answers 1 would pass everything above. */
static void test_time_is_used(void) {
    TimeControl control = {.has_clock = true, .remaining = 60000, .overhead = 10};
    TimeBudget sudden = timeman_plan(&control);
    TEST_ASSERT_TRUE(sudden.soft > 500 && sudden.soft < 6000);
    TEST_ASSERT_TRUE(sudden.hard > sudden.soft && sudden.hard < 40000);
    control.increment = 1000;
    TEST_ASSERT_TRUE(timeman_plan(&control).soft > sudden.soft);
    control.moves_to_go = 1;
    TEST_ASSERT_TRUE(timeman_plan(&control).soft > 20000);
    control.moves_to_go = 30;
    TimeBudget many = timeman_plan(&control);
    TEST_ASSERT_TRUE(many.soft > 1000 && many.soft < 6000);
}

/* More on the clock or less to lose never means less time. */
static void test_budgets_grow_with_the_clock(void) {
    for (int64_t moves = 0; moves <= 50; moves += 5) {
        TimeBudget before = {0};
        for (int64_t clock = 0; clock < 100000; clock += 1 + clock / 7) {
            TimeControl control = {
                .has_clock = true, .remaining = clock, .moves_to_go = moves, .overhead = 20};
            TimeBudget budget = timeman_plan(&control);
            TEST_ASSERT_TRUE(budget.soft >= before.soft && budget.hard >= before.hard);
            control.overhead = 40;
            TEST_ASSERT_TRUE(timeman_plan(&control).hard <= budget.hard);
            before = budget;
        }
    }
}

/* Overflow would turn much into little. */
static void test_huge_clocks_are_long(void) {
    static const int64_t HUGE_CLOCKS[] = {INT64_C(1) << 40, INT64_MAX / 2, INT64_MAX};
    for (int i = 0; i < 3 * 60; i++) {
        TimeControl control = {.has_clock = true,
                               .remaining = HUGE_CLOCKS[i % 3],
                               .increment = i % 2 == 0 ? INT64_MAX : 0,
                               .moves_to_go = i / 3,
                               .overhead = 5000};
        TimeBudget budget = timeman_plan(&control);
        TEST_ASSERT_TRUE(budget.soft > 3600000 && budget.hard > 3600000);
    }
}

static void test_without_clock_is_unlimited(void) {
    TimeControl control = {.increment = 1000, .moves_to_go = 3, .overhead = 10};
    TimeBudget budget = timeman_plan(&control);
    SearchTrend trend = {.stable_iterations = 100, .best_move_share = 1.0};
    TEST_ASSERT_FALSE(budget.is_limited);
    TEST_ASSERT_FALSE(timeman_is_enough(&budget, &trend, INT64_MAX));
}

/* ---- Time for one move ---- */

static TimeBudget plan_move_time(int64_t move_time, int64_t overhead) {
    TimeControl control = {.has_move_time = true, .move_time = move_time, .overhead = overhead};
    return timeman_plan(&control);
}

static void check_move_time(int64_t move_time, int64_t overhead, int64_t expected) {
    TimeBudget budget = plan_move_time(move_time, overhead);
    TEST_ASSERT_TRUE(budget.is_limited && budget.is_fixed);
    TEST_ASSERT_EQUAL_UINT64((uint64_t)expected, (uint64_t)budget.hard);
    TEST_ASSERT_EQUAL_UINT64((uint64_t)expected, (uint64_t)budget.soft);
}

static void test_move_time(void) {
    check_move_time(1000, 0, 1000);
    check_move_time(1000, 10, 990);
    check_move_time(10, 10, 1);
    check_move_time(5, 5000, 1);
    check_move_time(0, 0, 1);
    check_move_time(-7, 10, 1);
    check_move_time(INT64_MAX, 0, INT64_MAX);
    check_move_time(INT64_MAX, 5000, INT64_MAX - 5000);
}

/* `go movetime` hands on whatever number was typed. */
static void test_least_move_time_does_not_overflow(void) {
    check_move_time(INT64_MIN, 0, 1);
    check_move_time(INT64_MIN, 10, 1);
    check_move_time(INT64_MIN + 4999, 5000, 1);
}

static void test_move_time_within_the_clock(void) {
    for (size_t c = 0; c < COUNT(CLOCKS); c++)
        for (int64_t move_time = 0; move_time < 100000; move_time = move_time * 3 + 1) {
            TimeControl control = {.has_clock = true,
                                   .remaining = CLOCKS[c],
                                   .has_move_time = true,
                                   .move_time = move_time,
                                   .overhead = 10};
            TimeBudget both = timeman_plan(&control);
            TEST_ASSERT_TRUE(both.is_limited && both.hard >= 1);
            TEST_ASSERT_TRUE(both.hard <= most_of(&control));
            TEST_ASSERT_TRUE(both.hard <= plan_move_time(move_time, 10).hard);
            TEST_ASSERT_TRUE(both.soft <= both.hard);
        }
}

/* ---- Games ---- */

typedef struct Game {
    int64_t clock, increment, period; /* every `period` moves the clock is added again, 0: never */
    int64_t overhead;
    bool loses_overhead; /* every move, besides what the engine uses */
    bool uses_hard;      /* otherwise soft */
} Game;

/* Moves until the clock runs out, at most GAME_MOVES. */
static int play(const Game *game) {
    int64_t remaining = game->clock;
    for (int move = 0; move < GAME_MOVES; move++) {
        int64_t played = game->period > 0 ? move % game->period : 0;
        if (move > 0 && game->period > 0 && played == 0)
            remaining += game->clock;
        TimeControl control = {.has_clock = true,
                               .remaining = remaining,
                               .increment = game->increment,
                               .moves_to_go = game->period > 0 ? game->period - played : 0,
                               .overhead = game->overhead};
        check_clock(&control);
        TimeBudget budget = timeman_plan(&control);
        remaining -= game->uses_hard ? budget.hard : budget.soft;
        remaining -= game->loses_overhead ? game->overhead : 0;
        if (remaining < 0)
            return move;
        remaining += game->increment;
    }
    return GAME_MOVES;
}

static void check_lasts(Game game) {
    char text[160];
    snprintf(text, sizeof text, "%lld+%lld, %lld moves, overhead %lld, %s", (long long)game.clock,
             (long long)game.increment, (long long)game.period, (long long)game.overhead,
             game.uses_hard ? "hard" : "soft");
    TEST_ASSERT_EQUAL_INT_MESSAGE(GAME_MOVES, play(&game), text);
}

static const int64_t GAME_CLOCKS[] = {200, 1000, 10000, 60000, 3600000};

/* Without increment a move takes no less than a millisecond at worst, so only the budget that is
 * meant to be kept to can last for ever. */
static void test_games_without_increment(void) {
    for (size_t c = 0; c < COUNT(GAME_CLOCKS); c++)
        for (int64_t overhead = 0; overhead <= 100; overhead += 10)
            check_lasts((Game){.clock = GAME_CLOCKS[c], .overhead = overhead});
}

/* The worst case of every move lasts for a game's worth of moves all the same. */
static void test_worst_games_without_increment(void) {
    for (size_t c = 1; c < COUNT(GAME_CLOCKS); c++) {
        Game game = {.clock = GAME_CLOCKS[c], .uses_hard = true};
        TEST_ASSERT_GREATER_THAN_INT(35, play(&game));
        game.overhead = 10;
        TEST_ASSERT_GREATER_THAN_INT(45, play(&game));
    }
}

/* An increment above the overhead keeps the worst case going, although the overhead is lost. */
static void test_worst_games_with_increment(void) {
    for (size_t c = 0; c < COUNT(GAME_CLOCKS); c++)
        for (int64_t overhead = 0; overhead <= 100; overhead += 10)
            for (int64_t more = 1; more <= 1000; more *= 10)
                check_lasts((Game){.clock = GAME_CLOCKS[c],
                                   .increment = overhead + more,
                                   .overhead = overhead,
                                   .loses_overhead = true,
                                   .uses_hard = true});
}

static void test_forty_moves_in_a_second(void) {
    check_lasts((Game){.clock = 1000, .period = 40});
    check_lasts((Game){.clock = 1000, .period = 40, .overhead = 10, .loses_overhead = true});
    check_lasts((Game){.clock = 1000, .period = 40, .overhead = 10, .uses_hard = true});
    check_lasts((Game){.clock = 60000, .period = 40, .overhead = 10, .uses_hard = true});
}

static void test_other_repeating_controls(void) {
    for (int64_t period = 1; period <= 60; period++) {
        check_lasts((Game){.clock = 1000, .period = period});
        check_lasts((Game){.clock = 60000, .period = period, .overhead = 10});
        check_lasts(
            (Game){.clock = 60000, .period = period, .overhead = 10, .loses_overhead = true});
    }
}

/* ---- Enough ---- */

/* The first elapsed time that is enough; fails the test where a later one is not. */
static int64_t enough_after(const TimeBudget *budget, SearchTrend trend) {
    int64_t first = -1;
    for (int64_t elapsed = 0; elapsed <= 20000; elapsed += 10) {
        bool is_enough = timeman_is_enough(budget, &trend, elapsed);
        TEST_ASSERT_TRUE(is_enough || first < 0);
        if (is_enough && first < 0)
            first = elapsed;
    }
    TEST_ASSERT_TRUE(first >= 0);
    return first;
}

static const TimeBudget BUDGET = {.is_limited = true, .soft = 2000, .hard = 8000};

static void test_stable_moves_need_less_time(void) {
    for (int share = 0; share <= 10; share++) {
        SearchTrend trend = {.best_move_share = share / 10.0};
        int64_t first = enough_after(&BUDGET, trend), before = first;
        for (; trend.stable_iterations <= 30; trend.stable_iterations++) {
            int64_t now = enough_after(&BUDGET, trend);
            TEST_ASSERT_TRUE(now <= before);
            before = now;
        }
        TEST_ASSERT_TRUE(before < first);
    }
}

static void test_large_shares_need_less_time(void) {
    for (int stable = 0; stable <= 10; stable++) {
        SearchTrend trend = {.stable_iterations = stable};
        int64_t first = enough_after(&BUDGET, trend), before = first;
        for (int share = 0; share <= 20; share++) {
            trend.best_move_share = share / 20.0;
            int64_t now = enough_after(&BUDGET, trend);
            TEST_ASSERT_TRUE(now <= before);
            before = now;
        }
        TEST_ASSERT_TRUE(before < first);
    }
}

static void test_drops_need_more_time(void) {
    for (int stable = 0; stable <= 10; stable += 5) {
        SearchTrend trend = {stable, 0.5, -64000};
        int64_t first = enough_after(&BUDGET, trend), before = first;
        static const int DROPS[] = {-1000, -50, -20, -10, 0, 5, 20, 49, 50, 100, 1000, 64000};
        for (size_t i = 0; i < COUNT(DROPS); i++) {
            trend.score_drop = DROPS[i];
            int64_t now = enough_after(&BUDGET, trend);
            TEST_ASSERT_TRUE(now >= before);
            before = now;
        }
        TEST_ASSERT_TRUE(before > first);
    }
}

/* A time for this very move is used up, however the search goes. */
static void test_fixed_time_is_used_up(void) {
    TimeBudget budget = plan_move_time(1000, 10);
    SearchTrend sure = {100, 1.0, -100}, unsure = {0, 0.0, 1000};
    TEST_ASSERT_FALSE(timeman_is_enough(&budget, &sure, 989));
    TEST_ASSERT_TRUE(timeman_is_enough(&budget, &sure, 990));
    TEST_ASSERT_FALSE(timeman_is_enough(&budget, &unsure, 989));
    TEST_ASSERT_TRUE(timeman_is_enough(&budget, &unsure, 990));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_budgets_keep_to_the_clock);
    RUN_TEST(test_no_time_is_hardly_any);
    RUN_TEST(test_time_is_used);
    RUN_TEST(test_budgets_grow_with_the_clock);
    RUN_TEST(test_huge_clocks_are_long);
    RUN_TEST(test_without_clock_is_unlimited);
    RUN_TEST(test_move_time);
    RUN_TEST(test_move_time_within_the_clock);
    RUN_TEST(test_games_without_increment);
    RUN_TEST(test_worst_games_without_increment);
    RUN_TEST(test_worst_games_with_increment);
    RUN_TEST(test_forty_moves_in_a_second);
    RUN_TEST(test_other_repeating_controls);
    RUN_TEST(test_stable_moves_need_less_time);
    RUN_TEST(test_large_shares_need_less_time);
    RUN_TEST(test_drops_need_more_time);
    RUN_TEST(test_fixed_time_is_used_up);
    /* Last, because the sanitizers end the program where it fails. */
    RUN_TEST(test_least_move_time_does_not_overflow);
    return UNITY_END();
}
