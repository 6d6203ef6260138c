#include "root.h"

#include <stddef.h>
#include <string.h>

#include "eval.h"
#include "margins.h"
#include "mate.h"
#include "search.h"

enum {
    /* Where a mate or a draw is certain, hundreds of depths take no time. The first ones are all
     * reported, the others not faster than this. */
    FIRST_DEPTHS = 30,
    REPORT_INTERVAL_MS = 20,
    DEPTHS_WITHOUT_MATE = 4,
    LEAST_HUNT_NODES = 20000,
    /* A search of so many nodes can spare a few to rule out that it overlooks a short mate. */
    LONG_SEARCH_NODES = 250000,
    SHORT_MATE_MOVES = 2,
    SHORT_MATE_NODES = LONG_SEARCH_NODES / 4,
};

/* The lines are left as they are, since their lengths of zero hide them: they are most of the
 * stack, and short searches would spend a good part of their time on them. */
static void reset_stack(Searcher *s) {
    const Ply blank = {
        .continuation = &s->no_continuation,
        .piece_to = -1,
        .eval = SCORE_NONE,
    };
    for (size_t i = 0; i < sizeof s->stack / sizeof *s->stack; i++)
        memcpy(&s->stack[i], &blank, offsetof(Ply, pv));
}

/* The newest keys of the game, as many as can still matter. */
static void copy_keys(Searcher *s, const Game *game) {
    size_t count = game->key_count < MAX_ROOT_KEYS ? game->key_count : MAX_ROOT_KEYS;
    memcpy(s->keys, game->keys + (game->key_count - count), count * sizeof *s->keys);
    s->key_count = count;
}

/* Moves of the line beyond its length are not touched, for the same reason. */
static void reset_root_move(RootMove *root, Move move) {
    const RootMove blank = {
        .move = move,
        .score = -SCORE_INFINITE,
        .previous_score = -SCORE_INFINITE,
        .pv_length = 1,
    };
    memcpy(root, &blank, offsetof(RootMove, pv));
    root->pv[0] = move;
}

void root_prepare(Searcher *s, SearchShared *shared, const Game *game, const MoveList *moves) {
    s->shared = shared;
    s->root = game->position;
    atomic_store_explicit(&s->nodes, 0, memory_order_relaxed);
    reset_stack(s);
    if (game->key_count > 0)
        copy_keys(s, game);
    else
        s->key_count = 0;
    s->root_count = moves->count;
    for (int i = 0; i < moves->count; i++)
        reset_root_move(&s->root_moves[i], moves->moves[i]);
    s->pv_index = s->root_depth = s->seldepth = s->null_move_min_ply = 0;
    /* What to say if the search ends before it has found anything. */
    s->answer = s->root_moves[0];
    s->answer.score = s->root.checkers ? SCORE_DRAW : eval_evaluate(&s->root, &s->pawns);
    s->answer.bound = BOUND_EXACT;
    s->answer_depth = 0;
    s->line_count = 0;
    s->reported_ms = 0;
}

/* Best first from `begin` up to `end`; equals keep their order. */
static void sort_root_moves(Searcher *s, int begin, int end) {
    for (int i = begin + 1; i < end; i++) {
        if (s->root_moves[i].score <= s->root_moves[i - 1].score)
            continue;
        RootMove move = s->root_moves[i];
        int j = i;
        for (; j > begin && s->root_moves[j - 1].score < move.score; j--)
            s->root_moves[j] = s->root_moves[j - 1];
        s->root_moves[j] = move;
    }
}

static void report(const Searcher *s, const RootMove *root, int line) {
    const SearchEvents *events = &s->shared->events;
    events->on_report(events->context, &(SearchReport){
                                           .depth = s->root_depth,
                                           .seldepth = root->seldepth + 1,
                                           .line = line,
                                           .score = root->score,
                                           .bound = root->bound,
                                           .pv = root->pv,
                                           .pv_length = root->pv_length,
                                       });
}

/* Searches one line with a window around what the iteration before found, widened on the side
 * where it proves too narrow. */
