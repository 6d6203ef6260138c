/* Where self-play games begin: start positions, random moves, and what is drawn from both; and the
 * searches by nodes that judge it. */
#include "unity.h"

#include <string.h>

#include "ending.h"
#include "fen.h"
#include "movegen.h"
#include "openings.h"
#include "positions.h"
#include "startup.h"

static Solo *solo;
static Game game;

void setUp(void) {
    solo = solo_create(1);
    TEST_ASSERT_NOT_NULL(solo);
}

void tearDown(void) {
    solo_destroy(solo);
    game_free(&game);
    game = (Game){0};
}

/* ---- Start positions ---- */

static void test_known_start_positions(void) {
    Position standard = opening_start(OPENING_STANDARD, OPENING_STANDARD),
             first = opening_start(0, 0),
             last = opening_start(OPENING_CHESS960_NB - 1, OPENING_CHESS960_NB - 1);
    TEST_ASSERT_EQUAL_STRING(FEN_START, fen_of(&standard).text);
    TEST_ASSERT_EQUAL_STRING("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
                             fen_of(&first).text);
    TEST_ASSERT_EQUAL_STRING("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
                             fen_of(&last).text);
}

static void test_start_positions_are_distinct_and_by_the_rules(void) {
    static Key keys[OPENING_CHESS960_NB];
    for (int i = 0; i < OPENING_CHESS960_NB; i++) {
        Position p = opening_start(i, i);
        Bitboard bishops = position_pieces(&p, WHITE, BISHOP);
        TEST_ASSERT_TRUE((bishops & DARK_SQUARE_BITS) && (bishops & ~DARK_SQUARE_BITS));
        TEST_ASSERT_EQUAL_INT(4, bits_count(p.castling_rooks));
        keys[i] = p.key;
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE(keys[i] != keys[j]);
    }
}

static void test_random_openings_end_where_a_move_is_left(void) {
    Random random = {3};
    for (int i = 0; i < 200; i++) {
        Position p = opening_start(OPENING_STANDARD, OPENING_STANDARD);
        if (!opening_play_random(&p, 9, &random))
            continue;
        TEST_ASSERT_EQUAL_INT(BLACK, p.side);
        TEST_ASSERT_EQUAL_INT(5, p.fullmove_number);
        TEST_ASSERT_TRUE(movegen_has_legal_move(&p));
    }
    Position mated = position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    TEST_ASSERT_FALSE(opening_play_random(&mated, 0, &random));
}

/* ---- Drawing ---- */

static const OpeningRules RULES = {.plies = 8, .nodes = 200, .limit = 300};

/* The FEN of the first opening that counts. */
static FenText draw(OpeningRules rules, uint64_t seed) {
    Random random = opening_random(seed, 0);
    int attempts = 0;
    solo_forget(solo);
    while (!opening_draw(&rules, &random, solo, &game))
        TEST_ASSERT_TRUE(++attempts < 100);
    TEST_ASSERT_EQUAL_INT(ENDING_NONE, ending_of(&game));
    return fen_of(&game.position);
}

static void test_openings_depend_on_their_seed_alone(void) {
    FenText first = draw(RULES, 1), other = draw(RULES, 2), again = draw(RULES, 1);
    TEST_ASSERT_EQUAL_STRING(first.text, again.text);
    TEST_ASSERT_TRUE(strcmp(first.text, other.text) != 0);
}

static void test_numbers_give_random_numbers_of_their_own(void) {
    Random a = opening_random(1, 0), b = opening_random(1, 1), c = opening_random(2, 0);
    TEST_ASSERT_TRUE(a.state != b.state && a.state != c.state && b.state != c.state);
    TEST_ASSERT_TRUE(random_next(&a) != random_next(&b));
}

