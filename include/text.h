/* Reading words out of lines, lines out of streams, and saying in one sentence why something was
 * refused. Every parser of the program stands on this. No state. */
#ifndef CASTELLAN_TEXT_H
#define CASTELLAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Why a parser refused its input: one sentence without the final stop, fit for an info line. */
typedef struct Reason {
    char text[192];
} Reason;

/* Formats the sentence and returns false, so that a parser can `return reason_refuse(...)`. */
bool reason_refuse(Reason *reason, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* A run of characters inside somebody else's string; length 0 means that there is none. */
typedef struct Word {
    const char *start;
    size_t length;
} Word;

/* The next run of non-blank characters; moves `*cursor` behind it. */
Word text_next_word(const char **cursor);

/* The next word without moving on. */
Word text_peek_word(const char *cursor);

/* All words of the text with what stands between them, as in names of files. */
Word text_all_words(const char *text);

bool word_is(Word word, const char *text);
bool word_is_nocase(Word word, const char *text); /* ASCII letters in either case */

/* Reads a decimal integer, optionally signed; false unless the whole word is one. Values beyond
 * the range of 64 bits become its nearest end. */
bool word_to_int64(Word word, int64_t *value);

/* The start of a word in printable form, for messages: whatever was typed cannot break a line or
 * flood the screen. */
typedef struct Excerpt {
    char text[40];
} Excerpt;
Excerpt word_excerpt(Word word);

/* Text put together piece by piece in somebody else's buffer; a piece that does not fit is left
 * out. */
typedef struct Writer {
    char *text;
    size_t size, length;
} Writer;
void writer_append(Writer *writer, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* A growing buffer for lines of any length. Start with {0}; release with `line_free`. */
typedef struct Line {
    char *text;
    size_t capacity;
} Line;

/* Reads one line without its end (LF or CRLF); NUL bytes in it are dropped. A last line without
 * an end counts. False at the end of input or when memory for the line cannot be had. */
bool line_read(Line *line, FILE *input);
void line_free(Line *line);

#endif
