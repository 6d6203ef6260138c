#include <string.h>

#include "fen.h"
#include "pgn.h"
#include "pgn_lexer.h"
#include "pgn_text.h"
#include "san.h"

void pgn_reader_init(PgnReader *reader, FILE *input) {
    *reader = (PgnReader){.input = input, .line = 1, .is_column_1 = true, .is_line_start = true};
}

/* ---- One game ---- */

typedef struct Reading {
    PgnReader *reader;
    PgnGame *game;
    Position position; /* after the moves so far */
    Token token;       /* the current one */
    Reason fault;
    size_t fault_line;
} Reading;

/* Notes the line of a fault; says where the reason goes. */
static Reason *fault_at(Reading *reading, size_t line) {
    reading->fault_line = line;
    return &reading->fault;
}

static bool fault_of_memory(Reading *reading) {
    return reason_refuse(fault_at(reading, reading->reader->line), "there is not enough memory");
}

/* Reads to the end of the comment; with `commenter`, into it. */
static bool read_comment(Reading *reading, PgnCommenter *commenter) {
    PgnReader *reader = reading->reader;
    size_t line = reading->token.line;
    bool has_brace = reading->token.text[0] == '{';
    for (;;) {
        if (has_brace && reader->is_column_1 && is_next_game(reader))
            return reason_refuse(fault_at(reading, line),
                                 "the comment is not closed before the next game");
        int c = take(reader);
        if (c == EOF && has_brace)
            return reason_refuse(fault_at(reading, line), "the comment is not closed");
        if (c == EOF || c == (has_brace ? '}' : '\n'))
            return true;
        if (commenter != NULL && !pgn_comment_add(commenter, (char)c))
            return fault_of_memory(reading);
    }
}

static bool keep_comment(Reading *reading) {
    if (reading->reader->drops_comments)
        return read_comment(reading, NULL);
    PgnCommenter commenter = pgn_comment_begin(reading->game);
    bool is_read = read_comment(reading, &commenter);
    return (pgn_comment_end(&commenter) || fault_of_memory(reading)) && is_read;
}

static bool skip_variation(Reading *reading) {
    size_t line = reading->token.line;
    for (size_t depth = 1; depth > 0;) {
        Token *token = &reading->token;
        next_token(reading->reader, token);
        bool is_tag = token->kind == TOKEN_TAG;
        if (token->kind == TOKEN_END || (is_tag && token->is_line_start))
            return reason_refuse(fault_at(reading, line), "the variation is not closed");
        if (token->kind == TOKEN_COMMENT && !read_comment(reading, NULL))
            return false;
        if (is_tag)
            take(reading->reader);
        depth += token->kind == TOKEN_OPEN;
        depth -= token->kind == TOKEN_CLOSE;
    }
    return true;
}

/* ---- Tags ---- */

/* What a tag says, with a byte for the terminator. */
typedef struct TagText {
    char text[PGN_MAX_TAG_LENGTH + 1];
    size_t length;
} TagText;

static void add_to_tag(TagText *text, int c) {
    if (text->length < PGN_MAX_TAG_LENGTH)
        text->text[text->length++] = (char)c;
    text->text[text->length] = '\0';
}

static void read_tag_name(PgnReader *reader, TagText *name) {
    skip_blanks_of_line(reader);
    for (int c = peek(reader); c > ' ' && strchr("\"[]\x7F", c) == NULL; c = peek(reader))
        add_to_tag(name, take(reader));
    skip_blanks_of_line(reader);
}

/* False where the line ends first. A quote within the text is forgiven where more text follows
 * right behind it. */
static bool read_tag_value(PgnReader *reader, TagText *value) {
    for (;;) {
        int c = peek(reader);
        if (c == EOF || c == '\n')
            return false;
        take(reader);
        int next = peek(reader);
        if (c == '\\' && (next == '"' || next == '\\'))
            add_to_tag(value, take(reader));
        else if (c == '"' && (next == EOF || is_blank(next) || next == ']'))
            return true;
        else
            add_to_tag(value, c);
    }
}

