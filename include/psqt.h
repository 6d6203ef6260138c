/* Material and piece-square values, filled once by `psqt_init`, read-only afterwards. Positions
 * keep their sum without knowing what it is for. */
#ifndef CASTELLAN_PSQT_H
#define CASTELLAN_PSQT_H

#include "score.h"

typedef struct PsqtTables {
    ScorePair value[PIECE_NB][SQUARE_NB]; /* White's point of view: Black's pieces count negative */
} PsqtTables;

extern PsqtTables psqt;

void psqt_init(void);

/* How much of the middlegame a piece stands for; the start position has PHASE_MAX. */
enum { PHASE_MAX = 24 };
static inline int psqt_phase(PieceType type) {
    return (0x042110 >> (4 * type)) & 15;
}

#endif
