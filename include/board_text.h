/* The board as text, for people. Pure: everything goes to the caller's writer. */
#ifndef CASTELLAN_BOARD_TEXT_H
#define CASTELLAN_BOARD_TEXT_H

#include "position.h"
#include "text.h"

typedef struct BoardStyle {
    bool has_unicode; /* chess pieces and lines rather than letters and signs */
    bool has_colour;  /* ANSI colours for squares and pieces; compact rows only */
    bool is_flipped;  /* Black's side at the bottom */
    Bitboard marked;  /* squares to point out; compact rows only */
} BoardStyle;

enum {
    BOARD_TEXT_SIZE = 4096, /* room for either form in any style */
    BOARD_ROW_NB = 9,       /* of the compact form: the ranks, then the letters of the files */
    BOARD_ROW_WIDTH = 27,   /* columns that each of them fills */
};

/* Every square in a frame, with ranks and files at the border. */
void board_text_grid(Writer *writer, const Position *position, const BoardStyle *style);

/* One row of the compact form, the top one being 0, without a line end. A king in check is pointed
 * out where there are colours. */
void board_text_row(Writer *writer, const Position *position, const BoardStyle *style, int row);

/* The squares between which a move has taken place, as a player sees it. */
Bitboard board_text_squares_of(Move move);

#endif
