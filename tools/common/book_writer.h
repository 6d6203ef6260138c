/* Writes opening books of the Polyglot format from counted moves. The book appears under its name
 * only when it is whole; until then it stands beside it. */
#ifndef CASTELLAN_BOOK_WRITER_H
#define CASTELLAN_BOOK_WRITER_H

#include "tally.h"
#include "text.h"

typedef struct BookWriter BookWriter;

typedef struct BookWriterCounts {
    uint64_t positions, entries;
    uint64_t rare, worthless; /* moves left out: of too few games, or without points */
} BookWriterCounts;

/* Moves of fewer than `least_games` games are left out. NULL with the reason. */
BookWriter *book_writer_open(const char *path, uint64_t least_games, Reason *reason);

/* Records must come by key. The points of a position's moves become their weights, scaled down
 * where the heaviest would not fit in 16 bits, and the entries of a position are written by
 * weight. */
void book_writer_add(BookWriter *writer, const TallyRecord *record);

/* Ends the file. Where nothing was kept, something did not reach the disk or `is_complete` is
 * false, no book is left behind, an older one of that name stays, and the answer is false with the
 * reason. */
bool book_writer_close(BookWriter *writer, bool is_complete, BookWriterCounts *counts,
                       Reason *reason);

#endif
