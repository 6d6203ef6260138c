/* Constants that may be moved between weights without changing any score. Where a table counts
 * exactly one entry for every piece of a kind, its level and the value of that piece say the same
 * twice, and a fit lets them drift apart. Such tables are found in the positions themselves, and
 * their mean is moved to the single weight, which keeps the tables readable. */
#ifndef CASTELLAN_TUNER_NORMALISE_H
#define CASTELLAN_TUNER_NORMALISE_H

#include "sample.h"

enum { NORMALISE_NOWHERE = -1 };

/* The entries of the table always sum to the count of `weight`; to zero if that is
 * NORMALISE_NOWHERE, as with a table for the one king of each side. */
typedef struct Redundancy {
    const EvalRow *table;
    int weight;
} Redundancy;

typedef struct Normaliser {
    uint32_t *seen; /* by weight: how often it counted in linear terms */
    Redundancy *found;
    int count;
} Normaliser;

/* The rows of the evaluation, as in eval_weights.h. */
typedef struct RowList {
    const EvalRow *rows;
    int count;
} RowList;

/* False, with nothing to free, when memory is short. The rows must outlive the result. */
bool normaliser_create(Normaliser *normaliser, const SampleSet *set, const Terms *terms,
                       const RowList *rows);
void normaliser_apply(const Normaliser *normaliser, Weight *weights);
void normaliser_free(Normaliser *normaliser);

#endif
