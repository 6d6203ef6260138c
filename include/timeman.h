/* How long to think: pure functions from clocks to budgets and from the course of a search to a
 * decision. Times are milliseconds. */
#ifndef CASTELLAN_TIMEMAN_H
#define CASTELLAN_TIMEMAN_H

#include <stdbool.h>
#include <stdint.h>

/* What `go` said about the clock of the side to move. */
typedef struct TimeControl {
    bool has_clock; /* `remaining` was given, be it zero or negative */
    int64_t remaining;
    int64_t increment;
    int64_t moves_to_go; /* 0: until the end of the game */
    bool has_move_time;
    int64_t move_time;
    int64_t overhead; /* lost between the engine and its clock, every move */
} TimeControl;

typedef struct TimeBudget {
    bool is_limited;
    bool is_fixed; /* a time for this very move: use it up */
    int64_t soft;  /* no new iteration after this, scaled by how the search goes */
    int64_t hard;  /* stop wherever the search is */
} TimeBudget;

TimeBudget timeman_plan(const TimeControl *control);

/* How the search has gone so far. */
typedef struct SearchTrend {
    int stable_iterations;  /* in a row with the same best move */
    double best_move_share; /* of all nodes, 0 to 1 */
    int score_drop;         /* since the iteration before, in centipawns, negative for a rise */
} SearchTrend;

/* Whether to begin no further iteration after `elapsed`. */
bool timeman_is_enough(const TimeBudget *budget, const SearchTrend *trend, int64_t elapsed);

#endif
