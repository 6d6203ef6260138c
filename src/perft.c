#include "perft.h"

#include "generate.h"

static uint64_t count_white(const Position *position, int depth);
static uint64_t count_black(const Position *position, int depth);

/* Leaves below a position with `depth` >= 2 plies to go. The last ply is counted, not played, and
 * no keys are kept up, since nothing here asks for them. */
BITS_ALWAYS_INLINE uint64_t count_below(const Position *position, int depth, Colour us) {
    Move moves[MAX_MOVES];
    int count = list_moves(position, moves, us, NOISY_AND_QUIET);
    uint64_t leaves = 0;
    Position child;
    for (int i = 0; i < count; i++) {
        if (depth == 2) {
            make_move(&child, position, moves[i], us, BITBOARDS);
            leaves += (uint64_t)count_moves(&child, opponent(us));
        } else {
            make_move(&child, position, moves[i], us, BOARD);
            leaves += us == WHITE ? count_black(&child, depth - 1) : count_white(&child, depth - 1);
        }
    }
    return leaves;
}

static uint64_t count_white(const Position *position, int depth) {
    return count_below(position, depth, WHITE);
}

static uint64_t count_black(const Position *position, int depth) {
    return count_below(position, depth, BLACK);
}

uint64_t perft_count(const Position *position, int depth) {
    if (depth <= 1)
        return depth <= 0 ? 1 : (uint64_t)movegen_count_legal(position);
    return position_side(position) == WHITE ? count_white(position, depth)
                                            : count_black(position, depth);
}
