#include "eval_trace.h"

/* Sums of one kind: what a side's counts amount to. */
static EvalParts sum_of(const EvalTrace *trace, const ScorePair *weights, EvalKind kind,
                        Colour side) {
    EvalParts sum = {0, 0};
    for (int r = 0; r < eval_row_count; r++) {
        const EvalRow *row = &eval_rows[r];
        for (int i = row->first; row->kind == kind && i < row->first + row->count; i++) {
            sum.mg += pair_mg(weights[i]) * trace->counts[side][i];
            sum.eg += pair_eg(weights[i]) * trace->counts[side][i];
        }
    }
    return sum;
}

/* The linear terms of a side and the safety of its king. */
static EvalParts side_of(const EvalTrace *trace, const ScorePair *weights, Colour side) {
    EvalParts linear = sum_of(trace, weights, EVAL_LINEAR, side);
    EvalParts danger = sum_of(trace, weights, EVAL_DANGER, side);
    EvalParts safety = eval_safety(danger.mg, danger.eg);
    return (EvalParts){linear.mg + safety.mg, linear.eg + safety.eg};
}

Score eval_rebuild(const EvalTrace *trace, const ScorePair *weights) {
    if (trace->is_known)
        return trace->score;
    EvalParts white = side_of(trace, weights, WHITE), black = side_of(trace, weights, BLACK);
    int push = sum_of(trace, weights, EVAL_COMPLEXITY, WHITE).eg;
    EvalParts parts = {white.mg - black.mg, eval_pushed(white.eg - black.eg, push)};
    return eval_tapered(parts, trace->phase, trace->scale, trace->damping);
}
