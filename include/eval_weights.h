/* Every number of the evaluation, by name. The rows stand in eval_terms.def and nowhere else: a
 * row gives the value, the index in a trace, the line in the print-out and what the tuner fits. */
#ifndef CASTELLAN_EVAL_WEIGHTS_H
#define CASTELLAN_EVAL_WEIGHTS_H

#include "score.h"

/* Nothing but pairs, so that a term's place is its index. */
typedef struct EvalWeights {
#define GROUP(name, kind)
#define TERM(name, value)      ScorePair name;
#define TABLE(name, size, ...) ScorePair name[size];
#include "eval_terms.def"
#undef GROUP
#undef TERM
#undef TABLE
} EvalWeights;

enum { EVAL_WEIGHT_NB = sizeof(EvalWeights) / sizeof(ScorePair) };

extern const EvalWeights eval_weights;

/* Where in a trace, or in an array of weights, one of `eval_weights` stands. */
static inline int eval_weight_index(const ScorePair *weight) {
    return (int)(weight - (const ScorePair *)&eval_weights);
}

/* How the terms of a group enter the score; see eval_trace.h for the formulas. */
typedef enum EvalKind {
    EVAL_LINEAR,     /* a term for a side adds to that side's score */
    EVAL_DANGER,     /* adds to the danger of that side's own king, which counts non-linearly */
    EVAL_COMPLEXITY, /* adds to what pulls the endgame score of the side ahead up or down */
} EvalKind;

/* What a row is, for printing and tuning: walk rows 0 .. eval_row_count - 1. */
typedef struct EvalRow {
    const char *group;
    EvalKind kind;
    const char *name;
    int first; /* index of its first weight */
    int count;
} EvalRow;

/* Filled once by `eval_weights_init`, read-only afterwards. */
extern EvalRow eval_rows[];
extern const int eval_row_count;

void eval_weights_init(void);

#endif
