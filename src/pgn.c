#include "pgn.h"

#include <stdlib.h>
#include <string.h>

#include "pgn_text.h"

/* Room for one more element of `size` bytes; the new array, or NULL with the old one intact. */
static void *grown(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    size_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
    void *larger = realloc(array, wanted * size);
    if (larger != NULL)
        *capacity = wanted;
    return larger;
}

/* ---- Text ---- */

bool pgn_text_add(PgnGame *game, char c) {
    char *text = grown(game->text, game->text_length, &game->text_capacity, 1);
    if (text == NULL)
        return false;
    game->text = text;
    text[game->text_length++] = c;
    return true;
}

/* Appends a string of a tag and its terminator; its offset, or 0 when memory runs out. */
static size_t add_string(PgnGame *game, const char *string) {
    size_t start = game->text_length;
    for (size_t i = 0; string[i] != '\0' && i < PGN_MAX_TAG_LENGTH; i++) {
        char c = pgn_is_control(string[i]) ? ' ' : string[i];
        if (!pgn_text_add(game, c))
            return 0;
    }
    return pgn_text_add(game, '\0') ? start : 0;
}

/* ---- Comments ---- */

static size_t *comment_of_last(PgnGame *game) {
    return game->ply_count == 0 ? &game->comment : &game->plies[game->ply_count - 1].comment;
}

PgnCommenter pgn_comment_begin(PgnGame *game) {
    PgnCommenter commenter = {game, *comment_of_last(game), false};
    if (commenter.start == 0) {
        commenter.start = game->text_length;
        return commenter;
    }
    /* Go on where the earlier part ends. It is the last string of the text unless tags have been
     * set in between; then a copy of it is continued. */
    const char *earlier = game->text + commenter.start;
    size_t length = strlen(earlier);
    commenter.is_blank_due = true;
    if (commenter.start + length + 1 == game->text_length) {
        game->text_length--;
        return commenter;
    }
    size_t old_start = commenter.start;
    commenter.start = game->text_length;
    for (size_t i = 0; i < length; i++)
        if (!pgn_text_add(game, game->text[old_start + i]))
            break;
    return commenter;
}

bool pgn_comment_add(PgnCommenter *commenter, char c) {
    PgnGame *game = commenter->game;
    if (c == ' ' || pgn_is_control(c)) {
        commenter->is_blank_due = true;
        return true;
    }
    if (game->text_length + 3 > PGN_MAX_TEXT)
        return true;
    if (commenter->is_blank_due && game->text_length > commenter->start && !pgn_text_add(game, ' '))
        return false;
    commenter->is_blank_due = false;
    return pgn_text_add(game, c == '{' ? '(' : c == '}' ? ')' : c);
}

bool pgn_comment_end(PgnCommenter *commenter) {
    PgnGame *game = commenter->game;
    bool is_empty = game->text_length == commenter->start;
    *comment_of_last(game) = is_empty ? 0 : commenter->start;
    if (is_empty || pgn_text_add(game, '\0'))
        return true;
    *comment_of_last(game) = 0;
    return false;
}

bool pgn_add_comment(PgnGame *game, const char *comment) {
    PgnCommenter commenter = pgn_comment_begin(game);
    bool is_added = true;
    for (; *comment != '\0' && is_added; comment++)
        is_added = pgn_comment_add(&commenter, *comment);
    return pgn_comment_end(&commenter) && is_added;
}

/* ---- Games ---- */

bool pgn_begin(PgnGame *game, const Position *start, bool is_chess960) {
    game->start = *start;
    game->is_chess960 = is_chess960 || pgn_has_odd_castling(start);
    game->result = PGN_UNKNOWN;
    game->line = game->comment = game->ply_count = game->tag_count = game->text_length = 0;
    return pgn_text_add(game, '\0');
}

void pgn_free(PgnGame *game) {
    free(game->plies);
    free(game->tags);
    free(game->text);
    *game = (PgnGame){0};
}

bool pgn_add_move(PgnGame *game, Move move) {
    if (game->ply_count == PGN_MAX_PLIES)
        return false;
    PgnPly *plies = grown(game->plies, game->ply_count, &game->ply_capacity, sizeof *plies);
    if (plies == NULL)
        return false;
    game->plies = plies;
    plies[game->ply_count++] = (PgnPly){move, 0};
    return true;
}

static PgnTag *find_tag(const PgnGame *game, const char *name) {
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(game->text + game->tags[i].name, name) == 0)
            return &game->tags[i];
    return NULL;
}

bool pgn_set_tag(PgnGame *game, const char *name, const char *value) {
    PgnTag *tag = find_tag(game, name);
    size_t value_offset = add_string(game, value);
    if (value_offset == 0)
        return false;
    if (tag != NULL) {
        tag->value = value_offset;
        return true;
    }
    size_t name_offset = add_string(game, name);
    PgnTag *tags = grown(game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
    if (tags != NULL)
        game->tags = tags;
    if (name_offset == 0 || tags == NULL)
        return false;
    tags[game->tag_count++] = (PgnTag){name_offset, value_offset};
    return true;
}

const char *pgn_tag(const PgnGame *game, const char *name) {
    const PgnTag *tag = find_tag(game, name);
    return tag == NULL ? NULL : game->text + tag->value;
}

/* ---- What reader and writer share ---- */

static const char *const RESULT_TEXTS[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *pgn_result_text(PgnResult result) {
    return RESULT_TEXTS[result];
}

bool pgn_read_result(Word word, PgnResult *result) {
    for (int i = PGN_UNKNOWN; i <= PGN_DRAW; i++) {
        if (word_is(word, RESULT_TEXTS[i]) || (i == PGN_DRAW && word_is(word, "1/2"))) {
            *result = (PgnResult)i;
            return true;
        }
    }
    return false;
}

bool pgn_has_odd_castling(const Position *p) {
    for (Bitboard rooks = p->castling_rooks; rooks != 0;) {
        Square rook = bits_pop(&rooks);
        File king_file = square_file(position_king(p, piece_colour(p->board[rook])));
        if (king_file != FILE_E || (square_file(rook) != FILE_A && square_file(rook) != FILE_H))
            return true;
    }
    return false;
}

/* Blanks, hyphens and the case of letters are as people please. */
PgnVariant pgn_read_variant(const char *name) {
    static const struct {
        const char *name;
        PgnVariant variant;
    } ROWS[] = {
        {"", PGN_STANDARD},
        {"?", PGN_STANDARD},
        {"standard", PGN_STANDARD},
        {"normal", PGN_STANDARD},
        {"chess", PGN_STANDARD},
        {"fromposition", PGN_STANDARD},
        {"chess960", PGN_CHESS960},
        {"960", PGN_CHESS960},
        {"frc", PGN_CHESS960},
        {"dfrc", PGN_CHESS960},
        {"freestyle", PGN_CHESS960},
        {"fischerandom", PGN_CHESS960},
        {"fischerrandom", PGN_CHESS960},
        {"fischerrandomchess", PGN_CHESS960},
        {"doublefischerrandom", PGN_CHESS960},
    };
    char squeezed[32];
    size_t length = 0;
    for (; *name != '\0' && length < sizeof squeezed; name++)
        if (*name != ' ' && *name != '-' && *name != '_')
            squeezed[length++] = *name;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (word_is_nocase((Word){squeezed, length}, ROWS[i].name))
            return ROWS[i].variant;
    return PGN_OTHER_VARIANT;
}
