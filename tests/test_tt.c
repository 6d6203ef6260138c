/* The transposition table: what is stored comes back, what should give way does, and sizes. */
#include <string.h>

#include "random.h"
#include "startup.h"
#include "tt.h"
#include "unity.h"

static TranspositionTable table;

void setUp(void) {
    TEST_ASSERT_TRUE(tt_resize(&table, 1));
    tt_clear_slice(&table, 0, 1);
}

void tearDown(void) {
    tt_free(&table);
}

/* A key whose cluster is the `cluster`th; the low bits tell keys of one cluster apart. */
static Key key_in_cluster(uint64_t cluster, uint32_t low) {
    Key step = UINT64_MAX / table.cluster_count + 1;
    return ((cluster * step + step / 2) & ~(Key)UINT32_MAX) | low;
}

static TtEntry entry_of(int depth, Bound bound, Move move) {
    return (TtEntry){.move = move,
                     .score = (int16_t)(10 * depth + 1),
                     .eval = (int16_t)(-depth),
                     .depth = (int8_t)depth,
                     .bound = (uint8_t)bound};
}

static void check_equal(TtEntry expected, TtEntry found) {
    TEST_ASSERT_TRUE(found.is_found);
    TEST_ASSERT_EQUAL_HEX16(expected.move, found.move);
    TEST_ASSERT_EQUAL_INT(expected.score, found.score);
    TEST_ASSERT_EQUAL_INT(expected.eval, found.eval);
    TEST_ASSERT_EQUAL_INT(expected.depth, found.depth);
    TEST_ASSERT_EQUAL_INT(expected.bound, found.bound);
    TEST_ASSERT_EQUAL_INT(expected.was_pv, found.was_pv);
}

static void check_stored(Key key, int depth) {
    TtEntry found = tt_probe(&table, key, 0);
    TEST_ASSERT_TRUE(found.is_found);
    TEST_ASSERT_EQUAL_INT(depth, found.depth);
}

/* ---- Round trips ---- */

static TtEntry random_entry(Random *random) {
    int score = (int)random_below(random, 2 * SCORE_EVAL_LIMIT + 1) - SCORE_EVAL_LIMIT;
    int eval = (int)random_below(random, 2 * SCORE_EVAL_LIMIT + 1) - SCORE_EVAL_LIMIT;
    return (TtEntry){.move = (Move)random_next(random),
                     .score = (int16_t)score,
                     .eval = random_below(random, 4) == 0 ? SCORE_NONE : (int16_t)eval,
                     .depth = (int8_t)random_below(random, 128),
                     .bound = (uint8_t)(1 + random_below(random, 3)),
                     .was_pv = random_below(random, 2) == 0};
}

/* Clear of the generation: every one of many in turn. */
static void test_every_field_comes_back(void) {
    Random random = {21};
    for (int i = 0; i < 20000; i++) {
        Key key = random_next(&random);
        TtEntry entry = random_entry(&random);
        tt_age(&table);
        tt_store(&table, key, (int)random_below(&random, MAX_PLY), entry);
        check_equal(entry, tt_probe(&table, key, (int)random_below(&random, MAX_PLY)));
    }
}

static void test_extremes_come_back(void) {
    static const Move MOVES[] = {MOVE_NONE, 1, 0x8000, 0xFFFF};
    static const int DEPTHS[] = {-1, 0, 1, 127};
    static const int SCORES[] = {-SCORE_EVAL_LIMIT, -1, 0, 1, SCORE_EVAL_LIMIT};
    Random random = {22};
    for (int i = 0; i < 4 * 4 * 5 * 3; i++) {
        TtEntry entry = {.move = MOVES[i % 4],
                         .score = (int16_t)SCORES[i / 16 % 5],
                         .eval = (int16_t)SCORES[(i + 1) / 4 % 5],
                         .depth = (int8_t)DEPTHS[i / 4 % 4],
                         .bound = (uint8_t)(1 + i / 80)};
        Key key = random_next(&random);
        tt_store(&table, key, 7, entry);
        check_equal(entry, tt_probe(&table, key, 3));
    }
}

static void test_unknown_is_not_found(void) {
    Random random = {23};
    for (int i = 0; i < 1000; i++) {
        TtEntry found = tt_probe(&table, random_next(&random), 5);
        TEST_ASSERT_FALSE(found.is_found);
        TEST_ASSERT_EQUAL_INT(SCORE_NONE, found.score);
        TEST_ASSERT_EQUAL_INT(SCORE_NONE, found.eval);
        TEST_ASSERT_EQUAL_INT(MOVE_NONE, found.move);
        TEST_ASSERT_EQUAL_INT(BOUND_NONE, found.bound);
    }
    TEST_ASSERT_FALSE(tt_probe(&table, 0, 0).is_found);
}

