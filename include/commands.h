/* Commands that people type, described by rows: found by name, guessed at where mistyped, listed
 * and explained. What they do is for the owner of the table to know. */
#ifndef CASTELLAN_COMMANDS_H
#define CASTELLAN_COMMANDS_H

#include "text.h"

typedef struct CommandRow {
    const char *group; /* heading in the list; the rows of a group stand together */
    const char *name;
    const char *arguments; /* how they are written, "" for none */
    const char *summary;   /* one line */
    const char *details;   /* more lines, the last one without its end */
    const char *example;   /* a line as it is typed */
} CommandRow;

typedef struct CommandTable {
    const CommandRow *rows;
    int count;
} CommandTable;

/* A file of rows, COMMAND(group, name, ...), is read twice: with COMMAND being the first of these
 * for the table, and the second for the functions run_NAME by the same places. */
#define COMMAND_AS_ROW(group, name, arguments, summary, details, example)                          \
    {group, #name, arguments, summary, details, example},
#define COMMAND_AS_RUN(group, name, arguments, summary, details, example) run_##name,

enum { COMMAND_UNKNOWN = -1 };

/* The command's place in the table, or COMMAND_UNKNOWN. */
int commands_find(const CommandTable *table, Word name);

/* The name that was probably meant, or NULL. */
const char *commands_nearest(const CommandTable *table, Word mistyped);

/* What `help NAME` prints: everything about one command or, for an empty name, one line about each
 * of them by groups. False with the reason where there is no such command. */
bool commands_help(const CommandTable *table, Word name, FILE *out, Reason *reason);

/* Says that a name is not understood, with the nearest one that is; returns false. */
bool commands_refuse(const CommandTable *table, Word name, Reason *reason);

#endif
