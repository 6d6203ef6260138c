#include "arguments.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"
#include "text.h"

_Noreturn void arguments_refuse(const Arguments *arguments, const char *format, ...) {
    va_list values;
    fprintf(stderr, "%s: ", arguments->program);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "; try %s --help\n", arguments->program);
    exit(ARGUMENTS_WRONG);
}

static void print_default(const ArgumentRow *row) {
    const char *const *text = row->target;
    if (row->kind == ARGUMENT_NUMBER)
        printf(" (%" PRId64 ")", *(const int64_t *)row->target);
    else if (row->kind == ARGUMENT_REAL)
        printf(" (%g)", *(const double *)row->target);
    else if (row->kind == ARGUMENT_TEXT && *text != NULL)
        printf(" (%s)", *text);
}

static _Noreturn void print_help(const Arguments *arguments) {
    static const char *const VALUES[] = {"", " N", " X", " TEXT"};
    const char *operands = arguments->operands == NULL ? "" : arguments->operands;
    printf("usage: %s%s%s%s\n\n%s\n", arguments->program,
           arguments->row_count > 0 ? " [--name value]..." : "", operands[0] == '\0' ? "" : " ",
           operands, arguments->summary);
    if (arguments->row_count > 0)
        putchar('\n');
    for (int i = 0; i < arguments->row_count; i++) {
        const ArgumentRow *row = &arguments->rows[i];
        char name[64];
        snprintf(name, sizeof name, "--%s%s", row->name, VALUES[row->kind]);
        printf("  %-20s %s", name, row->help);
        print_default(row);
        putchar('\n');
    }
    exit(EXIT_SUCCESS);
}

static const ArgumentRow *find_row(const Arguments *arguments, Word name) {
    Nearest nearest = {.word = name};
    for (int i = 0; i < arguments->row_count; i++) {
        if (word_is(name, arguments->rows[i].name))
            return &arguments->rows[i];
        nearest_consider(&nearest, arguments->rows[i].name);
    }
    if (nearest.name == NULL)
        arguments_refuse(arguments, "there is no --%s", word_excerpt(name).text);
    arguments_refuse(arguments, "there is no --%s, perhaps --%s is meant", word_excerpt(name).text,
                     nearest.name);
}

static bool read_number(const ArgumentRow *row, const char *text) {
    int64_t value;
    if (!word_to_int64((Word){text, strlen(text)}, &value) || value < row->minimum ||
        value > row->maximum)
        return false;
    *(int64_t *)row->target = value;
    return true;
}

static bool read_real(const ArgumentRow *row, const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value) || value < (double)row->minimum ||
        value > (double)row->maximum)
        return false;
    *(double *)row->target = value;
    return true;
}

static void set(const Arguments *arguments, const ArgumentRow *row, const char *text) {
    if (row->kind == ARGUMENT_TEXT) {
        *(const char **)row->target = text;
        return;
    }
    bool is_fine = row->kind == ARGUMENT_NUMBER ? read_number(row, text) : read_real(row, text);
    if (!is_fine)
        arguments_refuse(arguments, "--%s: '%s' is not a number from %" PRId64 " to %" PRId64,
                         row->name, word_excerpt((Word){text, strlen(text)}).text, row->minimum,
                         row->maximum);
}

/* Handles argv[index] and returns the index of the last word that belongs to it. */
static int take(const Arguments *arguments, int index, int argc, char **argv) {
    const char *name = argv[index] + 2, *value = strchr(name, '=');
    size_t length = value == NULL ? strlen(name) : (size_t)(value - name);
    const ArgumentRow *row = find_row(arguments, (Word){name, length});
    if (row->kind == ARGUMENT_FLAG) {
        if (value != NULL)
            arguments_refuse(arguments, "--%s takes no value", row->name);
        *(bool *)row->target = true;
        return index;
    }
    if (value == NULL && ++index >= argc)
        arguments_refuse(arguments, "--%s needs a value", row->name);
    set(arguments, row, value == NULL ? argv[index] : value + 1);
    return index;
}

int arguments_parse(const Arguments *arguments, int argc, char **argv) {
    int operands = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            print_help(arguments);
        if (strncmp(argv[i], "--", 2) == 0)
            i = take(arguments, i, argc, argv);
        else if (arguments->operands == NULL)
            arguments_refuse(arguments, "'%s' is not expected here",
                             word_excerpt((Word){argv[i], strlen(argv[i])}).text);
        else
            argv[++operands] = argv[i];
    }
    return operands;
}
