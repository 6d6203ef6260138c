/* Repeatable pseudo-random numbers: SplitMix64 (Steele, Lea and Flood, 2014). The caller owns the
 * state, so equal seeds give equal numbers on every machine. */
#ifndef CASTELLAN_RANDOM_H
#define CASTELLAN_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *random) {
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Uniform enough for tests and openings in 0 .. bound - 1; `bound` must be positive. */
static inline uint32_t random_below(Random *random, uint32_t bound) {
    return (uint32_t)((random_next(random) >> 32) * bound >> 32);
}

#endif
