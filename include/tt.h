/* The transposition table: what earlier searches found out about positions, shared by all threads.
 *
 * Race contract: threads read and write without locks. An entry is a 64-bit word of data and a
 * 32-bit check that mixes the key with that very data, both accessed as relaxed atomics. A reader
 * that meets the halves of two different writes sees a check that does not fit and takes the entry
 * for another position's. What it does get is a plain copy. A move in it may still belong to
 * another position (32 bits can collide), so it must be tested for legality before use. */
#ifndef CASTELLAN_TT_H
#define CASTELLAN_TT_H

#include <stdatomic.h>

#include "move.h"
#include "score.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

enum { TT_CLUSTER_ENTRIES = 5 };

/* One cache line. */
typedef struct TtCluster {
    _Atomic uint64_t data[TT_CLUSTER_ENTRIES];
    _Atomic uint32_t check[TT_CLUSTER_ENTRIES];
    uint32_t unused;
} TtCluster;

typedef struct TranspositionTable {
    TtCluster *clusters;
    uint64_t cluster_count;
    unsigned generation; /* of the current search; older entries give way first */
} TranspositionTable;

/* What is known of a position. */
typedef struct TtEntry {
    Move move;
    int16_t score; /* distances to mate counted from this position's own ply in the search */
    int16_t eval;  /* static evaluation, SCORE_NONE if it was not made */
    uint8_t depth;
    uint8_t bound;
    bool is_found;
    bool was_pv;
} TtEntry;

/* Makes the table `megabytes` large and empty; any size from 1 on. False, with the old table
 * kept, when the memory cannot be had. Not while a search is running. */
bool tt_resize(TranspositionTable *tt, size_t megabytes);
void tt_free(TranspositionTable *tt);

/* Empties slice `index` of `count`, so that several threads can share the work. */
void tt_clear_slice(TranspositionTable *tt, int index, int count);

/* Begins a new search: entries not met again grow old. */
void tt_age(TranspositionTable *tt);

TtEntry tt_probe(const TranspositionTable *tt, Key key, int ply);

/* Keeps the entry for `key`. An entry without a move keeps the move known before; a much
 * shallower inexact one does not displace a deeper one of the same position and search. */
void tt_store(TranspositionTable *tt, Key key, int ply, TtEntry entry);

/* Entries of the current search in every thousand. */
int tt_permille_full(const TranspositionTable *tt);

void tt_prefetch(const TranspositionTable *tt, Key key);

#endif
