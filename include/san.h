/* Moves in Standard Algebraic Notation, as books and PGN files have them. Pure. */
#ifndef CASTELLAN_SAN_H
#define CASTELLAN_SAN_H

#include "position.h"
#include "text.h"

enum { SAN_SIZE = 8 }; /* "Qa1xb2#" with its terminator */

/* Writes a legal move with the least disambiguation that is needed and check or mate marks;
 * castling in Chess960 too as O-O and O-O-O. */
void san_print(const Position *position, Move move, char text[SAN_SIZE]);

/* Finds the legal move that the text means. Accepted beyond SAN itself: marks (+ # ! ?), "e.p."
 * and "=" missing or added, castling with zeros, promotion letters in lower case, more of the
 * origin than needed or less where only one move fits, long algebraic (Ng1-f3, e5xd6) and UCI
 * text. Otherwise returns false with the reason and leaves `move` untouched. */
bool san_parse(const Position *position, Word text, Move *move, Reason *reason);

#endif