/* A mate `distance` plies from the position is that far from it wherever it is met. */
static void check_mate(Key key, int distance, int stored_at, int read_at) {
    TtEntry entry = {.move = 1, .eval = SCORE_NONE, .depth = 1, .bound = BOUND_EXACT};
    entry.score = (int16_t)score_mates_at(stored_at + distance);
    tt_store(&table, key, stored_at, entry);
    TEST_ASSERT_EQUAL_INT(score_mates_at(read_at + distance), tt_probe(&table, key, read_at).score);
    entry.score = (int16_t)score_mated_at(stored_at + distance);
    tt_store(&table, key, stored_at, entry);
    TEST_ASSERT_EQUAL_INT(score_mated_at(read_at + distance), tt_probe(&table, key, read_at).score);
}

static void test_mates_are_counted_from_the_position(void) {
    Random random = {24};
    for (int distance = 0; distance <= 100; distance += 4)
        for (int stored_at = 0; stored_at <= 140; stored_at += 7)
            for (int read_at = 0; read_at <= 140; read_at += 5)
                check_mate(random_next(&random), distance, stored_at, read_at);
}

static void test_no_score_stays_no_score(void) {
    TtEntry entry = {.move = 5, .score = SCORE_NONE, .eval = 3, .depth = 1, .bound = BOUND_UPPER};
    tt_store(&table, 77, 0, entry);
    TEST_ASSERT_EQUAL_INT(SCORE_NONE, tt_probe(&table, 77, 9).score);
}

/* ---- Keys ---- */

static void test_keys_differ_in_one_bit(void) {
    Random random = {25};
    for (int round = 0; round < 50; round++) {
        Key key = random_next(&random);
        tt_store(&table, key, 0, entry_of(9, BOUND_EXACT, 99));
        /* The check holds the low half. Of the high half, the bits that choose the cluster. */
        for (int bit = 0; bit < 64; bit = bit == 31 ? 55 : bit + 1)
            TEST_ASSERT_FALSE(tt_probe(&table, key ^ (Key)1 << bit, 0).is_found);
        check_stored(key, 9);
        tt_clear_slice(&table, 0, 1);
    }
}

/* Five keys of a cluster live side by side, told apart by any part of the low half. */
static void test_cluster_holds_several_keys(void) {
    static const uint32_t LOWS[TT_CLUSTER_ENTRIES] = {1, 2, 0x80000000u, 0xFFFFFFFFu, 0};
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++)
        tt_store(&table, key_in_cluster(100, LOWS[i]), 0, entry_of(i + 1, BOUND_LOWER, 7));
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++)
        check_stored(key_in_cluster(100, LOWS[i]), i + 1);
}

/* ---- What gives way ---- */

static void test_known_move_is_kept(void) {
    tt_store(&table, 1234, 0, entry_of(5, BOUND_LOWER, 321));
    tt_store(&table, 1234, 0, entry_of(8, BOUND_UPPER, MOVE_NONE));
    TEST_ASSERT_EQUAL_HEX16(321, tt_probe(&table, 1234, 0).move);
    check_stored(1234, 8);
    tt_age(&table);
    tt_store(&table, 1234, 0, entry_of(1, BOUND_UPPER, MOVE_NONE));
    TEST_ASSERT_EQUAL_HEX16(321, tt_probe(&table, 1234, 0).move);
    tt_store(&table, 1234, 0, entry_of(9, BOUND_LOWER, 55));
    TEST_ASSERT_EQUAL_HEX16(55, tt_probe(&table, 1234, 0).move);
}

/* Another position's move must not be taken over with its place. */
static void test_foreign_move_is_not_kept(void) {
    for (uint32_t i = 0; i < TT_CLUSTER_ENTRIES; i++)
        tt_store(&table, key_in_cluster(5, i), 0, entry_of(3, BOUND_LOWER, 321));
    tt_store(&table, key_in_cluster(5, 50), 0, entry_of(3, BOUND_UPPER, MOVE_NONE));
    check_stored(key_in_cluster(5, 50), 3);
    TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, tt_probe(&table, key_in_cluster(5, 50), 0).move);
}

