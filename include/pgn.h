/* Games as text: Portable Game Notation, read game by game from a stream and written to one.
 *
 * A PgnGame owns three arrays (plies, tags, text), which grow as needed and are used again for the
 * next game; strings are kept as offsets into the text, so a pointer to one is good only until the
 * game is next changed. Start with {0}, release with `pgn_free`. However large the input, memory
 * stays within the limits below. Neither readers nor games are for several threads at once. */
#ifndef CASTELLAN_PGN_H
#define CASTELLAN_PGN_H

#include "position.h"
#include "text.h"

enum {
    PGN_MAX_PLIES = 20000,    /* no game can be longer under the rule of 75 moves */
    PGN_MAX_TAG_LENGTH = 255, /* of a tag's name or value; the rest is cut off */
    PGN_MAX_TAGS = 64,        /* of a game that is read; after them only those known by name */
    PGN_MAX_TEXT = 1 << 20,   /* bytes of tags and comments; comments beyond it are cut off */
    PGN_WIDTH = 79,           /* characters of a line of moves */
};

typedef enum PgnResult { PGN_UNKNOWN, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;

typedef struct PgnTag {
    size_t name, value; /* offsets into the text */
} PgnTag;

typedef struct PgnPly {
    Move move;
    size_t comment; /* what is said after the move: an offset into the text, 0 for nothing */
} PgnPly;

typedef struct PgnGame {
    Position start;
    bool is_chess960; /* by its Variant tag, or by castling that standard chess does not have */
    PgnResult result;
    size_t line;    /* where the game began in the file it was read from */
    size_t comment; /* before the first move, as in PgnPly */

    PgnPly *plies;
    size_t ply_count, ply_capacity;
    PgnTag *tags; /* in the order in which they came */
    size_t tag_count, tag_capacity;
    char *text; /* the first byte is the empty string */
    size_t text_length, text_capacity;
} PgnGame;

/* ---- Games ---- */

/* Begins a game without moves or tags; false when memory runs out, as in all that follow. */
bool pgn_begin(PgnGame *game, const Position *start, bool is_chess960);
void pgn_free(PgnGame *game);

/* Adds a move that is legal after the ones before; false also at PGN_MAX_PLIES. */
bool pgn_add_move(PgnGame *game, Move move);

/* Adds to the comment on the last move, or to that before the first one. Blanks of any kind and
 * number become one space, braces become parentheses. */
bool pgn_add_comment(PgnGame *game, const char *comment);

/* Sets a tag, or replaces its value. The name must not hold blanks, quotes or brackets. */
bool pgn_set_tag(PgnGame *game, const char *name, const char *value);

/* The tag's value, or NULL where there is none. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* A string of the game by its offset, such as a ply's comment; empty for 0. */
static inline const char *pgn_text(const PgnGame *game, size_t offset) {
    return offset == 0 ? "" : game->text + offset;
}

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *pgn_result_text(PgnResult result);

/* ---- Reading ---- */

/* Reads from a stream that stays the caller's and must be open as long as the reader is used.
 * There is nothing to release. */
typedef struct PgnReader {
    FILE *input;
    bool drops_comments; /* may be set by the caller, to save time and memory */

    size_t line;      /* of the next character, counted from 1 */
    bool is_column_1; /* whether that begins its line, and whether only blanks stand before it */
    bool is_line_start;
    unsigned char ahead[8]; /* characters looked at but not yet taken */
    int ahead_count;
} PgnReader;

typedef enum PgnRead { PGN_GAME, PGN_END, PGN_BROKEN } PgnRead;

void pgn_reader_init(PgnReader *reader, FILE *input);

/* The next game, all moves checked. PGN_BROKEN: this one breaks the rules of chess or of PGN;
 * `reason` is "line N: " and what is wrong there, `game` holds what was read before it, and the
 * next call goes on with the next game. PGN_END: nothing is left, or reading failed, which
 * ferror() tells apart. Variations and NAGs are passed over; of tags given twice the first
 * counts. */
PgnRead pgn_next(PgnReader *reader, PgnGame *game, Reason *reason);

/* ---- Writing ---- */

/* Writes the game in export format: the seven-tag roster first, then the other tags, then the
 * moves with their comments in lines of at most PGN_WIDTH characters (a longer word stays whole),
 * and an empty line. SetUp, FEN and Result are taken from the game rather than its tags; so is
 * Variant where the game is Chess960. False when the stream reports an error. */
bool pgn_write(FILE *output, const PgnGame *game);

#endif
