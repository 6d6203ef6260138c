#include "selfplay.h"

#include <stdlib.h>

#include "ending.h"
#include "openings.h"

struct Player {
    SelfplayRules rules;
    Solo *solo;
    Game game;
};

Player *player_create(const SelfplayRules *rules, size_t hash_megabytes) {
    Player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->rules = *rules;
    player->solo = solo_create(hash_megabytes);
    if (player->solo != NULL)
        return player;
    player_destroy(player);
    return NULL;
}

void player_destroy(Player *player) {
    if (player == NULL)
        return;
    solo_destroy(player->solo);
    game_free(&player->game);
    free(player);
}

uint64_t player_nodes(const Player *player) {
    return solo_nodes(player->solo);
}

/* Leaves the player's game at the end of an opening that both sides can play. */
static void begin(Player *player, Random *random, uint64_t number, const _Atomic bool *abandon) {
    const SelfplayRules *rules = &player->rules;
    bool is_chess960 = random_below(random, 100) < rules->chess960;
    OpeningRules opening = {
        .start = is_chess960 ? OPENING_OF_CHESS960 : OPENING_OF_CHESS,
        .plies = (int)(rules->random_plies + (int64_t)(number % 2)),
        .nodes = rules->opening_nodes,
        .limit = rules->opening_limit,
    };
    while (!atomic_load(abandon) && !opening_draw(&opening, random, player->solo, &player->game))
        continue;
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
    const SoloLimits limits = {rules->nodes, rules->hard_nodes, 1};
    Random random = opening_random(seed, number);
    Streaks streaks = {0};
    bool has_ended = false;
    solo_forget(player->solo);
    begin(player, &random, number, abandon);
    game->start = player->game.position;
    game->ply_count = 0;
    while (!has_ended && !atomic_load(abandon)) {
        const RootMove *answer = solo_search(player->solo, &player->game, limits);
        game->moves[game->ply_count] = answer->move;
        game->scores[game->ply_count++] = (int16_t)answer->score;
        if (!game_play(&player->game, answer->move))
            return false;
        has_ended = is_adjudicated(rules, &streaks, game) || is_over(&player->game, game);
    }
    return has_ended;
}
