/* The Polyglot format of opening books: a file of entries of 16 bytes, sorted by the key of the
 * position. Pure: keys, moves and entries, no files. */
#ifndef CASTELLAN_POLYGLOT_H
#define CASTELLAN_POLYGLOT_H

#include "position.h"

enum { POLYGLOT_ENTRY_SIZE = 16 };

typedef struct PolyglotEntry {
    Key key;
    uint16_t move;   /* as the format writes it */
    uint16_t weight; /* 0: not to be played */
    uint32_t learn;  /* of no meaning here */
} PolyglotEntry;

/* The key of the position that the move `last` led to, or MOVE_NONE where that is unknown. The
 * format counts an en passant file wherever a pawn stands beside one that has just made its double
 * step; without `last`, only a capture that is legal is known of. */
Key polyglot_key(const Position *position, Move last);

/* A legal move as the format writes it: castling as king-takes-rook. */
uint16_t polyglot_encode(Move move);

/* Whether the bits can be a move of any position. */
bool polyglot_is_move(uint16_t encoded);

/* The legal move that any 16 bits mean here, or MOVE_NONE. Castling written as the king's own move
 * is understood too, since some books have it so. */
Move polyglot_decode(const Position *position, uint16_t encoded);

PolyglotEntry polyglot_unpack(const uint8_t bytes[POLYGLOT_ENTRY_SIZE]);
void polyglot_pack(const PolyglotEntry *entry, uint8_t bytes[POLYGLOT_ENTRY_SIZE]);

#endif
