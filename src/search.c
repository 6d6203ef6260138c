#include "search.h"

#include "eval.h"
#include "margins.h"
#include "qsearch.h"
#include "search_learn.h"
#include "see.h"

static Score search_child(Node *n, const Position *child, Span span) {
    return -search_position(n->s, child, n->ply + 1, span);
}

/* ---- Before the node is looked at ---- */

/* Whether the game or the line ends here; also narrows the window to mates that could still
 * improve it. */
static bool ends_here(Node *n, Score *score) {
    *score = SCORE_DRAW;
    if (searcher_is_stopped(n->s))
        return true;
    if (n->is_root)
        return false;
    if (searcher_is_draw(n->s, n->p, n->ply))
        return true;
    if (n->ply >= MAX_PLY) {
        *score = n->in_check ? SCORE_DRAW : eval_evaluate(n->p, &n->s->pawns);
        return true;
    }
    n->alpha = greatest(n->alpha, score_mated_at(n->ply));
    n->beta = least(n->beta, score_mates_at(n->ply + 1));
    *score = n->alpha;
    return n->alpha >= n->beta;
}

/* What the table knows. Near the fifty-move limit its scores cannot be trusted to come about. */
static bool table_answers(Node *n, Score *score) {
    n->table = tt_probe(n->s->shared->tt, n->p->key, n->ply);
    if (n->is_root)
        n->table_move = n->s->root_moves[n->s->pv_index].move;
    else if (n->table.is_found && movegen_is_legal(n->p, n->table.move))
        n->table_move = n->table.move;
    *score = n->table.score;
    return !n->is_pv && n->here->excluded == MOVE_NONE && n->table.depth >= n->depth &&
           n->p->halfmove_clock < PARAMETER(TableTrustPlies) &&
           qsearch_table_settles(&n->table, n->alpha, n->beta);
}

/* Static evaluation, and whether the side to move does better than two moves ago. */
static void judge(Node *n) {
    Ply *here = n->here;
    n->raw_eval = n->eval = here->eval = SCORE_NONE;
    if (n->in_check)
        return;
    n->raw_eval = qsearch_raw_eval(n->s, n->p, &n->table);
    here->eval = qsearch_corrected_eval(n->s, n->p, n->ply, n->raw_eval);
    n->eval = qsearch_sharpened_eval(here->eval, &n->table);
    Score before = here[-2].eval != SCORE_NONE ? here[-2].eval : here[-4].eval;
    n->improving = before != SCORE_NONE && here->eval > before;
    if (here->excluded == MOVE_NONE)
        learn_from_swing(n);
}

/* ---- Cutting the whole node ---- */

/* Far below alpha, only captures could help: look at those alone. */
static bool razors(Node *n, Score *score) {
    if (n->depth > PARAMETER(RazorDepth) || n->eval + razor_margin(n->depth) >= n->alpha)
        return false;
    *score = qsearch_position(n->s, n->p, n->ply, n->alpha, n->alpha + 1);
    return *score <= n->alpha && !score_is_mate(*score);
}

/* Far above beta, the opponent will hardly make it up in so few plies. */
static bool is_futile_to_resist(const Node *n, Score *score) {
    *score = n->beta + (n->eval - n->beta) / 2;
    return n->depth <= PARAMETER(ReverseFutilityDepth) && !score_is_mate(n->eval) &&
           n->eval - reverse_futility_margin(n->depth, n->improving) >= n->beta;
}

static bool has_pieces(const Position *p) {
    Colour us = position_side(p);
    return (p->by_colour[us] & ~p->by_type[PAWN] & ~p->by_type[KING]) != 0;
}

/* If even passing keeps the score above beta, some move will. Untrue in zugzwang: not tried with
 * bare pawns, and at high depth verified by a search without null moves on our side. */
static bool null_move_cuts(Node *n, Score *score) {
    Searcher *s = n->s;
    if (n->depth < PARAMETER(NullMoveDepth) || n->eval < n->beta ||
        n->here->eval < n->beta - PARAMETER(NullMoveSlack) || n->here[-1].move == MOVE_NULL ||
        n->ply < s->null_move_min_ply || !has_pieces(n->p))
        return false;
    Position child;
    int depth = n->depth - null_move_reduction(n->depth, n->eval - n->beta);
    searcher_make_null(s, n->p, n->ply, &child);
    *score = search_child(n, &child, (Span){-n->beta, -n->beta + 1, depth, !n->is_cut});
    searcher_pop(s);
    if (*score < n->beta || searcher_is_stopped(s))
        return false;
    if (score_is_win(*score))
        *score = n->beta;
    if (n->depth < PARAMETER(NullMoveVerifyDepth) || s->null_move_min_ply > 0)
        return true;
    s->null_move_min_ply = n->ply + greatest(depth, 1) * 3 / 4;
    Score verified = search_position(s, n->p, n->ply, (Span){n->beta - 1, n->beta, depth, false});
    s->null_move_min_ply = 0;
    return verified >= n->beta;
}

