#include "draw.h"

#include "movegen.h"

bool draw_is_dead(const Position *p) {
    Bitboard knights = p->by_type[KNIGHT], bishops = p->by_type[BISHOP];
    if (p->by_type[PAWN] | p->by_type[ROOK] | p->by_type[QUEEN])
        return false;
    if (knights)
        return !bits_has_several(knights | bishops);
    return !(bishops & DARK_SQUARE_BITS) || !(bishops & ~DARK_SQUARE_BITS);
}

bool draw_by_fifty_moves(const Position *p) {
    return p->halfmove_clock >= 100 && (p->checkers == 0 || movegen_has_legal_move(p));
}

/* Plies back to the nearest occurrence farther than `distance` plies away, 0 if there is none. A
 * position can come back only after an even number of plies, four at the least. */
static size_t earlier_occurrence(const Position *p, const Key *keys, size_t count,
                                 size_t distance) {
    size_t farthest = count < p->reversible_plies ? count : p->reversible_plies;
    size_t nearest = distance < 4 ? 4 : distance + 2;
    for (size_t back = nearest; back <= farthest; back += 2)
        if (keys[count - back] == p->key)
            return back;
    return 0;
}

int draw_count_repetitions(const Position *p, const Key *keys, size_t count) {
    int repetitions = 0;
    size_t back = earlier_occurrence(p, keys, count, 0);
    for (; back != 0; back = earlier_occurrence(p, keys, count, back))
        repetitions++;
    return repetitions;
}

bool draw_by_repetition(const Position *p, const Key *keys, size_t count, size_t ply) {
    size_t back = earlier_occurrence(p, keys, count, 0);
    return back != 0 && (back < ply || earlier_occurrence(p, keys, count, back) != 0);
}
