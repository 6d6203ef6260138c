#include "timeline.h"

#include <math.h>

static PlotPoint score_point(const Outcomes *outcomes) {
    Estimate estimate = estimate_of(outcomes);
    double error = fmin(estimate.score_error, 1.0);
    return (PlotPoint){
        .y = 100.0 * estimate.score,
        .low = 100.0 * fmax(estimate.score - error, 0.0),
        .high = 100.0 * fmin(estimate.score + error, 1.0),
    };
}

static PlotPoint llr_point(const Outcomes *outcomes, const Sprt *sprt) {
    double llr = sprt_llr(sprt, outcomes);
    return (PlotPoint){.y = llr, .low = llr, .high = llr};
}

/* Counts the games again, pairs or single ones as in the end, and looks at even distances if there
 * is something new. Without `sprt` the points are scores. */
static void follow(Timeline *timeline, const Record *record, const Sprt *sprt) {
    const Outcomes *final = player_outcomes(&record->players[0]);
    Outcomes outcomes = {.classes = final->classes};
    size_t stride = (record->game_count + TIMELINE_MAX - 1) / TIMELINE_MAX;
    uint64_t counted = 0, shown = 0;
    timeline->count = 0;
    for (size_t i = 0; i < record->game_count; i++) {
        const GameEntry *game = &record->games[i];
        int result = final->classes == PAIR_CLASSES ? game->pair : game->half_points;
        if (result >= 0) {
            outcomes.count[result]++;
            counted++;
        }
        bool is_last = i + 1 == record->game_count;
        if (counted == 0 || (!is_last && (counted == shown || (i + 1) % stride != 0)))
            continue;
        PlotPoint point = sprt == NULL ? score_point(&outcomes) : llr_point(&outcomes, sprt);
        point.x = (double)(i + 1);
        timeline->points[timeline->count++] = point;
        shown = counted;
    }
}

void timeline_of_score(Timeline *timeline, const Record *record) {
    follow(timeline, record, NULL);
}

void timeline_of_llr(Timeline *timeline, const Record *record, const Sprt *sprt) {
    follow(timeline, record, sprt);
}
