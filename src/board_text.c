#include "board_text.h"

#include "fen.h"
#include "letters.h"

/* Places of the 256-colour palette: squares by kind, dark and light. */
enum SquareKind { SQUARE_PLAIN, SQUARE_MARKED, SQUARE_ALARMED, SQUARE_KIND_NB };
static const int SQUARE_COLOURS[SQUARE_KIND_NB][2] = {{66, 109}, {137, 180}, {131, 174}};
static const int PIECE_COLOURS[COLOUR_NB] = {231, 16};

/* The file or rank that stands at a place counted from the left or from the top. */
static File file_at(const BoardStyle *style, int column) {
    return (File)(style->is_flipped ? FILE_H - column : column);
}

static Rank rank_at(const BoardStyle *style, int row) {
    return (Rank)(style->is_flipped ? row : RANK_8 - row);
}

/* Where colours tell the sides apart, White's pieces are filled like Black's: outlines look
 * black on white, whatever their colour. */
static const char *glyph_of(Piece piece, bool is_filled) {
    static const char *const OUTLINES[] = {"\u2659", "\u2658", "\u2657",
                                           "\u2656", "\u2655", "\u2654"};
    static const char *const FILLED[] = {"\u265F", "\u265E", "\u265D",
                                         "\u265C", "\u265B", "\u265A"};
    PieceType type = piece_type(piece);
    return is_filled || piece_colour(piece) == BLACK ? FILLED[type] : OUTLINES[type];
}

static void append_piece(Writer *w, Piece piece, const BoardStyle *style, const char *empty) {
    if (piece == NO_PIECE)
        writer_append(w, "%s", empty);
    else if (style->has_unicode)
        writer_append(w, "%s", glyph_of(piece, style->has_colour));
    else
        writer_append(w, "%c", fen_piece_letter(piece));
}

/* ---- In a frame ---- */

/* The signs that a frame is made of. */
typedef struct Frame {
    const char *top, *between, *bottom, *bar;
} Frame;

static const Frame PLAIN_FRAME = {
    " +---+---+---+---+---+---+---+---+\n",
    " +---+---+---+---+---+---+---+---+\n",
    " +---+---+---+---+---+---+---+---+\n",
    "|",
};

#define LINE3 "\u2500\u2500\u2500"
#define LINES(cross)                                                                               \
    LINE3 cross LINE3 cross LINE3 cross LINE3 cross LINE3 cross LINE3 cross LINE3 cross LINE3
static const Frame DRAWN_FRAME = {
    " \u250C" LINES("\u252C") "\u2510\n",
    " \u251C" LINES("\u253C") "\u2524\n",
    " \u2514" LINES("\u2534") "\u2518\n",
    "\u2502",
};
#undef LINES
#undef LINE3

void board_text_grid(Writer *w, const Position *p, const BoardStyle *style) {
    const Frame *frame = style->has_unicode ? &DRAWN_FRAME : &PLAIN_FRAME;
    BoardStyle uncoloured = *style;
    uncoloured.has_colour = false;
    for (int row = 0; row < 8; row++) {
        Rank rank = rank_at(style, row);
        writer_append(w, "%s", row == 0 ? frame->top : frame->between);
        for (int column = 0; column < 8; column++) {
            writer_append(w, " %s ", frame->bar);
            append_piece(w, p->board[make_square(file_at(style, column), rank)], &uncoloured, " ");
        }
        writer_append(w, " %s %c\n", frame->bar, rank_digit(rank));
    }
    writer_append(w, "%s ", frame->bottom);
    for (int column = 0; column < 8; column++)
        writer_append(w, "  %c%s", file_letter(file_at(style, column)), column < 7 ? " " : "\n");
}

/* ---- Compact ---- */

static bool is_light(Square square) {
    return (square_file(square) + square_rank(square)) % 2 != 0;
}

static enum SquareKind kind_of(const Position *p, const BoardStyle *style, Square square) {
    bool is_alarmed = p->checkers != 0 && square == position_king(p, position_side(p));
    if (is_alarmed)
        return SQUARE_ALARMED;
    return style->marked & square_bit(square) ? SQUARE_MARKED : SQUARE_PLAIN;
}

static void append_square(Writer *w, const Position *p, const BoardStyle *style, Square square) {
    Piece piece = p->board[square];
    bool is_marked = (style->marked & square_bit(square)) != 0;
    const char *sides = is_marked && !style->has_colour ? "[]" : "  ";
    if (style->has_colour)
        writer_append(w, "\033[48;5;%d;38;5;%dm",
                      SQUARE_COLOURS[kind_of(p, style, square)][is_light(square)],
                      PIECE_COLOURS[piece == NO_PIECE ? BLACK : piece_colour(piece)]);
    writer_append(w, "%c", sides[0]);
    append_piece(w, piece, style, style->has_colour ? " " : style->has_unicode ? "\u00B7" : ".");
    writer_append(w, "%c", sides[1]);
}

void board_text_row(Writer *w, const Position *p, const BoardStyle *style, int row) {
    bool is_border = row == BOARD_ROW_NB - 1;
    Rank rank = rank_at(style, row);
    writer_append(w, " %c ", is_border ? ' ' : rank_digit(rank));
    for (int column = 0; column < 8; column++) {
        File file = file_at(style, column);
        if (is_border)
            writer_append(w, " %c ", file_letter(file));
        else
            append_square(w, p, style, make_square(file, rank));
    }
    if (style->has_colour && !is_border)
        writer_append(w, "\033[0m");
}

Bitboard board_text_squares_of(Move move) {
    Square from = move_from(move), to = move_to(move);
    if (move == MOVE_NONE)
        return 0;
    if (move_kind(move) == MOVE_CASTLING)
        to = castling_king_target(from, to);
    return square_bit(from) | square_bit(to);
}
