/* Positions as the tuner keeps them: only what the evaluation counted, packed into about three
 * bytes an entry, so that millions of them fit into memory and stream through it quickly.
 *
 * A set owns its samples and the arenas that their entries lie in. Filling a set is the work of
 * one thread; reading it is anybody's. */
#ifndef CASTELLAN_TUNER_SAMPLE_H
#define CASTELLAN_TUNER_SAMPLE_H

#include "eval_trace.h"
#include "random.h"

typedef struct Weight {
    float mg, eg;
} Weight;

/* Which weights there are: the kind of each, by index. */
typedef struct Terms {
    int count; /* at most TERMS_MAX */
    const EvalKind *kinds;
} Terms;

enum { TERMS_MAX = UINT16_MAX };

/* Where in the list of entries a kind ends. */
typedef enum SamplePart {
    PART_LINEAR, /* White's count minus Black's */
    PART_DANGER_WHITE,
    PART_DANGER_BLACK,
    PART_COMPLEXITY,
    PART_NB
} SamplePart;

typedef struct Sample {
    const uint16_t *indices;        /* of the weights, followed by one int8_t count for each */
    float mg_share, eg_share;       /* what a point of middlegame and endgame adds to the score */
    float target;                   /* what the evaluation should predict, 0 .. 1 for White */
    int16_t score;                  /* of the search, White's point of view */
    uint16_t entry_counts[PART_NB]; /* of each part; they follow one another */
    uint8_t result;                 /* 0, 1 or 2 half points for White */
} Sample;

typedef struct ArenaBlock ArenaBlock;

typedef struct SampleSet {
    Sample *samples;
    size_t count, capacity;
    ArenaBlock *blocks; /* the newest first */
    size_t entry_bytes; /* used in the blocks */
} SampleSet;

/* What the evaluation counted in a position, before it is packed. */
typedef struct SampleSource {
    const int16_t *white, *black; /* by weight */
    int phase, scale, damping;    /* see eval_trace.h */
    int score, result;
} SampleSource;

static inline size_t sample_entry_count(const Sample *sample) {
    size_t total = 0;
    for (int part = 0; part < PART_NB; part++)
        total += sample->entry_counts[part];
    return total;
}

static inline size_t sample_entry_bytes(const Sample *sample) {
    return sample_entry_count(sample) * (sizeof(uint16_t) + sizeof(int8_t));
}

static inline const int8_t *sample_counts(const Sample *sample) {
    return (const int8_t *)(sample->indices + sample_entry_count(sample));
}

/* Packs and appends; false when memory is short or the position has more than SAMPLE_ENTRY_MAX
 * entries. The target is left at the game's result. */
enum { SAMPLE_ENTRY_MAX = 2048 };
bool sample_set_add(SampleSet *set, const Terms *terms, const SampleSource *source);

/* Appends copies of samples whose entries stay where they are, for `sample_set_gather` to fetch. */
bool sample_set_append(SampleSet *set, const Sample *from, size_t count);

/* Puts the samples into random order; their entries stay where they are. */
void sample_set_shuffle(SampleSet *set, Random *random);

/* Copies all entries, in the order of the samples, into memory of the set's own; false when there
 * is not enough. */
bool sample_set_gather(SampleSet *set);

void sample_set_free(SampleSet *set);

#endif
