/* Moves as UCI text, that is by coordinates. Pure. */
#ifndef CASTELLAN_NOTATION_H
#define CASTELLAN_NOTATION_H

#include "position.h"
#include "text.h"

enum { MOVE_TEXT_SIZE = 16 };

/* UCI text of a legal move; "0000" for none or a null move. Castling is written king-takes-rook
 * in Chess960 and wherever king or rook do not stand as at the start of a standard game, since
 * the king's own destination would be ambiguous there; otherwise as the king's move of two. */
void notation_print_uci(Move move, bool chess960, char text[MOVE_TEXT_SIZE]);

/* Finds the legal move that the text means, in either castling notation and with the promotion
 * letter in either case; otherwise returns false with the reason. */
bool notation_parse_uci(const Position *position, Word text, Move *move, Reason *reason);

#endif
