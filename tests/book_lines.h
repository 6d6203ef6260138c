/* Small opening books for tests, written entry by entry without the code that makes real ones. */
#ifndef CASTELLAN_TESTS_BOOK_LINES_H
#define CASTELLAN_TESTS_BOOK_LINES_H

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "letters.h"
#include "polyglot.h"
#include "positions.h"
#include "unity.h"

enum { MAX_BOOK_LINES = 256 };

typedef struct BookLine {
    const char *fen;   /* NULL for the start of the game */
    const char *moves; /* that lead to the position, as UCI with king-takes-rook castling */
    const char *move;  /* legal or not */
    uint16_t weight;
} BookLine;

static inline uint16_t code_of(const char *uci) {
    PieceType promotion = uci[4] == '\0' ? PAWN : type_from_letter(to_upper(uci[4]));
    return (uint16_t)(read_square(uci + 2) | read_square(uci) << 6 | (int)promotion << 12);
}

static inline PolyglotEntry entry_of(const BookLine *line) {
    Position start = position_of(line->fen == NULL ? FEN_START : line->fen);
    Position position = position_after(&start, line->moves);
    return (PolyglotEntry){polyglot_key(&position, MOVE_NONE), code_of(line->move), line->weight,
                           0};
}

static inline void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
    TEST_ASSERT_EQUAL_size_t(size, fwrite(bytes, 1, size, file));
    TEST_ASSERT_EQUAL_INT(0, fclose(file));
}

static inline void write_entries(const char *path, const PolyglotEntry *entries, size_t count) {
    static uint8_t bytes[MAX_BOOK_LINES][POLYGLOT_ENTRY_SIZE];
    TEST_ASSERT_TRUE(count <= MAX_BOOK_LINES);
    for (size_t i = 0; i < count; i++)
        polyglot_pack(&entries[i], bytes[i]);
    write_bytes(path, bytes, count * POLYGLOT_ENTRY_SIZE);
}

/* Sorts by key; lines of one position stay in their order. */
static inline void write_lines(const char *path, const BookLine *lines, size_t count) {
    PolyglotEntry entries[MAX_BOOK_LINES];
    TEST_ASSERT_TRUE(count <= MAX_BOOK_LINES);
    for (size_t i = 0; i < count; i++) {
        PolyglotEntry entry = entry_of(&lines[i]);
        size_t place = i;
        for (; place > 0 && entries[place - 1].key > entry.key; place--)
            entries[place] = entries[place - 1];
        entries[place] = entry;
    }
    write_entries(path, entries, count);
}

#endif
