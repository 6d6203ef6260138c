#include "typed_move.h"

#include <string.h>

#include "letters.h"
#include "san.h"

enum { LONGEST_MOVE = 16 };

/* Passes over a number with its points, as in "12." or "12...Nf6". */
static const char *behind_number(const char *text) {
    const char *c = text + strspn(text, " \t");
    size_t digits = strspn(c, "0123456789"), points = strspn(c + digits, ".");
    return points > 0 ? c + digits + points : text;
}

/* The same text with the piece, or castling, in capitals. */
static bool parse_in_capitals(const Position *p, Word text, Move *move, Reason *reason) {
    char capitals[LONGEST_MOVE];
    if (text.length >= sizeof capitals)
        return reason_refuse(reason, "'%s' is too long for a move", word_excerpt(text).text);
    memcpy(capitals, text.start, text.length);
    bool is_castling = text.start[0] == 'o';
    for (size_t i = 0; i < (is_castling ? text.length : 1); i++)
        capitals[i] = to_upper(capitals[i]);
    return san_parse(p, (Word){capitals, text.length}, move, reason);
}

bool typed_move_parse(const Position *position, const char *line, Move *move, Reason *reason) {
    const char *cursor = behind_number(line);
    Word text = text_next_word(&cursor), more = text_next_word(&cursor);
    if (text.length == 0)
        return reason_refuse(reason, "expected a move such as Nf3, exd5 or O-O");
    if (more.length > 0)
        return reason_refuse(reason, "one move at a time, please: not '%s' after '%s'",
                             word_excerpt(more).text, word_excerpt(text).text);
    /* A small b is a pawn's file first; where that cannot be meant, it is a bishop. */
    Reason ignored;
    if (strchr("nrqko", text.start[0]) != NULL)
        return parse_in_capitals(position, text, move, reason);
    return san_parse(position, text, move, reason) ||
           (text.start[0] == 'b' && parse_in_capitals(position, text, move, &ignored));
}
