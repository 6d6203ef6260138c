/* The search from the root: iterative deepening with aspiration windows and several principal
 * variations. Reports through callbacks; prints nothing. */
#ifndef CASTELLAN_ROOT_H
#define CASTELLAN_ROOT_H

#include "game.h"
#include "searcher.h"

/* Sets a searcher up for the game's current position. `moves` are the root moves to consider, all
 * legal and at least one. */
void root_prepare(Searcher *s, SearchShared *shared, const Game *game, const MoveList *moves);

/* Searches until a limit or `stop`; then `answer` holds the result. */
void root_search(Searcher *s);

/* Of several searchers of the same position, the one whose answer most of the others' depth and
 * score speak for. */
const Searcher *root_vote(Searcher *const *searchers, int count);

#endif
