/* Static exchange evaluation: what a series of captures on one square comes to. Pure. */
#ifndef CASTELLAN_SEE_H
#define CASTELLAN_SEE_H

#include "position.h"
#include "score.h"

/* Plain piece values for exchanges and for ordering captures; the king's is zero. */
extern const Score see_values[PIECE_TYPE_NB + 1];

/* Whether a legal move, with both sides then taking on its target square as long as it pays
 * them, gains at least `threshold`. Pins are not looked at. Castling gains nothing and en passant
 * a pawn, whatever else stands around. */
bool see_reaches(const Position *position, Move move, Score threshold);

#endif