static void test_shallow_inexact_does_not_displace(void) {
    for (int bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
        Key key = (Key)bound;
        TtEntry deep = entry_of(20, (Bound)bound, 321);
        tt_store(&table, key, 0, deep);
        tt_store(&table, key, 0, entry_of(10, BOUND_LOWER, 77));
        check_equal(deep, tt_probe(&table, key, 0));
        tt_store(&table, key, 0, entry_of(10, BOUND_UPPER, MOVE_NONE));
        check_equal(deep, tt_probe(&table, key, 0));
    }
}

static void check_displaces(TtEntry later) {
    tt_store(&table, 42, 0, later);
    check_equal(later, tt_probe(&table, 42, 0));
}

static void test_deeper_exact_and_newer_displace(void) {
    tt_store(&table, 42, 0, entry_of(20, BOUND_EXACT, 321));
    check_displaces(entry_of(21, BOUND_UPPER, 1));
    check_displaces(entry_of(5, BOUND_EXACT, 2));
    check_displaces(entry_of(30, BOUND_LOWER, 3));
    tt_age(&table);
    check_displaces(entry_of(1, BOUND_UPPER, 4));
}

/* Fills the cluster with entries of depth 10 and up, in an order that is not that of depth. */
static void fill_cluster(uint64_t cluster) {
    for (uint32_t i = 0; i < TT_CLUSTER_ENTRIES; i++)
        tt_store(&table, key_in_cluster(cluster, i), 0,
                 entry_of(10 + (int)(i * 2 + 3) % TT_CLUSTER_ENTRIES, BOUND_LOWER, 9));
}

static bool is_there(uint64_t cluster, uint32_t low) {
    return tt_probe(&table, key_in_cluster(cluster, low), 0).is_found;
}

static void test_shallowest_gives_way(void) {
    fill_cluster(3);
    tt_store(&table, key_in_cluster(3, 1000), 0, entry_of(1, BOUND_UPPER, 8));
    TEST_ASSERT_TRUE(is_there(3, 1000));
    for (uint32_t i = 0; i < TT_CLUSTER_ENTRIES; i++)
        TEST_ASSERT_EQUAL_INT((i * 2 + 3) % TT_CLUSTER_ENTRIES != 0, is_there(3, i));
}

/* The counter of searches goes round; the one old entry is the oldest wherever it stands. */
static void test_old_gives_way_first(void) {
    for (uint64_t cluster = 10; cluster < 110; cluster++) {
        tt_store(&table, key_in_cluster(cluster, 0), 0, entry_of(14, BOUND_LOWER, 9));
        tt_age(&table);
        tt_age(&table);
        for (uint32_t i = 1; i < TT_CLUSTER_ENTRIES; i++)
            tt_store(&table, key_in_cluster(cluster, i), 0, entry_of(8, BOUND_LOWER, 9));
        tt_store(&table, key_in_cluster(cluster, 1000), 0, entry_of(1, BOUND_UPPER, 8));
        TEST_ASSERT_FALSE(is_there(cluster, 0));
        for (uint32_t i = 1; i < TT_CLUSTER_ENTRIES; i++)
            TEST_ASSERT_TRUE(is_there(cluster, i));
        TEST_ASSERT_TRUE(is_there(cluster, 1000));
    }
}

/* ---- Filling and clearing ---- */

static void fill_half(void) {
    for (uint64_t c = 0; c < table.cluster_count; c++)
        for (uint32_t i = 0; i < TT_CLUSTER_ENTRIES; i++)
            if ((c + i) % 2 == 0)
                tt_store(&table, key_in_cluster(c, i), 0, entry_of(4, BOUND_LOWER, 9));
}

static void test_permille_full(void) {
    TEST_ASSERT_EQUAL_INT(0, tt_permille_full(&table));
    fill_half();
    TEST_ASSERT_INT_WITHIN(20, 500, tt_permille_full(&table));
    tt_age(&table);
    TEST_ASSERT_EQUAL_INT(0, tt_permille_full(&table));
    for (uint64_t c = 0; c < table.cluster_count; c++)
        for (uint32_t i = 0; i < TT_CLUSTER_ENTRIES; i++)
            tt_store(&table, key_in_cluster(c, i), 0, entry_of(4, BOUND_LOWER, 9));
    TEST_ASSERT_EQUAL_INT(1000, tt_permille_full(&table));
}

static uint64_t clusters_in_use(void) {
    static const unsigned char EMPTY[sizeof(TtCluster)];
    uint64_t used = 0;
    for (uint64_t c = 0; c < table.cluster_count; c++)
        used += memcmp(&table.clusters[c], EMPTY, sizeof EMPTY) != 0;
    return used;
}

