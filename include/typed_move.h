/* Moves as people type them at a board: SAN or UCI text, the letter of the piece in either case,
 * and perhaps the number of the move. Pure. */
#ifndef CASTELLAN_TYPED_MOVE_H
#define CASTELLAN_TYPED_MOVE_H

#include "position.h"
#include "text.h"

/* Finds the legal move that a line means; otherwise false with the reason. */
bool typed_move_parse(const Position *position, const char *line, Move *move, Reason *reason);

#endif
