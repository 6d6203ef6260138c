/* Malformed and impossible FENs and moves. Each is refused with a sentence that names the very
 * fault, on one printable line, and nothing else changes. */

#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "notation.h"
#include "positions.h"
#include "san.h"
#include "startup.h"

void setUp(void) {
}

void tearDown(void) {
}

/* What is refused, and a piece of the reason that fits no other fault. Tables of them end with a
 * row of NULL. */
typedef struct BadFen {
    const char *fen, *piece;
} BadFen;

typedef struct BadMove {
    const char *fen, *text, *piece;
} BadMove;

#define START_BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define BARE_KINGS  "4k3/8/8/8/8/8/8/4K3"

static const BadFen MISSING_FIELDS[] = {
    {"", "the FEN has no board (field 1"},
    {" ", "the FEN has no board (field 1"},
    {"\t\r\n", "the FEN has no board (field 1"},
    {START_BOARD, "no side to move (field 2"},
    {START_BOARD "  ", "no side to move (field 2"},
    {"startpos", "no side to move (field 2"},
    {"-", "no side to move (field 2"},
    {"https://example.org/analysis", "no side to move (field 2"},
    {START_BOARD "_w_KQkq_-_0_1", "no side to move (field 2"},
    {START_BOARD ",w,KQkq,-,0,1", "no side to move (field 2"},
    {START_BOARD "\xC2\xA0w\xC2\xA0KQkq\xC2\xA0-\xC2\xA0"
                 "0\xC2\xA0"
                 "1",
     "no side to move (field 2"},
    {START_BOARD " w", "no castling rights (field 3"},
    {"w KQkq", "no castling rights (field 3"},
    {"8 b\t", "no castling rights (field 3"},
    {START_BOARD " w KQkq", "no en passant square (field 4"},
    {START_BOARD " b -", "no en passant square (field 4"},
    {"0 0 0", "no en passant square (field 4"},
    {"w KQkq - 0", "'w' is not a piece, a digit 1-8 or a slash (board, rank 8)"},
    {START_BOARD " KQkq - 0 1", "the side to move is 'KQkq'"},
    {START_BOARD " w - 0 1", "the en passant field '0'"},
    {START_BOARD " w KQkq 3 17", "the en passant field '3'"},
    {START_BOARD " 0 1 w KQkq -", "the side to move is '0'"},
    {START_BOARD " w - KQkq 0 1", "the en passant field 'KQkq'"},
    {START_BOARD " KQkq w - 0 1", "the side to move is 'KQkq'"},
    {NULL, NULL},
};

static const BadFen GLUED_OR_WRAPPED[] = {
    {START_BOARD "w KQkq - 0 1", "'w' is not a piece, a digit 1-8 or a slash (board, rank 1)"},
    {START_BOARD " wKQkq - 0 1", "the side to move is 'wKQkq'"},
    {START_BOARD " w KQkq- 0 1", "'-' in the castling field"},
    {START_BOARD " w KQkq -0 1", "the en passant field '-0'"},
    {BARE_KINGS " w - - 01.", "the half-move clock '01.'"},
    {"\"" START_BOARD " w KQkq - 0 1\"", "'\"' is not a piece"},
    {"[FEN " START_BOARD " w KQkq - 0 1]", "'[' is not a piece"},
    {"fen " START_BOARD " w KQkq - 0 1", "'f' is not a piece"},
    {"position startpos moves e2e4", "'o' is not a piece"},
    {"{\"fen\": \"" START_BOARD " w KQkq - 0 1\"}", "'{' is not a piece"},
    {"\xEF\xBB\xBF" START_BOARD " w KQkq - 0 1", "'?' is not a piece"},
    {START_BOARD " w KQkq - 0 1;", "the move number '1;'"},
    {"1. e4 e5 2. Nf3 Nc6", "'.' is not a piece"},
    {NULL, NULL},
};

