#include "commands.h"

#include <string.h>

#include "nearest.h"

int commands_find(const CommandTable *table, Word name) {
    for (int i = 0; i < table->count; i++)
        if (word_is(name, table->rows[i].name))
            return i;
    return COMMAND_UNKNOWN;
}

const char *commands_nearest(const CommandTable *table, Word mistyped) {
    Nearest nearest = {.word = mistyped};
    for (int i = 0; i < table->count; i++)
        nearest_consider(&nearest, table->rows[i].name);
    return nearest.name;
}

bool commands_refuse(const CommandTable *table, Word name, Reason *reason) {
    const char *nearest = commands_nearest(table, name);
    if (nearest == NULL)
        return reason_refuse(reason, "unknown command '%s', try help", word_excerpt(name).text);
    return reason_refuse(reason, "unknown command '%s', did you mean %s? try help",
                         word_excerpt(name).text, nearest);
}

static void list(const CommandTable *table, FILE *out) {
    for (int i = 0; i < table->count; i++) {
        const CommandRow *row = &table->rows[i];
        if (i == 0 || strcmp(row->group, table->rows[i - 1].group) != 0)
            fprintf(out, "%s%s\n", i == 0 ? "" : "\n", row->group);
        fprintf(out, "  %-11s %s\n", row->name, row->summary);
    }
    fputs("\n'help COMMAND' says more about one.\n", out);
}

static void explain(const CommandRow *row, FILE *out) {
    fprintf(out, "%s%s%s: %s\n\n%s\n\nExample: %s\n", row->name, row->arguments[0] ? " " : "",
            row->arguments, row->summary, row->details, row->example);
}

bool commands_help(const CommandTable *table, Word name, FILE *out, Reason *reason) {
    int index = commands_find(table, name);
    if (name.length > 0 && index == COMMAND_UNKNOWN)
        return commands_refuse(table, name, reason);
    if (name.length == 0)
        list(table, out);
    else
        explain(&table->rows[index], out);
    return true;
}
