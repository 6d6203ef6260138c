/* What the reader of an output stream can be shown. */
#ifndef CASTELLAN_TERMINAL_H
#define CASTELLAN_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

typedef struct TerminalStyle {
    bool is_terminal; /* a person looks on */
    bool can_redraw;  /* understands ANSI sequences */
    bool has_colour;  /* and colours are welcome */
    bool has_unicode;
    int width; /* in columns */
} TerminalStyle;

/* Of anything but a terminal, the plainest. */
TerminalStyle terminal_style(FILE *out);

/* The same for a terminal whose environment has these values, NULL where one is missing. */
typedef struct TerminalEnvironment {
    const char *term, *no_color;
    const char *lc_all, *lc_ctype, *lang;
} TerminalEnvironment;
TerminalStyle terminal_style_in(const TerminalEnvironment *environment, int width);

#endif
