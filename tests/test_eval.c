/* The evaluation as a whole: it sees both sides alike, its trace rebuilds it, its cache does not
 * change it. What single terms mean is in test_eval_terms.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval.h"
#include "eval_table.h"
#include "eval_trace.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

static const ScorePair *all_weights(void) {
    return (const ScorePair *)&eval_weights;
}

/* The same position with every square changed by `flip`; colours too where the ranks are. */
static Position flipped(const Position *p, int flip) {
    bool swaps = (flip & 56) != 0;
    Position q = *p;
    for (int s = 0; s < SQUARE_NB; s++) {
        Piece piece = p->board[s ^ flip];
        q.board[s] = (Piece)(piece == NO_PIECE || !swaps ? piece : piece ^ 8);
    }
    q.castling_rooks = 0;
    for (int s = 0; s < SQUARE_NB; s++)
        if (p->castling_rooks & square_bit((Square)(s ^ flip)))
            q.castling_rooks |= square_bit((Square)s);
    q.side = (uint8_t)(swaps ? opponent(position_side(p)) : position_side(p));
    q.en_passant = NO_SQUARE;
    position_refresh(&q);
    return q;
}

static void check_colour_symmetry(const Position *p, Move next, void *context) {
    Position q = flipped(p, 56);
    (void)next, (void)context;
    TEST_ASSERT_EQUAL_INT_MESSAGE(eval_evaluate(p, NULL), eval_evaluate(&q, NULL), fen_of(p).text);
}

static void test_colours_are_alike(void) {
    walk_all(11, check_colour_symmetry, NULL);
}

static void check_mirror_symmetry(const Position *p, Move next, void *context) {
    Position q = flipped(p, 7);
    (void)next, (void)context;
    TEST_ASSERT_EQUAL_INT_MESSAGE(eval_evaluate(p, NULL), eval_evaluate(&q, NULL), fen_of(p).text);
}

static void test_wings_are_alike(void) {
    walk_all(12, check_mirror_symmetry, NULL);
}

static void check_rebuild(const Position *p, Move next, void *context) {
    EvalTrace trace;
    int *known = context;
    (void)next;
    eval_trace(p, &trace);
    Score white = position_side(p) == WHITE ? trace.score : -trace.score;
    TEST_ASSERT_EQUAL_INT_MESSAGE(eval_evaluate(p, NULL), white, fen_of(p).text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(trace.score, eval_rebuild(&trace, all_weights()), fen_of(p).text);
    *known += trace.is_known;
}

static void test_trace_rebuilds_the_score(void) {
    int known = 0;
    walk_all(13, check_rebuild, &known);
    TEST_ASSERT_GREATER_THAN_INT(0, known);
}

/* A weight that is not counted has no influence, one that is counted has. */
static void test_rebuild_follows_the_weights(void) {
    Position p = position_of("4k3/8/8/8/8/2N5/4P3/4K1r1 w - - 0 1");
    EvalTrace trace;
    ScorePair weights[EVAL_WEIGHT_NB];
    eval_trace(&p, &trace);
    memcpy(weights, all_weights(), sizeof weights);
    weights[eval_weight_index(&eval_weights.Material[QUEEN])] += SCORE_PAIR(50, 50);
    TEST_ASSERT_EQUAL_INT(trace.score, eval_rebuild(&trace, weights));
    weights[eval_weight_index(&eval_weights.Material[KNIGHT])] += SCORE_PAIR(50, 50);
    TEST_ASSERT_GREATER_THAN_INT(trace.score, eval_rebuild(&trace, weights));
}

static void check_cache(const Position *p, Move next, void *context) {
    PawnCache *cache = context;
    (void)next;
    Score expected = eval_evaluate(p, NULL);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected, eval_evaluate(p, cache), fen_of(p).text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected, eval_evaluate(p, cache), fen_of(p).text);
}

static void test_cache_changes_nothing(void) {
    PawnCache *cache = malloc(sizeof *cache);
    TEST_ASSERT_NOT_NULL(cache);
    pawns_clear(cache);
    walk_all(14, check_cache, cache);
    walk_all(15, check_cache, cache);
    free(cache);
}

