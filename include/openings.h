/* Where self-play games begin: the start positions of chess and Chess960 or those of a book, and
 * random moves from there to a position that both sides can play. */
#ifndef CASTELLAN_OPENINGS_H
#define CASTELLAN_OPENINGS_H

#include "random.h"
#include "solo.h"

enum {
    OPENING_CHESS960_NB = 960,
    OPENING_STANDARD = 518, /* the usual start position among those of Chess960 */

    /* Rules that give varied games which either side may win. */
    OPENING_PLIES = 8,
    OPENING_NODES = 4000,
    OPENING_LIMIT = 400,
};

typedef enum OpeningStart {
    OPENING_OF_CHESS,
    OPENING_OF_CHESS960,
    OPENING_OF_DOUBLE_CHESS960, /* each side has an arrangement of its own */
} OpeningStart;

typedef struct OpeningRules {
    OpeningStart start;
    const Position *book; /* begin with one of these instead, if there are any */
    size_t book_size;
    int plies; /* random ones from there */
    /* An opening counts only if a search of so many nodes finds nobody better than the limit. */
    int64_t nodes, limit;
} OpeningRules;

/* The start position with these arrangements, 0 to 959, in the usual numbering of Chess960. */
Position opening_start(int white, int black);

/* Plays legal moves at random; false when the game ends within them. */
bool opening_play_random(Position *position, int plies, Random *random);

/* Random numbers that are neither similar to nor overlapping with those of other numbers or
 * seeds. */
Random opening_random(uint64_t seed, uint64_t number);

/* Draws one opening and leaves `game` at its end; false when it does not count. What is drawn
 * depends on what the searches before have left in `solo`, unless they are forgotten. */
bool opening_draw(const OpeningRules *rules, Random *random, Solo *solo, Game *game);

#endif
