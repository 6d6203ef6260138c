/* What a node and one of its moves are while they are searched. Private to the search. */
#ifndef CASTELLAN_SEARCH_NODE_H
#define CASTELLAN_SEARCH_NODE_H

#include "searcher.h"

enum { MAX_TRIED = 64 }; /* moves remembered for a malus; later ones rarely matter */

typedef struct MoveLog {
    int count;
    Move moves[MAX_TRIED];
} MoveLog;

/* One node while it is searched. */
typedef struct Node {
    Searcher *s;
    const Position *p;
    Ply *here;
    int ply, depth;
    Score alpha, beta;
    bool is_root, is_pv, is_cut, in_check, improving;

    TtEntry table;
    Move table_move;
    Score raw_eval; /* as evaluated; `here->eval` is corrected */
    Score eval;     /* corrected and sharpened by the table */
    OrderingHints hints;
    Checking checking;

    Score best;
    Move best_move;
    int move_count;
    MoveLog quiets, noisies; /* searched without success */
} Node;

/* One move of a node while it is searched. */
typedef struct Try {
    Move move;
    bool is_quiet, gives_check;
    int history;
    int extension;
} Try;

#endif
