#include "eval.h"

#include <string.h>

#include "endgame.h"
#include "eval_context.h"
#include "eval_king.h"
#include "eval_passed.h"
#include "eval_pieces.h"
#include "eval_scale.h"
#include "eval_threats.h"

static int phase_of(const Position *p) {
    int phase = 0;
    for (int type = KNIGHT; type <= QUEEN; type++)
        phase += psqt_phase((PieceType)type) * bits_count(p->by_type[type]);
    return phase < PHASE_MAX ? phase : PHASE_MAX;
}

/* The position has summed up material and squares move by move; what went in is counted here. */
static void count_squares(const Position *p, Tally *tally) {
    for (Bitboard pieces = position_occupied(p); pieces != 0;) {
        Square square = bits_pop(&pieces);
        Piece piece = p->board[square];
        const ScorePair *parts[PSQT_PARTS_MAX];
        for (int i = psqt_parts(p->king_halves, piece, square, parts); i > 0; i--)
            tally_count(tally, piece_colour(piece), parts[i - 1], 1);
    }
}

/* From the cache or, where every term must be counted, from the pawns themselves. */
BITS_ALWAYS_INLINE void judge_structure(Evaluation *e, PawnCache *cache) {
    PawnEntry own;
    const PawnEntry *entry = &own;
    if (e->tally.trace != NULL) {
        judge_pawns(&e->tally, e->p, &own);
        judge_shelter(&e->tally, e->p, WHITE);
        judge_shelter(&e->tally, e->p, BLACK);
    } else {
        entry = pawns_probe(cache, e->p, &own);
        e->tally.score += entry->structure + entry->shelter[WHITE] + entry->shelter[BLACK];
        e->tally.danger[WHITE] += entry->danger[WHITE];
        e->tally.danger[BLACK] += entry->danger[BLACK];
    }
    e->passed = entry->passed;
    e->span[WHITE] = entry->span[WHITE];
    e->span[BLACK] = entry->span[BLACK];
    e->files[WHITE] = entry->files[WHITE];
    e->files[BLACK] = entry->files[BLACK];
}

BITS_ALWAYS_INLINE void judge_side(Evaluation *e, Colour us) {
    judge_king(e, us);
    judge_threats(e, us);
    judge_passed(e, us);
    judge_space(e, us);
    judge_imbalance(e, us);
}

/* Middlegame and endgame score out of all that was added up. */
BITS_ALWAYS_INLINE EvalParts parts_of(const Tally *tally) {
    ScorePair white = tally->danger[WHITE], black = tally->danger[BLACK];
    EvalParts ours = eval_safety(pair_mg(white), pair_eg(white));
    EvalParts theirs = eval_safety(pair_mg(black), pair_eg(black));
    int eg = pair_eg(tally->score) + ours.eg - theirs.eg;
    return (EvalParts){pair_mg(tally->score) + ours.mg - theirs.mg,
                       eval_pushed(eg, tally->complexity)};
}

BITS_ALWAYS_INLINE Score conclude(const Evaluation *e) {
    EvalParts parts = parts_of(&e->tally);
    int phase = phase_of(e->p), scale = scale_of(e, parts.eg), damping = damping_of(e->p);
    if (e->tally.trace != NULL) {
        e->tally.trace->phase = phase;
        e->tally.trace->scale = scale;
        e->tally.trace->damping = damping;
    }
    return eval_tapered(parts, phase, scale, damping);
}

/* White's point of view. `trace` is NULL or a cleared one. */
BITS_ALWAYS_INLINE Score evaluate(const Position *p, PawnCache *cache, EvalTrace *trace) {
    Evaluation e;
    e.p = p;
    e.tally = (Tally){.score = p->psqt, .trace = trace};
    e.occupied = position_occupied(p);
    e.king[WHITE] = position_king(p, WHITE);
    e.king[BLACK] = position_king(p, BLACK);
    if (trace != NULL)
        count_squares(p, &e.tally);
    tally_add(&e.tally, position_side(p), &eval_weights.Tempo, 1);
    judge_structure(&e, cache);
    prepare_pins(&e);
    prepare_side(&e, WHITE);
    prepare_side(&e, BLACK);
    judge_pieces(&e, WHITE);
    judge_pieces(&e, BLACK);
    judge_side(&e, WHITE);
    judge_side(&e, BLACK);
    judge_complexity(&e);
    return conclude(&e);
}

Score eval_evaluate(const Position *p, PawnCache *cache) {
    Score score;
    if (BITS_LIKELY(!endgame_is_possible(p)) || !endgame_probe(p, &score))
        score = evaluate(p, cache, NULL);
    return position_side(p) == WHITE ? score : -score;
}

void eval_trace(const Position *p, EvalTrace *trace) {
    memset(trace, 0, sizeof *trace);
    trace->is_known = endgame_is_possible(p) && endgame_probe(p, &trace->score);
    if (!trace->is_known)
        trace->score = evaluate(p, NULL, trace);
}