static void search_line(Searcher *s) {
    Score guess = s->root_moves[s->pv_index].previous_score;
    int delta = PARAMETER(AspirationWindow), failed_high = 0;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    if (s->root_depth >= PARAMETER(AspirationDepth) && !score_is_mate(guess)) {
        alpha = greatest(guess - delta, -SCORE_INFINITE);
        beta = least(guess + delta, SCORE_INFINITE);
    }
    for (;;) {
        int depth = greatest(s->root_depth - failed_high, 1);
        Score score = search_position(s, &s->root, 0, (Span){alpha, beta, depth, false});
        if (searcher_is_stopped(s))
            return;
        sort_root_moves(s, s->pv_index, s->root_count);
        if (score > alpha && score < beta)
            return;
        if (s->index == 0 && s->shared->limits.multi_pv == 1 &&
            searcher_elapsed_ms(s->shared) > PATIENCE_MS)
            report(s, &s->root_moves[s->pv_index], s->pv_index + 1);
        delta += delta / 2;
        bool is_wide = delta > PARAMETER(AspirationWidest) || score_is_mate(score);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = is_wide ? -SCORE_INFINITE : greatest(score - delta, -SCORE_INFINITE);
            failed_high = 0;
        } else {
            beta = is_wide ? SCORE_INFINITE : least(score + delta, SCORE_INFINITE);
            failed_high = least(failed_high + 1, PARAMETER(AspirationShallower));
        }
    }
}

static void report_depth(Searcher *s, int lines) {
    int64_t now = searcher_elapsed_ms(s->shared);
    if (s->index != 0 ||
        (s->root_depth > FIRST_DEPTHS && now - s->reported_ms < REPORT_INTERVAL_MS))
        return;
    s->reported_ms = now;
    for (int i = 0; i < lines; i++)
        report(s, &s->root_moves[i], i + 1);
}

/* One depth, all lines asked for. False when the search was stopped within. */
static bool search_depth(Searcher *s) {
    const SearchLimits *limits = &s->shared->limits;
    int lines = least(limits->multi_pv + limits->hidden_lines, s->root_count);
    for (int i = 0; i < s->root_count; i++)
        s->root_moves[i].previous_score = s->root_moves[i].score;
    for (s->pv_index = 0; s->pv_index < lines; s->pv_index++) {
        s->seldepth = 0;
        search_line(s);
        if (searcher_is_stopped(s))
            return false;
    }
    /* A later line may have come out above the first. The moves behind the lines keep out: of some
     * only a bound is known, which may lie above a line. */
    sort_root_moves(s, 0, lines);
    s->answer = s->root_moves[0];
    s->answer_depth = s->root_depth;
    report_depth(s, least(limits->multi_pv, lines));
    s->line_count = least(lines, MAX_LINES_KEPT);
    memcpy(s->lines, s->root_moves, (size_t)s->line_count * sizeof *s->lines);
    return true;
}

static bool is_mate_found(const SearchLimits *limits, Score score) {
    int plies = SCORE_MATE - (score < 0 ? -score : score);
    return limits->mate > 0 && score_is_mate(score) && (plies + 1) / 2 <= limits->mate;
}

/* The course of the iterations, for the time manager. */
typedef struct Course {
    Move best;
    Score score;
    int stable_iterations;
} Course;

/* Time spent pondering counts towards a share of the clock, not towards a fixed time. */
static bool is_time_enough(const Searcher *s, const SearchTrend *trend) {
    const TimeBudget *time = &s->shared->limits.time;
    if (time->is_fixed)
        return timeman_is_enough(time, trend, searcher_clock_ms(s->shared));
    /* With one reply there is nothing to think about. */
    return (s->root_count == 1 && time->is_limited) ||
           timeman_is_enough(time, trend, searcher_elapsed_ms(s->shared));
}

