/* Moves as text that must be read, for the tests of the parsers of moves. */
#ifndef CASTELLAN_TESTS_READING_H
#define CASTELLAN_TESTS_READING_H

#include <stdio.h>
#include <string.h>

#include "positions.h"
#include "text.h"
#include "unity.h"

/* A parser of moves such as `san_parse`. */
typedef bool (*MoveParser)(const Position *position, Word text, Move *move, Reason *reason);

/* Texts and the moves they mean, as UCI with king-takes-rook castling. */
typedef struct Reading {
    const char *text, *move;
} Reading;

static inline Word word_of(const char *text) {
    return (Word){text, strlen(text)};
}

/* The text must be read as this very move. */
static inline void assert_reads(MoveParser parse, const Position *p, const char *text,
                                Move expected) {
    Move move = MOVE_NONE;
    Reason reason;
    char message[400];
    if (!parse(p, word_of(text), &move, &reason)) {
        snprintf(message, sizeof message, "%s: %s", fen_of(p).text, reason.text);
        TEST_FAIL_MESSAGE(message);
    }
    snprintf(message, sizeof message, "%s: %s", fen_of(p).text, text);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(expected, move, message);
}

static inline void assert_all_read(MoveParser parse, const char *fen, const Reading *rows,
                                   size_t count) {
    Position position = position_of(fen);
    for (size_t i = 0; i < count; i++)
        assert_reads(parse, &position, rows[i].text, move_of(&position, rows[i].move));
}

#endif
