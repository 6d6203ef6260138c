/* Quiescence search: follows captures, promotions and check evasions until the position is quiet
 * enough to be judged statically. */
#ifndef CASTELLAN_QSEARCH_H
#define CASTELLAN_QSEARCH_H

#include "searcher.h"

/* Fail-soft; meaningless once the search is stopped. */
Score qsearch_position(Searcher *s, const Position *position, int ply, Score alpha, Score beta);

/* The static evaluation of a position that is not in check, as the table knows it or made anew,
 * and with what such evaluations have been found to err by. */
Score qsearch_raw_eval(Searcher *s, const Position *position, const TtEntry *table);
Score qsearch_corrected_eval(Searcher *s, const Position *position, int ply, Score raw);

/* The evaluation sharpened by a search result that is known to lie beyond it. */
Score qsearch_sharpened_eval(Score eval, const TtEntry *table);

/* Whether a score from the table settles the window. */
bool qsearch_table_settles(const TtEntry *table, Score alpha, Score beta);

#endif
