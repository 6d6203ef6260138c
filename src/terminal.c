#include "terminal.h"

#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "text.h"

enum { USUAL_WIDTH = 80 };

static bool is_set(const char *value) {
    return value != NULL && value[0] != '\0';
}

/* The first of the variables that is set decides which characters there are. */
static bool is_utf8(const TerminalEnvironment *e) {
    const char *locale = is_set(e->lc_all)     ? e->lc_all
                         : is_set(e->lc_ctype) ? e->lc_ctype
                                               : e->lang;
    const char *encoding = locale == NULL ? NULL : strchr(locale, '.');
    if (encoding == NULL)
        return false;
    Word name = {encoding + 1, strcspn(encoding + 1, "@")};
    return word_is_nocase(name, "UTF-8") || word_is_nocase(name, "UTF8");
}

TerminalStyle terminal_style_in(const TerminalEnvironment *environment, int width) {
    bool can_redraw = is_set(environment->term) && strcmp(environment->term, "dumb") != 0;
    return (TerminalStyle){
        .is_terminal = true,
        .can_redraw = can_redraw,
        .has_colour = can_redraw && !is_set(environment->no_color),
        .has_unicode = can_redraw && is_utf8(environment),
        .width = width > 0 ? width : USUAL_WIDTH,
    };
}

TerminalStyle terminal_style(FILE *out) {
    TerminalEnvironment environment = {getenv("TERM"), getenv("NO_COLOR"), getenv("LC_ALL"),
                                       getenv("LC_CTYPE"), getenv("LANG")};
    if (!platform_is_terminal(out))
        return (TerminalStyle){.width = USUAL_WIDTH};
    return terminal_style_in(&environment, platform_terminal_width(out));
}
