#include "eval.h"

#include "psqt.h"

enum { TEMPO = 12 };

static int phase_of(const Position *p) {
    int phase = 0;
    for (int type = KNIGHT; type <= QUEEN; type++)
        phase += psqt_phase((PieceType)type) * bits_count(p->by_type[type]);
    return phase < PHASE_MAX ? phase : PHASE_MAX;
}

Score eval_evaluate(const Position *p) {
    int phase = phase_of(p);
    int tapered = (pair_mg(p->psqt) * phase + pair_eg(p->psqt) * (PHASE_MAX - phase)) / PHASE_MAX;
    return score_clamp_eval((position_side(p) == WHITE ? tapered : -tapered) + TEMPO);
}
