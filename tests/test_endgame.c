/* Known endings: king and pawn against king by an independent computation, and that the others are
 * recognised and lead towards mate. */
#include <stdlib.h>
#include <string.h>

#include "endgame.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- King and pawn against king, square by square ---- */

/* The whole ending as arrays of booleans, with the pawn on any file: slow and plain, so as to have
 * little in common with the engine's table. */
typedef struct SlowKpk {
    bool wins[2][64][64][64]; /* side to move (0: White), white king, pawn, black king */
} SlowKpk;

static bool touch(int a, int b) {
    return abs(a % 8 - b % 8) <= 1 && abs(a / 8 - b / 8) <= 1;
}

static bool pawn_hits(int pawn, int square) {
    return square / 8 == pawn / 8 + 1 && abs(square % 8 - pawn % 8) == 1;
}

static bool is_legal_kpk(int side, int king, int pawn, int bare) {
    return king != pawn && bare != pawn && !touch(king, bare) &&
           !(side == 0 && pawn_hits(pawn, bare));
}

static bool push_wins(const SlowKpk *kpk, int king, int to, int bare) {
    if (to / 8 == 7)
        return touch(king, to) || !touch(bare, to);
    return kpk->wins[1][king][to][bare];
}

static bool white_wins(const SlowKpk *kpk, int king, int pawn, int bare) {
    for (int to = 0; to < 64; to++)
        if (to != king && touch(king, to) && is_legal_kpk(1, to, pawn, bare) &&
            kpk->wins[1][to][pawn][bare])
            return true;
    int one = pawn + 8, two = pawn + 16;
    if (one == king || one == bare)
        return false;
    return push_wins(kpk, king, one, bare) ||
           (pawn / 8 == 1 && two != king && two != bare && push_wins(kpk, king, two, bare));
}

static bool black_loses(const SlowKpk *kpk, int king, int pawn, int bare) {
    bool can_move = false;
    for (int to = 0; to < 64; to++) {
        if (to == bare || !touch(bare, to) || touch(king, to) || pawn_hits(pawn, to))
            continue;
        if (to == pawn || !kpk->wins[0][king][pawn][to])
            return false;
        can_move = true;
    }
    return can_move || pawn_hits(pawn, bare);
}

static bool improve_slowly(SlowKpk *kpk, int side, int king, int pawn, int bare) {
    bool *wins = &kpk->wins[side][king][pawn][bare];
    if (*wins || !is_legal_kpk(side, king, pawn, bare))
        return false;
    *wins = side == 0 ? white_wins(kpk, king, pawn, bare) : black_loses(kpk, king, pawn, bare);
    return *wins;
}

/* Only files a to d: the rules are the same on the others. */
static bool sweep(SlowKpk *kpk) {
    bool found = false;
    for (int pawn = 55; pawn >= 8; pawn--)
        for (int king = 0; pawn % 8 < 4 && king < 64; king++)
            for (int bare = 0; bare < 64; bare++)
                for (int side = 0; side < 2; side++)
                    if (improve_slowly(kpk, side, king, pawn, bare))
                        found = true;
    return found;
}

static void test_kpk_agrees_with_plain_retrograde_analysis(void) {
    SlowKpk *kpk = calloc(1, sizeof *kpk);
    int differences = 0, wins = 0;
    TEST_ASSERT_NOT_NULL(kpk);
    while (sweep(kpk))
        continue;
    for (int pawn = 8; pawn < 56; pawn++)
        for (int king = 0; king < 64; king++)
            for (int bare = 0; bare < 64; bare++)
                for (int side = 0; side < 2; side++) {
                    int mirror = pawn % 8 < 4 ? 0 : 7;
                    if (!is_legal_kpk(side, king, pawn, bare))
                        continue;
                    bool expected = kpk->wins[side][king ^ mirror][pawn ^ mirror][bare ^ mirror];
                    wins += expected;
                    differences += expected != endgame_kpk_wins((Square)king, (Square)pawn,
                                                                (Square)bare, (Colour)side);
                }
    free(kpk);
    TEST_ASSERT_EQUAL_INT(0, differences);
    TEST_ASSERT_GREATER_THAN_INT(200000, wins);
}

/* ---- Recognition ---- */

typedef enum Verdict { UNKNOWN, DRAWN, WHITE_WINS, BLACK_WINS } Verdict;

typedef struct EndingExample {
    const char *fen;
    Verdict verdict;
} EndingExample;

