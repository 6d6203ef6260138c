/* Prints the table of options for the README, from the rows that drive the options themselves:
 *
 *     build/options_table
 */
#include <stdio.h>

#include "engine.h"

static void print_values(const OptionRow *row) {
    if (row->type == OPTION_CHECK)
        printf("true, false | %s", row->standard ? "true" : "false");
    else if (row->type == OPTION_SPIN)
        printf("%d to %d | %d", row->minimum, row->maximum, row->standard);
    else if (row->type == OPTION_STRING)
        printf("a text | %s", row->standard_text);
    else
        printf("a button | ");
}

int main(void) {
    printf("| Option | Values | Default | Meaning |\n|---|---|---|---|\n");
    for (int i = 0; i < OPTION_NB; i++) {
        printf("| `%s` | ", engine_options[i].name);
        print_values(&engine_options[i]);
        printf(" | %s |\n", engine_options[i].meaning);
    }
    return 0;
}