/* A capture that still beats beta by a margin in a shallower search will most likely beat beta in
 * the full one. */
static bool prob_cuts(Node *n, Score *score) {
    Searcher *s = n->s;
    Score bar = n->beta + PARAMETER(ProbCutMargin);
    bool is_denied = n->table.is_found && n->table.depth > n->depth - PARAMETER(ProbCutReduction) &&
                     n->table.score < bar;
    if (n->depth < PARAMETER(ProbCutDepth) || score_is_mate(n->beta) || is_denied)
        return false;
    MovePicker picker;
    Move move;
    movepick_init_noisy(&picker, n->p, &n->hints, bar - n->here->eval);
    while ((move = movepick_next(&picker, QUIETS_LEFT_OUT)) != MOVE_NONE) {
        Position child;
        searcher_make_move(s, n->p, n->ply, move, &child);
        *score = -qsearch_position(s, &child, n->ply + 1, -bar, -bar + 1);
        if (*score >= bar)
            *score = search_child(
                n, &child,
                (Span){-bar, -bar + 1, n->depth - PARAMETER(ProbCutReduction), !n->is_cut});
        searcher_pop(s);
        if (searcher_is_stopped(s))
            return false;
        if (*score < bar)
            continue;
        tt_store(s->shared->tt, n->p->key, n->ply,
                 (TtEntry){.move = move,
                           .score = (int16_t)*score,
                           .eval = (int16_t)n->raw_eval,
                           .depth = (uint8_t)(n->depth - PARAMETER(ProbCutReduction) + 1),
                           .bound = BOUND_LOWER,
                           .was_pv = n->table.was_pv});
        return true;
    }
    return false;
}

static bool is_cut_whole(Node *n, Score *score) {
    if (n->is_pv || n->in_check || n->here->excluded != MOVE_NONE || score_is_loss(n->beta))
        return false;
    return razors(n, score) || is_futile_to_resist(n, score) || null_move_cuts(n, score) ||
           prob_cuts(n, score);
}

/* ---- Move by move ---- */

static int reduction_of(const Node *n, const Try *t) {
    int reduction = base_reduction(n->depth, n->move_count, t->is_quiet);
    if (n->is_cut)
        reduction += PARAMETER(ReductionCut);
    if (n->is_pv || n->table.was_pv)
        reduction -= PARAMETER(ReductionPv);
    if (!n->improving)
        reduction += PARAMETER(ReductionNotImproving);
    if (t->gives_check)
        reduction -= PARAMETER(ReductionCheck);
    if (n->here[1].cutoffs > PARAMETER(CutoffsAreMany))
        reduction += PARAMETER(ReductionCutoffs);
    if (n->table_move != MOVE_NONE && movegen_is_noisy(n->p, n->table_move))
        reduction += PARAMETER(ReductionNoisyTableMove);
    if (t->move == n->here->killers[0] || t->move == n->here->killers[1])
        reduction -= PARAMETER(ReductionKiller);
    return reduction - t->history / PARAMETER(ReductionHistoryDivisor);
}

/* Whether a move can be left out without a search. Never before one move has been found that
 * does not lose at once. */
static bool is_hopeless(const Node *n, const Try *t) {
    if (n->is_root || score_is_loss(n->best))
        return false;
    int reduced = base_reduction(n->depth, n->move_count, t->is_quiet) / 1024;
    int depth = greatest(n->depth - reduced, 1);
    if (!t->is_quiet)
        return n->depth <= PARAMETER(ExchangePruneDepth) &&
               !see_reaches(n->p, t->move, exchange_margin(n->depth, false));
    if (!n->in_check && !t->gives_check && depth <= PARAMETER(FutilityDepth) &&
        n->here->eval + futility_margin(depth) + t->history / PARAMETER(FutilityHistoryDivisor) <=
            n->alpha)
        return true;
    if (depth <= PARAMETER(HistoryPruneDepth) &&
        t->history < -PARAMETER(HistoryPruneMargin) * n->depth)
        return true;
    return depth <= PARAMETER(ExchangePruneDepth) &&
           !see_reaches(n->p, t->move, exchange_margin(depth, true));
}

/* A table move that stands alone above the rest deserves a closer look: search the node without
 * it. Returns true when that search itself beats beta, so that several moves do. */
