#include "solo.h"

#include <stdlib.h>

#include "platform.h"
#include "root.h"

struct Solo {
    Searcher searcher;
    Histories histories;
    TranspositionTable tt;
    SearchShared shared;
    _Atomic uint64_t nodes;
};

static void ignore_report(void *context, const SearchReport *report) {
    (void)context, (void)report;
}

static void ignore_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

Solo *solo_create(size_t hash_megabytes) {
    Solo *solo = calloc(1, sizeof *solo);
    if (solo == NULL)
        return NULL;
    solo->searcher.histories = &solo->histories;
    solo->shared.tt = &solo->tt;
    solo->shared.events = (SearchEvents){NULL, ignore_report, ignore_current_move};
    if (tt_resize(&solo->tt, hash_megabytes)) {
        solo_forget(solo);
        return solo;
    }
    solo_destroy(solo);
    return NULL;
}

void solo_destroy(Solo *solo) {
    if (solo == NULL)
        return;
    tt_free(&solo->tt);
    free(solo);
}

void solo_forget(Solo *solo) {
    tt_clear_slice(&solo->tt, 0, 1);
    history_reset(&solo->histories);
    pawns_clear(&solo->searcher.pawns);
}

uint64_t solo_nodes(const Solo *solo) {
    return atomic_load_explicit(&solo->nodes, memory_order_relaxed);
}

const RootMove *solo_search(Solo *solo, const Game *game, SoloLimits limits) {
    SearchShared *shared = &solo->shared;
    Searcher *s = &solo->searcher;
    MoveList moves;
    movegen_legal(&game->position, &moves);
    shared->limits = (SearchLimits){
        .depth = MAX_DEPTH,
        .nodes = (uint64_t)limits.hard_nodes,
        .soft_nodes = (uint64_t)limits.soft_nodes,
        .multi_pv = limits.lines,
    };
    shared->start_ns = platform_now_ns();
    atomic_store_explicit(&shared->clock_ns, shared->start_ns, memory_order_relaxed);
    atomic_store_explicit(&shared->stop, false, memory_order_relaxed);
    tt_age(&solo->tt);
    root_prepare(s, shared, game, &moves);
    root_search(s);
    atomic_store_explicit(&solo->nodes, solo_nodes(solo) + searcher_nodes(s), memory_order_relaxed);
    return &s->answer;
}

int solo_lines(const Solo *solo, const RootMove **lines) {
    *lines = solo->searcher.lines;
    return solo->searcher.line_count;
}
