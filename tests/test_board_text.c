/* The board as text, exactly, in every style; and which style an environment asks for. */
#include "unity.h"

#include <string.h>

#include "board_text.h"
#include "fen.h"
#include "positions.h"
#include "startup.h"
#include "terminal.h"

#define RUY_LOPEZ "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"

static char text[BOARD_TEXT_SIZE];

void setUp(void) {
}

void tearDown(void) {
}

static const char *grid_of(const char *fen, BoardStyle style) {
    Position position = position_of(fen);
    Writer w = {text, sizeof text, 0};
    board_text_grid(&w, &position, &style);
    return text;
}

static const char *row_of(const char *fen, BoardStyle style, int row) {
    Position position = position_of(fen);
    Writer w = {text, sizeof text, 0};
    board_text_row(&w, &position, &style, row);
    return text;
}

static void test_grid_of_letters(void) {
    TEST_ASSERT_EQUAL_STRING(" +---+---+---+---+---+---+---+---+\n"
                             " | r |   | b | q | k | b | n | r | 8\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " |   | p | p | p |   | p | p | p | 7\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " | p |   | n |   |   |   |   |   | 6\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " |   | B |   |   | p |   |   |   | 5\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " |   |   |   |   | P |   |   |   | 4\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " |   |   |   |   |   | N |   |   | 3\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " | P | P | P | P |   | P | P | P | 2\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             " | R | N | B | Q | K |   |   | R | 1\n"
                             " +---+---+---+---+---+---+---+---+\n"
                             "   a   b   c   d   e   f   g   h\n",
                             grid_of(RUY_LOPEZ, (BoardStyle){0}));
}

static void test_flipped_grid(void) {
    const char *flipped = grid_of(RUY_LOPEZ, (BoardStyle){.is_flipped = true});
    const char *first = strstr(flipped, " | R |   |   | K | Q | B | N | R | 1\n");
    const char *last = strstr(flipped, " | r | n | b | k | q | b |   | r | 8\n");
    TEST_ASSERT_NOT_NULL(first);
    TEST_ASSERT_NOT_NULL(last);
    TEST_ASSERT_TRUE(first < last);
    TEST_ASSERT_NOT_NULL(strstr(last, "   h   g   f   e   d   c   b   a\n"));
}

static void test_grid_of_pieces(void) {
    BoardStyle style = {.has_unicode = true, .has_colour = true};
    const char *grid = grid_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", style);
    TEST_ASSERT_NOT_NULL(strstr(grid, " │   │   │   │   │ ♚ │   │   │   │ 8\n"));
    TEST_ASSERT_NOT_NULL(strstr(grid, " │   │   │   │   │ ♔ │   │   │ ♖ │ 1\n"));
    TEST_ASSERT_NOT_NULL(strstr(grid, " ┌───┬───┬───┬───┬───┬───┬───┬───┐\n"));
    TEST_ASSERT_NOT_NULL(strstr(grid, " └───┴───┴───┴───┴───┴───┴───┴───┘\n"));
    TEST_ASSERT_NULL(strstr(grid, "\033"));
}

/* Without colours the last move stands in brackets. */
static void test_compact_rows(void) {
    BoardStyle style = {.marked =
                            board_text_squares_of(move_make(SQ_B8, make_square(FILE_C, RANK_6)))};
    TEST_ASSERT_EQUAL_STRING(" 8  r [.] b  q  k  b  n  r ", row_of(RUY_LOPEZ, style, 0));
    TEST_ASSERT_EQUAL_STRING(" 6  p  . [n] .  .  .  .  . ", row_of(RUY_LOPEZ, style, 2));
    TEST_ASSERT_EQUAL_STRING(" 1  R  N  B  Q  K  .  .  R ", row_of(RUY_LOPEZ, style, 7));
    TEST_ASSERT_EQUAL_STRING("    a  b  c  d  e  f  g  h ", row_of(RUY_LOPEZ, style, 8));
    TEST_ASSERT_EQUAL_size_t(BOARD_ROW_WIDTH, strlen(text));
    style.is_flipped = true;
    TEST_ASSERT_EQUAL_STRING(" 1  R  .  .  K  Q  B  N  R ", row_of(RUY_LOPEZ, style, 0));
    TEST_ASSERT_EQUAL_STRING("    h  g  f  e  d  c  b  a ", row_of(RUY_LOPEZ, style, 8));
    style.has_unicode = true;
    TEST_ASSERT_EQUAL_STRING(" 8  ♜  ♞  ♝  ♚  ♛  ♝ [·] ♜ ", row_of(RUY_LOPEZ, style, 7));
}

