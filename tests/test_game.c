/* A game keeps the keys that can still come back, however many there are. */
#include "fen.h"
#include "game.h"
#include "movegen.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

static Game game;

void setUp(void) {
}

void tearDown(void) {
    game_free(&game);
}

static void begin(const char *fen) {
    Position start = position_of(fen);
    game_begin(&game, &start);
}

static void play(const char *uci) {
    TEST_ASSERT_TRUE(game_play(&game, move_of(&game.position, uci)));
}

static void test_begins_without_history(void) {
    Position start = position_of(FEN_START);
    game_begin(&game, &start);
    TEST_ASSERT_EQUAL_MEMORY(&start, &game.position, sizeof start);
    TEST_ASSERT_EQUAL_size_t(0, game.key_count);
}

static void test_last_move_is_remembered(void) {
    Game copy = {0};
    begin(FEN_START);
    TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, game.last);
    Move push = move_of(&game.position, "e2e4");
    play("e2e4");
    TEST_ASSERT_EQUAL_HEX16(push, game.last);
    TEST_ASSERT_TRUE(game_copy(&copy, &game));
    TEST_ASSERT_EQUAL_HEX16(push, copy.last);
    game_free(&copy);
    begin(FEN_START);
    TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, game.last);
}

static void test_thousands_of_reversible_plies(void) {
    enum { PLIES = 10000 };
    static const char *const ROUND[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Key keys[4];
    begin(FEN_START);
    for (int ply = 0; ply < PLIES; ply++) {
        TEST_ASSERT_EQUAL_size_t(ply, game.key_count);
        if (ply < 4)
            keys[ply] = game.position.key;
        TEST_ASSERT_EQUAL_HEX64(keys[ply % 4], game.position.key);
        play(ROUND[ply % 4]);
    }
    TEST_ASSERT_EQUAL_size_t(PLIES, game.key_count);
    TEST_ASSERT_TRUE(game.key_capacity >= PLIES);
    TEST_ASSERT_EQUAL_INT(PLIES, game.position.halfmove_clock);
    TEST_ASSERT_EQUAL_INT(1 + PLIES / 2, game.position.fullmove_number);
    for (int ply = 0; ply < PLIES; ply++)
        TEST_ASSERT_EQUAL_HEX64(keys[ply % 4], game.keys[ply]);
}

static void test_irreversible_moves_forget(void) {
    static const struct {
        const char *move;
        size_t key_count;
    } MOVES[] = {
        {"g1f3", 1}, {"b8c6", 2}, {"e2e4", 0}, {"c6d4", 1}, {"f3d4", 0}, /* a capture */
        {"g8f6", 1}, {"f1e2", 2}, {"f6g8", 3}, {"e1h1", 4}, {"g8f6", 5}, /* castling comes back */
        {"f1e1", 6}, {"e7e5", 0}, {"d4f3", 1}, {"d7d5", 0}, {"e4d5", 0}, {"c7c5", 0}, {"d5c6", 0},
    };
    begin(FEN_START);
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        Key before = game.position.key;
        play(MOVES[i].move);
        TEST_ASSERT_EQUAL_size_t_MESSAGE(MOVES[i].key_count, game.key_count, MOVES[i].move);
        if (game.key_count > 0)
            TEST_ASSERT_EQUAL_HEX64(before, game.keys[game.key_count - 1]);
    }
}

static void test_promotion_forgets(void) {
    begin("8/4P1k1/8/8/8/8/8/4K3 w - - 7 50");
    play("e1e2");
    play("g7g6");
    TEST_ASSERT_EQUAL_size_t(2, game.key_count);
    play("e7e8n");
    TEST_ASSERT_EQUAL_size_t(0, game.key_count);
    TEST_ASSERT_EQUAL_INT(0, game.position.halfmove_clock);
}

static void test_beginning_anew_forgets(void) {
    begin(FEN_START);
    play("g1f3");
    play("g8f6");
    begin("8/4P1k1/8/8/8/8/8/4K3 w - - 7 50");
    TEST_ASSERT_EQUAL_size_t(0, game.key_count);
    Key start = game.position.key;
    play("e1e2");
    TEST_ASSERT_EQUAL_size_t(1, game.key_count);
    TEST_ASSERT_EQUAL_HEX64(start, game.keys[0]);
}

static void test_freed_game_can_begin_again(void) {
    begin(FEN_START);
    play("g1f3");
    game_free(&game);
    TEST_ASSERT_NULL(game.keys);
    TEST_ASSERT_EQUAL_size_t(0, game.key_count);
    TEST_ASSERT_EQUAL_size_t(0, game.key_capacity);
    begin(FEN_START);
    play("g1f3");
    TEST_ASSERT_EQUAL_size_t(1, game.key_count);
}

/* The game follows the walk move by move; the walk's positions say what it must hold. */
static void follow_walk(const Position *position, Move next, void *context) {
    bool *has_begun = context;
    if (!*has_begun)
        game_begin(&game, position);
    TEST_ASSERT_EQUAL_MEMORY(position, &game.position, sizeof game.position);
    *has_begun = next != MOVE_NONE;
    if (next == MOVE_NONE)
        return;
    size_t count = game.key_count;
    TEST_ASSERT_TRUE(game_play(&game, next));
    bool is_reversible = game.position.halfmove_clock > 0;
    TEST_ASSERT_EQUAL_size_t(is_reversible ? count + 1 : 0, game.key_count);
    if (is_reversible)
        TEST_ASSERT_EQUAL_HEX64(position->key, game.keys[count]);
}

static void test_random_games(void) {
    bool has_begun = false;
    Walk walk = {{1}, 200, follow_walk, &has_begun};
    walk_from_all_starts(&walk);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_begins_without_history);
    RUN_TEST(test_last_move_is_remembered);
    RUN_TEST(test_thousands_of_reversible_plies);
    RUN_TEST(test_irreversible_moves_forget);
    RUN_TEST(test_promotion_forgets);
    RUN_TEST(test_beginning_anew_forgets);
    RUN_TEST(test_freed_game_can_begin_again);
    RUN_TEST(test_random_games);
    return UNITY_END();
}
