/* The evaluation of a position as a table for people to read. Pure. */
#ifndef CASTELLAN_EVAL_TABLE_H
#define CASTELLAN_EVAL_TABLE_H

#include "eval_trace.h"

enum { EVAL_TABLE_SIZE = 4096 };

/* Each group of terms with what it adds for either side, in pawns, and how the score comes about.
 * Every line ends with a newline. */
void eval_table_format(const EvalTrace *trace, char text[EVAL_TABLE_SIZE]);

#endif
