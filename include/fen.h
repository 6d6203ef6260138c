/* Positions as text: Forsyth-Edwards Notation, with X-FEN (KQkq mean the outermost rooks) and
 * Shredder-FEN (rook files as letters) for the castling rights of Chess960. */
#ifndef CASTELLAN_FEN_H
#define CASTELLAN_FEN_H

#include "position.h"
#include "text.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Reads a FEN of four to six fields; missing counters are 0 and 1. Castling rights and en passant
 * squares that the board does not bear out are dropped. On any other fault, and for positions
 * that cannot arise, returns false with the reason and leaves `position` untouched. */
bool fen_parse(const char *text, Position *position, Reason *reason);

/* Writes six fields in X-FEN, the en passant square only where it can be captured on. */
void fen_print(const Position *position, char fen[FEN_SIZE]);

/* The FEN letter of a piece: upper case for White; a space for NO_PIECE. */
char fen_piece_letter(Piece piece);

#endif
