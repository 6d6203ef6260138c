/* Playing below full strength: weaker levels look less far and err more, but see mates. */
#include <string.h>

#include "handicap.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

static void test_levels_grow_stronger(void) {
    Handicap before = handicap_of_elo(HANDICAP_LEAST_ELO);
    for (int elo = HANDICAP_LEAST_ELO + 20; elo <= HANDICAP_MOST_ELO; elo += 20) {
        Handicap handicap = handicap_of_elo(elo);
        TEST_ASSERT_TRUE(handicap.is_active);
        TEST_ASSERT_TRUE(handicap.nodes > before.nodes);
        TEST_ASSERT_TRUE(handicap.blur <= before.blur);
        before = handicap;
    }
    TEST_ASSERT_TRUE(before.blur <= 10); /* a tenth of a pawn */
}

static void test_full_skill_is_no_handicap(void) {
    TEST_ASSERT_FALSE(handicap_of_skill(HANDICAP_FULL_SKILL).is_active);
    for (int level = 1; level < HANDICAP_FULL_SKILL; level++) {
        TEST_ASSERT_TRUE(handicap_of_skill(level).is_active);
        TEST_ASSERT_TRUE(handicap_of_skill(level).nodes > handicap_of_skill(level - 1).nodes);
    }
}

/* How often each of three lines is chosen in a thousand tries. */
static void choose_often(const Handicap *handicap, const Score scores[3], int chosen[3]) {
    RootMove lines[3];
    Random random = {1};
    memset(lines, 0, sizeof lines);
    memset(chosen, 0, 3 * sizeof *chosen);
    for (int i = 0; i < 3; i++)
        lines[i].score = scores[i];
    for (int i = 0; i < 1000; i++)
        chosen[handicap_choose(handicap, lines, 3, &random)]++;
}

static void test_errors_are_plausible(void) {
    Handicap handicap = {true, 1000, 100};
    int chosen[3];
    choose_often(&handicap, (Score[]){50, 20, -60}, chosen);
    TEST_ASSERT_TRUE(chosen[0] > chosen[1]);
    TEST_ASSERT_TRUE(chosen[1] > 0);
    TEST_ASSERT_EQUAL_INT(0, chosen[2]); /* worse by more than the blur */
}

static void test_without_blur_the_best_is_played(void) {
    Handicap handicap = {true, 1000, 0};
    int chosen[3];
    choose_often(&handicap, (Score[]){1, 0, 0}, chosen);
    TEST_ASSERT_EQUAL_INT(1000, chosen[0]);
}

static void test_mates_in_sight_are_played(void) {
    Handicap handicap = handicap_of_elo(HANDICAP_LEAST_ELO);
    int chosen[3];
    choose_often(&handicap, (Score[]){score_mates_at(3), score_mates_at(5), 900}, chosen);
    TEST_ASSERT_EQUAL_INT(1000, chosen[0]);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_levels_grow_stronger);
    RUN_TEST(test_full_skill_is_no_handicap);
    RUN_TEST(test_errors_are_plausible);
    RUN_TEST(test_without_blur_the_best_is_played);
    RUN_TEST(test_mates_in_sight_are_played);
    return UNITY_END();
}