static Verdict verdict_of(const Position *p) {
    Score score;
    if (!endgame_is_possible(p) || !endgame_probe(p, &score))
        return UNKNOWN;
    TEST_ASSERT_TRUE(score > -SCORE_EVAL_LIMIT && score < SCORE_EVAL_LIMIT);
    return score == SCORE_DRAW         ? DRAWN
           : score >= SCORE_KNOWN_WIN  ? WHITE_WINS
           : score <= -SCORE_KNOWN_WIN ? BLACK_WINS
                                       : UNKNOWN;
}

static void test_endings_are_recognised(void) {
    static const EndingExample EXAMPLES[] = {
        /* King and pawn. */
        {"8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", DRAWN},
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", WHITE_WINS},
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", WHITE_WINS},
        {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", DRAWN},
        {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", DRAWN},
        {"8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", BLACK_WINS},
        {"7k/8/7K/7P/8/8/8/8 w - - 0 1", DRAWN},
        /* Mating material. */
        {"8/8/8/4k3/8/8/8/R3K3 w - - 0 1", WHITE_WINS},
        {"8/8/8/4K3/8/8/8/q3k3 w - - 0 1", BLACK_WINS},
        {"8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", WHITE_WINS},
        {"8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1", WHITE_WINS},
        {"8/8/8/4k3/8/8/4P3/R3K3 w - - 0 1", WHITE_WINS},
        /* None. */
        {"8/8/8/4k3/8/8/8/1N2K1N1 w - - 0 1", DRAWN},
        {"8/8/8/4k3/8/8/8/4K1N1 w - - 0 1", DRAWN},
        {"8/8/8/4k3/8/8/8/4KB2 w - - 0 1", DRAWN},
        {"8/8/8/4k3/8/8/8/4K3 w - - 0 1", DRAWN},
        {"8/8/8/4kn2/8/8/8/4KB2 w - - 0 1", DRAWN},
        {"8/8/8/4kb2/8/8/8/4KB2 w - - 0 1", DRAWN},
        /* A bishop that does not control the corner. */
        {"7k/8/8/6K1/7P/8/8/4B3 w - - 0 1", UNKNOWN},
        {"7k/8/8/6K1/7P/8/8/5B2 w - - 0 1", DRAWN},
        {"8/8/8/8/k7/p7/8/K4b2 w - - 0 1", DRAWN},
        {"8/8/8/2K5/8/1k6/p7/5b2 w - - 0 1", BLACK_WINS},
        /* Left to the evaluation. */
        {"8/8/8/4kr2/8/8/8/4KB2 w - - 0 1", UNKNOWN},
        {"8/4p3/8/4k3/8/8/4P3/4K3 w - - 0 1", UNKNOWN},
        {"8/8/8/3qk3/8/8/8/3RK3 w - - 0 1", UNKNOWN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", UNKNOWN},
    };
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        Position p = position_of(EXAMPLES[i].fen);
        TEST_ASSERT_EQUAL_INT_MESSAGE(EXAMPLES[i].verdict, verdict_of(&p), EXAMPLES[i].fen);
    }
}

static Score known_score(const char *fen) {
    Position p = position_of(fen);
    Score score;
    TEST_ASSERT_TRUE_MESSAGE(endgame_probe(&p, &score), fen);
    return score;
}

/* The second position of each pair is the better one for White. */
static void test_scores_lead_towards_mate(void) {
    static const char *const PAIRS[][2] = {
        /* The king at the edge, in the corner, and the other king close. */
        {"8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1"},
        /* The corner of the bishop's colour: f1 is light, so h1 and a8. */
        {"7k/8/6K1/8/8/8/8/1N3B2 w - - 0 1", "k7/8/1K6/8/8/8/8/1N3B2 w - - 0 1"},
        {"k7/8/1K6/8/8/8/8/1N2B3 w - - 0 1", "7k/8/6K1/8/8/8/8/1N2B3 w - - 0 1"},
        {"4k3/8/4K3/8/8/8/8/1N3B2 w - - 0 1", "2k5/8/2K5/8/8/8/8/1N3B2 w - - 0 1"},
        /* A pawn further on, and a queen rather than a pawn. */
        {"8/8/8/8/k7/8/6P1/6K1 w - - 0 1", "8/8/8/6P1/k7/8/8/6K1 w - - 0 1"},
        {"8/6P1/8/8/k7/8/8/6K1 w - - 0 1", "6Q1/8/8/8/k7/8/8/6K1 b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++)
        TEST_ASSERT_GREATER_THAN_INT_MESSAGE(known_score(PAIRS[i][0]), known_score(PAIRS[i][1]),
                                             PAIRS[i][1]);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_kpk_agrees_with_plain_retrograde_analysis);
    RUN_TEST(test_endings_are_recognised);
    RUN_TEST(test_scores_lead_towards_mate);
    return UNITY_END();
}
