#include "play_screen.h"

#include "board_text.h"

enum {
    NAME_WIDTH = 22,
    CLOCK_WIDTH = 8,
    GAP = 4, /* between board and panel */
    PANEL_WIDTH = BOARD_ROW_WIDTH + GAP + 2 + NAME_WIDTH + CLOCK_WIDTH, /* needed to show both */
    MOVE_ROWS = 6, /* between the two players */
};

/* Characters, not bytes: those that begin one. */
static bool begins_character(char byte) {
    return ((unsigned char)byte & 0xC0) != 0x80;
}

/* A name in exactly `width` columns, cut or filled up. */
static void append_name(Writer *w, const char *name, int width) {
    for (; *name != '\0' && (width > 0 || !begins_character(*name)); name++) {
        width -= begins_character(*name);
        writer_append(w, "%c", (unsigned char)*name < ' ' ? '?' : *name);
    }
    writer_append(w, "%*s", width, "");
}

static void append_player(Writer *w, const PlayScreen *screen, const PlayGame *game,
                          Colour colour) {
    bool is_to_move = game->end == PLAY_GOES_ON && play_game_side(game) == colour;
    bool is_bold = is_to_move && screen->style.has_colour;
    const char *pointer = screen->style.has_unicode ? "\u25B8" : ">";
    char clock[PLAY_CLOCK_SIZE] = "";
    if (game->clock.is_used)
        play_clock_print(game->clock.left_ms[colour], clock);
    writer_append(w, "%s%s ", is_bold ? "\033[1m" : "", is_to_move ? pointer : " ");
    append_name(w, screen->names[colour], NAME_WIDTH);
    writer_append(w, "%*s%s", CLOCK_WIDTH, clock, is_bold ? "\033[0m" : "");
}

/* A row holds a move of each side; the first one lacks White's where Black began. */
static void append_moves(Writer *w, const PlayGame *game, int row) {
    size_t missing = position_side(&game->start) == WHITE ? 0 : 1;
    size_t rows = (game->ply_count + missing + 1) / 2;
    size_t first = rows > MOVE_ROWS ? rows - MOVE_ROWS : 0, pair = first + (size_t)row;
    if (pair >= rows)
        return;
    writer_append(w, "  %3d.", (int)pair + game->start.fullmove_number);
    for (size_t i = 2 * pair; i < 2 * pair + 2 && i < game->ply_count + missing; i++)
        writer_append(w, " %-8s", i < missing ? "..." : game->plies[i - missing].san);
}

static BoardStyle board_style(const PlayScreen *screen, const PlayGame *game) {
    Move last = game->ply_count == 0 ? MOVE_NONE : game->plies[game->ply_count - 1].move;
    return (BoardStyle){
        .has_unicode = screen->style.has_unicode,
        .has_colour = screen->style.has_colour,
        .is_flipped = screen->is_flipped,
        .marked = board_text_squares_of(last),
    };
}

static void append_panel(Writer *w, const PlayScreen *screen, const PlayGame *game, int row) {
    Colour below = screen->is_flipped ? BLACK : WHITE;
    writer_append(w, "%*s", GAP, "");
    if (row == 0)
        append_player(w, screen, game, opponent(below));
    else if (row <= MOVE_ROWS)
        append_moves(w, game, row - 1);
    else if (row == MOVE_ROWS + 1)
        append_player(w, screen, game, below);
}

/* Blanks at the ends of lines are of no use to anybody. */
static void end_line(Writer *w) {
    while (w->length > 0 && w->text[w->length - 1] == ' ')
        w->length--;
    writer_append(w, "\n");
}

void play_screen_draw(const PlayScreen *screen, const PlayGame *game, char text[PLAY_SCREEN_SIZE]) {
    Writer w = {text, PLAY_SCREEN_SIZE, 0};
    BoardStyle style = board_style(screen, game);
    bool has_panel = screen->style.width >= PANEL_WIDTH;
    Colour below = screen->is_flipped ? BLACK : WHITE;
    writer_append(&w, "\n");
    if (!has_panel) {
        append_player(&w, screen, game, opponent(below));
        end_line(&w);
    }
    for (int row = 0; row < BOARD_ROW_NB; row++) {
        board_text_row(&w, &game->now.position, &style, row);
        if (has_panel)
            append_panel(&w, screen, game, row);
        end_line(&w);
    }
    if (!has_panel) {
        append_player(&w, screen, game, below);
        end_line(&w);
    }
    writer_append(&w, "\n");
}
