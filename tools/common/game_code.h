/* A game as bytes and back: the payload that game_file.h describes. Pure functions. */
#ifndef CASTELLAN_GAME_CODE_H
#define CASTELLAN_GAME_CODE_H

#include "game_file.h"

enum {
    /* Position and counters, then an index and the longest score for each ply. */
    GAME_CODE_MAX = 8 + 16 + 1 + 3 * 3 + GAME_MAX_PLIES * (1 + 3)
};

/* The number of bytes written; 0 when the game breaks the rules of chess or of the record. */
size_t game_encode(const GameRecord *game, uint8_t code[GAME_CODE_MAX]);

/* False with the reason unless exactly these bytes are a game by the rules. */
bool game_decode(const uint8_t *code, size_t length, GameRecord *game, Reason *reason);

#endif
