/* An engine that is asked for one thought at a time: what to play, and what it is worth. The
 * caller's thread asks and waits; the search runs on threads of its own. */
#ifndef CASTELLAN_THINKER_H
#define CASTELLAN_THINKER_H

#include "engine.h"

enum { THOUGHT_LINE_MAX = 10 };

typedef struct Thought {
    Move move;          /* MOVE_NONE where none is legal */
    Score score;        /* of this move, for the side to move; SCORE_NONE where there is none */
    Score best_score;   /* of the best move, which a weakened engine need not have chosen */
    int depth;          /* that was completed */
    int64_t elapsed_ms; /* from the question to the answer */
    int line_length;    /* what it expects to come, at most so long */
    Move line[THOUGHT_LINE_MAX];
} Thought;

typedef struct Thinker Thinker;

/* Plays with the strength of `elo`, or its full one for 0. NULL when memory or threads cannot be
 * had. */
Thinker *thinker_create(int elo);
void thinker_destroy(Thinker *thinker); /* NULL is fine */

/* Forgets earlier games; between thoughts only. */
void thinker_forget(Thinker *thinker);

/* Begins to think about the game's position; false when it still thinks, or memory runs out. */
bool thinker_begin(Thinker *thinker, const Game *game, const GoRequest *request);

/* While it thinks: whether it still does, and how deep it has looked. */
bool thinker_is_busy(Thinker *thinker);
int thinker_depth(const Thinker *thinker);

/* Has it answer at once. */
void thinker_stop(Thinker *thinker);

/* Waits for the answer. */
Thought thinker_finish(Thinker *thinker);

#endif