/* Squares differ in colour, and both sides' pieces are filled ones. */
static void test_coloured_rows(void) {
    BoardStyle style = {.has_unicode = true, .has_colour = true, .marked = square_bit(SQ_B1)};
    TEST_ASSERT_EQUAL_STRING(" 1 "
                             "\033[48;5;66;38;5;231m ♜ \033[48;5;180;38;5;16m   "
                             "\033[48;5;66;38;5;16m   \033[48;5;109;38;5;16m   "
                             "\033[48;5;131;38;5;231m ♚ \033[48;5;109;38;5;16m   "
                             "\033[48;5;66;38;5;16m   \033[48;5;109;38;5;16m ♜ "
                             "\033[0m",
                             row_of("4k3/8/8/8/8/8/8/R3K2r w Q - 0 1", style, 7));
    style.has_unicode = false;
    TEST_ASSERT_NOT_NULL(strstr(row_of(FEN_START, style, 0), "38;5;16m q \033"));
    TEST_ASSERT_NULL(strstr(row_of(FEN_START, style, 8), "\033"));
}

/* Castling is shown by the king's squares, wherever the rook stood. */
static void test_squares_of_moves(void) {
    Move castling = move_make_kind(SQ_E1, SQ_H1, MOVE_CASTLING);
    TEST_ASSERT_EQUAL_HEX64(0, board_text_squares_of(MOVE_NONE));
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_A1) | square_bit(SQ_A8),
                            board_text_squares_of(move_make(SQ_A1, SQ_A8)));
    TEST_ASSERT_EQUAL_HEX64(square_bit(SQ_E1) | square_bit(SQ_G1), board_text_squares_of(castling));
}

/* Any position fits, in the style that takes most room. */
static void test_everything_fits(void) {
    BoardStyle style = {.has_unicode = true, .has_colour = true};
    for (size_t i = 0; i < START_NB; i++) {
        const char *grid = grid_of(START_FENS[i], style);
        TEST_ASSERT_NOT_NULL(strstr(grid, "   a   b   c   d   e   f   g   h\n"));
        Position position = position_of(START_FENS[i]);
        Writer w = {text, sizeof text, 0};
        for (int row = 0; row < BOARD_ROW_NB; row++)
            board_text_row(&w, &position, &style, row);
        TEST_ASSERT_NOT_NULL(strstr(text, "    a  b  c  d  e  f  g  h "));
    }
}

static TerminalStyle style_in(const char *term, const char *no_color, const char *lang) {
    return terminal_style_in(&(TerminalEnvironment){term, no_color, NULL, "", lang}, 0);
}

static void test_what_terminals_can_show(void) {
    TerminalStyle style = style_in("xterm", NULL, "de_DE.UTF-8");
    TEST_ASSERT_TRUE(style.can_redraw && style.has_colour && style.has_unicode);
    TEST_ASSERT_EQUAL_INT(80, style.width);
    style = style_in("xterm", "1", "C.utf8@euro");
    TEST_ASSERT_TRUE(style.can_redraw && !style.has_colour && style.has_unicode);
    TEST_ASSERT_TRUE(style_in("xterm", "", "C").has_colour);
    TEST_ASSERT_FALSE(style_in("xterm", NULL, "C").has_unicode);
    TEST_ASSERT_FALSE(style_in("xterm", NULL, NULL).has_unicode);
    TEST_ASSERT_FALSE(style_in("xterm", NULL, "de_DE.ISO-8859-1").has_unicode);
    style = style_in("dumb", NULL, "C.UTF-8");
    TEST_ASSERT_TRUE(style.is_terminal && !style.can_redraw && !style.has_colour);
    TEST_ASSERT_FALSE(style.has_unicode);
    TEST_ASSERT_FALSE(style_in(NULL, NULL, "C.UTF-8").can_redraw);
}

/* The first variable that is set counts. */
static void test_which_variable_names_the_encoding(void) {
    TerminalEnvironment all = {"xterm", NULL, "C", "C.UTF-8", "C.UTF-8"};
    TerminalEnvironment type = {"xterm", NULL, "", "C.UTF-8", "C"};
    TEST_ASSERT_FALSE(terminal_style_in(&all, 100).has_unicode);
    TEST_ASSERT_TRUE(terminal_style_in(&type, 100).has_unicode);
    TEST_ASSERT_EQUAL_INT(100, terminal_style_in(&type, 100).width);
}

static void test_files_get_the_plainest(void) {
    FILE *file = tmpfile();
    TEST_ASSERT_NOT_NULL(file);
    TerminalStyle style = terminal_style(file);
    fclose(file);
    TEST_ASSERT_FALSE(style.is_terminal || style.can_redraw || style.has_colour ||
                      style.has_unicode);
    TEST_ASSERT_EQUAL_INT(80, style.width);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_grid_of_letters);
    RUN_TEST(test_flipped_grid);
    RUN_TEST(test_grid_of_pieces);
    RUN_TEST(test_compact_rows);
    RUN_TEST(test_coloured_rows);
    RUN_TEST(test_squares_of_moves);
    RUN_TEST(test_everything_fits);
    RUN_TEST(test_what_terminals_can_show);
    RUN_TEST(test_which_variable_names_the_encoding);
    RUN_TEST(test_files_get_the_plainest);
    return UNITY_END();
}
