/* Counts by position and move, of any number of them in bounded memory: what is full is sorted and
 * added up, and what then still takes more than half of the room goes to a file, one sorted run
 * after the other. In the end the runs are merged, so nothing is ever left out or estimated. */
#ifndef CASTELLAN_TALLY_H
#define CASTELLAN_TALLY_H

#include "types.h"

typedef struct TallyRecord {
    Key key;
    uint64_t points;
    uint32_t games;
    uint16_t move;
} TallyRecord;

typedef struct Tally Tally;

/* Takes `bytes` of memory, half of which is left to sorting, for as long as it lives. `path` names
 * the file, which is made only when needed and removed in the end; it must stay as it is. NULL when
 * there is not enough memory. */
Tally *tally_create(const char *path, size_t bytes);
void tally_free(Tally *tally); /* NULL is fine */

/* False when the file cannot be written, as in the next one. */
bool tally_add(Tally *tally, const TallyRecord *record);

/* To be called when all is added, before the first of the sums is asked for. */
bool tally_finish(Tally *tally);

/* The next pair of position and move, by key, then by move, with all that was added for it. False
 * at the end, or when the file cannot be read. */
bool tally_next(Tally *tally, TallyRecord *record);
bool tally_has_failed(const Tally *tally);

#endif
