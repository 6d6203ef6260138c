#include "pawns.h"

#include "pawn_structure.h"

static void forget_kings(PawnEntry *entry) {
    entry->king[WHITE] = entry->king[BLACK] = NO_SQUARE;
}

void pawns_clear(PawnCache *cache) {
    *cache = (PawnCache){0};
    /* The key of no pawns is zero, for which a cleared structure is right; a shelter is not. */
    for (int i = 0; i < PAWN_ENTRY_NB; i++)
        forget_kings(&cache->entries[i]);
}

static void fill_structure(PawnEntry *entry, const Position *p) {
    Tally tally = {0};
    judge_pawns(&tally, p, entry);
    entry->key = p->pawn_key;
    entry->structure = tally.score;
    forget_kings(entry);
}

BITS_ALWAYS_INLINE void fill_shelter(PawnEntry *entry, const Position *p, Colour us) {
    Tally tally = {0};
    if (entry->king[us] == position_king(p, us))
        return;
    judge_shelter(&tally, p, us);
    entry->king[us] = position_king(p, us);
    entry->shelter[us] = tally.score;
    entry->danger[us] = tally.danger[us];
}

const PawnEntry *pawns_probe(PawnCache *cache, const Position *p, PawnEntry *own) {
    PawnEntry *entry = cache == NULL ? own : &cache->entries[p->pawn_key % PAWN_ENTRY_NB];
    if (cache == NULL || entry->key != p->pawn_key)
        fill_structure(entry, p);
    fill_shelter(entry, p, WHITE);
    fill_shelter(entry, p, BLACK);
    return entry;
}