/* While pondering it never is; but `ponderhit` learns whether it would have been. */
static bool is_enough(const Searcher *s, Course *course) {
    SearchShared *shared = s->shared;
    const SearchLimits *limits = &shared->limits;
    const RootMove *best = &s->root_moves[0];
    uint64_t nodes = searcher_nodes(s);
    SearchTrend trend = {
        .best_move_share = nodes == 0 ? 1.0 : (double)best->nodes / (double)nodes,
        .score_drop = s->root_depth > 1 ? course->score - best->score : 0,
    };
    course->stable_iterations = course->best == best->move ? course->stable_iterations + 1 : 0;
    course->best = best->move;
    course->score = best->score;
    trend.stable_iterations = course->stable_iterations;
    bool is_done = is_mate_found(limits, best->score) ||
                   (limits->soft_nodes > 0 && nodes >= limits->soft_nodes);
    if (!atomic_load_explicit(&shared->is_pondering, memory_order_relaxed))
        return is_done || is_time_enough(s, &trend);
    bool is_due = is_done || (!limits->time.is_fixed && is_time_enough(s, &trend));
    atomic_store_explicit(&shared->is_due, is_due, memory_order_relaxed);
    return false;
}

/* What `go mate` asks for: the normal search finds most mates soon, but may overlook some. Where
 * there is none, it goes a little deeper before it answers with what else it has. */
static bool is_hunt_over(Searcher *s, MateHunt *hunt) {
    if (s->shared->limits.mate == 0 ||
        atomic_load_explicit(&s->shared->is_pondering, memory_order_relaxed))
        return false;
    uint64_t nodes = searcher_nodes(s);
    if (!hunt->is_over)
        mate_hunt(s, hunt, s->shared->limits.mate,
                  nodes > LEAST_HUNT_NODES ? nodes : LEAST_HUNT_NODES);
    return hunt->is_over &&
           (score_is_mate(s->answer.score) || s->root_depth >= hunt->plies + DEPTHS_WITHOUT_MATE);
}

static bool is_short_mate(Score score) {
    int plies = SCORE_MATE - (score < 0 ? -score : score);
    return score_is_mate(score) && plies <= 2 * SHORT_MATE_MOVES;
}

/* Pruning can hide even a mate in two for long when its first move gives up a queen quietly. One
 * look without any, once, is cheap; what it finds is proven, so that nothing is left to search. */
static bool finds_short_mate(Searcher *s, MateHunt *hunt) {
    const SearchLimits *limits = &s->shared->limits;
    bool is_wanted = limits->mate == 0 && limits->multi_pv + limits->hidden_lines == 1 &&
                     searcher_nodes(s) >= LONG_SEARCH_NODES && !hunt->is_over;
    if (!is_wanted || is_short_mate(s->answer.score))
        return false;
    mate_hunt(s, hunt, SHORT_MATE_MOVES, SHORT_MATE_NODES);
    hunt->is_over = true;
    if (!is_short_mate(s->answer.score))
        return false;
    report(s, &s->answer, 1);
    return true;
}

void root_search(Searcher *s) {
    Course course = {.best = MOVE_NONE};
    MateHunt hunt = {0};
    for (int depth = 1; depth <= s->shared->limits.depth && !searcher_is_stopped(s); depth++) {
        /* Half of the helpers run a ply ahead, so that the threads do not all do the same. */
        s->root_depth = least(depth + s->index % 2, s->shared->limits.depth);
        if (!search_depth(s))
            return;
        if (s->index == 0 &&
            (is_enough(s, &course) || is_hunt_over(s, &hunt) || finds_short_mate(s, &hunt)))
            return;
    }
}

/* Each answer is worth its depth and how far it is above the worst; equal moves add up. Where the
 * main thread is sure to be mated, the others have only not seen it yet. */
const Searcher *root_vote(Searcher *const *searchers, int count) {
    const Searcher *winner = searchers[0];
    Score worst = SCORE_INFINITE;
    int64_t most = -1;
    if (score_is_loss(winner->answer.score))
        return winner;
    for (int i = 0; i < count; i++)
        worst = least(worst, searchers[i]->answer.score);
    for (int i = 0; i < count; i++) {
        int64_t votes = 0;
        const Searcher *s = searchers[i];
        for (int j = 0; j < count; j++)
            if (searchers[j]->answer.move == s->answer.move)
                votes +=
                    (int64_t)(searchers[j]->answer.score - worst + 14) * searchers[j]->answer_depth;
        bool is_mate = score_is_win(winner->answer.score);
        bool is_better = is_mate ? s->answer.score > winner->answer.score
                                 : votes > most || score_is_win(s->answer.score);
        if (s->answer_depth > 0 && is_better) {
            winner = s;
            most = votes;
        }
    }
    return winner;
}
