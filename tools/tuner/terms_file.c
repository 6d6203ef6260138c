#include "terms_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Finding the pairs ---- */

typedef struct Scanner {
    const char *text; /* ends with a NUL */
    size_t at;
    int block;
    bool is_in_terms; /* the last row was a TERM, so that another one joins its block */
} Scanner;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_at(const Scanner *s, const char *what) {
    return strncmp(s->text + s->at, what, strlen(what)) == 0;
}

static void skip_past(Scanner *s, const char *what) {
    const char *found = strstr(s->text + s->at, what);
    s->at = found != NULL ? (size_t)(found - s->text) + strlen(what) : strlen(s->text);
}

static bool is_line_start(const Scanner *s) {
    size_t i = s->at;
    while (i > 0 && (s->text[i - 1] == ' ' || s->text[i - 1] == '\t'))
        i--;
    return i == 0 || s->text[i - 1] == '\n';
}

/* A directive may define the very S(mg, eg) that is looked for. */
static void skip_directive(Scanner *s) {
    for (; s->text[s->at] != '\0' && s->text[s->at] != '\n'; s->at++)
        if (s->text[s->at] == '\\' && s->text[s->at + 1] != '\0')
            s->at++;
}

static void skip_string(Scanner *s) {
    for (s->at++; s->text[s->at] != '\0' && s->text[s->at] != '"'; s->at++)
        if (s->text[s->at] == '\\' && s->text[s->at + 1] != '\0')
            s->at++;
    s->at += s->text[s->at] == '"';
}

static void skip_blanks(Scanner *s) {
    while (is_blank(s->text[s->at]))
        s->at++;
}

/* Steps over the next comment, string, directive or other character that is not part of a name.
 * False at a name or at the end. */
static bool skip_other(Scanner *s) {
    if (s->text[s->at] == '\0' || is_letter(s->text[s->at]))
        return false;
    if (is_at(s, "/*"))
        skip_past(s, "*/");
    else if (is_at(s, "//"))
        skip_past(s, "\n");
    else if (is_at(s, "\""))
        skip_string(s);
    else if (is_at(s, "#") && is_line_start(s))
        skip_directive(s);
    else
        s->at++;
    return true;
}

/* The next name of the text; length 0 at the end. */
static Word next_name(Scanner *s) {
    while (skip_other(s))
        ;
    Word name = {s->text + s->at, 0};
    while (is_letter(name.start[name.length]) || is_digit(name.start[name.length]))
        name.length++;
    s->at += name.length;
    return name;
}

static bool read_field(Scanner *s, TermsField *field) {
    field->start = s->at;
    skip_blanks(s);
    Word number = {s->text + s->at, 0};
    while (is_digit(number.start[number.length]) ||
           (number.length == 0 && (*number.start == '-' || *number.start == '+')))
        number.length++;
    s->at += number.length;
    field->end = s->at;
    int64_t value;
    bool is_number = word_to_int64(number, &value) && value >= INT16_MIN && value <= INT16_MAX;
    field->value = is_number ? (int)value : 0;
    skip_blanks(s);
    return is_number;
}

static bool step_over(Scanner *s, char c) {
    skip_blanks(s);
    if (s->text[s->at] != c)
        return false;
    s->at++;
    return true;
}

static bool read_pair(Scanner *s, TermsPair *pair) {
    pair->block = s->block;
    return step_over(s, '(') && read_field(s, &pair->mg) && step_over(s, ',') &&
           read_field(s, &pair->eg) && step_over(s, ')');
}

static void enter_row(Scanner *s, bool is_term) {
    if (!is_term || !s->is_in_terms)
        s->block++;
    s->is_in_terms = is_term;
}

static int line_number(const Scanner *s) {
    int number = 1;
    for (size_t i = 0; i < s->at && s->text[i] != '\0'; i++)
        number += s->text[i] == '\n';
    return number;
}

static bool add_pair(TermsFile *file, const TermsPair *pair) {
    /* Doubles whenever the count reaches a power of two. */
    if ((file->count & (file->count - 1)) == 0) {
        size_t capacity = file->count == 0 ? 1 : 2 * (size_t)file->count;
        TermsPair *pairs = realloc(file->pairs, capacity * sizeof *pairs);
        if (pairs == NULL)
            return false;
        file->pairs = pairs;
    }
    file->pairs[file->count++] = *pair;
    return true;
}

static bool find_pairs(TermsFile *file, Reason *reason) {
    Scanner scanner = {.text = file->text};
    for (Word name = next_name(&scanner); name.length > 0; name = next_name(&scanner)) {
        TermsPair pair;
        if (word_is(name, "TERM") || word_is(name, "TABLE") || word_is(name, "GROUP"))
            enter_row(&scanner, word_is(name, "TERM"));
        else if (!word_is(name, "S"))
            continue;
        else if (!read_pair(&scanner, &pair))
            return reason_refuse(reason, "line %d: S is not followed by two numbers like (12, -3)",
                                 line_number(&scanner));
        else if (!add_pair(file, &pair))
            return reason_refuse(reason, "not enough memory");
    }
    return true;
}

static bool read_text(TermsFile *file, FILE *input) {
    size_t capacity = 0, got = 1;
    while (got > 0) {
        if (file->length + 1 >= capacity) {
            capacity = capacity == 0 ? 1 << 16 : 2 * capacity;
            char *text = realloc(file->text, capacity);
            if (text == NULL)
                return false;
            file->text = text;
        }
        got = fread(file->text + file->length, 1, capacity - 1 - file->length, input);
        file->length += got;
    }
    file->text[file->length] = '\0';
    return !ferror(input) && strlen(file->text) == file->length;
}

