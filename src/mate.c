#include "mate.h"

#include "movegen.h"

/* Results here and those of the normal search mean different things, and so do those for the side
 * that mates, with an odd number of plies to go, and for the other: all have entries of their own.
 */
static const Key TABLE_REALM[2] = {0x4D41544544454641, 0x4D41544548554E54};

typedef struct Prover {
    Searcher *s;
    uint64_t begin, limit; /* nodes */
    bool is_exhausted;
} Prover;

/* Scores are mates or, for everything else, SCORE_DRAW. */
static Score prove(Prover *v, const Position *p, int ply, int depth, Score alpha, Score beta);

static bool must_give_up(Prover *v) {
    if (searcher_nodes(v->s) - v->begin > v->limit)
        v->is_exhausted = true;
    return v->is_exhausted || searcher_is_stopped(v->s);
}

static void list_moves(const Searcher *s, const Position *p, int ply, MoveList *list) {
    if (ply > 0) {
        movegen_legal(p, list);
        return;
    }
    list->count = s->root_count;
    for (int i = 0; i < s->root_count; i++)
        list->moves[i] = s->root_moves[i].move;
}

/* Brings the known move and then those that give check to the front: they leave fewest replies.
 * Returns how many they are. */
static int order_moves(const Position *p, MoveList *list, Move known) {
    Checking checking = movegen_checking(p);
    int front = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = front; i < list->count; i++) {
            Move move = list->moves[i];
            if (pass == 0 ? move == known : movegen_gives_check(p, &checking, move)) {
                list->moves[i] = list->moves[front];
                list->moves[front++] = move;
            }
        }
    return front;
}

static Score prove_move(Prover *v, const Position *p, int ply, Move move, Score alpha, Score beta,
                        int depth) {
    Position child;
    searcher_make_move(v->s, p, ply, move, &child);
    Score score = -prove(v, &child, ply + 1, depth - 1, -beta, -alpha);
    searcher_pop(v->s);
    return score;
}

/* The best of the moves; `*best_move` stays as it was where none of them beats alpha. */
static Score prove_moves(Prover *v, const Position *p, int ply, int depth, Score alpha, Score beta,
                         Move *best_move) {
    MoveList list;
    list_moves(v->s, p, ply, &list);
    if (list.count == 0)
        return p->checkers ? score_mated_at(ply) : SCORE_DRAW;
    if (depth == 0)
        return SCORE_DRAW;
    int checks = order_moves(p, &list, *best_move);
    /* With one ply left, and nothing but a mate to be gained, only checks matter. */
    int count = depth == 1 && alpha >= SCORE_DRAW ? checks : list.count;
    Score best = count < list.count ? SCORE_DRAW : -SCORE_INFINITE;
    for (int i = 0; i < count && best < beta; i++) {
        Score score = prove_move(v, p, ply, list.moves[i], alpha, beta, depth);
        if (must_give_up(v))
            return SCORE_DRAW;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                *best_move = list.moves[i];
                searcher_update_pv(v->s, ply, list.moves[i]);
            }
        }
    }
    return best;
}

static Score prove(Prover *v, const Position *p, int ply, int depth, Score alpha, Score beta) {
    Searcher *s = v->s;
    searcher_ply(s, ply)->pv_length = 0;
    searcher_count_node(s);
    if (must_give_up(v) || (ply > 0 && searcher_is_draw(s, p, ply)))
        return SCORE_DRAW;
    alpha = alpha > score_mated_at(ply) ? alpha : score_mated_at(ply);
    beta = beta < score_mates_at(ply + 1) ? beta : score_mates_at(ply + 1);
    if (alpha >= beta)
        return alpha;

    /* Failures alone are taken from the table: mates are played out, so that their line is whole.
     */
    Key key = p->key ^ TABLE_REALM[depth % 2];
    TtEntry entry = tt_probe(s->shared->tt, key, ply);
    if (ply > 0 && entry.is_found && entry.depth >= depth && entry.score == SCORE_DRAW)
        return SCORE_DRAW;
    Move best_move = entry.is_found ? entry.move : MOVE_NONE;
    Score score = prove_moves(v, p, ply, depth, alpha, beta, &best_move);
    if (!must_give_up(v) && depth > 0)
        tt_store(s->shared->tt, key, ply,
                 (TtEntry){.move = best_move,
                           .score = (int16_t)score,
                           .eval = SCORE_NONE,
                           .depth = (uint8_t)depth,
                           .bound = BOUND_EXACT});
    return score;
}

static void take_answer(Searcher *s, Score score, int plies) {
    const Ply *root = searcher_ply(s, 0);
    s->answer.move = root->pv[0];
    s->answer.score = score;
    s->answer.bound = BOUND_EXACT;
    s->answer.seldepth = plies;
    s->answer.pv_length = root->pv_length;
    for (int i = 0; i < root->pv_length; i++)
        s->answer.pv[i] = root->pv[i];
    s->answer_depth = plies > s->root_depth ? plies : s->root_depth;
}

/* An odd number of plies ends with a move of ours, an even one with theirs. */
void mate_hunt(Searcher *s, MateHunt *hunt, int moves, uint64_t nodes) {
    Prover v = {s, searcher_nodes(s), nodes, false};
    int last = 2 * (moves < MAX_PLY / 2 ? moves : MAX_PLY / 2);
    while (!hunt->is_over) {
        int plies = hunt->plies + 1;
        bool is_ours = plies % 2 == 1;
        Score score = prove(&v, &s->root, 0, plies, is_ours ? SCORE_DRAW : -SCORE_INFINITE,
                            is_ours ? SCORE_INFINITE : SCORE_DRAW);
        if (must_give_up(&v))
            return;
        if (score_is_mate(score))
            take_answer(s, score, plies);
        hunt->plies = plies;
        hunt->is_over = score_is_mate(score) || plies >= last;
    }
}
