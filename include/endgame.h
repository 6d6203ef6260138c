/* Endings that are known: won ones, with a score that leads towards mate, and drawn ones. Which
 * ending it is shows in the material alone; in all others nothing is looked at.
 *
 * King and pawn against king is looked up in a table, computed once by `endgame_init` and
 * read-only afterwards. */
#ifndef CASTELLAN_ENDGAME_H
#define CASTELLAN_ENDGAME_H

#include "position.h"
#include "score.h"

enum {
    /* Known wins score from here on, far below mates and above any other evaluation that is
     * likely. */
    SCORE_KNOWN_WIN = 10000,
};

/* The pawn is the strong side's, on files a to d and ranks 2 to 7, as it sees them. */
enum { KPK_PAWN_NB = 24 };
typedef struct KpkTable {
    /* By side to move (0: the strong one), pawn and strong king: where the other king loses. */
    Bitboard wins[COLOUR_NB][KPK_PAWN_NB][SQUARE_NB];
} KpkTable;
extern KpkTable kpk_table;

void endgame_init(void); /* after attacks_init */

/* Whether White, who has the pawn, wins; for a legal position. */
bool endgame_kpk_wins(Square white_king, Square pawn, Square black_king, Colour side);

/* The score of a known ending, White's point of view; false, and nothing set, for any other. */
bool endgame_probe(const Position *position, Score *score);

/* Whether it can pay to call `endgame_probe`: a bare king, or a few pieces without pawns. */
static inline bool endgame_is_possible(const Position *p) {
    enum { MOST_WITHOUT_PAWNS = 4 };
    return !bits_has_several(p->by_colour[WHITE]) || !bits_has_several(p->by_colour[BLACK]) ||
           (!p->by_type[PAWN] && bits_count(position_occupied(p)) <= MOST_WITHOUT_PAWNS);
}

#endif
