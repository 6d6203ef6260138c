#include "searcher.h"

#include "draw.h"
#include "platform.h"

enum { POLL_INTERVAL = 1024 }; /* nodes between looks at the clock, well below a millisecond */

static int64_t milliseconds_since(uint64_t start_ns) {
    return (int64_t)((platform_now_ns() - start_ns) / 1000000);
}

int64_t searcher_elapsed_ms(const SearchShared *shared) {
    return milliseconds_since(shared->start_ns);
}

int64_t searcher_clock_ms(const SearchShared *shared) {
    return milliseconds_since(atomic_load_explicit(&shared->clock_ns, memory_order_relaxed));
}

static void look_at_clock(Searcher *s) {
    SearchShared *shared = s->shared;
    const TimeBudget *time = &shared->limits.time;
    bool is_pondering = atomic_load_explicit(&shared->is_pondering, memory_order_acquire);
    if (time->is_limited && !is_pondering && searcher_clock_ms(shared) >= time->hard)
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
}

void searcher_count_node(Searcher *s) {
    uint64_t nodes = searcher_nodes(s) + 1;
    atomic_store_explicit(&s->nodes, nodes, memory_order_relaxed);
    if (s->index != 0)
        return;
    bool is_pondering = atomic_load_explicit(&s->shared->is_pondering, memory_order_relaxed);
    if (nodes >= s->shared->limits.nodes && !is_pondering)
        atomic_store_explicit(&s->shared->stop, true, memory_order_relaxed);
    if (nodes % POLL_INTERVAL == 0)
        look_at_clock(s);
}

void searcher_make_move(Searcher *s, const Position *parent, int ply, Move move, Position *child) {
    Ply *here = searcher_ply(s, ply);
    tt_prefetch(s->shared->tt, position_likely_key(parent, move));
    s->keys[s->key_count++] = parent->key;
    here->move = move;
    here->is_quiet = !movegen_is_noisy(parent, move);
    here->piece_to = piece_to_index(parent->board[move_from(move)], move_to(move));
    here->continuation = &s->histories->continuation[here->piece_to];
    position_make_move(child, parent, move);
    history_prefetch_correction(s->histories, child, here->piece_to, here[-1].piece_to);
}

void searcher_make_null(Searcher *s, const Position *parent, int ply, Position *child) {
    Ply *here = searcher_ply(s, ply);
    s->keys[s->key_count++] = parent->key;
    here->move = MOVE_NULL;
    here->piece_to = -1;
    here->continuation = &s->no_continuation;
    position_make_null(child, parent);
    tt_prefetch(s->shared->tt, child->key);
}

void searcher_pop(Searcher *s) {
    s->key_count--;
}

void searcher_update_pv(Searcher *s, int ply, Move move) {
    Ply *here = searcher_ply(s, ply), *below = here + 1;
    here->pv[0] = move;
    for (int i = 0; i < below->pv_length; i++)
        here->pv[i + 1] = below->pv[i];
    here->pv_length = below->pv_length + 1;
}

bool searcher_is_draw(const Searcher *s, const Position *p, int ply) {
    return draw_by_fifty_moves(p) || draw_is_dead(p) ||
           draw_by_repetition(p, s->keys, s->key_count, (size_t)ply);
}

OrderingHints searcher_hints(Searcher *s, const Position *p, int ply, Move table_move) {
    const Ply *here = searcher_ply(s, ply);
    return (OrderingHints){
        .histories = s->histories,
        .continuations = {here[-1].continuation, here[-2].continuation, here[-4].continuation},
        .threats = position_threats(p, opponent(position_side(p))),
        .table_move = table_move,
        .killers = {here->killers[0], here->killers[1]},
    };
}
