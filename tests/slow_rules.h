/* The rules of chess written slowly and plainly, as the oracle that property tests hold the
 * engine's fast move generator against. It shares no code and no types with the engine.
 *
 * Covers standard chess, Chess960 and double Fischer random. A SlowBoard is a plain value: copy it
 * by assignment. There is no hidden state, so every function is safe on any thread. */

#ifndef SLOW_RULES_H
#define SLOW_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOW_WHITE, SLOW_BLACK };
enum { SLOW_KING_SIDE, SLOW_QUEEN_SIDE };
enum { SLOW_NO_FILE = -1, SLOW_MAX_MOVES = 512, SLOW_FEN_SIZE = 128, SLOW_SAN_SIZE = 16 };

typedef struct SlowBoard {
    char piece[8][8];      /* [rank][file], both from 0; FEN letters, ' ' for an empty square */
    int side;              /* whose turn it is */
    int castle_file[2][2]; /* [side][wing], the file of the rook that may still castle */
    int ep_file;           /* of the pawn that has just advanced two squares, capturable or not */
    int halfmove_clock;    /* plies since the last capture or pawn move */
    int fullmove_number;   /* from 1, grows after Black's move */
} SlowBoard;

/* Moves as UCI text. Castling is always the king taking its own rook (e1h1), in standard chess
 * too; promotions carry a lower-case letter (e7e8q). */
typedef struct SlowMoves {
    int count;
    char text[SLOW_MAX_MOVES][6];
} SlowMoves;

/* Reads a FEN of six fields, or of four with the counters taken as 0 and 1. Castling letters are
 * KQkq for the outermost rook on that side of the king, or the file of any rook. Returns false,
 * with the board in an unspecified state, for text that is no FEN or a position out of the
 * question: not one king a side, over 16 men a side, a pawn on an end rank, a castling right
 * without its rook, an en passant square no pawn has just crossed, or a king that can be taken. */
bool slow_set_fen(SlowBoard *board, const char *fen);

/* Writes at most size bytes (SLOW_FEN_SIZE always suffices). Castling letters are KQkq where the
 * rook is the outermost, else its file; the en passant square appears only when at least one
 * en passant capture is legal. */
void slow_get_fen(const SlowBoard *board, char *fen, size_t size);

/* Every legal move exactly once, in strcmp order. */
void slow_legal_moves(const SlowBoard *board, SlowMoves *moves);

/* In the functions below uci must be a legal move. */
void slow_play(SlowBoard *board, const char *uci);
bool slow_is_noisy(const SlowBoard *board, const char *uci); /* a capture or any promotion */

/* Standard algebraic notation with the fewest letters that tell legal moves apart, and + or #.
 * Writes at most size bytes (SLOW_SAN_SIZE always suffices). */
void slow_san(const SlowBoard *board, const char *uci, char *san, size_t size);

/* Whether the side to move is in check. */
bool slow_in_check(const SlowBoard *board);

/* Whether the material rules out mate for both sides: bare kings, a single minor piece, or
 * nothing but bishops, of either side, all on squares of one colour. */
bool slow_is_dead(const SlowBoard *board);

/* Number of legal move sequences of the given length; 1 for depth 0. */
uint64_t slow_perft(const SlowBoard *board, int depth);

#endif