static const BadFen BOARD_SHAPES[] = {
    {"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ends on rank 2 after 8 files"},
    {"rnbqkbnr/pppppppp/8/8 w KQkq - 0 1", "ends on rank 5 after 8 files"},
    {"rnbqkbnr w KQkq - 0 1", "ends on rank 8 after 8 files"},
    {"k6K w - - 0 1", "ends on rank 8 after 8 files"},
    {"4k3/8/8/8/8/8/8/4K w - - 0 1", "ends on rank 1 after 5 files"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "ends on rank 1 after 7 files"},
    {"4k3/8/8/8/8/8/4K3/ w - - 0 1", "ends on rank 1 after 0 files"},
    {"4k3/8/8/8/8/8/4K3/7 w - - 0 1", "ends on rank 1 after 7 files"},
    {"4k3/8/8/8/8/8/4K3/1 w - - 0 1", "ends on rank 1 after 1 files"},
    {"rnbqkbnr pppppppp 8 8 8 8 PPPPPPPP RNBQKBNR w KQkq - 0 1", "ends on rank 8 after 8 files"},
    {START_BOARD "/8 w KQkq - 0 1", "the board has more than 8 ranks"},
    {START_BOARD "/ w KQkq - 0 1", "the board has more than 8 ranks"},
    {"8/4k3/8/8/8/8/8/8/4K3 w - - 0 1", "the board has more than 8 ranks"},
    {"8/8/8/8/8/8/8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the board has more than 8 ranks"},
    {"/" START_BOARD " w KQkq - 0 1", "rank 8 of the board has 0 files, not 8"},
    {"/ w - - 0 1", "rank 8 of the board has 0 files, not 8"},
    {"//////// w - - 0 1", "rank 8 of the board has 0 files, not 8"},
    {"rnbqkbnr/pppppppp//8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6 of the board has 0 files"},
    {"rnbqkbnr/pppppppp/8/8/8/8//RNBQKBNR w KQkq - 0 1", "rank 2 of the board has 0 files"},
    {"rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 8 of the board has 7 files"},
    {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 of the board has 7 files"},
    {"rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6 of the board has 7 files"},
    {"rnbqkbnr/pppppppp/8/3p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 5 of the board has 7"},
    {"rnbqkbnr/pppppppp/8/8/1/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 4 of the board has 1 files"},
    {"rnbqkbnr/pppppppp/8/8/8/N/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 3 of the board has 1 files"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPP1PP/RNBQKBNR w KQkq - 0 1", "rank 2 of the board has 6 files"},
    {"rnbqkbnr1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 8 of the board has more"},
    {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 of the board has more"},
    {"rnbqkbnr/pppppppp/81/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6 of the board has more"},
    {"rnbqkbnr/pppppppp/8/4p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 5 of the board has more"},
    {"rnbqkbnr/pppppppp/8/8/8P/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 4 of the board has more"},
    {"rnbqkbnr/pppppppp/8/8/8/N8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 3 of the board has more"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPP5/RNBQKBNR w KQkq - 0 1", "rank 2 of the board has more"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1", "rank 1 of the board has more"},
    {"88888888 w - - 0 1", "rank 8 of the board has more than 8 files"},
    {"64 w - - 0 1", "rank 8 of the board has more than 8 files"},
    {"rnbqkbnrpppppppp8888PPPPPPPPRNBQKBNR w KQkq - 0 1", "rank 8 of the board has more"},
    {"4k3/8/8/8/8/8/4K3/44444444444444444444444444444444444444 w - - 0 1", "rank 1 of the board"},
    {NULL, NULL},
};

static const BadFen BOARD_LETTERS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1", "'A' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/8/2S5/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
     "'S' is not a piece, a digit 1-8 or a slash (board, rank 3)"},
    {"tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KQkq - 0 1",
     "'t' is not a piece, a digit 1-8 or a slash (board, rank 8)"},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "'a' is not a piece"},
    {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "'l' is not a piece"},
    {"rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "'0' is not a piece, a digit 1-8 or a slash (board, rank 6)"},
    {"rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "'9' is not a piece, a digit 1-8 or a slash (board, rank 5)"},
    {"rnbqkbnr\\pppppppp\\8\\8\\8\\8\\PPPPPPPP\\RNBQKBNR w KQkq - 0 1", "'\\' is not a piece"},
    {"rnbqkbnr|pppppppp|8|8|8|8|PPPPPPPP|RNBQKBNR w KQkq - 0 1", "'|' is not a piece"},
    {"rnbqkbnr/pppppppp/......../8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'.' is not a piece"},
    {"rnbqkbnr/pppppppp/8/--------/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "'-' is not a piece, a digit 1-8 or a slash (board, rank 5)"},
    {"rnbqkbnr/pppppppp/8/8/********/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'*' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/3x4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
     "'[' is not a piece, a digit 1-8 or a slash (board, rank 1)"},
    {"r2q~1rk1/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1", "'~' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+QKBN w KQkq - 0 1", "'+' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNO w KQkq - 0 1", "'O' is not a piece"},
    {"rnbqkbnr/pppppppp/8/8/l7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'l' is not a piece"},
    {"rnbqkbnr:pppppppp:8:8:8:8:PPPPPPPP:RNBQKBNR w KQkq - 0 1", "':' is not a piece"},
    {"rnbqkbnr;pppppppp;8;8;8;8;PPPPPPPP;RNBQKBNR w KQkq - 0 1", "';' is not a piece"},
    {"(4k3)/8/8/8/8/8/8/4K3 w - - 0 1", "'(' is not a piece"},
    {"4k3/8/8/8/%2F8/8/8/4K3 w - - 0 1", "'%' is not a piece"},
    {"4k3/8/8/8/8/8/8/4\x01K3 w - - 0 1", "'?' is not a piece"},
    {"4k3/8/8/\x1B[2J8/8/8/8/4K3 w - - 0 1",
     "'?' is not a piece, a digit 1-8 or a slash (board, rank 5)"},
    {"4k3/8/\x7F/8/8/8/8/4K3 w - - 0 1", "'?' is not a piece"},
    {"\xE2\x99\x9C\xE2\x99\x9E/8/8/8/8/8/8/4K3 w - - 0 1", "'?' is not a piece"},
    {"4\xD0\xBA"
     "3/8/8/8/8/8/8/4K3 w - - 0 1",
     "'?' is not a piece"},
    {"4k3/8/8/8/8/8/8/4K3# w - - 0 1", "'#' is not a piece"},
    {"?/?/?/?/?/?/?/? w - - 0 1", "'?' is not a piece"},
    {"z w - -", "'z' is not a piece, a digit 1-8 or a slash (board, rank 8)"},
    {NULL, NULL},
};

static const BadFen MATERIAL[] = {
    {"8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1", "White has 0 kings, not one"},
    {"4k3/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings, not one"},
    {"4k3/8/8/8/8/K6K/8/K6K w - - 0 1", "White has 4 kings, not one"},
    {"KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk w - - 0 1",
     "White has 32 kings, not one"},
    {"8/8/8/8/8/8/8/4K3 b - - 0 1", "Black has 0 kings, not one"},
    {"r7/8/8/8/8/8/8/R3K2R w KQq - 0 1", "Black has 0 kings, not one"},
    {"k6k/8/8/8/8/8/8/4K3 b - - 0 1", "Black has 2 kings, not one"},
    {"kkk5/8/8/8/8/8/8/4K3 b - - 0 1", "Black has 3 kings, not one"},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White has a pawn on rank 1"},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on rank 8"},
    {"8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70", "Black has a pawn on rank 1"},
    {"p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "Black has a pawn on rank 8"},
    {"P7/8/8/8/8/8/8/p7 w - - 0 1", "White has a pawn on rank 8"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns, more than 8"},
    {"4k3/pppppppp/7p/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, more than 8"},
    {"4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "White has 16 pawns, more than 8"},
    {"4k3/pppppppp/pppppppp/pppppppp/8/8/8/4K3 b - - 0 1", "Black has 24 pawns, more than 8"},
    {"4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1",
     "White has 1 promoted pieces, but only 0 pawns are gone"},
    {"4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1", "White has 1 promoted pieces, but only 0"},
    {"4k3/8/8/8/8/8/PPPPPPPP/BBBBK3 w - - 0 1", "White has 2 promoted pieces, but only 0"},
    {"r1r1k2r/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "Black has 1 promoted pieces, but only 0"},
    {"4k3/8/8/8/8/P7/QQQQQQQQ/Q3K3 w - - 0 1", "White has 8 promoted pieces, but only 7"},
    {"QQQQQQQQ/QQ6/8/8/8/8/8/K1k5 b - - 0 1", "White has 9 promoted pieces, but only 8"},
    {"4k3/nnnnnnnn/nnn5/8/8/8/8/4K3 b - - 0 1", "Black has 9 promoted pieces, but only 8"},
    {"4k3/bbbbbbbb/bbb5/8/8/8/8/4K3 b - - 0 1", "Black has 9 promoted pieces, but only 8"},
    {"k7/8/8/8/8/PPPP4/QQQNNNRR/BBBR3K w - - 0 1", "White has 5 promoted pieces, but only 4"},
    {"qqnnnrrk/bbbrpppp/p7/8/8/8/8/K7 b - - 0 1", "Black has 4 promoted pieces, but only 3"},
    {"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1",
     "White has 39 promoted pieces, but only 8"},
    {"rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrr4/8/8/8/K6k w - - 0 1", "Black has 26 promoted pieces"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w - - 0 1", "White has 1 promoted pieces"},
    {NULL, NULL},
};

static const BadFen SIDES[] = {
    {BARE_KINGS " W - - 0 1", "the side to move is 'W', not w or b"},
    {BARE_KINGS " B - - 0 1", "the side to move is 'B', not w or b"},
    {BARE_KINGS " white - - 0 1", "the side to move is 'white', not w or b"},
    {BARE_KINGS " black - - 0 1", "the side to move is 'black', not w or b"},
    {BARE_KINGS " - - - 0 1", "the side to move is '-', not w or b"},
    {BARE_KINGS " x - - 0 1", "the side to move is 'x', not w or b"},
    {BARE_KINGS " 1 - - 0 1", "the side to move is '1', not w or b"},
    {BARE_KINGS " ww - - 0 1", "the side to move is 'ww', not w or b"},
    {BARE_KINGS " wb - - 0 1", "the side to move is 'wb', not w or b"},
    {BARE_KINGS " w/b - - 0 1", "the side to move is 'w/b', not w or b"},
    {BARE_KINGS " \xD1\x88 - - 0 1", "the side to move is '\?\?', not w or b"},
    {BARE_KINGS " w\x08 - - 0 1", "the side to move is 'w?', not w or b"},
    {BARE_KINGS " wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww - - 0 1",
     "the side to move is 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...', not w or b"},
    {NULL, NULL},
};

static const BadFen CASTLING_FIELDS[] = {
    {START_BOARD " w KQkx - 0 1", "'x' in the castling field"},
    {START_BOARD " w KQkq1 - 0 1", "'1' in the castling field"},
    {START_BOARD " w -- - 0 1", "'-' in the castling field"},
    {START_BOARD " w -KQ - 0 1", "'-' in the castling field"},
    {START_BOARD " w O-O - 0 1", "'O' in the castling field"},
    {START_BOARD " w 0-0 - 0 1", "'0' in the castling field"},
    {START_BOARD " w KQ/kq - 0 1", "'/' in the castling field"},
    {START_BOARD " w Iq - 0 1", "'I' in the castling field"},
    {START_BOARD " w HAhi - 0 1", "'i' in the castling field"},
    {START_BOARD " w AHahz - 0 1", "'z' in the castling field"},
    {START_BOARD " w (KQkq) - 0 1", "'(' in the castling field"},
    {START_BOARD " w KQkq, - 0 1", "',' in the castling field"},
    {START_BOARD " w K.k. - 0 1", "'.' in the castling field"},
    {START_BOARD " w none - 0 1", "'n' in the castling field"},
    {START_BOARD " w w - 0 1", "'w' in the castling field"},
    {START_BOARD " w _ - 0 1", "'_' in the castling field"},
    {START_BOARD " w e1g1 - 0 1", "'1' in the castling field"},
    {START_BOARD " w @ - 0 1", "'@' in the castling field"},
    {START_BOARD " w ` - 0 1", "'`' in the castling field"},
    {START_BOARD " w KQ\xC3\xA4kq - 0 1", "'?' in the castling field"},
    {START_BOARD " w KQ\x02 - 0 1", "'?' in the castling field"},
    {START_BOARD " w KQkqKQkqKQkqKQkqP - 0 1", "'P' in the castling field"},
    {START_BOARD " w J - 0 1", "'J' in the castling field"},
    {START_BOARD " w KQ kq - 0 1", "the en passant field 'kq'"},
    {NULL, NULL},
};

static const BadFen EN_PASSANT_FIELDS[] = {
    {START_BOARD " w KQkq e 0 1", "the en passant field 'e'"},
    {START_BOARD " w KQkq e33 0 1", "the en passant field 'e33'"},
    {START_BOARD " w KQkq e9 0 1", "the en passant field 'e9'"},
    {START_BOARD " w KQkq e0 0 1", "the en passant field 'e0'"},
    {START_BOARD " w KQkq i3 0 1", "the en passant field 'i3'"},
    {START_BOARD " w KQkq 3e 0 1", "the en passant field '3e'"},
    {START_BOARD " w KQkq E3 0 1", "the en passant field 'E3'"},
    {START_BOARD " w KQkq -e3 0 1", "the en passant field '-e3'"},
    {START_BOARD " w KQkq e3- 0 1", "the en passant field 'e3-'"},
    {START_BOARD " w KQkq -- 0 1", "the en passant field '--'"},
    {START_BOARD " w KQkq none 0 1", "the en passant field 'none'"},
    {START_BOARD " w KQkq e3e4 0 1", "the en passant field 'e3e4'"},
    {START_BOARD " w KQkq ee 0 1", "the en passant field 'ee'"},
    {START_BOARD " w KQkq 33 0 1", "the en passant field '33'"},
    {START_BOARD " w KQkq `3 0 1", "the en passant field '`3'"},
    {START_BOARD " w KQkq h: 0 1", "the en passant field 'h:'"},
    {START_BOARD " w KQkq x 0 1", "the en passant field 'x'"},
    {START_BOARD " w KQkq \xC3\xA4"
                 "3 0 1",
     "the en passant field '\?\?3'"},
    {START_BOARD " w KQkq e\x1F 0 1", "the en passant field 'e?'"},
    {START_BOARD " w KQkq e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3 0 1",
     "the en passant field 'e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3...'"},
    {NULL, NULL},
};

static const BadFen COUNTERS[] = {
    {BARE_KINGS " w - - -1 1", "the half-move clock '-1' is not a number from 0 on"},
    {BARE_KINGS " w - - x 1", "the half-move clock 'x'"},
    {BARE_KINGS " w - - 1.5 1", "the half-move clock '1.5'"},
    {BARE_KINGS " w - - - 1", "the half-move clock '-'"},
    {BARE_KINGS " w - - + 1", "the half-move clock '+'"},
    {BARE_KINGS " w - - 0x10 1", "the half-move clock '0x10'"},
    {BARE_KINGS " w - - 1e2 1", "the half-move clock '1e2'"},
    {BARE_KINGS " w - - 3+3 0 1", "the half-move clock '3+3'"},
    {BARE_KINGS " w - - 0/1", "the half-move clock '0/1'"},
    {BARE_KINGS " w - - --1 1", "the half-move clock '--1'"},
    {BARE_KINGS " w - - O 1", "the half-move clock 'O'"},
    {BARE_KINGS " w - - 12a", "the half-move clock '12a'"},
    {BARE_KINGS " w - - \xD9\xA3 1", "the half-move clock '\?\?'"},
    {BARE_KINGS " w - - -99999999999999999999 1", "the half-move clock '-99999999999999999999'"},
    {BARE_KINGS " w - - 99999999999999999999x 1", "the half-move clock '99999999999999999999x'"},
    {BARE_KINGS " w - - bm Ke2;", "the half-move clock 'bm'"},
    {BARE_KINGS " w - - id \"bare kings\";", "the half-move clock 'id'"},
    {BARE_KINGS " w - - moves e1e2", "the half-move clock 'moves'"},
    {BARE_KINGS " w - - 0 -1", "the move number '-1' is not a number from 0 on"},
    {BARE_KINGS " w - - 0 x", "the move number 'x'"},
    {BARE_KINGS " w - - 0 -", "the move number '-'"},
    {BARE_KINGS " w - - 0 1.", "the move number '1.'"},
    {BARE_KINGS " w - - 0 1...", "the move number '1...'"},
    {BARE_KINGS " w - - 0 #1", "the move number '#1'"},
    {BARE_KINGS " w - - 0 one", "the move number 'one'"},
    {BARE_KINGS " w - - 0 1-0", "the move number '1-0'"},
    {BARE_KINGS " w - - 0 +-1", "the move number '+-1'"},
    {BARE_KINGS " w - - 0 1_000", "the move number '1_000'"},
    {BARE_KINGS " w - - 0 1\x0E", "the move number '1?'"},
    {BARE_KINGS " w - - 0 moves e1e2", "the move number 'moves'"},
    {BARE_KINGS " w - - 0 -9223372036854775809", "the move number '-9223372036854775809'"},
    {NULL, NULL},
};

static const BadFen EXTRA_FIELDS[] = {
    {BARE_KINGS " w - - 0 1 2", "'2' stands after the move number"},
    {BARE_KINGS " w - - 0 1 moves e1e2", "'moves' stands after the move number"},
    {BARE_KINGS " w - - 0 1 ;", "';' stands after the move number"},
    {BARE_KINGS " w - - 0 1 bm Ke2;", "'bm' stands after the move number"},
    {BARE_KINGS " w - - 0 1 -", "'-' stands after the move number"},
    {BARE_KINGS " w - - 3 0 1", "'1' stands after the move number"},
    {BARE_KINGS " w - - 0 1 " START_BOARD,
     "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R...' stands after"},
    {BARE_KINGS " w - - 0 1 \x1B[31m", "'?[31m' stands after the move number"},
    {NULL, NULL},
};

static const BadFen WRONG_SIDE_IN_CHECK[] = {
    {"8/8/8/8/8/8/8/Kk6 w - - 0 1", "Black is in check, but it is White's turn"},
    {"8/8/8/3k4/4K3/8/8/8 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"4k3/8/8/8/4r3/8/8/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/8/8/1B6/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"4k3/8/8/8/1b6/8/8/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/8/3N4/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"4k3/8/8/8/8/5n2/8/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"4k3/8/8/8/8/8/5p2/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"Q3k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"4k3/8/8/8/7q/8/8/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/8/8/8/8/8/4Q3/q3K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"1r1qk2r/5ppp/Q2p4/6R1/4P1bq/2N5/P1P5/4K1N1 b k - 0 23", "White is in check"},
    {"rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 1 2", "Black is in check"},
    {"r3k2r/8/8/8/8/8/4q3/R3K2R b KQkq - 0 1", "White is in check, but it is Black's turn"},
    {NULL, NULL},
};

static const BadFen *const FEN_TABLES[] = {
    MISSING_FIELDS,
    GLUED_OR_WRAPPED,
    BOARD_SHAPES,
    BOARD_LETTERS,
    MATERIAL,
    SIDES,
    CASTLING_FIELDS,
    EN_PASSANT_FIELDS,
    COUNTERS,
    EXTRA_FIELDS,
    WRONG_SIDE_IN_CHECK,
};

/* ---- How a refusal must look ---- */

static void assert_reason(const Reason *reason, const char *piece, const char *input) {
    char message[600];
    snprintf(message, sizeof message, "%.200s: %s", input, reason->text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason->text, piece), message);
    size_t length = strlen(reason->text);
    TEST_ASSERT_TRUE_MESSAGE(length > 0 && length < sizeof reason->text - 1, message);
    TEST_ASSERT_TRUE_MESSAGE(reason->text[length - 1] != '.', message);
    for (size_t i = 0; i < length; i++)
        TEST_ASSERT_TRUE_MESSAGE(reason->text[i] >= ' ' && reason->text[i] <= '~', message);
}

static void check_fens(const BadFen *row) {
    Position before = position_of("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 30");
    for (; row->fen != NULL; row++) {
        Position after = before;
        Reason reason = {""};
        TEST_ASSERT_FALSE_MESSAGE(fen_parse(row->fen, &after, &reason), row->fen);
        assert_reason(&reason, row->piece, row->fen);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&before, &after, sizeof before, row->fen);
    }
}

/* ---- FENs ---- */

static void test_missing_fields(void) {
    check_fens(MISSING_FIELDS);
}

static void test_glued_or_wrapped_fields(void) {
    check_fens(GLUED_OR_WRAPPED);
}

static void test_board_shapes(void) {
    check_fens(BOARD_SHAPES);
}

static void test_board_letters(void) {
    check_fens(BOARD_LETTERS);
}

static void test_material(void) {
    check_fens(MATERIAL);
}

static void test_sides(void) {
    check_fens(SIDES);
}

static void test_castling_fields(void) {
    check_fens(CASTLING_FIELDS);
}

static void test_en_passant_fields(void) {
    check_fens(EN_PASSANT_FIELDS);
}

static void test_counters(void) {
    check_fens(COUNTERS);
}

static void test_extra_fields(void) {
    check_fens(EXTRA_FIELDS);
}

static void test_wrong_side_in_check(void) {
    check_fens(WRONG_SIDE_IN_CHECK);
}

/* The tables hold what they promise: many FENs, none of them twice. */
static void test_fens_are_many_and_different(void) {
    const char *fens[400];
    int count = 0;
    for (size_t t = 0; t < sizeof FEN_TABLES / sizeof *FEN_TABLES; t++)
        for (const BadFen *row = FEN_TABLES[t]; row->fen != NULL; row++)
            fens[count++] = row->fen;
    TEST_ASSERT_GREATER_THAN_INT(199, count);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE_MESSAGE(strcmp(fens[i], fens[j]) != 0, fens[i]);
}

/* ---- Moves ---- */

static const char NOT_UCI[] = "is not a move such as e2e4 or e7e8q";
static const char NOT_SAN[] = "is not a move such as Nf3, exd5 or O-O";

/* Texts that are no move in any position, with what the reason quotes of them. */
typedef struct BadText {
    const char *text, *quote;
} BadText;

static const BadText UCI_GARBAGE[] = {
    {"", "''"},
    {"e", "'e'"},
    {"e2", "'e2'"},
    {"e2e", "'e2e'"},
    {"e2e4e5", "'e2e4e5'"},
    {"e7e8qq", "'e7e8qq'"},
    {"e7e8=Q", "'e7e8=Q'"},
    {"e2-e4", "'e2-e4'"},
    {"e2xd3", "'e2xd3'"},
    {"E2E4", "'E2E4'"},
    {"e2E4", "'e2E4'"},
    {"e2e9", "'e2e9'"},
    {"e2e0", "'e2e0'"},
    {"e0e4", "'e0e4'"},
    {"i2i4", "'i2i4'"},
    {"e2i4", "'e2i4'"},
    {"`2a4", "'`2a4'"},
    {"2e4e", "'2e4e'"},
    {"22e4", "'22e4'"},
    {"e7e8k", "'e7e8k'"},
    {"e7e8p", "'e7e8p'"},
    {"e7e8K", "'e7e8K'"},
    {"e7e8x", "'e7e8x'"},
    {"e7e81", "'e7e81'"},
    {"e2e4+", "'e2e4+'"},
    {"Nf3", "'Nf3'"},
    {"Ng1f3", "'Ng1f3'"},
    {"O-O", "'O-O'"},
    {"0000", "'0000'"},
    {"(none)", "'(none)'"},
    {"null", "'null'"},
    {"P@e4", "'P@e4'"},
    {"e2e4,e7e5", "'e2e4,e7e5'"},
    {"\xE2\x99\x98"
     "f3",
     "'\?\?\?f3'"},
    {"e2e\x01", "'e2e?'"},
    {"e2e4\x7F", "'e2e4?'"},
    {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
     "'abcdefghijklmnopqrstuvwxyzabcdefghij...'"},
    {NULL, NULL},
};

static const BadText SAN_GARBAGE[] = {
    {"", "''"},
    {"N", "'N'"},
    {"Nf", "'Nf'"},
    {"N3", "'N3'"},
    {"Nf9", "'Nf9'"},
    {"Ni3", "'Ni3'"},
    {"Xf3", "'Xf3'"},
    {"nf3", "'nf3'"},
    {"Sf3", "'Sf3'"},
    {"NNf3", "'NNf3'"},
    {"Nfg3f3", "'Nfg3f3'"},
    {"N1gf3", "'N1gf3'"},
    {"Nxxf3", "'Nxxf3'"},
    {"Nf3x", "'Nf3x'"},
    {"Nf3=Q", "'Nf3=Q'"},
    {"Nf3Q", "'Nf3Q'"},
    {"O", "'O'"},
    {"OO", "'OO'"},
    {"O-", "'O-'"},
    {"o-o", "'o-o'"},
    {"O-0", "'O-0'"},
    {"O-O-O-O", "'O-O-O-O'"},
    {"e8=K", "'e8=K'"},
    {"e8=P", "'e8=P'"},
    {"e8=", "'e8='"},
    {"e8=QQ", "'e8=QQ'"},
    {"e8==Q", "'e8==Q'"},
    {"=Q", "'=Q'"},
    {"e9", "'e9'"},
    {"i4", "'i4'"},
    {"4e", "'4e'"},
    {"e4e5e6", "'e4e5e6'"},
    {"1.e4", "'1.e4'"},
    {"1-0", "'1-0'"},
    {"1/2-1/2", "'1/2-1/2'"},
    {"*", "'*'"},
    {"--", "'--'"},
    {"+", "'+'"},
    {"!?", "'!?'"},
    {"N@f3", "'N@f3'"},
    {"e.p.", "'e.p.'"},
    {"Ne.p.", "'Ne.p.'"},
    {"exd6e.p", "'exd6e.p'"},
    {"\xE2\x99\x98"
     "f3",
     "'\?\?\?f3'"},
    {"Nf3\x1B", "'Nf3?'"},
    {"Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3", "'Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3...'"},
    {NULL, NULL},
};

static const char CASTLING[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
static const char PROMOTING[] = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
static const char CHECKED_BY_ROOK[] = "4k3/8/8/8/8/8/3P4/R3K2r w Q - 0 1";
static const char PINNED[] = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";

static const BadMove ILLEGAL_UCI[] = {
    {FEN_START, "e3e4", "illegal move 'e3e4': there is no piece on e3"},
    {FEN_START, "a5a6", "illegal move 'a5a6': there is no piece on a5"},
    {FEN_START, "h6h8q", "illegal move 'h6h8q': there is no piece on h6"},
    {FEN_START, "e7e5", "illegal move 'e7e5': the piece on e7 is the opponent's"},
    {FEN_START, "h8h8", "illegal move 'h8h8': the piece on h8 is the opponent's"},
    {FEN_START, "e2e5", "illegal move 'e2e5'"},
    {FEN_START, "e2d3", "illegal move 'e2d3'"},
    {FEN_START, "e2e1", "illegal move 'e2e1'"},
    {FEN_START, "e2e2", "illegal move 'e2e2'"},
    {FEN_START, "e2e4q", "illegal move 'e2e4q'"},
    {FEN_START, "a1a3", "illegal move 'a1a3'"},
    {FEN_START, "b1d2", "illegal move 'b1d2'"},
    {FEN_START, "e1g1", "illegal move 'e1g1'"},
    {FEN_START, "e1h1", "illegal move 'e1h1'"},
    {PROMOTING, "a7a8", "illegal move 'a7a8'"},
    {PROMOTING, "a7b8", "illegal move 'a7b8'"},
    {PROMOTING, "a1a2q", "illegal move 'a1a2q'"},
    {PINNED, "e2c3", "illegal move 'e2c3'"},
    {"4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "illegal move 'e1e2'"},
    {CHECKED_BY_ROOK, "d2d4", "illegal move 'd2d4' (the king is in check)"},
    {CHECKED_BY_ROOK, "e1c1", "illegal move 'e1c1' (the king is in check)"},
    {CHECKED_BY_ROOK, "e1a1", "illegal move 'e1a1' (the king is in check)"},
    {CASTLING, "e1b1", "illegal move 'e1b1'"},
    {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "illegal move 'e1g1'"},
    {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "illegal move 'e1g1'"},
    {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "illegal move 'e1h1'"},
    {"4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "e1c1", "illegal move 'e1c1'"},
    {"4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1", "illegal move 'e1b1'"},
    {"4k3/8/8/8/8/8/8/5K1R w - - 0 1", "f1h1", "illegal move 'f1h1'"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "illegal move 'e5d6'"},
    {"8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "d5e6", "illegal move 'd5e6'"},
    {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "illegal move 'e2e4'"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", "illegal move 'h8g8'"},
    {NULL, NULL, NULL},
};

static const BadMove ILLEGAL_SAN[] = {
    {FEN_START, "Nf4", "illegal move 'Nf4': no knight can go to f4"},
    {FEN_START, "e5", "illegal move 'e5': no pawn can go to e5"},
    {FEN_START, "exd3", "illegal move 'exd3': no pawn from there can go to d3"},
    {FEN_START, "Ke2", "illegal move 'Ke2': an own piece stands on e2"},
    {FEN_START, "Nd2", "illegal move 'Nd2': an own piece stands on d2"},
    {FEN_START, "O-O", "illegal move 'O-O': a piece stands in the way"},
    {FEN_START, "0-0-0+", "illegal move '0-0-0+'"},
    {FEN_START, "e4=Q", "illegal move 'e4=Q': pawns are promoted on the last rank only"},
    {FEN_START, "Nbf3", "illegal move 'Nbf3': no knight from there can go to f3"},
    {FEN_START, "N2f3", "illegal move 'N2f3'"},
    {FEN_START, "d2e4", "illegal move 'd2e4'"},
    {FEN_START, "Nf6", "illegal move 'Nf6': no knight can go to f6"},
    {PROMOTING, "a8", "illegal move 'a8': no promotion piece is given"},
    {PROMOTING, "bxa8=Q", "illegal move 'bxa8=Q'"},
    {PINNED, "Nc3", "illegal move 'Nc3': it leaves the king in check"},
    {CHECKED_BY_ROOK, "O-O-O", "illegal move 'O-O-O': the king is in check"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "illegal move 'exd6'"},
    {"4k3/8/8/8/8/8/8/5K1R w - - 0 1", "O-O", "illegal move 'O-O'"},
    {"4k3/8/8/8/8/1N6/8/1N5K w - - 0 1", "Nd2",
     "'Nd2' is ambiguous: the pieces on b1 and b3 can move so"},
    {"4k3/8/8/8/8/1N6/8/1N5K w - - 0 1", "Nbd2!", "'Nbd2!' is ambiguous"},
    {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1", "'Rd1' is ambiguous"},
    {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qhe1", "'Qhe1' is ambiguous"},
    {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Q4e1", "'Q4e1' is ambiguous"},
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", "'xd5' is ambiguous"},
    {NULL, NULL, NULL},
};

typedef bool (*Parser)(const Position *position, Word text, Move *move, Reason *reason);

static void check_refused(Parser parse, const BadMove *row) {
    Position position = position_of(row->fen), before = position;
    Move move = MOVE_NULL;
    Reason reason = {""};
    Word word = {row->text, strlen(row->text)};
    TEST_ASSERT_FALSE_MESSAGE(parse(&position, word, &move, &reason), row->text);
    assert_reason(&reason, row->piece, row->text);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(MOVE_NULL, move, row->text);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&before, &position, sizeof before, row->text);
}

static void check_garbage(Parser parse, const BadText *row, const char *complaint) {
    for (; row->text != NULL; row++) {
        char piece[200];
        snprintf(piece, sizeof piece, "%s %s", row->quote, complaint);
        check_refused(parse, &(BadMove){FEN_START, row->text, piece});
        check_refused(parse, &(BadMove){PROMOTING, row->text, piece});
    }
}

static void test_uci_garbage(void) {
    check_garbage(notation_parse_uci, UCI_GARBAGE, NOT_UCI);
}

static void test_san_garbage(void) {
    check_garbage(san_parse, SAN_GARBAGE, NOT_SAN);
}

static void test_illegal_uci(void) {
    for (const BadMove *row = ILLEGAL_UCI; row->text != NULL; row++)
        check_refused(notation_parse_uci, row);
}

static void test_illegal_san(void) {
    for (const BadMove *row = ILLEGAL_SAN; row->text != NULL; row++)
        check_refused(san_parse, row);
}

/* Where nothing blames the king, nothing may be said of check. */
static void test_check_is_blamed_only_in_check(void) {
    Position position = position_of(PINNED);
    Move move;
    Reason reason;
    TEST_ASSERT_FALSE(notation_parse_uci(&position, (Word){"e2c3", 4}, &move, &reason));
    TEST_ASSERT_EQUAL_STRING("illegal move 'e2c3'", reason.text);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_missing_fields);
    RUN_TEST(test_glued_or_wrapped_fields);
    RUN_TEST(test_board_shapes);
    RUN_TEST(test_board_letters);
    RUN_TEST(test_material);
    RUN_TEST(test_sides);
    RUN_TEST(test_castling_fields);
    RUN_TEST(test_en_passant_fields);
    RUN_TEST(test_counters);
    RUN_TEST(test_extra_fields);
    RUN_TEST(test_wrong_side_in_check);
    RUN_TEST(test_fens_are_many_and_different);
    RUN_TEST(test_uci_garbage);
    RUN_TEST(test_san_garbage);
    RUN_TEST(test_illegal_uci);
    RUN_TEST(test_illegal_san);
    RUN_TEST(test_check_is_blamed_only_in_check);
    return UNITY_END();
}
