/* The rules that end a game without a winner, apart from stalemate. Pure functions; the keys of
 * earlier positions are the caller's, oldest first, the position itself not among them. */
#ifndef CASTELLAN_DRAW_H
#define CASTELLAN_DRAW_H

#include "position.h"

/* Neither side can ever give mate: bare kings, a single minor piece, or any number of bishops
 * that all stand on squares of one colour. */
bool draw_is_dead(const Position *position);

/* A hundred plies without capture or pawn move, unless the last of them gave mate. */
bool draw_by_fifty_moves(const Position *position);

/* How often the position has occurred before. */
int draw_count_repetitions(const Position *position, const Key *keys, size_t count);

/* What a search treats as a repetition `ply` plies below its root: one earlier occurrence after
 * the root, since whoever wanted it once can have it again; two anywhere in the game. */
bool draw_by_repetition(const Position *position, const Key *keys, size_t count, size_t ply);

#endif
