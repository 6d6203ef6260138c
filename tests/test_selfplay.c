/* What self-play is made of: ends of games, the soft limit of a search, and games
 * whose results are what the board and the scores say. */
#include "unity.h"

#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "fen.h"
#include "movegen.h"
#include "platform.h"
#include "positions.h"
#include "root.h"
#include "selfplay.h"
#include "startup.h"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Endings ---- */

static Ending ending_of_fen(const char *fen) {
    Game game = {0};
    Position position = position_of(fen);
    game_begin(&game, &position);
    Ending ending = ending_of(&game);
    game_free(&game);
    return ending;
}

static void test_endings(void) {
    TEST_ASSERT_EQUAL_INT(ENDING_NONE, ending_of_fen(FEN_START));
    TEST_ASSERT_EQUAL_INT(ENDING_MATE, ending_of_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90"));
    TEST_ASSERT_EQUAL_INT(ENDING_STALEMATE, ending_of_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    TEST_ASSERT_EQUAL_INT(ENDING_FIFTY_MOVES, ending_of_fen("7k/8/6K1/8/8/8/8/1Q6 w - - 100 90"));
    TEST_ASSERT_EQUAL_INT(ENDING_DEAD_POSITION, ending_of_fen("7k/8/6K1/8/8/8/8/1B6 w - - 3 90"));
}

static void test_third_occurrence_ends_the_game(void) {
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Game game = {0};
    Position start = position_of(FEN_START);
    game_begin(&game, &start);
    for (int i = 0; i < 8; i++) {
        TEST_ASSERT_EQUAL_INT(ENDING_NONE, ending_of(&game));
        TEST_ASSERT_TRUE(game_play(&game, move_of(&game.position, SHUFFLE[i % 4])));
    }
    TEST_ASSERT_EQUAL_INT(ENDING_REPETITION, ending_of(&game));
    game_free(&game);
}

/* ---- The soft limit ---- */

/* The nodes at the last two depths that were completed. */
typedef struct Depths {
    Searcher *searcher;
    uint64_t last, before;
} Depths;

static void note_depth(void *context, const SearchReport *report) {
    Depths *depths = context;
    (void)report;
    depths->before = depths->last;
    depths->last = searcher_nodes(depths->searcher);
}

static void ignore_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

static void test_soft_limit_ends_after_the_depth_that_reaches_it(void) {
    static const uint64_t LIMITS[] = {1, 100, 1000, 5000};
    Searcher *s = calloc(1, sizeof *s);
    Histories *histories = calloc(1, sizeof *histories);
    TranspositionTable tt = {0};
    Depths depths = {.searcher = s};
    SearchShared shared = {.tt = &tt, .events = {&depths, note_depth, ignore_current_move}};
    Game game = {0};
    Position start = position_of(FEN_START);
    MoveList moves;
    TEST_ASSERT_TRUE(s != NULL && histories != NULL && tt_resize(&tt, 1));
    s->histories = histories;
    game_begin(&game, &start);
    movegen_legal(&start, &moves);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        shared.limits = (SearchLimits){
            .depth = MAX_DEPTH, .nodes = UINT64_MAX, .soft_nodes = LIMITS[i], .multi_pv = 1};
        shared.start_ns = platform_now_ns();
        tt_clear_slice(&tt, 0, 1);
        depths.last = depths.before = 0;
        root_prepare(s, &shared, &game, &moves);
        root_search(s);
        TEST_ASSERT_TRUE(depths.before < LIMITS[i] && depths.last >= LIMITS[i]);
        TEST_ASSERT_TRUE(searcher_nodes(s) == depths.last);
    }
    tt_free(&tt);
    free(histories);
    free(s);
}

/* ---- Games ---- */

static const SelfplayRules RULES = {
    .nodes = 50,
    .hard_nodes = 400,
    .random_plies = 8,
    .chess960 = 50,
    .opening_nodes = 100,
    .opening_limit = 300,
    .win_score = 600,
    .win_plies = 3,
    .draw_score = 5,
    .draw_plies = 8,
    .draw_after = 40,
};

/* White's view of a ply. */
static int white_score(const GameRecord *game, int ply) {
    bool is_white = (game->start.side + ply) % 2 == WHITE;
    return is_white ? game->scores[ply] : -game->scores[ply];
}

/* Whether White wins by the scores of the last plies; -1 for Black, 0 for neither. */
static int judged_winner(const GameRecord *game) {
    int won = 0, lost = 0;
    for (int i = game->ply_count - 1; i >= 0 && i >= game->ply_count - RULES.win_plies; i--) {
        won += white_score(game, i) >= RULES.win_score;
        lost += white_score(game, i) <= -RULES.win_score;
    }
    return won == RULES.win_plies ? 1 : lost == RULES.win_plies ? -1 : 0;
}

static void assert_result_is_right(const GameRecord *game) {
    Game played = {0};
    game_begin(&played, &game->start);
    for (int i = 0; i < game->ply_count; i++) {
        TEST_ASSERT_EQUAL_INT(ENDING_NONE, ending_of(&played));
        TEST_ASSERT_TRUE(movegen_is_legal(&played.position, game->moves[i]));
        TEST_ASSERT_TRUE(game_play(&played, game->moves[i]));
    }
    Ending ending = ending_of(&played);
    int winner = judged_winner(game);
    if (winner == 0 && ending == ENDING_MATE)
        winner = played.position.side == WHITE ? -1 : 1;
    TEST_ASSERT_EQUAL_INT(RESULT_DRAW + winner, game->result);
    if (winner == 0 && ending == ENDING_NONE)
        for (int i = game->ply_count - (int)RULES.draw_plies; i < game->ply_count; i++)
            TEST_ASSERT_TRUE(i >= RULES.draw_after && abs(white_score(game, i)) <= 5);
    game_free(&played);
}

static void test_results_follow_from_the_games(void) {
    static GameRecord game;
    _Atomic bool abandon = false;
    Player *player = player_create(&RULES, 1);
    int results[3] = {0};
    TEST_ASSERT_NOT_NULL(player);
    for (uint64_t number = 0; number < 12; number++) {
        TEST_ASSERT_TRUE(player_play(player, 7, number, &abandon, &game));
        TEST_ASSERT_EQUAL_INT(number % 2 == 0 ? WHITE : BLACK, game.start.side);
        assert_result_is_right(&game);
        results[game.result]++;
    }
    TEST_ASSERT_TRUE(results[RESULT_WHITE_WINS] > 0 && results[RESULT_BLACK_WINS] > 0);
    TEST_ASSERT_TRUE(player_nodes(player) > 0);
    player_destroy(player);
}

static void test_games_do_not_depend_on_those_before(void) {
    static GameRecord game, again;
    _Atomic bool abandon = false;
    Player *player = player_create(&RULES, 1);
    TEST_ASSERT_NOT_NULL(player);
    TEST_ASSERT_TRUE(player_play(player, 1, 5, &abandon, &game));
    TEST_ASSERT_TRUE(player_play(player, 1, 6, &abandon, &again));
    TEST_ASSERT_TRUE(player_play(player, 1, 5, &abandon, &again));
    size_t plies = (size_t)game.ply_count;
    TEST_ASSERT_EQUAL_INT(game.ply_count, again.ply_count);
    TEST_ASSERT_EQUAL_MEMORY(&game.start, &again.start, sizeof game.start);
    TEST_ASSERT_TRUE(memcmp(game.moves, again.moves, plies * sizeof *game.moves) == 0);
    TEST_ASSERT_TRUE(memcmp(game.scores, again.scores, plies * sizeof *game.scores) == 0);
    player_destroy(player);
}

static void test_games_can_be_abandoned(void) {
    static GameRecord game;
    _Atomic bool abandon = true;
    Player *player = player_create(&RULES, 1);
    TEST_ASSERT_NOT_NULL(player);
    TEST_ASSERT_FALSE(player_play(player, 1, 1, &abandon, &game));
    player_destroy(player);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_endings);
    RUN_TEST(test_third_occurrence_ends_the_game);
    RUN_TEST(test_soft_limit_ends_after_the_depth_that_reaches_it);
    RUN_TEST(test_results_follow_from_the_games);
    RUN_TEST(test_games_do_not_depend_on_those_before);
    RUN_TEST(test_games_can_be_abandoned);
    return UNITY_END();
}
