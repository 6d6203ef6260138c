/* The search of one node: principal variation search, fail-soft, with the heuristics that decide
 * what is looked at closely, briefly or not at all. A stopped search unwinds by returning. */
#ifndef CASTELLAN_SEARCH_H
#define CASTELLAN_SEARCH_H

#include "searcher.h"

/* What is asked of a node. */
typedef struct Span {
    Score alpha, beta;
    int depth;
    bool is_cut; /* expected to fail high */
} Span;

/* The score of the position as far as the window asks; meaningless once the search is stopped.
 * At ply 0 it searches the root moves from `pv_index` on and fills in their results. */
Score search_position(Searcher *s, const Position *position, int ply, Span span);

#endif
