#include "selfplay.h"

#include <stdlib.h>

#include "ending.h"
#include "openings.h"
#include "platform.h"
#include "root.h"

struct Player {
    SelfplayRules rules;
    Searcher searcher;
    Histories histories;
    TranspositionTable tt;
    SearchShared shared;
    Game game;
    _Atomic uint64_t nodes;
};

static void ignore_report(void *context, const SearchReport *report) {
    (void)context, (void)report;
}

static void ignore_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

Player *player_create(const SelfplayRules *rules, size_t hash_megabytes) {
    Player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->rules = *rules;
    player->searcher.histories = &player->histories;
    player->shared.tt = &player->tt;
    player->shared.events = (SearchEvents){NULL, ignore_report, ignore_current_move};
    if (tt_resize(&player->tt, hash_megabytes))
        return player;
    player_destroy(player);
    return NULL;
}

void player_destroy(Player *player) {
    if (player == NULL)
        return;
    tt_free(&player->tt);
    game_free(&player->game);
    free(player);
}

uint64_t player_nodes(const Player *player) {
    return atomic_load_explicit(&player->nodes, memory_order_relaxed);
}

/* Searches the current position, which must have a legal move. */
static const RootMove *search(Player *player, int64_t soft_nodes, int64_t hard_nodes) {
    SearchShared *shared = &player->shared;
    Searcher *s = &player->searcher;
    MoveList moves;
    movegen_legal(&player->game.position, &moves);
    shared->limits = (SearchLimits){
        .depth = MAX_DEPTH,
        .nodes = (uint64_t)hard_nodes,
        .soft_nodes = (uint64_t)soft_nodes,
        .multi_pv = 1,
    };
    shared->start_ns = platform_now_ns();
    atomic_store_explicit(&shared->clock_ns, shared->start_ns, memory_order_relaxed);
    atomic_store_explicit(&shared->stop, false, memory_order_relaxed);
    tt_age(&player->tt);
    root_prepare(s, shared, &player->game, &moves);
    root_search(s);
    atomic_store_explicit(&player->nodes, player_nodes(player) + searcher_nodes(s),
                          memory_order_relaxed);
    return &s->answer;
}

/* ---- Openings ---- */

/* Numbers of the games of one seed must not give similar or overlapping random numbers. */
static Random random_of(uint64_t seed, uint64_t number) {
    Random random = {seed};
    random.state = random_next(&random) + number;
    random.state = random_next(&random);
    return random;
}

static bool is_balanced(Player *player) {
    const SelfplayRules *rules = &player->rules;
    if (ending_of(&player->game) != ENDING_NONE)
        return false;
    /* Twice as many for a depth that was begun late: it is not the score itself that is kept. */
    Score score = search(player, rules->opening_nodes, 2 * rules->opening_nodes)->score;
    return score >= -rules->opening_limit && score <= rules->opening_limit;
}

/* Leaves the player's game at the end of an opening that both sides can play. */
static void begin(Player *player, Random *random, uint64_t number, const _Atomic bool *abandon) {
    const SelfplayRules *rules = &player->rules;
    int plies = (int)(rules->random_plies + (int64_t)(number % 2));
    bool is_chess960 = random_below(random, 100) < rules->chess960;
    bool is_found = false;
    while (!is_found && !atomic_load(abandon)) {
        int start = (int)random_below(random, OPENING_CHESS960_NB);
        Position position = opening_start(is_chess960 ? start : OPENING_STANDARD);
        if (!opening_play_random(&position, plies, random))
            continue;
        game_begin(&player->game, &position);
        is_found = is_balanced(player);
    }
}

/* ---- The end ---- */

/* Plies in a row, up to the last, that a player would give the game away after. */
typedef struct Streaks {
    int won, lost, drawn; /* for White */
} Streaks;

static bool is_adjudicated(const SelfplayRules *rules, Streaks *streaks, GameRecord *game) {
    int last = game->ply_count - 1;
    bool is_black = (game->start.side + last) % 2 == BLACK;
    int score = is_black ? -game->scores[last] : game->scores[last];
    bool is_level = score >= -rules->draw_score && score <= rules->draw_score;
    streaks->won = score >= rules->win_score ? streaks->won + 1 : 0;
    streaks->lost = score <= -rules->win_score ? streaks->lost + 1 : 0;
    streaks->drawn = is_level && last >= rules->draw_after ? streaks->drawn + 1 : 0;
    bool is_won = streaks->won >= rules->win_plies, is_lost = streaks->lost >= rules->win_plies;
    game->result = is_won ? RESULT_WHITE_WINS : is_lost ? RESULT_BLACK_WINS : RESULT_DRAW;
    return is_won || is_lost || streaks->drawn >= rules->draw_plies;
}

static bool is_over(const Game *position, GameRecord *game) {
    Ending ending = ending_of(position);
    game->result = RESULT_DRAW;
    if (ending == ENDING_MATE)
        game->result = position->position.side == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
    return ending != ENDING_NONE || game->ply_count == GAME_MAX_PLIES;
}

bool player_play(Player *player, uint64_t seed, uint64_t number, const _Atomic bool *abandon,
                 GameRecord *game) {
    const SelfplayRules *rules = &player->rules;
    Random random = random_of(seed, number);
    Streaks streaks = {0};
    bool has_ended = false;
    tt_clear_slice(&player->tt, 0, 1);
    history_reset(&player->histories);
    pawns_clear(&player->searcher.pawns);
    begin(player, &random, number, abandon);
    game->start = player->game.position;
    game->ply_count = 0;
    while (!has_ended && !atomic_load(abandon)) {
        const RootMove *answer = search(player, rules->nodes, rules->hard_nodes);
        game->moves[game->ply_count] = answer->move;
        game->scores[game->ply_count++] = (int16_t)answer->score;
        if (!game_play(&player->game, answer->move))
            return false;
        has_ended = is_adjudicated(rules, &streaks, game) || is_over(&player->game, game);
    }
    return has_ended;
}
