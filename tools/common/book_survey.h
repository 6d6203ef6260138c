/* Reads a whole opening book and follows its moves from the start of the game. Memory grows with
 * the number of positions that wait to be looked at, and by one bit an entry. */
#ifndef CASTELLAN_BOOK_SURVEY_H
#define CASTELLAN_BOOK_SURVEY_H

#include "book.h"

typedef struct BookSurvey {
    uint64_t entries, positions, weightless;
    uint64_t reached_positions, reached_moves;
    int depth; /* plies from the start that the moves go on for */
} BookSurvey;

/* Calls `on_fault` with one line for each fault that it finds. False when memory runs out or the
 * file cannot be read. */
bool book_survey(Book *book, BookSurvey *survey, void (*on_fault)(void *context, const char *fault),
                 void *context);

#endif
