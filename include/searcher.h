/* What one thread needs to search: its path through the tree, what it has learned, its counters,
 * and what it shares with the other threads of the search. The thread owns everything here but
 * the shared part; others read only the atomic counters. */
#ifndef CASTELLAN_SEARCHER_H
#define CASTELLAN_SEARCHER_H

#include <stdatomic.h>

#include "movepick.h"
#include "pawns.h"
#include "timeman.h"
#include "tt.h"

enum {
    /* Bounds and single root moves are reported only in searches that take so long. */
    PATIENCE_MS = 3000,
    STACK_MARGIN = 6, /* plies before the root that look-backs may reach */
    /* Keys before the root that can matter: beyond, the fifty-move rule has ended the game. */
    MAX_ROOT_KEYS = 128,
    MAX_DEPTH = MAX_PLY - 1,
    MAX_LINES_KEPT = 6,
};

/* One ply of the current path. */
typedef struct Ply {
    Move move;                    /* being searched, MOVE_NULL for a pass */
    int piece_to;                 /* index of that move in piece-to tables, negative for a pass */
    bool is_quiet;                /* that move */
    int16_t *history;             /* the quiet history's entry for it, if it is quiet */
    PieceToHistory *continuation; /* what followed such moves */
    Score eval;                   /* SCORE_NONE in check */
    Move killers[KILLER_NB];
    Move excluded; /* left out by a singular search */
    int double_extensions;
    int cutoffs; /* of the children, since the parent was entered */
    int pv_length;
    Move pv[MAX_PLY + 1];
} Ply;

typedef struct RootMove {
    Move move;
    Score score;          /* of the last completed search of this move, SCORE_NONE before */
    Score previous_score; /* of the iteration before */
    Bound bound;          /* of `score` */
    int seldepth;
    uint64_t nodes; /* spent on it in this search */
    int pv_length;
    Move pv[MAX_PLY + 1];
} RootMove;

typedef struct SearchLimits {
    int depth;      /* MAX_DEPTH if not limited */
    uint64_t nodes; /* UINT64_MAX if not limited */
    /* No further depth is begun after so many nodes of the main thread; 0 if not limited. */
    uint64_t soft_nodes;
    int mate; /* stop at a mate in so many moves, 0 if not asked for */
    TimeBudget time;
    int multi_pv;     /* lines to find and report */
    int hidden_lines; /* more to find, but not to report */
} SearchLimits;

/* One line of analysis. */
typedef struct SearchReport {
    int depth, seldepth;
    int line; /* 1 for the best */
    Score score;
    Bound bound;
    const Move *pv; /* at least one move */
    int pv_length;
} SearchReport;

/* What the main thread tells while it searches. */
typedef struct SearchEvents {
    void *context;
    void (*on_report)(void *context, const SearchReport *report);
    /* In a search that takes a while: the root move now looked at, counted from 1. */
    void (*on_current_move)(void *context, Move move, int number);
} SearchEvents;

/* Shared by all threads of one search. */
typedef struct SearchShared {
    TranspositionTable *tt;
    SearchLimits limits;
    SearchEvents events;
    _Atomic bool stop;
    _Atomic bool is_pondering; /* limits do not count yet */
    _Atomic bool is_due;       /* if they did, the last iteration would have been enough */
    uint64_t start_ns;         /* of the search */
    _Atomic uint64_t clock_ns; /* when our clock began to run: the same, or at `ponderhit` */
} SearchShared;

typedef struct Searcher {
    SearchShared *shared;
    Histories *histories;
    int index; /* 0: the main thread, which watches limits and reports */
    _Atomic uint64_t nodes;

    Position root;
    Key keys[MAX_ROOT_KEYS + MAX_PLY + 2]; /* of the positions before the current one */
    size_t key_count;
    Ply stack[STACK_MARGIN + MAX_PLY + 4];
    PieceToHistory no_continuation; /* all zero: what stands in where there was no move */

    PawnCache pawns;

    RootMove root_moves[MAX_MOVES];
    RootMove answer;                /* the newest exact result for the best line */
    int answer_depth;               /* 0: there is none yet */
    RootMove lines[MAX_LINES_KEPT]; /* the best ones of the last depth that was completed */
    int line_count;
    int64_t reported_ms; /* when the last depth was reported */
    int root_count;
    int pv_index; /* root moves before this are already placed (MultiPV) */
    int root_depth;
    int seldepth;
    int null_move_min_ply; /* no null move above this ply: verification is under way */
} Searcher;

static inline Ply *searcher_ply(Searcher *s, int ply) {
    return &s->stack[STACK_MARGIN + ply];
}

static inline uint64_t searcher_nodes(const Searcher *s) {
    return atomic_load_explicit(&s->nodes, memory_order_relaxed);
}

static inline bool searcher_is_stopped(const Searcher *s) {
    return atomic_load_explicit(&s->shared->stop, memory_order_relaxed);
}

/* Counts a node and, on the main thread, looks at the limits now and then. */
void searcher_count_node(Searcher *s);

int64_t searcher_elapsed_ms(const SearchShared *shared); /* since the search began */
int64_t searcher_clock_ms(const SearchShared *shared);   /* since our clock runs */

/* Makes `move` and enters the child that it leads to, with what will be needed there already on
 * its way from memory; the same for passing; and leaves the child again. */
void searcher_make_move(Searcher *s, const Position *parent, int ply, Move move, Position *child);
void searcher_make_null(Searcher *s, const Position *parent, int ply, Position *child);
void searcher_pop(Searcher *s);

/* Makes `move` and the line found below it the line of this ply. */
void searcher_update_pv(Searcher *s, int ply, Move move);

/* A draw by rule at `ply` plies below the root; stalemate is not looked at. */
bool searcher_is_draw(const Searcher *s, const Position *position, int ply);

/* What the histories at hand say about the order of moves at this ply. */
OrderingHints searcher_hints(Searcher *s, const Position *position, int ply, Move table_move);

#endif
