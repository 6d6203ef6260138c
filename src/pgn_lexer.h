/* A stream of PGN as characters and tokens, with the line in which each stands. Part of the reader,
 * which alone includes it. */
#ifndef CASTELLAN_PGN_LEXER_H
#define CASTELLAN_PGN_LEXER_H

#include <string.h>

#include "pgn.h"

/* ---- Characters ---- */

static inline bool is_blank(int c) {
    return c >= 0 && c <= ' ';
}

/* From the stream, with every end of line as LF and NUL as a blank. */
static inline int fetch(PgnReader *reader) {
    int c = getc(reader->input);
    if (c == '\r') {
        int next = getc(reader->input);
        if (next != '\n' && next != EOF)
            ungetc(next, reader->input);
        return '\n';
    }
    return c == '\0' ? ' ' : c;
}

/* Whether the next characters are these, at most as many as can be held. */
static inline bool has_ahead(PgnReader *reader, const char *text) {
    for (int i = 0; text[i] != '\0'; i++) {
        if (i == reader->ahead_count) {
            int c = fetch(reader);
            if (c == EOF)
                return false;
            reader->ahead[reader->ahead_count++] = (unsigned char)c;
        }
        if (reader->ahead[i] != (unsigned char)text[i])
            return false;
    }
    return true;
}

static inline int peek(PgnReader *reader) {
    if (reader->ahead_count == 0) {
        int c = fetch(reader);
        if (c == EOF)
            return EOF;
        reader->ahead[reader->ahead_count++] = (unsigned char)c;
    }
    return reader->ahead[0];
}

static inline int take(PgnReader *reader) {
    int c = peek(reader);
    if (c == EOF)
        return EOF;
    reader->ahead_count--;
    memmove(reader->ahead, reader->ahead + 1, (size_t)reader->ahead_count);
    reader->line += c == '\n';
    reader->is_column_1 = c == '\n';
    reader->is_line_start = c == '\n' || (reader->is_line_start && is_blank(c));
    return c;
}

static inline void skip_line(PgnReader *reader) {
    int c = take(reader);
    while (c != EOF && c != '\n')
        c = take(reader);
}

/* A byte order mark does not count as text; one may also stand where files have been joined. */
static inline bool skip_byte_order_mark(PgnReader *reader) {
    if (!has_ahead(reader, "\xEF\xBB\xBF"))
        return false;
    for (int i = 0; i < 3; i++)
        take(reader);
    reader->is_column_1 = reader->is_line_start = true;
    return true;
}

/* Blanks, and lines that a percent sign marks as none of ours. */
static inline void skip_blanks(PgnReader *reader) {
    for (;;) {
        int c = peek(reader);
        if (is_blank(c))
            take(reader);
        else if (reader->is_column_1 && c == '%')
            skip_line(reader);
        else if (!reader->is_column_1 || !skip_byte_order_mark(reader))
            return;
    }
}

static inline void skip_blanks_of_line(PgnReader *reader) {
    while (is_blank(peek(reader)) && peek(reader) != '\n')
        take(reader);
}

/* ---- Tokens ---- */

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_TAG, /* the bracket that begins one; it is not yet taken */
    TOKEN_WORD,
    TOKEN_COMMENT, /* its opening character */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NAG,
    TOKEN_STRAY, /* a closing character that closes nothing */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    size_t line;
    bool is_line_start; /* only blanks stand before it */
    Word word; /* lies in `text`; what fills that has been cut, and is too long for a move */
    char text[64];
} Token;

static inline bool is_word_character(int c) {
    return c > ' ' && strchr("{}()[];$*", c) == NULL;
}

static inline void take_word(PgnReader *reader, Token *token) {
    token->word = (Word){token->text, 0};
    do {
        if (token->word.length < sizeof token->text)
            token->text[token->word.length++] = (char)peek(reader);
        take(reader);
    } while (is_word_character(peek(reader)));
}

static inline TokenKind kind_of(int c) {
    switch (c) {
    case EOF:
        return TOKEN_END;
    case '[':
        return TOKEN_TAG;
    case '{':
    case ';':
        return TOKEN_COMMENT;
    case '(':
        return TOKEN_OPEN;
    case ')':
        return TOKEN_CLOSE;
    case '$':
        return TOKEN_NAG;
    case '}':
    case ']':
        return TOKEN_STRAY;
    default:
        return TOKEN_WORD;
    }
}

static inline void next_token(PgnReader *reader, Token *token) {
    skip_blanks(reader);
    int c = peek(reader);
    token->kind = kind_of(c);
    token->line = reader->line;
    token->is_line_start = reader->is_line_start;
    token->word = (Word){token->text, 1};
    token->text[0] = (char)c;
    if (token->kind == TOKEN_NAG || (token->kind == TOKEN_WORD && c != '*'))
        take_word(reader, token);
    else if (token->kind != TOKEN_TAG)
        take(reader);
}

/* A comment that is never closed would swallow all games after it, but for their first tag. */
static inline bool is_next_game(PgnReader *reader) {
    return has_ahead(reader, "[Event ");
}

#endif
