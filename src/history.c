#include "history.h"

#include <string.h>

#include "bits.h"
#include "search_params.h"

enum {
    CORRECTION_GRAIN = 8,  /* an entry is the mean error times this */
    CORRECTION_SCALE = 64, /* what the weights of the kinds are out of */
};

void history_reset(Histories *histories) {
    memset(histories, 0, sizeof *histories);
}

/* The kinds of entries that speak for a position; the last only where two moves led to it. */
typedef enum CorrectionKind {
    BY_PAWNS,
    BY_MINORS,
    BY_MAJORS,
    BY_WHITE_PIECES,
    BY_BLACK_PIECES,
    BY_MOVES,
    CORRECTION_KINDS
} CorrectionKind;

static int collect(Histories *h, const Position *p, int last, int before,
                   int16_t *entries[CORRECTION_KINDS]) {
    Colour us = position_side(p);
    entries[BY_PAWNS] = &h->pawn_correction[us][p->pawn_key % CORRECTION_SIZE];
    entries[BY_MINORS] = &h->minor_correction[us][p->minor_key % CORRECTION_SIZE];
    entries[BY_MAJORS] = &h->major_correction[us][p->major_key % CORRECTION_SIZE];
    entries[BY_WHITE_PIECES] =
        &h->non_pawn_correction[us][WHITE][p->non_pawn_key[WHITE] % CORRECTION_SIZE];
    entries[BY_BLACK_PIECES] =
        &h->non_pawn_correction[us][BLACK][p->non_pawn_key[BLACK] % CORRECTION_SIZE];
    if (last < 0 || before < 0)
        return BY_MOVES;
    entries[BY_MOVES] = &h->continuation_correction[before][last];
    return CORRECTION_KINDS;
}

int history_correction(const Histories *histories, const Position *position, int last, int before) {
    int16_t *entries[CORRECTION_KINDS];
    /* Nothing is written through the pointers here. */
    int count = collect((Histories *)histories, position, last, before, entries);
    int sum = PARAMETER(CorrectionPawns) * *entries[BY_PAWNS] +
              PARAMETER(CorrectionMinors) * *entries[BY_MINORS] +
              PARAMETER(CorrectionMajors) * *entries[BY_MAJORS] +
              PARAMETER(CorrectionPieces) * (*entries[BY_WHITE_PIECES] + *entries[BY_BLACK_PIECES]);
    if (count > BY_MOVES)
        sum += PARAMETER(CorrectionMoves) * *entries[BY_MOVES];
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
