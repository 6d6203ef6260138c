/* The formulas of pruning and reduction: pure functions of plain values. */
#ifndef CASTELLAN_MARGINS_H
#define CASTELLAN_MARGINS_H

#include "score.h"
#include "search_params.h"

static inline int least(int a, int b) {
    return a < b ? a : b;
}

static inline int greatest(int a, int b) {
    return a > b ? a : b;
}

/* Binary logarithms in 256ths, filled once by `margins_init` with integers alone, so that every
 * machine agrees on them. */
enum { LOG_NB = 256 };
typedef struct LogTable {
    int16_t log2[LOG_NB]; /* of 1 on; the entry of 0 is 0 too */
} LogTable;
extern LogTable log_table;
void margins_init(void);

/* By how much, in 1024ths of a ply, the `number`th move of a node is searched less deeply. */
static inline int base_reduction(int depth, int number, bool is_quiet) {
    int product =
        log_table.log2[least(depth, LOG_NB - 1)] * log_table.log2[least(number, LOG_NB - 1)];
    return is_quiet ? PARAMETER(ReductionBase) + product / 64 * PARAMETER(ReductionSlope) / 1024
                    : PARAMETER(ReductionNoisyBase) +
                          product / 64 * PARAMETER(ReductionNoisySlope) / 1024;
}

/* Ahead of beta by this much, a quiet position is taken to stay there. */
static inline Score reverse_futility_margin(int depth, bool improving) {
    return PARAMETER(ReverseFutilityMargin) * depth -
           (improving ? PARAMETER(ReverseFutilityImproving) : 0);
}

static inline Score razor_margin(int depth) {
    return PARAMETER(RazorMargin) * depth;
}

static inline int null_move_reduction(int depth, Score ahead) {
    return PARAMETER(NullMoveReduction) + depth / PARAMETER(NullMoveDepthDivisor) +
           least(ahead / PARAMETER(NullMoveEvalDivisor), 3);
}

/* Quiet moves to try before the rest is taken to be hopeless. */
static inline int late_move_limit(int depth, bool improving) {
    int moves = PARAMETER(LateMoveBase) + depth * depth;
    return improving ? moves : moves / 2;
}

static inline Score futility_margin(int depth) {
    return PARAMETER(FutilityBase) + PARAMETER(FutilityMargin) * depth;
}

static inline Score exchange_margin(int depth, bool is_quiet) {
    return is_quiet ? -PARAMETER(ExchangeQuietMargin) * depth
                    : -PARAMETER(ExchangeNoisyMargin) * depth;
}

static inline int history_bonus(int depth) {
    return least(PARAMETER(HistoryBonusSlope) * depth - PARAMETER(HistoryBonusOffset),
                 PARAMETER(HistoryBonusLimit));
}

static inline int history_malus(int depth) {
    return -least(PARAMETER(HistoryMalusSlope) * depth, PARAMETER(HistoryMalusLimit));
}

#endif
