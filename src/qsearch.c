#include "qsearch.h"

#include "eval.h"
#include "margins.h"
#include "see.h"

Score qsearch_raw_eval(Searcher *s, const Position *p, const TtEntry *table) {
    return table->is_found && table->eval != SCORE_NONE ? table->eval : eval_evaluate(p, &s->pawns);
}

Score qsearch_corrected_eval(Searcher *s, const Position *p, int ply, Score raw) {
    const Ply *here = searcher_ply(s, ply);
    int correction = history_correction(s->histories, p, here[-1].piece_to, here[-2].piece_to);
    return score_clamp_eval(raw + correction);
}

Score qsearch_sharpened_eval(Score eval, const TtEntry *table) {
    if (!table->is_found || table->score == SCORE_NONE || score_is_mate(table->score))
        return eval;
    Bound useful = table->score > eval ? BOUND_LOWER : BOUND_UPPER;
    return (table->bound & useful) ? table->score : eval;
}

bool qsearch_table_settles(const TtEntry *table, Score alpha, Score beta) {
    if (!table->is_found || table->score == SCORE_NONE)
        return false;
    return table->bound == BOUND_EXACT || (table->bound == BOUND_LOWER && table->score >= beta) ||
           (table->bound == BOUND_UPPER && table->score <= alpha);
}

/* The result so far of one quiescence node. */
typedef struct Quiet {
    Score alpha, beta, best;
    Score futility; /* a capture must lift this above alpha */
    Move best_move;
    bool is_pv, in_check;
} Quiet;

static void remember(Searcher *s, const Position *p, int ply, const Quiet *q, TtEntry entry) {
    entry.move = q->best_move;
    entry.score = (int16_t)q->best;
    entry.bound = q->best >= q->beta ? BOUND_LOWER : BOUND_UPPER;
    entry.depth = 0;
    entry.was_pv = entry.was_pv || q->is_pv;
    tt_store(s->shared->tt, p->key, ply, entry);
}

/* A capture whose victim cannot lift the score to alpha is not worth looking at. */
static bool is_futile(const Position *p, Move move, Quiet *q) {
    if (q->in_check || move_kind(move) == MOVE_PROMOTION)
        return false;
    PieceType victim =
        move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(p->board[move_to(move)]);
    Score reached = q->futility + see_values[victim];
    if (reached > q->alpha)
        return false;
    q->best = greatest(q->best, reached);
    return true;
}

static void search_captures(Searcher *s, const Position *p, int ply, Move table_move, Quiet *q) {
    MovePicker picker;
    Move move;
    if (q->in_check) {
        OrderingHints hints = searcher_hints(s, p, ply, table_move);
        movepick_init(&picker, p, &hints);
    } else {
        /* Captures need no more than this to be ordered. */
        OrderingHints hints = {.histories = s->histories, .table_move = table_move};
        movepick_init_noisy(&picker, p, &hints, 0);
    }
    for (;;) {
        /* In check, quiet evasions are tried only until one of them holds. */
        bool holds = q->in_check && !score_is_loss(q->best);
        move = movepick_next(&picker, holds ? QUIETS_LEFT_OUT : QUIETS_BY_HISTORY);
        if (move == MOVE_NONE)
            return;
        if (!score_is_loss(q->best) && is_futile(p, move, q))
            continue;
        Position child;
        searcher_make_move(s, p, ply, move, &child);
        Score score = -qsearch_position(s, &child, ply + 1, -q->beta, -q->alpha);
        searcher_pop(s);
        if (searcher_is_stopped(s))
            return;
        if (score <= q->best)
            continue;
        q->best = score;
        if (score <= q->alpha)
            continue;
        q->best_move = move;
        q->alpha = score;
        if (q->is_pv)
            searcher_update_pv(s, ply, move);
        if (score >= q->beta)
            return;
    }
}

Score qsearch_position(Searcher *s, const Position *p, int ply, Score alpha, Score beta) {
    Ply *here = searcher_ply(s, ply);
    Quiet q = {.alpha = alpha, .beta = beta, .best = -SCORE_INFINITE, .is_pv = beta - alpha > 1};
    here->pv_length = 0;
    s->seldepth = greatest(s->seldepth, ply);
    searcher_count_node(s);
    if (searcher_is_stopped(s) || searcher_is_draw(s, p, ply))
        return SCORE_DRAW;
    q.in_check = p->checkers != 0;
    if (ply >= MAX_PLY)
        return q.in_check ? SCORE_DRAW : eval_evaluate(p, &s->pawns);

    TtEntry table = tt_probe(s->shared->tt, p->key, ply);
    if (!q.is_pv && qsearch_table_settles(&table, alpha, beta))
        return table.score;
    bool has_move = table.is_found && movegen_is_legal(p, table.move);
    TtEntry entry = {.eval = SCORE_NONE, .was_pv = table.was_pv};
    here->eval = SCORE_NONE;
    if (!q.in_check) {
        entry.eval = (int16_t)qsearch_raw_eval(s, p, &table);
        here->eval = qsearch_corrected_eval(s, p, ply, entry.eval);
        q.best = qsearch_sharpened_eval(here->eval, &table);
        q.futility = q.best + PARAMETER(QuiescenceFutility);
        q.alpha = greatest(alpha, q.best);
    }
    if (q.alpha < beta) {
        search_captures(s, p, ply, has_move ? table.move : MOVE_NONE, &q);
        if (searcher_is_stopped(s))
            return SCORE_DRAW;
    }
    if (q.in_check && q.best == -SCORE_INFINITE)
        return score_mated_at(ply);
    remember(s, p, ply, &q, entry);
    return q.best;
}
