/* A fixed set of searches whose node count is the program's signature: equal for every compiler,
 * CPU and build, and changed by whatever changes how the engine searches or evaluates. */
#ifndef CASTELLAN_BENCH_H
#define CASTELLAN_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_DEPTH = 13 };

typedef struct BenchResult {
    int positions;
    uint64_t nodes;
    uint64_t nanoseconds;
} BenchResult;

/* Called after every position, for progress. */
typedef void BenchProgress(void *context, int done, int total, uint64_t nodes);

/* Searches each position to `depth` on one thread with a table of its own. False when memory
 * cannot be had. `progress` may be NULL. */
bool bench_run(int depth, BenchProgress *progress, void *context, BenchResult *result);

#endif
