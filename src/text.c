#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool reason_refuse(Reason *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Word text_next_word(const char **cursor) {
    const char *start = *cursor;
    while (is_blank(*start))
        start++;
    const char *end = start;
    while (*end != '\0' && !is_blank(*end))
        end++;
    *cursor = end;
    return (Word){start, (size_t)(end - start)};
}

Word text_peek_word(const char *cursor) {
    return text_next_word(&cursor);
}

Word text_all_words(const char *text) {
    Word all = {text_peek_word(text).start, 0};
    for (Word word = text_next_word(&text); word.length > 0; word = text_next_word(&text))
        all.length = (size_t)(word.start + word.length - all.start);
    return all;
}

bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.start, text, word.length) == 0;
}

static char fold(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool word_is_nocase(Word word, const char *text) {
    bool is_equal = strlen(text) == word.length;
    for (size_t i = 0; is_equal && i < word.length; i++)
        is_equal = fold(word.start[i]) == fold(text[i]);
    return is_equal;
}

bool word_to_int64(Word word, int64_t *value) {
    bool is_negative = word.length > 0 && word.start[0] == '-';
    bool is_signed = is_negative || (word.length > 0 && word.start[0] == '+');
    int64_t result = 0;
    if (word.length == (size_t)is_signed)
        return false;
    for (size_t i = is_signed; i < word.length; i++) {
        int digit = word.start[i] - '0';
        if (digit < 0 || digit > 9)
            return false;
        /* Counting downwards: the negative range holds every positive value, not vice versa. */
        result = result < (INT64_MIN + digit) / 10 ? INT64_MIN : result * 10 - digit;
    }
    *value = is_negative ? result : result == INT64_MIN ? INT64_MAX : -result;
    return true;
}

Excerpt word_excerpt(Word word) {
    Excerpt excerpt;
    const size_t room = sizeof excerpt.text - 4;
    size_t length = word.length < room ? word.length : room;
    for (size_t i = 0; i < length; i++) {
        char c = word.start[i];
        excerpt.text[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    strcpy(excerpt.text + length, word.length > room ? "..." : "");
    return excerpt;
}

void writer_append(Writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(w->text + w->length, w->size - w->length, format, arguments);
    va_end(arguments);
    if (written > 0)
        w->length += (size_t)written < w->size - w->length ? (size_t)written : 0;
    w->text[w->length] = '\0';
}

static bool grow(Line *line) {
    size_t capacity = line->capacity == 0 ? 256 : 2 * line->capacity;
    char *text = realloc(line->text, capacity);
    if (text == NULL)
        return false;
    line->text = text;
    line->capacity = capacity;
    return true;
}

bool line_read(Line *line, FILE *input) {
    size_t length = 0;
    int c = getc(input);
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(input)) {
        if (c == '\0')
            continue;
        /* Room for this character and the terminator. */
        if (length + 2 > line->capacity && !grow(line))
            return false;
        line->text[length++] = (char)c;
    }
    if (line->capacity == 0 && !grow(line))
        return false;
    if (length > 0 && line->text[length - 1] == '\r')
        length--;
    line->text[length] = '\0';
    return true;
}

void line_free(Line *line) {
    free(line->text);
    *line = (Line){0};
}
