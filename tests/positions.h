/* What tests of positions share: varied start positions, random walks from them, and ways between
 * the engine's positions, text and the slow rules. Everything but the caller's Walk is read-only.
 */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "position.h"
#include "random.h"
#include "slow_rules.h"

/* Standard and Chess960 games, endgames, and positions made to bring out one rule each. */
extern const char *const START_FENS[];
extern const size_t START_NB;

/* The position of a FEN; fails the running test with the reason where it is refused. */
Position position_of(const char *fen);

/* The same position for the slow rules. An en passant square that the engine has dropped, because
 * no pawn can capture there, is unknown here too; the legal moves are the same. */
SlowBoard slow_board_of(const Position *position);

/* A position's FEN as a value, to be passed on as `fen_of(&position).text`. */
typedef struct FenText {
    char text[FEN_SIZE];
} FenText;
FenText fen_of(const Position *position);

/* The first four fields, which decide whether two positions count as the same. */
FenText placement_of(const Position *position);

/* The legal move of this UCI text, with castling as king-takes-rook; fails the running test where
 * there is none. */
Move move_of(const Position *position, const char *uci);

/* The position after moves given as UCI text with blanks between them. */
Position position_after(const Position *start, const char *moves);

/* Called with each position of a walk and the legal move that is played next, MOVE_NONE at its
 * end. */
typedef void (*WalkVisitor)(const Position *position, Move next, void *context);

/* Random play. Castling, promotion and en passant are chosen far more often than by chance. */
typedef struct Walk {
    Random random;
    int plies; /* unless the game ends before */
    WalkVisitor visit;
    void *context; /* handed on to `visit` */
} Walk;

void walk_from(Walk *walk, const char *fen);
void walk_from_all_starts(Walk *walk);

/* WALKS_PER_START walks of WALK_PLIES from every start. */
enum { WALKS_PER_START = 8, WALK_PLIES = 24 };
void walk_all(uint64_t seed, WalkVisitor visit, void *context);

#endif
