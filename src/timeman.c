#include "timeman.h"

enum {
    /* Moves that the rest of a game is thought to last when the clock does not say. */
    EXPECTED_MOVES = 24,
    /* With moves to go, keep something back for the last of them. */
    MOST_MOVES_TO_GO = 40,
    /* Without, for so many moves. */
    RESERVED_OVERHEADS = 10,
};

static int64_t clamp(int64_t value, int64_t least, int64_t most) {
    return value > most ? most : value < least ? least : value;
}

static int64_t least_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The overhead is lost on every move: it takes its part of the increment, and until the next time
 * control something is kept back for it. What is left is shared out, and no move may use more than
 * a good part of it. */
static TimeBudget plan_clock(const TimeControl *control) {
    int64_t day = 24 * 3600 * 1000;
    int64_t remaining = clamp(control->remaining, 0, 365 * day);
    int64_t increment = clamp(control->increment, 0, day);
    int64_t overhead = clamp(control->overhead, 0, remaining);
    int64_t usable = remaining - overhead;
    if (usable < 1)
        return (TimeBudget){.is_limited = true, .soft = 0, .hard = 1};

    TimeBudget budget = {.is_limited = true};
    if (control->moves_to_go > 0) {
        int64_t moves = least_of(control->moves_to_go, MOST_MOVES_TO_GO);
        int64_t reserve = least_of(overhead * (moves - 1), usable / 2);
        int64_t share = (usable - reserve) / moves + increment * 3 / 4;
        budget.soft = moves == 1 ? usable * 7 / 10 : share;
        budget.hard = moves == 1 ? usable * 17 / 20 : least_of(share * 4, usable * 6 / 10);
    } else {
        int64_t gain = increment > overhead ? increment - overhead : 0;
        int64_t reserve = least_of(overhead * RESERVED_OVERHEADS, usable / 2);
        int64_t share = (usable - reserve) / EXPECTED_MOVES + gain * 3 / 4;
        budget.soft = share;
        budget.hard = least_of(share * 5, (usable - reserve) / 2);
    }
    budget.hard = clamp(budget.hard, 1, usable);
    budget.soft = clamp(budget.soft, 0, budget.hard);
    return budget;
}

static TimeBudget plan_move_time(const TimeControl *control) {
    bool is_ample = control->move_time > control->overhead;
    int64_t usable = is_ample ? control->move_time - control->overhead : 1;
    return (TimeBudget){.is_limited = true, .is_fixed = true, .soft = usable, .hard = usable};
}

TimeBudget timeman_plan(const TimeControl *control) {
    if (control->has_move_time) {
        TimeBudget fixed = plan_move_time(control);
        if (control->has_clock) {
            TimeBudget clock = plan_clock(control);
            fixed.hard = least_of(fixed.hard, clock.hard);
            fixed.soft = least_of(fixed.soft, fixed.hard);
        }
        return fixed;
    }
    return control->has_clock ? plan_clock(control) : (TimeBudget){.is_limited = false};
}

/* A best move that has long been the same, takes most of the nodes and holds its score needs less
 * time to be believed. */
bool timeman_is_enough(const TimeBudget *budget, const SearchTrend *trend, int64_t elapsed) {
    if (!budget->is_limited)
        return false;
    if (budget->is_fixed)
        return elapsed >= budget->soft;
    int stable = trend->stable_iterations > 8 ? 8 : trend->stable_iterations;
    int drop = trend->score_drop > 50 ? 50 : trend->score_drop < -20 ? -20 : trend->score_drop;
    double scale =
        (1.35 - 0.07 * stable) * (1.75 - 1.1 * trend->best_move_share) * (1.0 + 0.009 * drop);
    return (double)elapsed >= (double)budget->soft * scale;
}
