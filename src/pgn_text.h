/* What the reader and the writer of PGN share beyond the public form of a game. */
#ifndef CASTELLAN_PGN_TEXT_H
#define CASTELLAN_PGN_TEXT_H

#include "pgn.h"

static inline bool pgn_is_control(char c) {
    return (unsigned char)c < ' ' || c == '\x7F';
}

/* Appends one byte to the text of the game; false when memory runs out. */
bool pgn_text_add(PgnGame *game, char c);

/* Adds to the comment on the last move byte by byte, so that no comment has to be held anywhere
 * else; nothing else may be done to the game between beginning and end. */
typedef struct PgnCommenter {
    PgnGame *game;
    size_t start; /* offset of the comment in the text */
    bool is_blank_due;
} PgnCommenter;

PgnCommenter pgn_comment_begin(PgnGame *game);
bool pgn_comment_add(PgnCommenter *commenter, char c);
bool pgn_comment_end(PgnCommenter *commenter);

/* Whether the word is a result, and which. */
bool pgn_read_result(Word word, PgnResult *result);

typedef enum PgnVariant { PGN_STANDARD, PGN_CHESS960, PGN_OTHER_VARIANT } PgnVariant;
PgnVariant pgn_read_variant(const char *name);

/* Whether kings or rooks that may castle stand elsewhere than in standard chess. */
bool pgn_has_odd_castling(const Position *position);

#endif
