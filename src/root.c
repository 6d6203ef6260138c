#include "root.h"

#include <string.h>

#include "eval.h"
#include "margins.h"
#include "search.h"

enum { WIDEST_WINDOW = 900 }; /* beyond, the window is opened altogether */

static void reset_stack(Searcher *s) {
    memset(s->stack, 0, sizeof s->stack);
    for (size_t i = 0; i < sizeof s->stack / sizeof *s->stack; i++) {
        s->stack[i].continuation = &s->no_continuation;
        s->stack[i].piece_to = -1;
        s->stack[i].eval = SCORE_NONE;
    }
}

/* The newest keys of the game, as many as can still matter. */
static void copy_keys(Searcher *s, const Game *game) {
    size_t count = game->key_count < MAX_ROOT_KEYS ? game->key_count : MAX_ROOT_KEYS;
    memcpy(s->keys, game->keys + (game->key_count - count), count * sizeof *s->keys);
    s->key_count = count;
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
        s->root_moves[i] = (RootMove){.move = moves->moves[i],
                                      .score = -SCORE_INFINITE,
                                      .previous_score = -SCORE_INFINITE,
                                      .pv_length = 1,
                                      .pv = {moves->moves[i]}};
    s->pv_index = s->root_depth = s->seldepth = s->null_move_min_ply = 0;
    /* What to say if the search ends before it has found anything. */
    s->answer = s->root_moves[0];
    s->answer.score = s->root.checkers ? SCORE_DRAW : eval_evaluate(&s->root, &s->pawns);
    s->answer.bound = BOUND_EXACT;
    s->answer_depth = 0;
    s->line_count = 0;
}

/* Best first from `begin` on; equals keep their order. */
static void sort_root_moves(Searcher *s, int begin) {
    for (int i = begin + 1; i < s->root_count; i++) {
        RootMove move = s->root_moves[i];
        int j = i;
        for (; j > begin && s->root_moves[j - 1].score < move.score; j--)
            s->root_moves[j] = s->root_moves[j - 1];
        s->root_moves[j] = move;
    }
}

static void report(const Searcher *s, int index) {
    const SearchEvents *events = &s->shared->events;
    const RootMove *root = &s->root_moves[index];
    if (s->index != 0)
        return;
    events->on_report(events->context, &(SearchReport){
                                           .depth = s->root_depth,
                                           .seldepth = root->seldepth + 1,
                                           .line = index + 1,
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
        sort_root_moves(s, s->pv_index);
        if (score > alpha && score < beta)
            return;
        if (searcher_elapsed_ms(s->shared) > PATIENCE_MS && s->shared->limits.multi_pv == 1)
            report(s, s->pv_index);
        delta += delta / 2;
        bool is_wide = delta > WIDEST_WINDOW || score_is_mate(score);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = is_wide ? -SCORE_INFINITE : greatest(score - delta, -SCORE_INFINITE);
            failed_high = 0;
        } else {
            beta = is_wide ? SCORE_INFINITE : least(score + delta, SCORE_INFINITE);
            failed_high = least(failed_high + 1, 3);
        }
    }
}

/* One depth, all lines asked for. False when the search was stopped within. */
static bool search_depth(Searcher *s) {
    int lines = least(s->shared->limits.multi_pv, s->root_count);
    for (int i = 0; i < s->root_count; i++)
        s->root_moves[i].previous_score = s->root_moves[i].score;
    for (s->pv_index = 0; s->pv_index < lines; s->pv_index++) {
        s->seldepth = 0;
        search_line(s);
        if (searcher_is_stopped(s))
            return false;
    }
    sort_root_moves(s, 0);
    for (int i = 0; i < lines; i++)
        report(s, i);
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

static bool is_enough(const Searcher *s, Course *course) {
    const SearchLimits *limits = &s->shared->limits;
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
    if (atomic_load_explicit(&s->shared->is_pondering, memory_order_relaxed))
        return false;
    if (is_mate_found(limits, best->score))
        return true;
    /* With one reply there is nothing to think about. */
    if (s->root_count == 1 && limits->time.is_limited && !limits->time.is_fixed)
        return true;
    /* Time spent pondering counts towards a share of the clock, not towards a fixed time. */
    int64_t elapsed =
        limits->time.is_fixed ? searcher_clock_ms(s->shared) : searcher_elapsed_ms(s->shared);
    return timeman_is_enough(&limits->time, &trend, elapsed);
}

void root_search(Searcher *s) {
    Course course = {.best = MOVE_NONE};
    for (int depth = 1; depth <= s->shared->limits.depth && !searcher_is_stopped(s); depth++) {
        /* Half of the helpers run a ply ahead, so that the threads do not all do the same. */
        s->root_depth = least(depth + s->index % 2, s->shared->limits.depth);
        if (!search_depth(s))
            return;
        if (s->index == 0 && is_enough(s, &course))
            return;
    }
}

/* Each answer is worth its depth and how far it is above the worst; equal moves add up. */
const Searcher *root_vote(Searcher *const *searchers, int count) {
    const Searcher *winner = searchers[0];
    Score worst = SCORE_INFINITE;
    int64_t most = -1;
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
