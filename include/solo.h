/* Searches on one thread with a table of its own, by numbers of nodes alone: the same ones, in the
 * same order, give the same results on every machine. For self-play, openings and the like.
 *
 * Belongs to one thread; others may only ask for its nodes. */
#ifndef CASTELLAN_SOLO_H
#define CASTELLAN_SOLO_H

#include "game.h"
#include "searcher.h"

typedef struct Solo Solo;

typedef struct SoloLimits {
    int64_t soft_nodes; /* no further depth is begun after so many */
    int64_t hard_nodes; /* a depth is broken off after so many */
    int lines;          /* best lines to find, up to MAX_LINES_KEPT */
} SoloLimits;

/* NULL when memory cannot be had. */
Solo *solo_create(size_t hash_megabytes);
void solo_destroy(Solo *solo); /* NULL is fine */

/* Empties the table and forgets what was learned, as before the first search. */
void solo_forget(Solo *solo);

/* Searches the game's current position, which must have a legal move. The answer, and the lines,
 * are good until the next search. */
const RootMove *solo_search(Solo *solo, const Game *game, SoloLimits limits);

/* The best lines of the last depth that was completed, best first; their number is returned. */
int solo_lines(const Solo *solo, const RootMove **lines);

/* Searched since it was made; for any thread. */
uint64_t solo_nodes(const Solo *solo);

#endif
