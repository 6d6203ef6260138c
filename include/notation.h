/* Moves as text: UCI (coordinates) and SAN (the notation of books and PGN files). Pure. */
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

/* SAN of a legal move, with the least disambiguation that is needed and check or mate marks. */
void notation_print_san(const Position *position, Move move, char text[MOVE_TEXT_SIZE]);

/* Reads SAN leniently: check marks, annotation marks and "=" may be missing or present, castling
 * may be written with letters or zeros, more disambiguation than needed is accepted. Text that
 * fits no legal move, or more than one, is refused with the reason. */
bool notation_parse_san(const Position *position, Word text, Move *move, Reason *reason);

#endif
