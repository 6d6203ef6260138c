/* UCI options as rows of a table: one row advertises, reads, checks and applies its option. Knows
 * nothing of what the options are for. */
#ifndef CASTELLAN_OPTIONS_H
#define CASTELLAN_OPTIONS_H

#include "text.h"

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_BUTTON, OPTION_STRING } OptionType;

enum { OPTION_TEXT_SIZE = 1024 }; /* longest string with its terminator */

typedef struct OptionRow {
    const char *name;
    OptionType type;
    int standard, minimum, maximum; /* a check is 0 or 1, a button or string has no number */
    const char *meaning;            /* one line for the README */
    /* Called after the value was set; may lower it. NULL where reading the value is enough. */
    void (*apply)(void *owner, int *value, Reason *notice);
    /* Of a string, whose value the owner keeps: empty for none. */
    const char *standard_text;
    void (*apply_text)(void *owner, const char *text, Reason *notice);
} OptionRow;

/* Writes the row as the answer to `uci` has it, without the line end. */
void options_describe(const OptionRow *row, char *text, size_t size);

/* Carries out what follows `setoption`. Values out of range are clamped; a string is all up to the
 * end of the line, and `<empty>` or nothing clears it. An unknown name or a value that is none
 * leaves everything as it was and returns false with the reason. `notice` is empty or something
 * that the user should know although the option was set. */
bool options_set(const OptionRow *rows, int count, int *values, void *owner, const char *arguments,
                 Reason *notice);

#endif
