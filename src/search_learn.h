/* What a finished node teaches: histories, corrections and the table. Private to the search. */
#ifndef CASTELLAN_SEARCH_LEARN_H
#define CASTELLAN_SEARCH_LEARN_H

#include "margins.h"
#include "search_node.h"

static inline void update_quiet(Node *n, Move move, int bonus) {
    int index = piece_to_index(n->p->board[move_from(move)], move_to(move));
    history_update(history_quiet(n->s->histories, position_side(n->p), n->hints.threats, move),
                   bonus, HISTORY_LIMIT);
    static const int BACK[CONTINUATION_NB] = {1, 2, 4};
    for (int i = 0; i < CONTINUATION_NB; i++)
        if (n->here[-BACK[i]].piece_to >= 0)
            history_update(&n->here[-BACK[i]].continuation->value[index], bonus, HISTORY_LIMIT);
}

/* The move that cut gains credit, those tried before it lose some. */
static inline void reward_cut(Node *n) {
    Histories *h = n->s->histories;
    int depth = n->depth + (n->best > n->beta + PARAMETER(ClearCutMargin));
    int bonus = history_bonus(depth), malus = history_malus(depth);
    if (movegen_is_noisy(n->p, n->best_move)) {
        history_update(history_capture(h, n->p, n->best_move), bonus, HISTORY_LIMIT);
    } else {
        if (n->here->killers[0] != n->best_move) {
            n->here->killers[1] = n->here->killers[0];
            n->here->killers[0] = n->best_move;
        }
        update_quiet(n, n->best_move, bonus);
        for (int i = 0; i < n->quiets.count; i++)
            update_quiet(n, n->quiets.moves[i], malus);
    }
    for (int i = 0; i < n->noisies.count; i++)
        history_update(history_capture(h, n->p, n->noisies.moves[i]), malus, HISTORY_LIMIT);
}

/* A quiet move that the table lets cut again has earned something too. */
static inline void reward_table_move(Node *n) {
    if (n->table_move == MOVE_NONE || movegen_is_noisy(n->p, n->table_move))
        return;
    n->hints = searcher_hints(n->s, n->p, n->ply, n->table_move);
    update_quiet(n, n->table_move, history_bonus(n->depth));
}

/* A quiet move after which the evaluation is better for its side than before was a good one. */
static inline void learn_from_swing(Node *n) {
    const Ply *before = &n->here[-1];
    if (n->is_root || before->move == MOVE_NULL || !before->is_quiet || before->eval == SCORE_NONE)
        return;
    int swing = -(n->here->eval + before->eval);
    int most = PARAMETER(SwingLimit);
    int bonus = PARAMETER(SwingWeight) * swing / 16 + PARAMETER(SwingOffset);
    history_update(before->history, greatest(-most, least(bonus, most)), HISTORY_LIMIT);
}

/* Where nothing helps, the opponent's quiet move before was a good one. */
static inline void reward_previous_move(Node *n) {
    const Ply *before = &n->here[-1];
    if (before->piece_to < 0 || !before->is_quiet)
        return;
    int bonus = history_bonus(n->depth) / 2;
    static const int BACK[] = {2, 3};
    for (size_t i = 0; i < sizeof BACK / sizeof *BACK; i++)
        if (n->here[-BACK[i]].piece_to >= 0)
            history_update(&n->here[-BACK[i]].continuation->value[before->piece_to], bonus,
                           HISTORY_LIMIT);
}

/* The difference between search and evaluation teaches something only where the search could
 * have contradicted it, and where no capture explains it. */
static inline void learn_correction(Node *n, Bound bound) {
    Score eval = n->here->eval;
    bool is_noisy = n->best_move != MOVE_NONE && movegen_is_noisy(n->p, n->best_move);
    bool is_open =
        (bound == BOUND_LOWER && n->best <= eval) || (bound == BOUND_UPPER && n->best >= eval);
    if (n->in_check || is_noisy || is_open || score_is_mate(n->best))
        return;
    history_learn_correction(n->s->histories, n->p, n->here[-1].piece_to, n->here[-2].piece_to,
                             n->depth, n->best - eval);
}

static inline void remember(Node *n, Score alpha_before) {
    Bound bound = n->best >= n->beta       ? BOUND_LOWER
                  : n->best > alpha_before ? BOUND_EXACT
                                           : BOUND_UPPER;
    if (bound == BOUND_LOWER) {
        n->here->cutoffs++;
        reward_cut(n);
    } else if (bound == BOUND_UPPER && n->here->excluded == MOVE_NONE) {
        reward_previous_move(n);
    }
    if (n->here->excluded != MOVE_NONE)
        return;
    learn_correction(n, bound);
    if (n->is_root && n->s->pv_index > 0)
        return;
    tt_store(n->s->shared->tt, n->p->key, n->ply,
             (TtEntry){.move = n->best_move,
                       .score = (int16_t)n->best,
                       .eval = (int16_t)n->raw_eval,
                       .depth = (uint8_t)n->depth,
                       .bound = bound,
                       .was_pv = n->is_pv || n->table.was_pv});
}

#endif
