#include "history.h"

#include <string.h>

#include "bits.h"

enum {
    /* A correction entry is the mean error times this. */
    CORRECTION_GRAIN = 8,
    /* Weights of the kinds of correction, out of CORRECTION_SCALE. */
    PAWN_WEIGHT = 64,
    MINOR_WEIGHT = 36,
    MAJOR_WEIGHT = 36,
    NON_PAWN_WEIGHT = 48,
    CONTINUATION_WEIGHT = 40,
    CORRECTION_SCALE = 64,
};

void history_reset(Histories *histories) {
    memset(histories, 0, sizeof *histories);
}

/* The entries that speak for a position, in the order of their weights. */
enum { CORRECTION_KINDS = 6 };
static const int CORRECTION_WEIGHTS[CORRECTION_KINDS] = {
    PAWN_WEIGHT, MINOR_WEIGHT, MAJOR_WEIGHT, NON_PAWN_WEIGHT, NON_PAWN_WEIGHT, CONTINUATION_WEIGHT,
};

static int collect(Histories *h, const Position *p, int last, int before,
                   int16_t *entries[CORRECTION_KINDS]) {
    Colour us = position_side(p);
    entries[0] = &h->pawn_correction[us][p->pawn_key % CORRECTION_SIZE];
    entries[1] = &h->minor_correction[us][p->minor_key % CORRECTION_SIZE];
    entries[2] = &h->major_correction[us][p->major_key % CORRECTION_SIZE];
    entries[3] = &h->non_pawn_correction[us][WHITE][p->non_pawn_key[WHITE] % CORRECTION_SIZE];
    entries[4] = &h->non_pawn_correction[us][BLACK][p->non_pawn_key[BLACK] % CORRECTION_SIZE];
    if (last < 0 || before < 0)
        return CORRECTION_KINDS - 1;
    entries[5] = &h->continuation_correction[before][last];
    return CORRECTION_KINDS;
}

int history_correction(const Histories *histories, const Position *position, int last, int before) {
    int16_t *entries[CORRECTION_KINDS];
    int sum = 0;
    /* Nothing is written through the pointers here. */
    int count = collect((Histories *)histories, position, last, before, entries);
    for (int i = 0; i < count; i++)
        sum += *entries[i] * CORRECTION_WEIGHTS[i];
    return sum / (CORRECTION_SCALE * CORRECTION_GRAIN);
}

void history_prefetch_correction(const Histories *histories, const Position *position, int last,
                                 int before) {
    int16_t *entries[CORRECTION_KINDS];
    int count = collect((Histories *)histories, position, last, before, entries);
    for (int i = 0; i < count; i++)
        bits_prefetch(entries[i]);
}

void history_learn_correction(Histories *histories, const Position *position, int last, int before,
                              int depth, int error) {
    int16_t *entries[CORRECTION_KINDS];
    int bonus = error * depth / 8 * CORRECTION_GRAIN / 8;
    int most = CORRECTION_LIMIT / 4;
    bonus = bonus > most ? most : bonus < -most ? -most : bonus;
    int count = collect(histories, position, last, before, entries);
    for (int i = 0; i < count; i++)
        history_update(entries[i], bonus, CORRECTION_LIMIT);
}