static void test_slices_clear_everything(void) {
    static const int COUNTS[] = {1, 2, 3, 7, 64, 1000};
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        tt_age(&table);
        fill_half();
        TEST_ASSERT_EQUAL_UINT64(table.cluster_count, clusters_in_use());
        for (int slice = COUNTS[i] - 1; slice >= 0; slice--)
            tt_clear_slice(&table, slice, COUNTS[i]);
        TEST_ASSERT_EQUAL_UINT64(0, clusters_in_use());
        TEST_ASSERT_EQUAL_INT(0, tt_permille_full(&table));
        TEST_ASSERT_FALSE(is_there(2, 0));
    }
}

/* Every slice leaves the others alone, and takes about its share. */
static void test_slice_clears_its_share(void) {
    fill_half();
    for (int slice = 0; slice < 4; slice++) {
        tt_clear_slice(&table, slice, 4);
        TEST_ASSERT_EQUAL_UINT64(table.cluster_count / 4 * (uint64_t)(3 - slice),
                                 clusters_in_use());
    }
}

/* ---- Sizes ---- */

static void check_size(size_t megabytes) {
    TEST_ASSERT_TRUE(tt_resize(&table, megabytes));
    TEST_ASSERT_EQUAL_UINT64(megabytes << 20, table.cluster_count * sizeof(TtCluster));
    TEST_ASSERT_EQUAL_UINT64(0, (uintptr_t)table.clusters % 64);
    TEST_ASSERT_EQUAL_UINT64(0, clusters_in_use());
    Random random = {26};
    for (int i = 0; i < 1000; i++)
        tt_store(&table, random_next(&random), 0, entry_of(i % 100, BOUND_EXACT, 9));
    tt_store(&table, 0, 0, entry_of(50, BOUND_EXACT, 9));
    tt_store(&table, UINT64_MAX, 0, entry_of(51, BOUND_EXACT, 9));
    check_stored(0, 50);
    check_stored(UINT64_MAX, 51);
    random.state = 26;
    for (int i = 0; i < 1000; i++)
        check_stored(random_next(&random), i % 100);
}

static void test_sizes(void) {
    static const size_t SIZES[] = {3, 100, 1, 17};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++)
        check_size(SIZES[i]);
}

static void test_refused_size_keeps_the_table(void) {
    tt_store(&table, 4242, 0, entry_of(12, BOUND_EXACT, 9));
    TtCluster *clusters = table.clusters;
    uint64_t count = table.cluster_count;
    TEST_ASSERT_FALSE(tt_resize(&table, (size_t)1 << 40));
    TEST_ASSERT_FALSE(tt_resize(&table, SIZE_MAX));
    TEST_ASSERT_TRUE(table.clusters == clusters);
    TEST_ASSERT_EQUAL_UINT64(count, table.cluster_count);
    check_stored(4242, 12);
}

static void test_same_size_empties_too(void) {
    tt_store(&table, 4242, 0, entry_of(12, BOUND_EXACT, 9));
    TEST_ASSERT_TRUE(tt_resize(&table, 1));
    TEST_ASSERT_EQUAL_UINT64(0, clusters_in_use());
}

static void test_freed_table_can_be_made_anew(void) {
    tt_free(&table);
    TEST_ASSERT_NULL(table.clusters);
    TEST_ASSERT_EQUAL_UINT64(0, table.cluster_count);
    tt_free(&table);
    check_size(1);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_every_field_comes_back);
    RUN_TEST(test_extremes_come_back);
    RUN_TEST(test_unknown_is_not_found);
    RUN_TEST(test_mates_are_counted_from_the_position);
    RUN_TEST(test_no_score_stays_no_score);
    RUN_TEST(test_keys_differ_in_one_bit);
    RUN_TEST(test_cluster_holds_several_keys);
    RUN_TEST(test_known_move_is_kept);
    RUN_TEST(test_foreign_move_is_not_kept);
    RUN_TEST(test_shallow_inexact_does_not_displace);
    RUN_TEST(test_deeper_exact_and_newer_displace);
    RUN_TEST(test_shallowest_gives_way);
    RUN_TEST(test_old_gives_way_first);
    RUN_TEST(test_permille_full);
    RUN_TEST(test_slices_clear_everything);
    RUN_TEST(test_slice_clears_its_share);
    RUN_TEST(test_sizes);
    RUN_TEST(test_refused_size_keeps_the_table);
    RUN_TEST(test_same_size_empties_too);
    RUN_TEST(test_freed_table_can_be_made_anew);
    return UNITY_END();
}