static void test_kinds_of_start(void) {
    OpeningRules rules = RULES;
    rules.plies = 0;
    TEST_ASSERT_EQUAL_STRING(FEN_START, draw(rules, 1).text);
    rules.start = OPENING_OF_CHESS960;
    Position mirrored = position_of(draw(rules, 3).text);
    rules.start = OPENING_OF_DOUBLE_CHESS960;
    Position different = position_of(draw(rules, 3).text);
    int equal[2] = {0};
    for (File file = FILE_A; file <= FILE_H; file++) {
        Square white = make_square(file, RANK_1), black = make_square(file, RANK_8);
        equal[0] += piece_type(mirrored.board[white]) == piece_type(mirrored.board[black]);
        equal[1] += piece_type(different.board[white]) == piece_type(different.board[black]);
    }
    TEST_ASSERT_EQUAL_INT(8, equal[0]);
    TEST_ASSERT_LESS_THAN_INT(8, equal[1]);
    TEST_ASSERT_EQUAL_INT(4, bits_count(different.castling_rooks));
}

static void test_books_are_begun_with(void) {
    const Position book[] = {position_of("8/4k3/4p3/8/8/4P3/4K3/8 w - - 0 1"),
                             position_of("8/3k4/3p4/8/8/3P4/3K4/8 w - - 0 1")};
    OpeningRules rules = {.book = book, .book_size = 2, .nodes = 200, .limit = 300};
    bool was_drawn[2] = {false};
    for (uint64_t seed = 0; seed < 20; seed++) {
        draw(rules, seed);
        for (int i = 0; i < 2; i++)
            was_drawn[i] = was_drawn[i] || game.position.key == book[i].key;
    }
    TEST_ASSERT_TRUE(was_drawn[0] && was_drawn[1]);
}

static void test_what_one_side_wins_does_not_count(void) {
    static const char *const FENS[] = {
        "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1", "4k3/8/8/8/8/8/8/QQQQK3 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/4k3/8/8/8/8/4K3/8 w - - 0 1"};
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        Position position = position_of(FENS[i]);
        OpeningRules rules = {.book = &position, .book_size = 1, .nodes = 200, .limit = 300};
        Random random = {1};
        TEST_ASSERT_FALSE_MESSAGE(opening_draw(&rules, &random, solo, &game), FENS[i]);
    }
}

/* ---- Searches ---- */

static void test_lines_are_distinct_and_best_first(void) {
    Position start = position_of(FEN_START);
    const RootMove *lines;
    game_begin(&game, &start);
    const RootMove *best = solo_search(solo, &game, (SoloLimits){2000, INT64_MAX, 4});
    TEST_ASSERT_EQUAL_INT(4, solo_lines(solo, &lines));
    TEST_ASSERT_EQUAL_INT(best->move, lines[0].move);
    for (int i = 1; i < 4; i++) {
        TEST_ASSERT_TRUE(lines[i].score <= lines[i - 1].score);
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE(lines[i].move != lines[j].move);
    }
    TEST_ASSERT_TRUE(solo_nodes(solo) >= 2000);
}

static void test_searches_are_repeatable_after_forgetting(void) {
    Position start = position_of(FEN_START);
    SoloLimits limits = {3000, 3000, 1};
    game_begin(&game, &start);
    RootMove first = *solo_search(solo, &game, limits);
    uint64_t nodes = solo_nodes(solo);
    solo_forget(solo);
    const RootMove *again = solo_search(solo, &game, limits);
    TEST_ASSERT_EQUAL_INT(first.move, again->move);
    TEST_ASSERT_EQUAL_INT(first.score, again->score);
    TEST_ASSERT_EQUAL_UINT64(2 * nodes, solo_nodes(solo));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_known_start_positions);
    RUN_TEST(test_start_positions_are_distinct_and_by_the_rules);
    RUN_TEST(test_random_openings_end_where_a_move_is_left);
    RUN_TEST(test_openings_depend_on_their_seed_alone);
    RUN_TEST(test_numbers_give_random_numbers_of_their_own);
    RUN_TEST(test_kinds_of_start);
    RUN_TEST(test_books_are_begun_with);
    RUN_TEST(test_what_one_side_wins_does_not_count);
    RUN_TEST(test_lines_are_distinct_and_best_first);
    RUN_TEST(test_searches_are_repeatable_after_forgetting);
    return UNITY_END();
}
