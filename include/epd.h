/* Positions with remarks: Extended Position Description, as test suites and books of start
 * positions have it. Pure; words that are kept lie in the line that was read. */
#ifndef CASTELLAN_EPD_H
#define CASTELLAN_EPD_H

#include "movegen.h"
#include "text.h"

enum {
    EPD_MAX_OPERATIONS = 32,
    EPD_SIZE = FEN_SIZE + 32, /* longest line that is written, with its terminator */
};

typedef struct EpdOperation {
    Word code;     /* such as bm */
    Word operands; /* the rest, without blanks and quotes around it */
} EpdOperation;

typedef struct Epd {
    Position position;
    MoveList best, avoid; /* bm and am; empty where they are not given */
    int mate;             /* dm: the side to move mates in so many moves; 0 where it is not given */
    EpdOperation operations[EPD_MAX_OPERATIONS]; /* all of them, known or not */
    int operation_count;
} Epd;

/* Whether there is nothing to read in the line: blanks, or a comment after # or %. */
bool epd_is_blank(const char *line);

/* Reads one line: four fields of FEN or all six, then operations that end with semicolons; hmvc
 * and fmvn give the counters. What files have beyond the standard is understood: a mark of UTF-8
 * at the start, semicolons too many or too few at the ends, strings without quotes, commas between
 * moves, marks apart from them (Qd1 +), an operation's code twice (bm bm Qd1), no blank between a
 * dash and the clock (w - -1 12), any form of move that san_parse knows. Otherwise returns false
 * with the reason and leaves `epd` untouched. */
bool epd_parse(const char *line, Epd *epd, Reason *reason);

/* The operands of the first operation with this code; length 0 where there is none. */
Word epd_operands(const Epd *epd, const char *code);

/* What moves are worth, as in c0 "Nf3=10, d4=5". */
typedef struct EpdPoints {
    MoveList moves;
    int points[MAX_MOVES]; /* of each of them */
    int most;
} EpdPoints;

/* Reads the points of c0. Without any, as in a plain comment, there are no moves; false with the
 * reason where some of it are points of legal moves and the rest is not. */
bool epd_points(const Epd *epd, EpdPoints *points, Reason *reason);

/* Writes the position as a line without its end: four fields, hmvc and fmvn. */
void epd_print(const Position *position, char line[EPD_SIZE]);

#endif