static void test_evaluation_stays_in_its_range(void) {
    static const char *const EXTREMES[] = {
        "QQQQQQQQ/Q6R/2BBNN1R/8/8/K7/8/7k b - - 0 1",
        "qqqqqqqq/q6r/2bbnn1r/8/8/k7/8/7K w - - 0 1",
        "QQQQKQQQ/8/8/8/8/8/8/qqqqkqqq w - - 0 1",
    };
    for (size_t i = 0; i < sizeof EXTREMES / sizeof EXTREMES[0]; i++) {
        Position p = position_of(EXTREMES[i]);
        Score score = eval_evaluate(&p, NULL);
        TEST_ASSERT_TRUE_MESSAGE(score >= -SCORE_EVAL_LIMIT && score <= SCORE_EVAL_LIMIT,
                                 EXTREMES[i]);
    }
}

static void test_fifty_moves_damp_the_score(void) {
    Position fresh = position_of("r4rk1/pp3ppp/8/8/8/8/PPQ2PPP/R4RK1 w - - 0 30");
    Position stale = position_of("r4rk1/pp3ppp/8/8/8/8/PPQ2PPP/R4RK1 w - - 90 80");
    TEST_ASSERT_GREATER_THAN_INT(eval_evaluate(&stale, NULL), eval_evaluate(&fresh, NULL));
    TEST_ASSERT_GREATER_THAN_INT(0, eval_evaluate(&stale, NULL));
}

static int scale_of(const char *fen) {
    Position p = position_of(fen);
    EvalTrace trace;
    eval_trace(&p, &trace);
    TEST_ASSERT_FALSE(trace.is_known);
    return trace.scale;
}

static void test_drawish_endings_are_scaled(void) {
    int opposite = scale_of("8/5kp1/8/3b4/8/2B2P2/1P2KP2/8 w - - 0 1");
    int same = scale_of("8/5kp1/8/4b3/8/2B2P2/1P2KP2/8 w - - 0 1");
    int with_rooks = scale_of("3r4/5kp1/8/3b4/8/2B2P2/1P2KP2/3R4 w - - 0 1");
    TEST_ASSERT_TRUE(opposite < with_rooks && with_rooks < same);
    TEST_ASSERT_EQUAL_INT(EVAL_SCALE_FULL, scale_of("8/3r1k2/8/8/8/8/4K3/2Q5 w - - 0 1"));
    TEST_ASSERT_LESS_THAN_INT(16, scale_of("8/3n1k2/8/8/8/8/4K3/2R5 w - - 0 1"));
    TEST_ASSERT_EQUAL_INT(0, scale_of("8/3pk3/8/8/8/8/4K3/2B5 w - - 0 1"));
}

static void test_rows_cover_every_weight_once(void) {
    int next = 0;
    for (int i = 0; i < eval_row_count; i++) {
        TEST_ASSERT_EQUAL_INT_MESSAGE(next, eval_rows[i].first, eval_rows[i].name);
        TEST_ASSERT_GREATER_THAN_INT(0, eval_rows[i].count);
        TEST_ASSERT_TRUE(0 != strlen(eval_rows[i].group));
        next += eval_rows[i].count;
    }
    TEST_ASSERT_EQUAL_INT(EVAL_WEIGHT_NB, next);
    TEST_ASSERT_EQUAL_STRING("Material", eval_rows[0].group);
}

static void test_table_shows_groups_and_score(void) {
    char text[EVAL_TABLE_SIZE], last[64];
    Position p =
        position_of("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQ - 3 8");
    EvalTrace trace;
    eval_trace(&p, &trace);
    eval_table_format(&trace, text);
    for (int i = 0; i < eval_row_count; i++)
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, eval_rows[i].group), eval_rows[i].group);
    snprintf(last, sizeof last, "Evaluation: %+.2f (White's side)\n", trace.score / 100.0);
    TEST_ASSERT_EQUAL_STRING(last, strstr(text, "Evaluation"));
    p = position_of("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    eval_trace(&p, &trace);
    eval_table_format(&trace, text);
    TEST_ASSERT_NOT_NULL(strstr(text, "known"));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_colours_are_alike);
    RUN_TEST(test_wings_are_alike);
    RUN_TEST(test_trace_rebuilds_the_score);
    RUN_TEST(test_rebuild_follows_the_weights);
    RUN_TEST(test_cache_changes_nothing);
    RUN_TEST(test_evaluation_stays_in_its_range);
    RUN_TEST(test_fifty_moves_damp_the_score);
    RUN_TEST(test_drawish_endings_are_scaled);
    RUN_TEST(test_rows_cover_every_weight_once);
    RUN_TEST(test_table_shows_groups_and_score);
    return UNITY_END();
}
