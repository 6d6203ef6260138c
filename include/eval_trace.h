/* The evaluation taken apart: how often each weight was counted for each side, so that the score
 * can be rebuilt from any set of weights. For the tuner, the `eval` command and tests. */
#ifndef CASTELLAN_EVAL_TRACE_H
#define CASTELLAN_EVAL_TRACE_H

#include "eval_weights.h"
#include "position.h"
#include "psqt.h"

/* The score of a position, White's point of view, is rebuilt like this (all integer divisions
 * towards zero in the engine; a tuner uses real numbers):
 *
 *   linear  = sum over EVAL_LINEAR weights w of w * (counts[WHITE] - counts[BLACK])    (mg, eg)
 *   danger  = for each side: sum over EVAL_DANGER weights of w * counts[side]          (mg, eg)
 *   safety  = for each side: mg -max(danger.mg, 0)^2 / EVAL_DANGER_SQUARE,
 *                            eg -max(danger.eg, 0) / EVAL_DANGER_LINE
 *   mg, eg  = linear + safety[WHITE] - safety[BLACK]
 *   push    = sum over EVAL_COMPLEXITY weights of w.eg * counts[WHITE]  (the eg half alone)
 *   eg     += eg > 0 ? max(push, -eg) : eg < 0 ? -max(push, eg) : 0
 *   score   = (mg * phase + eg * scale / EVAL_SCALE_FULL * (PHASE_MAX - phase)) / PHASE_MAX
 *   score   = score * damping / EVAL_DAMPING_FULL
 */
enum {
    EVAL_DANGER_SQUARE = 1024,
    EVAL_DANGER_LINE = 16,
    EVAL_SCALE_FULL = 64,
    EVAL_DAMPING_FULL = 256,
};

typedef struct EvalTrace {
    int16_t counts[COLOUR_NB][EVAL_WEIGHT_NB];
    int phase;     /* 0 (bare endgame) .. PHASE_MAX */
    int scale;     /* 0 .. 2 * EVAL_SCALE_FULL, of the endgame score */
    int damping;   /* 0 .. EVAL_DAMPING_FULL, by the fifty-move counter */
    bool is_known; /* special knowledge of the ending gave the score; the terms did not count */
    Score score;   /* White's point of view */
} EvalTrace;

/* Evaluates like eval_evaluate. Mind that `scale` was chosen by the side that the weights of the
 * engine see ahead. */
void eval_trace(const Position *position, EvalTrace *trace);

/* The score that a trace stands for with `weights` (EVAL_WEIGHT_NB of them), White's view. */
Score eval_rebuild(const EvalTrace *trace, const ScorePair *weights);

/* ---- The steps of the formula ---- */

typedef struct EvalParts {
    int mg, eg;
} EvalParts;

/* What the danger to its king costs a side: never positive. */
static inline EvalParts eval_safety(int danger_mg, int danger_eg) {
    int mg = danger_mg > 0 ? danger_mg : 0, eg = danger_eg > 0 ? danger_eg : 0;
    return (EvalParts){-(mg * mg / EVAL_DANGER_SQUARE), -(eg / EVAL_DANGER_LINE)};
}

/* The endgame score after the push of complexity: it never changes sides. */
static inline int eval_pushed(int eg, int push) {
    if (eg > 0)
        return eg + (push > -eg ? push : -eg);
    return eg < 0 ? eg - (push > eg ? push : eg) : 0;
}

/* Middlegame and endgame mixed, as phase, scale and damping of the trace say. */
static inline Score eval_tapered(EvalParts parts, int phase, int scale, int damping) {
    int endgame = parts.eg * scale / EVAL_SCALE_FULL;
    int mixed = (parts.mg * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
    return score_clamp_eval(mixed * damping / EVAL_DAMPING_FULL);
}

#endif