static bool is_known_tag(const char *name) {
    static const char *const NAMES[] = {"Event",  "Site",  "Date", "Round",   "White", "Black",
                                        "Result", "SetUp", "FEN",  "Variant", "ECO",   "Opening"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i]) == 0)
            return true;
    return false;
}

static bool keep_tag(Reading *reading, size_t line, const char *name, const char *value) {
    PgnGame *game = reading->game;
    bool has_room = game->tag_count < PGN_MAX_TAGS || is_known_tag(name);
    if (!has_room || pgn_tag(game, name) != NULL)
        return true;
    if (!pgn_set_tag(game, name, value))
        return fault_of_memory(reading);
    Reason reason;
    if (strcmp(name, "FEN") == 0 && !fen_parse(value, &game->start, &reason))
        return reason_refuse(fault_at(reading, line), "%s", reason.text);
    PgnVariant variant = pgn_read_variant(value);
    if (strcmp(name, "Variant") == 0 && variant == PGN_OTHER_VARIANT)
        return reason_refuse(fault_at(reading, line), "the variant '%s' is not known here",
                             word_excerpt((Word){value, strlen(value)}).text);
    if (strcmp(name, "Variant") == 0 && variant == PGN_CHESS960)
        game->is_chess960 = true;
    return true;
}

static bool read_tag(Reading *reading) {
    PgnReader *reader = reading->reader;
    TagText name = {"", 0}, value = {"", 0};
    size_t line = reading->token.line;
    take(reader);
    read_tag_name(reader, &name);
    Excerpt shown = word_excerpt((Word){name.text, name.length});
    if (name.length == 0)
        return reason_refuse(fault_at(reading, line), "a tag has no name");
    if (peek(reader) != '"')
        return reason_refuse(fault_at(reading, line), "the tag '%s' has no text in quotes",
                             shown.text);
    take(reader);
    if (!read_tag_value(reader, &value))
        return reason_refuse(fault_at(reading, line), "the text of the tag '%s' is not closed",
                             shown.text);
    skip_blanks_of_line(reader);
    if (peek(reader) != ']')
        return reason_refuse(fault_at(reading, line), "the tag '%s' does not end with a bracket",
                             shown.text);
    take(reader);
    return keep_tag(reading, line, name.text, value.text);
}

static bool read_tags(Reading *reading) {
    while (reading->token.kind == TOKEN_TAG) {
        bool has_event = pgn_tag(reading->game, "Event") != NULL;
        if (has_event && is_next_game(reading->reader))
            break;
        if (!read_tag(reading))
            return false;
        next_token(reading->reader, &reading->token);
    }
    return true;
}

/* ---- Moves ---- */

/* Takes a number and dots off the front. Zeros may also begin castling, and ones a result. */
static Word without_number(Word word) {
    size_t digits = 0, dots;
    while (digits < word.length && word.start[digits] >= '0' && word.start[digits] <= '9')
        digits++;
    for (dots = digits; dots < word.length && word.start[dots] == '.';)
        dots++;
    if (dots == digits && digits < word.length)
        return word;
    return (Word){word.start + dots, word.length - dots};
}

/* What stands alone but adds nothing: the rest of a number, marks, "e.p." */
static bool is_idle(Word word) {
    size_t marks = 0;
    while (marks < word.length && strchr("!?+#", word.start[marks]) != NULL)
        marks++;
    return marks == word.length || word_is(word, "e.p.");
}

static bool play_word(Reading *reading, Word word) {
    PgnGame *game = reading->game;
    Position parent = reading->position;
    Move move;
    Reason reason;
    if (!san_parse(&parent, word, &move, &reason))
        return reason_refuse(fault_at(reading, reading->token.line), "%s", reason.text);
    if (game->ply_count == PGN_MAX_PLIES)
        return reason_refuse(fault_at(reading, reading->token.line),
                             "the game has more than %d plies", (int)PGN_MAX_PLIES);
    if (!pgn_add_move(game, move))
        return fault_of_memory(reading);
    position_make_move(&reading->position, &parent, move);
    return true;
}

static bool read_word(Reading *reading, bool *is_result) {
    const Token *token = &reading->token;
    Word word = without_number(token->word);
    if (token->word.length == sizeof token->text)
        return reason_refuse(fault_at(reading, token->line), "'%s' is too long for a move",
                             word_excerpt(token->word).text);
    *is_result = pgn_read_result(word, &reading->game->result);
    return *is_result || is_idle(word) || play_word(reading, word);
}