bool terms_file_read(TermsFile *file, const char *path, Reason *reason) {
    FILE *input = fopen(path, "rb");
    Reason fault;
    *file = (TermsFile){0};
    if (input == NULL)
        return reason_refuse(reason, "%s cannot be opened", path);
    bool is_read = read_text(file, input);
    fclose(input);
    if (!is_read)
        reason_refuse(reason, "%s cannot be read as text", path);
    else if (!find_pairs(file, &fault))
        is_read = reason_refuse(reason, "%.80s, %.100s", path, fault.text);
    if (!is_read)
        terms_file_free(file);
    return is_read;
}

void terms_file_free(TermsFile *file) {
    free(file->text);
    free(file->pairs);
    *file = (TermsFile){0};
}

bool terms_file_matches(const TermsFile *file, const ScorePair *weights, int count,
                        Reason *reason) {
    if (file->count != count)
        return reason_refuse(reason, "it has %d pairs S(mg, eg), but the program has %d weights",
                             file->count, count);
    for (int i = 0; i < count; i++) {
        int mg = file->pairs[i].mg.value, eg = file->pairs[i].eg.value;
        if (mg != pair_mg(weights[i]) || eg != pair_eg(weights[i]))
            return reason_refuse(reason,
                                 "its pair %d is S(%d, %d), but the program was built with "
                                 "S(%d, %d); build again",
                                 i + 1, mg, eg, pair_mg(weights[i]), pair_eg(weights[i]));
    }
    return true;
}

/* ---- Putting others in their place ---- */

/* How wide the numbers of one half are printed in one block. */
typedef struct Column {
    size_t width; /* 0: as wide as each is, behind the blanks that stood there */
} Column;

typedef struct Half {
    const TermsFile *file;
    const ScorePair *weights;
    bool is_eg;
} Half;

static const TermsField *half_field(const Half *half, int i) {
    const TermsPair *pair = &half->file->pairs[i];
    return half->is_eg ? &pair->eg : &pair->mg;
}

static int half_value(const Half *half, int i) {
    return half->is_eg ? pair_eg(half->weights[i]) : pair_mg(half->weights[i]);
}

static size_t digits(int value) {
    return (size_t)snprintf(NULL, 0, "%d", value);
}

static size_t leading_blanks(const Half *half, const TermsField *field) {
    size_t blanks = 0;
    while (is_blank(half->file->text[field->start + blanks]))
        blanks++;
    return blanks;
}

/* A block whose fields were all equally wide was aligned: it stays so, wider where it must be. */
static Column block_column(const Half *half, int first, int end) {
    size_t width = half_field(half, first)->end - half_field(half, first)->start, needed = 0;
    size_t fewest_blanks = SIZE_MAX;
    for (int i = first; i < end; i++) {
        const TermsField *field = half_field(half, i);
        size_t blanks = leading_blanks(half, field), length = digits(half_value(half, i));
        if (field->end - field->start != width)
            return (Column){0};
        fewest_blanks = blanks < fewest_blanks ? blanks : fewest_blanks;
        needed = length > needed ? length : needed;
    }
    /* One blank after the comma is separation rather than alignment. */
    needed += half->is_eg && fewest_blanks > 0;
    return (Column){needed > width ? needed : width};
}

static void print_field(FILE *output, const Half *half, int i, Column column) {
    int blanks = (int)leading_blanks(half, half_field(half, i));
    if (column.width > 0)
        fprintf(output, "%*d", (int)column.width, half_value(half, i));
    else
        fprintf(output, "%*s%d", blanks, "", half_value(half, i));
}

static void print_text(FILE *output, const TermsFile *file, size_t start, size_t end) {
    fwrite(file->text + start, 1, end - start, output);
}

static void print_terms(FILE *output, const TermsFile *file, const ScorePair *weights) {
    Half mg = {file, weights, false}, eg = {file, weights, true};
    size_t done = 0;
    for (int first = 0, end; first < file->count; first = end) {
        for (end = first; end < file->count && file->pairs[end].block == file->pairs[first].block;)
            end++;
        Column mg_column = block_column(&mg, first, end), eg_column = block_column(&eg, first, end);
        for (int i = first; i < end; i++) {
            const TermsPair *pair = &file->pairs[i];
            print_text(output, file, done, pair->mg.start);
            print_field(output, &mg, i, mg_column);
            print_text(output, file, pair->mg.end, pair->eg.start);
            print_field(output, &eg, i, eg_column);
            done = pair->eg.end;
        }
    }
    print_text(output, file, done, file->length);
}

bool terms_file_write(const TermsFile *file, const char *path, const ScorePair *weights,
                      Reason *reason) {
    size_t size = strlen(path) + sizeof ".new";
    char *beside = malloc(size);
    if (beside == NULL)
        return reason_refuse(reason, "not enough memory");
    snprintf(beside, size, "%s.new", path);
    FILE *output = fopen(beside, "wb");
    bool is_written = output != NULL;
    if (is_written) {
        print_terms(output, file, weights);
        is_written = !ferror(output);
        is_written = fclose(output) == 0 && is_written && rename(beside, path) == 0;
        if (!is_written)
            remove(beside);
    }
    free(beside);
    return is_written || reason_refuse(reason, "%s cannot be written", path);
}
