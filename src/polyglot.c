#include "polyglot.h"

#include <string.h>

#include "letters.h"
#include "notation.h"
#include "polyglot_random.h"

/* ---- Keys ---- */

static Key key_of_pieces(const Position *p) {
    Key key = 0;
    for (Bitboard left = position_occupied(p); left != 0;) {
        Square square = bits_pop(&left);
        Piece piece = p->board[square];
        int kind = 2 * (int)piece_type(piece) + (piece_colour(piece) == WHITE);
        key ^= POLYGLOT_RANDOM[POLYGLOT_PIECES + SQUARE_NB * kind + square];
    }
    return key;
}

static Key key_of_castling(const Position *p) {
    Key key = 0;
    for (Bitboard rooks = p->castling_rooks; rooks != 0;) {
        Square rook = bits_pop(&rooks);
        Colour colour = piece_colour(p->board[rook]);
        bool is_long = rook < position_king(p, colour);
        key ^= POLYGLOT_RANDOM[POLYGLOT_CASTLING + 2 * (int)colour + is_long];
    }
    return key;
}

/* The square behind the pawn that `last` has pushed by two ranks, if one of ours stands beside it;
 * NO_SQUARE otherwise. */
static Square pushed_over(const Position *p, Move last) {
    Square from = move_from(last), to = move_to(last);
    Colour us = position_side(p);
    bool is_push = last != MOVE_NONE && p->board[to] == make_piece(opponent(us), PAWN) &&
                   from + 2 * pawn_step(opponent(us)) == to;
    Square behind = (Square)(to + pawn_step(us));
    bool is_beside = is_push && (attacks_pawn(opponent(us), behind) & position_pieces(p, us, PAWN));
    return is_beside ? behind : NO_SQUARE;
}

Key polyglot_key(const Position *p, Move last) {
    Square en_passant = p->en_passant != NO_SQUARE ? p->en_passant : pushed_over(p, last);
    Key key = key_of_pieces(p) ^ key_of_castling(p);
    if (en_passant != NO_SQUARE)
        key ^= POLYGLOT_RANDOM[POLYGLOT_EN_PASSANT + (int)square_file(en_passant)];
    return position_side(p) == WHITE ? key ^ POLYGLOT_RANDOM[POLYGLOT_WHITE_TO_MOVE] : key;
}

/* ---- Moves ---- */

/* Where the parts of a move begin; squares have the bits of ours. */
enum { FROM_SHIFT = 6, PROMOTION_SHIFT = 12 };

uint16_t polyglot_encode(Move move) {
    int promotion = move_kind(move) == MOVE_PROMOTION ? (int)move_promotion(move) : 0;
    return (uint16_t)(move_to(move) | move_from(move) << FROM_SHIFT | promotion << PROMOTION_SHIFT);
}

static Square to_of(uint16_t encoded) {
    return encoded & 63;
}

static Square from_of(uint16_t encoded) {
    return encoded >> FROM_SHIFT & 63;
}

bool polyglot_is_move(uint16_t encoded) {
    return encoded >> PROMOTION_SHIFT <= QUEEN && from_of(encoded) != to_of(encoded);
}

Move polyglot_decode(const Position *position, uint16_t encoded) {
    PieceType promotion = (PieceType)(encoded >> PROMOTION_SHIFT);
    char text[6] = "";
    Move move;
    Reason reason;
    if (!polyglot_is_move(encoded))
        return MOVE_NONE;
    print_square(from_of(encoded), text);
    print_square(to_of(encoded), text + 2);
    if (promotion != PAWN)
        text[4] = letter_of_type(promotion);
    return notation_parse_uci(position, (Word){text, strlen(text)}, &move, &reason) ? move
                                                                                    : MOVE_NONE;
}

/* ---- Entries ---- */

/* Every number has its highest byte first. */
static uint64_t read_number(const uint8_t *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void write_number(uint64_t number, uint8_t *bytes, int size) {
    for (int i = size - 1; i >= 0; i--, number >>= 8)
        bytes[i] = (uint8_t)number;
}

PolyglotEntry polyglot_unpack(const uint8_t bytes[POLYGLOT_ENTRY_SIZE]) {
    return (PolyglotEntry){
        .key = read_number(bytes, 8),
        .move = (uint16_t)read_number(bytes + 8, 2),
        .weight = (uint16_t)read_number(bytes + 10, 2),
        .learn = (uint32_t)read_number(bytes + 12, 4),
    };
}

void polyglot_pack(const PolyglotEntry *entry, uint8_t bytes[POLYGLOT_ENTRY_SIZE]) {
    write_number(entry->key, bytes, 8);
    write_number(entry->move, bytes + 8, 2);
    write_number(entry->weight, bytes + 10, 2);
    write_number(entry->learn, bytes + 12, 4);
}
