/* From files of games to sets of samples: which positions are worth learning from, and what the
 * evaluation counts in them. */
#ifndef CASTELLAN_TUNER_LOAD_H
#define CASTELLAN_TUNER_LOAD_H

#include "game_source.h"
#include "sample.h"

/* Every so many games, one is held out as a whole: positions of one game are too alike to judge
 * by some what was learnt from others. */
enum { HELD_OUT_EVERY = 20 };

typedef struct LoadOptions {
    int skip_plies;  /* at the beginning of each game */
    int score_limit; /* a search score beyond it says nothing about the evaluation */
    int per_game;    /* positions chosen from each game at random; 0: all */
    int threads;
    uint64_t seed;
    void *context;
    void (*on_progress)(void *context, double share); /* from one thread; NULL: no interest */
} LoadOptions;

/* What became of the positions. */
typedef struct LoadCounts {
    uint64_t games, kept;
    uint64_t early, in_check, noisy, extreme, not_chosen, known; /* left out, in this order */
    uint64_t not_rebuilt; /* kept, but the trace does not give the score of the evaluation */
} LoadCounts;

typedef struct Loaded {
    SampleSet training, held_out; /* the former mixed, by the seed and not by the threads */
    LoadCounts counts;
} Loaded;

/* Reads the source to its end. `weights` are those that the evaluation was compiled with. False
 * when memory or threads cannot be had; `loaded` is to be freed in any case. */
bool load_games(Loaded *loaded, GameSource *source, const Weight *weights,
                const LoadOptions *options);
void load_free(Loaded *loaded);

/* The kinds of the evaluation's weights, EVAL_WEIGHT_NB of them. */
void load_kinds(EvalKind *kinds);

#endif