static bool is_multicut(Node *n, Try *t, Score *score) {
    bool may_be_singular = !n->is_root && n->depth >= PARAMETER(SingularDepth) &&
                           t->move == n->table_move && n->here->excluded == MOVE_NONE &&
                           n->table.is_found &&
                           n->table.depth >= n->depth - PARAMETER(SingularDepthSlack) &&
                           (n->table.bound & BOUND_LOWER) && !score_is_mate(n->table.score) &&
                           n->ply < 2 * n->s->root_depth;
    if (!may_be_singular)
        return false;
    Score bar = n->table.score - PARAMETER(SingularMargin) * n->depth;
    n->here->excluded = t->move;
    *score =
        search_position(n->s, n->p, n->ply, (Span){bar - 1, bar, (n->depth - 1) / 2, n->is_cut});
    n->here->excluded = MOVE_NONE;
    if (searcher_is_stopped(n->s))
        return false;
    if (*score < bar) {
        bool is_far = !n->is_pv && *score < bar - PARAMETER(DoubleExtensionMargin) &&
                      n->here->double_extensions < PARAMETER(DoubleExtensionLimit);
        t->extension = is_far ? 2 : 1;
    } else if (*score >= n->beta && !score_is_mate(*score)) {
        return true;
    } else if (n->table.score >= n->beta) {
        t->extension = -2;
    } else if (n->is_cut) {
        t->extension = -1;
    }
    return false;
}

/* Principal variation search of one move: the first with the whole window, the others first with
 * a null window, reduced when they come late. */
static Score search_move(Node *n, const Position *child, const Try *t) {
    int depth = n->depth - 1 + t->extension;
    Score score = -SCORE_INFINITE;
    bool is_first = n->move_count == 1;
    if (!is_first || !n->is_pv) {
        int reduced = depth;
        if (n->depth >= 2 && n->move_count > 1 + n->is_root)
            reduced = greatest(1, least(depth - reduction_of(n, t) / 1024, depth + 1));
        bool child_is_cut = reduced < depth ? true : !n->is_cut;
        score = search_child(n, child, (Span){-n->alpha - 1, -n->alpha, reduced, child_is_cut});
        if (score > n->alpha && reduced < depth) {
            /* How far it came out above tells how deep the second look should be. */
            depth += score > n->best + PARAMETER(DeeperMargin);
            depth -= score < n->best + PARAMETER(ShallowerMargin);
            if (reduced < depth)
                score = search_child(n, child, (Span){-n->alpha - 1, -n->alpha, depth, !n->is_cut});
        }
    }
    if (n->is_pv && (is_first || score > n->alpha))
        score = search_child(n, child, (Span){-n->beta, -n->alpha, depth, false});
    return score;
}

static void log_move(MoveLog *log, Move move) {
    if (log->count < MAX_TRIED)
        log->moves[log->count++] = move;
}

/* What the search of a root move found out. A move that did not raise alpha has no score of its
 * own, only a bound below the best. */
static void record_root_move(Node *n, const Try *t, Score score, uint64_t nodes_before) {
    Searcher *s = n->s;
    RootMove *root = &s->root_moves[s->pv_index];
    while (root->move != t->move)
        root++;
    root->nodes += searcher_nodes(s) - nodes_before;
    if (n->move_count > 1 && score <= n->alpha) {
        root->score = -SCORE_INFINITE;
        return;
    }
    root->score = score;
    root->bound = score >= n->beta ? BOUND_LOWER : score <= n->alpha ? BOUND_UPPER : BOUND_EXACT;
    root->seldepth = s->seldepth;
    root->pv[0] = t->move;
    root->pv_length = 1 + n->here[1].pv_length;
    for (int i = 0; i < n->here[1].pv_length; i++)
        root->pv[i + 1] = n->here[1].pv[i];
    /* That this move is mated says nothing of those not yet searched. */
    if (s->pv_index == 0 && root->bound == BOUND_EXACT && !score_is_loss(score)) {
        s->answer = *root;
        s->answer_depth = s->root_depth;
    }
}

/* Takes a result into account; true when it ends the node. */
static bool accept(Node *n, const Try *t, Score score) {
    if (score > n->best) {
        n->best = score;
        if (score > n->alpha) {
            n->best_move = t->move;
            if (n->is_pv)
                searcher_update_pv(n->s, n->ply, t->move);
            if (score >= n->beta)
                return true;
            n->alpha = score;
        }
    }
    log_move(t->is_quiet ? &n->quiets : &n->noisies, t->move);
    return false;
}

static Move next_move(Node *n, MovePicker *picker, bool is_late) {
    if (!n->is_root)
        return movepick_next(picker, is_late ? QUIETS_UNSORTED : QUIETS_BY_HISTORY);
    int index = n->s->pv_index + n->move_count;
    return index < n->s->root_count ? n->s->root_moves[index].move : MOVE_NONE;
}

