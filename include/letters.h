/* The letters by which people write pieces and squares; shared by every notation. */
#ifndef CASTELLAN_LETTERS_H
#define CASTELLAN_LETTERS_H

#include "types.h"

/* Upper-case letter of a piece type, as SAN and White's pieces in FEN have it. */
static inline char letter_of_type(PieceType type) {
    return "PNBRQK"[type];
}

/* The type that an upper-case letter names, or NO_PIECE_TYPE. */
static inline PieceType type_from_letter(char letter) {
    PieceType type = PAWN;
    while (type != NO_PIECE_TYPE && letter_of_type(type) != letter)
        type++;
    return type;
}

static inline bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static inline char to_upper(char c) {
    return is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static inline char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char file_letter(File file) {
    return (char)('a' + file);
}

static inline char rank_digit(Rank rank) {
    return (char)('1' + rank);
}

static inline bool is_file_letter(char c) {
    return c >= 'a' && c <= 'h';
}

static inline bool is_rank_digit(char c) {
    return c >= '1' && c <= '8';
}

/* Writes a square as "e4" and a terminator. */
static inline void print_square(Square square, char text[3]) {
    text[0] = file_letter(square_file(square));
    text[1] = rank_digit(square_rank(square));
    text[2] = '\0';
}

/* The square that two characters name, or NO_SQUARE. */
static inline Square read_square(const char text[2]) {
    if (!is_file_letter(text[0]) || !is_rank_digit(text[1]))
        return NO_SQUARE;
    return make_square((File)(text[0] - 'a'), (Rank)(text[1] - '1'));
}

#endif