/* From the current token to the result, or to where the game ends without one. */
static bool read_moves(Reading *reading) {
    Token *token = &reading->token;
    for (;; next_token(reading->reader, token)) {
        bool is_read = true, is_result = false;
        switch (token->kind) {
        case TOKEN_END:
            return true;
        case TOKEN_TAG:
            return token->is_line_start || is_next_game(reading->reader) ||
                   reason_refuse(fault_at(reading, token->line), "a '[' stands among the moves");
        case TOKEN_WORD:
            is_read = read_word(reading, &is_result);
            break;
        case TOKEN_COMMENT:
            is_read = keep_comment(reading);
            break;
        case TOKEN_OPEN:
            is_read = skip_variation(reading);
            break;
        case TOKEN_NAG:
            break;
        case TOKEN_CLOSE:
        case TOKEN_STRAY:
            return reason_refuse(fault_at(reading, token->line), "a '%c' closes nothing",
                                 token->text[0]);
        }
        if (!is_read || is_result)
            return is_read;
    }
}

/* ---- Games ---- */

/* Goes to the first token of the next game; false at the end. A result without tags or moves
 * before it is nobody's. */
static bool find_game(Reading *reading) {
    Token *token = &reading->token;
    for (;;) {
        PgnResult result;
        next_token(reading->reader, token);
        if (token->kind == TOKEN_COMMENT)
            read_comment(reading, NULL);
        else if (token->kind != TOKEN_WORD || !pgn_read_result(token->word, &result))
            return token->kind != TOKEN_END;
    }
}

/* After a fault: goes to where the next game begins. */
static void skip_game(Reading *reading, bool is_in_tags) {
    PgnReader *reader = reading->reader;
    Token *token = &reading->token;
    size_t depth = 0;
    if (is_in_tags && !reader->is_column_1)
        skip_line(reader);
    for (;;) {
        PgnResult result;
        next_token(reader, token);
        bool is_tag = token->kind == TOKEN_TAG;
        if (token->kind == TOKEN_END || (is_tag && is_next_game(reader)))
            return;
        if (is_tag && token->is_line_start && !is_in_tags)
            return;
        if (is_tag)
            skip_line(reader);
        else
            is_in_tags = false;
        if (token->kind == TOKEN_COMMENT)
            read_comment(reading, NULL);
        bool is_result =
            token->kind == TOKEN_WORD && pgn_read_result(without_number(token->word), &result);
        if (is_result && depth == 0)
            return;
        depth += token->kind == TOKEN_OPEN;
        depth -= token->kind == TOKEN_CLOSE && depth > 0;
    }
}

static bool read_game(Reading *reading, bool *is_in_tags) {
    PgnGame *game = reading->game;
    *is_in_tags = true;
    if (!read_tags(reading))
        return false;
    *is_in_tags = false;
    game->is_chess960 = game->is_chess960 || pgn_has_odd_castling(&game->start);
    reading->position = game->start;
    if (!read_moves(reading))
        return false;
    const char *tag = pgn_tag(game, "Result");
    if (game->result == PGN_UNKNOWN && tag != NULL)
        pgn_read_result((Word){tag, strlen(tag)}, &game->result);
    return true;
}

PgnRead pgn_next(PgnReader *reader, PgnGame *game, Reason *reason) {
    Reading reading = {.reader = reader, .game = game};
    Position start;
    bool is_in_tags = false, is_read = false;
    bool is_ready = fen_parse(FEN_START, &start, reason) && pgn_begin(game, &start, false);
    if (!find_game(&reading))
        return PGN_END;
    game->line = reading.token.line;
    is_read = is_ready ? read_game(&reading, &is_in_tags) : fault_of_memory(&reading);
    if (is_read)
        return PGN_GAME;
    /* Skipping may find further faults, which are of no interest. */
    reason_refuse(reason, "line %llu: %s", (unsigned long long)reading.fault_line,
                  reading.fault.text);
    skip_game(&reading, is_in_tags);
    return PGN_BROKEN;
}