static void report_current_move(const Node *n, Move move) {
    const SearchEvents *events = &n->s->shared->events;
    if (n->s->index == 0 && searcher_elapsed_ms(n->s->shared) > PATIENCE_MS)
        events->on_current_move(events->context, move, n->s->pv_index + n->move_count);
}

/* Whether so many moves have been tried that of the quiet ones left only checks are of interest. */
static bool are_quiets_late(const Node *n) {
    return !n->is_root && !score_is_loss(n->best) &&
           n->move_count >= late_move_limit(n->depth, n->improving);
}

static int history_of(const Node *n, const MovePicker *picker, const Try *t) {
    if (!t->is_quiet)
        return *history_capture(n->s->histories, n->p, t->move);
    return n->is_root ? movepick_quiet_score(n->p, &n->hints, t->move)
                      : movepick_last_quiet_score(picker, t->move);
}

/* Returns true when the node is settled before its moves are through, with its score. */
static bool search_moves(Node *n, Score *score) {
    Searcher *s = n->s;
    MovePicker picker;
    Move move;
    n->checking = movegen_checking(n->p);
    if (!n->is_root)
        movepick_init(&picker, n->p, &n->hints);
    for (;;) {
        bool is_late = are_quiets_late(n);
        move = next_move(n, &picker, is_late);
        if (move == MOVE_NONE)
            return false;
        if (move == n->here->excluded)
            continue;
        n->move_count++;
        if (n->is_root)
            report_current_move(n, move);
        Try t = {.move = move, .is_quiet = !movegen_is_noisy(n->p, move)};
        t.gives_check = movegen_gives_check(n->p, &n->checking, move);
        if (is_late && t.is_quiet && !t.gives_check)
            continue;
        t.history = history_of(n, &picker, &t);
        if (is_hopeless(n, &t))
            continue;
        if (is_multicut(n, &t, score))
            return true;
        Position child;
        uint64_t nodes_before = searcher_nodes(s);
        n->here[1].double_extensions = n->here->double_extensions + (t.extension == 2);
        n->here->history = history_quiet(s->histories, position_side(n->p), n->hints.threats, move);
        searcher_make_move(s, n->p, n->ply, move, &child);
        *score = search_move(n, &child, &t);
        searcher_pop(s);
        if (searcher_is_stopped(s))
            return true;
        if (n->is_root)
            record_root_move(n, &t, *score, nodes_before);
        if (accept(n, &t, *score))
            return false;
    }
}

/* ---- The whole node ---- */

static void enter(Node *n) {
    Ply *here = n->here;
    searcher_count_node(n->s);
    here->pv_length = 0;
    here[1].killers[0] = here[1].killers[1] = MOVE_NONE;
    here[2].cutoffs = 0;
    if (n->is_pv)
        n->s->seldepth = greatest(n->s->seldepth, n->ply);
}

Score search_position(Searcher *s, const Position *position, int ply, Span span) {
    if (span.depth <= 0)
        return qsearch_position(s, position, ply, span.alpha, span.beta);
    Node n = {
        .s = s,
        .p = position,
        .here = searcher_ply(s, ply),
        .ply = ply,
        .depth = least(span.depth, MAX_DEPTH),
        .alpha = span.alpha,
        .beta = span.beta,
        .is_root = ply == 0,
        .is_pv = span.beta - span.alpha > 1,
        .is_cut = span.is_cut,
        .in_check = position->checkers != 0,
        .best = -SCORE_INFINITE,
    };
    Score score;
    enter(&n);
    if (ends_here(&n, &score))
        return score;
    if (table_answers(&n, &score)) {
        if (score >= n.beta)
            reward_table_move(&n);
        return score;
    }
    judge(&n);
    n.hints = searcher_hints(s, position, ply, n.table_move);
    if (is_cut_whole(&n, &score))
        return score;
    /* Without a move to try first, a shallower search finds one for the next time. */
    if (n.depth >= PARAMETER(InternalReductionDepth) && n.table_move == MOVE_NONE &&
        (n.is_pv || n.is_cut))
        n.depth--;

    Score alpha_before = n.alpha;
    if (search_moves(&n, &score))
        return score;
    if (n.move_count == 0)
        return n.here->excluded != MOVE_NONE ? n.alpha
               : n.in_check                  ? score_mated_at(ply)
                                             : SCORE_DRAW;
    /* How far a move beats beta is known less well the shallower the search. */
    if (n.best >= n.beta && !score_is_mate(n.best) && !score_is_mate(n.beta))
        n.best = (n.best * n.depth + n.beta) / (n.depth + 1);
    remember(&n, alpha_before);
    return n.best;
}
