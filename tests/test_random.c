/* Random numbers must be the same everywhere, since keys and magic multipliers come from them. */
#include "random.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* Published outputs of SplitMix64 for this seed. */
static void test_known_sequence(void) {
    static const uint64_t EXPECTED[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };
    Random random = {1234567};
    for (int i = 0; i < 5; i++)
        TEST_ASSERT_EQUAL_UINT64(EXPECTED[i], random_next(&random));
}

static void test_bounded_numbers(void) {
    enum { BOUND = 7, DRAWS = 70000 };
    int drawn[BOUND] = {0};
    Random random = {1};
    for (int i = 0; i < DRAWS; i++) {
        uint32_t number = random_below(&random, BOUND);
        TEST_ASSERT_LESS_THAN_INT(BOUND, number);
        drawn[number]++;
    }
    for (int i = 0; i < BOUND; i++)
        TEST_ASSERT_INT_WITHIN(DRAWS / BOUND / 20, DRAWS / BOUND, drawn[i]);
    TEST_ASSERT_EQUAL_INT(0, random_below(&random, 1));
    for (int i = 0; i < DRAWS; i++)
        TEST_ASSERT_TRUE(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_known_sequence);
    RUN_TEST(test_bounded_numbers);
    return UNITY_END();
}
