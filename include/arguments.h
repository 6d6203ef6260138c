/* Command lines of the program and its tools, described by rows: one row says how an argument is
 * called, what it means and where its value goes. `--name value` and `--name=value` are understood,
 * and `--help` is made from the rows. The values found in the targets beforehand are the defaults.
 */
#ifndef CASTELLAN_ARGUMENTS_H
#define CASTELLAN_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ArgumentKind {
    ARGUMENT_FLAG,   /* bool: true when it is given; takes no value */
    ARGUMENT_NUMBER, /* int64_t from `minimum` to `maximum` */
    ARGUMENT_REAL,   /* double from `minimum` to `maximum` */
    ARGUMENT_TEXT,   /* const char *, part of argv */
} ArgumentKind;

typedef struct ArgumentRow {
    const char *name; /* without the dashes */
    ArgumentKind kind;
    void *target;
    const char *help;
    int64_t minimum, maximum;
} ArgumentRow;

typedef struct Arguments {
    const char *program, *summary; /* the latter may have several lines */
    const char *operands;          /* what stands without a name, or NULL when nothing may */
    const ArgumentRow *rows;
    int row_count;
} Arguments;

/* The status to end a tool with when its command line makes no sense. */
enum { ARGUMENTS_WRONG = 2 };

/* Fills the targets in and moves the operands to argv[1] and on; returns their number. Ends the
 * program after `--help`, or with a message and ARGUMENTS_WRONG. */
int arguments_parse(const Arguments *arguments, int argc, char **argv);

/* Ends the program so for a fault that no row can express. */
_Noreturn void arguments_refuse(const Arguments *arguments, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
