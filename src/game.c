#include "game.h"

#include <stdlib.h>

void game_begin(Game *game, const Position *start) {
    game->position = *start;
    game->key_count = 0;
}

static bool make_room(Game *game) {
    if (game->key_count < game->key_capacity)
        return true;
    size_t capacity = game->key_capacity == 0 ? 128 : 2 * game->key_capacity;
    Key *keys = realloc(game->keys, capacity * sizeof *keys);
    if (keys == NULL)
        return false;
    game->keys = keys;
    game->key_capacity = capacity;
    return true;
}

bool game_play(Game *game, Move move) {
    Position next;
    if (!make_room(game))
        return false;
    position_make_move(&next, &game->position, move);
    game->keys[game->key_count++] = game->position.key;
    if (next.reversible_plies == 0)
        game->key_count = 0;
    game->position = next;
    return true;
}

void game_free(Game *game) {
    free(game->keys);
    *game = (Game){0};
}
