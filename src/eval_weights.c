#include "eval_weights.h"

#include <stddef.h>

#define S(mg, eg) SCORE_PAIR(mg, eg)

/* A table with too few values would silently end in zeros. */
#define GROUP(name, kind)
#define TERM(name, value)
#define TABLE(name, size, ...)                                                                     \
    _Static_assert(sizeof((ScorePair[]){__VA_ARGS__}) == (size) * sizeof(ScorePair),               \
                   #name " does not have as many values as it says");
#include "eval_terms.def"
#undef GROUP
#undef TERM
#undef TABLE

const EvalWeights eval_weights = {
#define GROUP(name, kind)
#define TERM(name, value)      .name = value,
#define TABLE(name, size, ...) .name = {__VA_ARGS__},
#include "eval_terms.def"
#undef GROUP
#undef TERM
#undef TABLE
};

enum {
#define GROUP(name, kind)
#define TERM(name, value)      ROW_##name,
#define TABLE(name, size, ...) ROW_##name,
#include "eval_terms.def"
#undef GROUP
#undef TERM
#undef TABLE
    ROW_NB
};

EvalRow eval_rows[ROW_NB];
const int eval_row_count = ROW_NB;

/* At start-up, since a row cannot know at compile time which group was opened last. */
void eval_weights_init(void) {
    EvalRow *row = eval_rows;
    const char *group = "";
    EvalKind group_kind = EVAL_LINEAR;
#define GROUP(name, kind)                                                                          \
    group = #name;                                                                                 \
    group_kind = kind;
#define TABLE(name, size, ...)                                                                     \
    *row++ = (EvalRow){group, group_kind, #name,                                                   \
                       (int)(offsetof(EvalWeights, name) / sizeof(ScorePair)), size};
#define TERM(name, value) TABLE(name, 1, value)
#include "eval_terms.def"
#undef GROUP
#undef TERM
#undef TABLE
}
