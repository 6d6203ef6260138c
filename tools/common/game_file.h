/* Files of self-play games: for each its start position, result, and every move with the score of
 * the search that chose it. One writer and one reader, used by all tools.
 *
 * The format, version 1; numbers of several bytes have their lowest byte first. "Varint" means
 * seven bits a byte, lowest first, the top bit set in all bytes but the last.
 *
 *   file    8 bytes: 89 43 47 46 0D 0A 1A and the version (01); then the games, end to end
 *   game    2 bytes  length L of the payload
 *           4 bytes  FNV-1a checksum (32 bits) of the two length bytes and the payload
 *           L bytes  payload
 *
 *   payload 8 bytes  occupied squares of the start position, bit 0 is a1, bit 63 h8
 *           n/2      the n pieces on them in the order of the squares, rounded up to whole bytes,
 *                    four bits each, the first in the low half: 0 to 5 for pawn, knight, bishop,
 *                    rook, queen, king, 6 for a rook that may castle; plus 8 for Black
 *           1 byte   bit 0: Black is to move; bits 1 to 4: file of the en passant square, or 8
 *                    where no pawn can capture; bits 5 and 6: the result, as GameResult
 *           varint   half-move clock
 *           varint   number of the move
 *           varint   number of plies
 *           plies    1 byte: how many legal moves have a smaller 16-bit value than the one
 *                    played, so that the order of generation does not matter; then a varint: the
 *                    score's difference d from what the one before lets expect (its negative; 0 at
 *                    first), as 2d for d >= 0 and -2d - 1 otherwise
 *
 * Whatever is damaged shows in the length, the checksum or the legality of what was read. */
#ifndef CASTELLAN_GAME_FILE_H
#define CASTELLAN_GAME_FILE_H

#include "position.h"
#include "text.h"

typedef enum GameResult { RESULT_BLACK_WINS, RESULT_DRAW, RESULT_WHITE_WINS } GameResult;

enum { GAME_MAX_PLIES = 1024 };

typedef struct GameRecord {
    Position start; /* one that the FEN reader admits, not reached through a null move */
    GameResult result;
    int ply_count;
    Move moves[GAME_MAX_PLIES];
    int16_t scores[GAME_MAX_PLIES]; /* of the side to move, before moves[i] is played */
} GameRecord;

typedef enum GameRead { GAME_READ, GAME_END, GAME_DAMAGED } GameRead;

typedef struct GameReader GameReader;

/* NULL with the reason when the file cannot be opened or is not one of ours. */
GameReader *game_reader_open(const char *path, Reason *reason);

/* The next game. At damage: GAME_DAMAGED with what and where in `reason`; nothing more can be read,
 * and later calls say the same. `game` is good only after GAME_READ. Every move handed out is
 * legal. */
GameRead game_reader_next(GameReader *reader, GameRecord *game, Reason *reason);

/* Bytes of the header and the games read so far. */
uint64_t game_reader_offset(const GameReader *reader);
void game_reader_close(GameReader *reader); /* NULL is fine */

typedef struct GameWriter GameWriter;

/* For appending. An existing file is checked and cut back to its last whole game; `reason` then
 * says so, and is empty otherwise. NULL with the reason when the file cannot be opened, is not one
 * of ours, or is damaged so far from its end that an interrupted writer cannot have done it. */
GameWriter *game_writer_open(const char *path, Reason *reason);

/* Games in the file, those from before included. */
uint64_t game_writer_count(const GameWriter *writer);

/* Passes the game on to the system. False when the disk is full or the game breaks the rules;
 * in the second case nothing is written. */
bool game_writer_add(GameWriter *writer, const GameRecord *game);

/* False when something did not reach the disk; NULL is fine. */
bool game_writer_close(GameWriter *writer);

#endif
