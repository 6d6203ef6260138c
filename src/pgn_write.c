#include <string.h>

#include "fen.h"
#include "pgn.h"
#include "pgn_text.h"
#include "san.h"

/* ---- Tags ---- */

static const struct {
    const char *name, *when_missing;
} ROSTER[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
              {"White", "?"}, {"Black", "?"}, {"Result", "*"}};
enum { ROSTER_NB = sizeof ROSTER / sizeof *ROSTER };

static void write_tag(FILE *output, const char *name, const char *value) {
    fprintf(output, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            putc('\\', output);
        putc(*value, output);
    }
    fputs("\"]\n", output);
}

/* Whether the tag is written apart from the others. */
static bool is_special(const PgnGame *game, const char *name) {
    for (int i = 0; i < ROSTER_NB; i++)
        if (strcmp(name, ROSTER[i].name) == 0)
            return true;
    return strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0 ||
           (strcmp(name, "Variant") == 0 && game->is_chess960);
}

/* How the game began; the standard start position goes without saying. */
static void write_start(FILE *output, const PgnGame *game) {
    const char *variant = pgn_tag(game, "Variant");
    char fen[FEN_SIZE];
    fen_print(&game->start, fen);
    if (game->is_chess960) {
        bool is_named = variant != NULL && pgn_read_variant(variant) == PGN_CHESS960;
        write_tag(output, "Variant", is_named ? variant : "Chess960");
    }
    if (strcmp(fen, FEN_START) == 0)
        return;
    write_tag(output, "SetUp", "1");
    write_tag(output, "FEN", fen);
}

static void write_tags(FILE *output, const PgnGame *game) {
    for (int i = 0; i < ROSTER_NB; i++) {
        const char *name = ROSTER[i].name, *value = pgn_tag(game, name);
        if (strcmp(name, "Result") == 0)
            value = pgn_result_text(game->result);
        write_tag(output, name, value == NULL ? ROSTER[i].when_missing : value);
    }
    write_start(output, game);
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = pgn_text(game, game->tags[i].name);
        if (!is_special(game, name))
            write_tag(output, name, pgn_text(game, game->tags[i].value));
    }
    putc('\n', output);
}

/* ---- Moves ---- */

typedef struct Layout {
    FILE *output;
    size_t column;
} Layout;

/* Goes on with something of this width: in the line where it fits, otherwise in a new one. */
static void make_place(Layout *layout, size_t width, bool may_begin_line) {
    if (layout->column > 0 && layout->column + 1 + width > PGN_WIDTH && may_begin_line) {
        putc('\n', layout->output);
        layout->column = 0;
    } else if (layout->column > 0) {
        putc(' ', layout->output);
        layout->column++;
    }
    layout->column += width;
}

static void write_unit(Layout *layout, const char *unit) {
    make_place(layout, strlen(unit), true);
    fputs(unit, layout->output);
}

/* At the beginning of a line a reader might take a bracket for a new game, and a percent sign for
 * a line to be left out. */
static void write_comment(Layout *layout, const char *comment) {
    const char *cursor = comment;
    for (Word word = text_next_word(&cursor); word.length > 0;) {
        Word next = text_next_word(&cursor);
        bool is_first = word.start == comment, is_last = next.length == 0;
        bool may_begin_line = is_first || (*word.start != '[' && *word.start != '%');
        make_place(layout, word.length + is_first + is_last, may_begin_line);
        fprintf(layout->output, "%s%.*s%s", is_first ? "{" : "", (int)word.length, word.start,
                is_last ? "}" : "");
        word = next;
    }
}

/* Black's moves have a number where nothing of White's stands right before them. */
static void write_move(Layout *layout, const Position *p, Move move, bool is_after_move) {
    char san[SAN_SIZE], unit[SAN_SIZE + 16];
    san_print(p, move, san);
    bool is_white = position_side(p) == WHITE;
    if (is_white || !is_after_move)
        snprintf(unit, sizeof unit, "%d%s %s", p->fullmove_number, is_white ? "." : "...", san);
    else
        snprintf(unit, sizeof unit, "%s", san);
    write_unit(layout, unit);
}

bool pgn_write(FILE *output, const PgnGame *game) {
    Layout layout = {output, 0};
    Position position = game->start;
    bool is_after_move = false;
    write_tags(output, game);
    write_comment(&layout, pgn_text(game, game->comment));
    for (size_t i = 0; i < game->ply_count; i++) {
        const PgnPly *ply = &game->plies[i];
        Position parent = position;
        write_move(&layout, &parent, ply->move, is_after_move);
        write_comment(&layout, pgn_text(game, ply->comment));
        position_make_move(&position, &parent, ply->move);
        is_after_move = ply->comment == 0;
    }
    write_unit(&layout, pgn_result_text(game->result));
    fputs("\n\n", output);
    return !ferror(output);
}
