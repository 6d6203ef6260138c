/* Scores: centipawn-like units from the point of view of the side to move unless said otherwise,
 * mates counted from the root, and pairs of a middlegame and an endgame value. */
#ifndef CASTELLAN_SCORE_H
#define CASTELLAN_SCORE_H

#include "types.h"

typedef int Score;

enum {
    MAX_PLY = 246, /* deepest line that a search may follow */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000, /* mate on the board; minus one for every ply until then */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002,                      /* no score is known */
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY, /* from here on a mate is meant */
    SCORE_EVAL_LIMIT = SCORE_MATE_BOUND - 1, /* no evaluation goes beyond */
};

/* The side to move is mated at `ply`, or mates there. */
static inline Score score_mated_at(int ply) {
    return ply - SCORE_MATE;
}

static inline Score score_mates_at(int ply) {
    return SCORE_MATE - ply;
}

static inline bool score_is_win(Score score) {
    return score >= SCORE_MATE_BOUND;
}

static inline bool score_is_loss(Score score) {
    return score <= -SCORE_MATE_BOUND;
}

static inline bool score_is_mate(Score score) {
    return score_is_win(score) || score_is_loss(score);
}

/* Of a mate score: moves until then of the side that mates, negative where that is the other. */
static inline int score_mate_moves(Score score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score + 1) / 2;
}

/* Keeps an evaluation out of the range of mate scores. */
static inline Score score_clamp_eval(Score score) {
    return score > SCORE_EVAL_LIMIT    ? SCORE_EVAL_LIMIT
           : score < -SCORE_EVAL_LIMIT ? -SCORE_EVAL_LIMIT
                                       : score;
}

/* A middlegame and an endgame value in one word, so that both are added at once. */
typedef int32_t ScorePair;

#define SCORE_PAIR(mg, eg) ((ScorePair)((int32_t)((uint32_t)(eg) << 16) + (mg)))

static inline int pair_mg(ScorePair pair) {
    return (int16_t)(uint16_t)(uint32_t)pair;
}

/* The borrow that a negative middlegame value took from the upper half is given back. */
static inline int pair_eg(ScorePair pair) {
    return (int16_t)(uint16_t)((uint32_t)(pair + 0x8000) >> 16);
}

#endif
