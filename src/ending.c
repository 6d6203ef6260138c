#include "ending.h"

#include "draw.h"
#include "movegen.h"

Ending ending_of(const Game *game) {
    const Position *p = &game->position;
    if (!movegen_has_legal_move(p))
        return p->checkers ? ENDING_MATE : ENDING_STALEMATE;
    if (draw_is_dead(p))
        return ENDING_DEAD_POSITION;
    if (draw_by_fifty_moves(p))
        return ENDING_FIFTY_MOVES;
    if (draw_count_repetitions(p, game->keys, game->key_count) >= 2)
        return ENDING_REPETITION;
    return ENDING_NONE;
}
