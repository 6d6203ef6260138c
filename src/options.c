#include "options.h"

#include <string.h>

/* How the protocol writes a string of no characters. */
static const char EMPTY[] = "<empty>";

void options_describe(const OptionRow *row, char *text, size_t size) {
    static const char *const BOOLEANS[] = {"false", "true"};
    switch (row->type) {
    case OPTION_CHECK:
        snprintf(text, size, "option name %s type check default %s", row->name,
                 BOOLEANS[row->standard != 0]);
        break;
    case OPTION_SPIN:
        snprintf(text, size, "option name %s type spin default %d min %d max %d", row->name,
                 row->standard, row->minimum, row->maximum);
        break;
    case OPTION_BUTTON:
        snprintf(text, size, "option name %s type button", row->name);
        break;
    case OPTION_STRING:
        snprintf(text, size, "option name %s type string default %s", row->name,
                 row->standard_text[0] == '\0' ? EMPTY : row->standard_text);
        break;
    }
}

/* The stretch from the first word of `*cursor` up to the word `end` or the end of the line, with
 * the cursor left behind that word. Names may contain blanks. */
static Word take_until(const char **cursor, const char *end) {
    Word first = text_peek_word(*cursor), taken = {first.start, 0};
    for (Word word = text_next_word(cursor); word.length > 0 && !word_is(word, end);
         word = text_next_word(cursor))
        taken.length = (size_t)(word.start + word.length - taken.start);
    return taken;
}

static bool parse_value(const OptionRow *row, Word text, int *value, Reason *reason) {
    int64_t number;
    if (row->type == OPTION_BUTTON)
        return true;
    if (row->type == OPTION_CHECK) {
        bool is_true = word_is(text, "true");
        if (!is_true && !word_is(text, "false"))
            return reason_refuse(reason, "%s is true or false, not '%s'", row->name,
                                 word_excerpt(text).text);
        *value = is_true;
        return true;
    }
    if (!word_to_int64(text, &number))
        return reason_refuse(reason, "%s is a number from %d to %d, not '%s'", row->name,
                             row->minimum, row->maximum, word_excerpt(text).text);
    *value = number < row->minimum   ? row->minimum
             : number > row->maximum ? row->maximum
                                     : (int)number;
    return true;
}

static bool set_number(const OptionRow *row, int *value, Word text, void *owner, Reason *notice) {
    if (!parse_value(row, text, value, notice))
        return false;
    if (row->apply != NULL)
        row->apply(owner, value, notice);
    return true;
}

static bool set_text(const OptionRow *row, Word text, void *owner, Reason *notice) {
    char copy[OPTION_TEXT_SIZE] = "";
    if (text.length >= sizeof copy)
        return reason_refuse(notice, "%s has room for %d characters only", row->name,
                             OPTION_TEXT_SIZE - 1);
    if (text.length > 0 && !word_is(text, EMPTY))
        memcpy(copy, text.start, text.length);
    row->apply_text(owner, copy, notice);
    return true;
}

bool options_set(const OptionRow *rows, int count, int *values, void *owner, const char *arguments,
                 Reason *notice) {
    notice->text[0] = '\0';
    if (!word_is(text_next_word(&arguments), "name"))
        return reason_refuse(notice, "expected name, then the option's name");
    Word name = take_until(&arguments, "value"), text = text_all_words(arguments);
    for (int i = 0; i < count; i++) {
        if (!word_is_nocase(name, rows[i].name))
            continue;
        return rows[i].type == OPTION_STRING
                   ? set_text(&rows[i], text, owner, notice)
                   : set_number(&rows[i], &values[i], text, owner, notice);
    }
    return reason_refuse(notice, "there is no option '%s'", word_excerpt(name).text);
}
