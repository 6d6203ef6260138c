/* The search from the root: iterative deepening with aspiration windows and several principal
 * variations. Reports through callbacks; prints nothing. */
#ifndef CASTELLAN_ROOT_H
#define CASTELLAN_ROOT_H

#include "game.h"
#include "searcher.h"

/* One line of analysis. */
typedef struct RootReport {
    int depth, seldepth;
    int line; /* 1 for the best */
    Score score;
    Bound bound;
    const Move *pv; /* at least one move */
    int pv_length;
} RootReport;

/* What the main thread tells while it searches. */
typedef struct RootEvents {
    void *context;
    void (*on_report)(void *context, const RootReport *report);
} RootEvents;

/* Sets a searcher up for the game's current position. `moves` are the root moves to consider, all
 * legal and at least one. */
void root_prepare(Searcher *s, SearchShared *shared, const Game *game, const MoveList *moves);

/* Searches until a limit or `stop`; then `answer` holds the result. `events` may be NULL. */
void root_search(Searcher *s, const RootEvents *events);

/* Of several searchers of the same position, the one whose answer most of the others' depth and
 * score speak for. */
const Searcher *root_vote(Searcher *const *searchers, int count);

#endif
