#include "epd.h"

#include <string.h>

#include "fen.h"
#include "letters.h"
#include "san.h"

enum {
    FIELD_NB = 4, /* of a position without its counters */
    MAX_MATE = MAX_PLY / 2,
    MAX_POINTS = 1000000,
};

/* ---- Words ---- */

static bool is_one_of(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

static const char BLANKS[] = " \t\n\v\f\r";

static const char *skip(const char *cursor, const char *set) {
    return cursor + strspn(cursor, set);
}

/* The next word of a line, which a semicolon ends too. */
static Word next_word(const char **cursor) {
    const char *start = skip(*cursor, BLANKS);
    size_t length = strcspn(start, " \t\n\v\f\r;");
    *cursor = start + length;
    return (Word){start, length};
}

static Word trim(Word text) {
    while (text.length > 0 && is_one_of(text.start[0], BLANKS)) {
        text.start++;
        text.length--;
    }
    while (text.length > 0 && is_one_of(text.start[text.length - 1], BLANKS))
        text.length--;
    return text;
}

/* Takes the next piece before one of the separators off the text; false at its end. */
static bool next_piece(Word *text, const char *separators, Word *piece) {
    while (text->length > 0 && is_one_of(text->start[0], separators)) {
        text->start++;
        text->length--;
    }
    *piece = (Word){text->start, 0};
    while (text->length > 0 && !is_one_of(text->start[0], separators)) {
        text->start++;
        text->length--;
        piece->length++;
    }
    return piece->length > 0;
}

static const char *without_utf8_mark(const char *line) {
    static const char MARK[] = "\xEF\xBB\xBF";
    return strncmp(line, MARK, sizeof MARK - 1) == 0 ? line + sizeof MARK - 1 : line;
}

bool epd_is_blank(const char *line) {
    line = skip(without_utf8_mark(line), BLANKS);
    return *line == '\0' || *line == '#' || *line == '%';
}

/* ---- Operations ---- */

/* The end of the operands: the next semicolon that is not in a string. A quote that is never
 * closed is taken for an ordinary character. */
static const char *end_of_operands(const char *cursor) {
    while (*cursor != '\0' && *cursor != ';') {
        const char *closing = *cursor == '"' ? strchr(cursor + 1, '"') : NULL;
        cursor = closing == NULL ? cursor + 1 : closing + 1;
    }
    return cursor;
}

/* Without the quotes, if all of it is one string. */
static Word unquote(Word text) {
    bool is_string = text.length >= 2 && text.start[0] == '"' &&
                     memchr(text.start + 1, '"', text.length - 1) == text.start + text.length - 1;
    return is_string ? (Word){text.start + 1, text.length - 2} : text;
}

static bool read_operations(const char *cursor, Epd *epd, Reason *reason) {
    epd->operation_count = 0;
    for (;;) {
        cursor = skip(cursor, " \t\n\v\f\r;");
        if (*cursor == '\0')
            return true;
        Word code = next_word(&cursor);
        if (to_upper(code.start[0]) < 'A' || to_upper(code.start[0]) > 'Z')
            return reason_refuse(reason, "'%s' is not an operation such as bm or id",
                                 word_excerpt(code).text);
        if (epd->operation_count == EPD_MAX_OPERATIONS)
            return reason_refuse(reason, "there are more than %d operations", EPD_MAX_OPERATIONS);
        const char *end = end_of_operands(cursor);
        Word operands = trim((Word){cursor, (size_t)(end - cursor)});
        epd->operations[epd->operation_count++] = (EpdOperation){code, unquote(operands)};
        cursor = end;
    }
}

static const EpdOperation *find(const Epd *epd, const char *code) {
    for (int i = 0; i < epd->operation_count; i++)
        if (word_is(epd->operations[i].code, code))
            return &epd->operations[i];
    return NULL;
}

Word epd_operands(const Epd *epd, const char *code) {
    const EpdOperation *operation = find(epd, code);
    return operation == NULL ? (Word){"", 0} : operation->operands;
}

/* ---- The position ---- */

/* The fields of the position, and its counters where a full FEN has them. */
typedef struct Fields {
    Word words[FIELD_NB];
    Word clock, number;
} Fields;

/* A counter, if the next word is a number. */
static Word take_counter(const char **cursor) {
    const char *behind = *cursor;
    Word word = next_word(&behind);
    int64_t value;
    if (!word_to_int64(word, &value))
        return (Word){"", 0};
    *cursor = behind;
    return word;
}

/* Whether the blank is missing between no en passant square and the clock. */
static bool is_clock_after_dash(Word word) {
    int64_t value;
    return word.length > 1 && word.start[0] == '-' && word_to_int64(word, &value);
}

static Fields read_fields(const char **cursor) {
    Fields fields;
    for (int i = 0; i < FIELD_NB; i++)
        fields.words[i] = next_word(cursor);
    Word *last = &fields.words[FIELD_NB - 1];
    if (is_clock_after_dash(*last)) {
        fields.clock = (Word){last->start + 1, last->length - 1};
        last->length = 1;
    } else {
        fields.clock = take_counter(cursor);
    }
    fields.number = fields.clock.length == 0 ? fields.clock : take_counter(cursor);
    return fields;
}

static bool append(Writer *fen, Word word) {
    size_t length = fen->length;
    writer_append(fen, "%.*s ", (int)(word.length < FEN_SIZE ? word.length : FEN_SIZE), word.start);
    return fen->length == length + word.length + 1;
}

/* The reader of FEN judges it all, once the counters stand where it expects them. */
static bool read_position(const Fields *fields, const Epd *epd, Position *position,
                          Reason *reason) {
    char text[2 * FEN_SIZE] = "";
    Writer fen = {text, sizeof text, 0};
    Word clock = epd_operands(epd, "hmvc"), number = epd_operands(epd, "fmvn");
    clock = clock.length > 0 ? clock : fields->clock;
    number = number.length > 0 ? number : fields->number;
    bool fits = true;
    for (int i = 0; i < FIELD_NB; i++)
        fits = fits && append(&fen, fields->words[i]);
    /* They must not be taken for fields that are missing. */
    if (fields->words[FIELD_NB - 1].length > 0) {
        fits = fits && append(&fen, clock.length > 0 ? clock : (Word){"0", 1});
        fits = fits && append(&fen, number.length > 0 ? number : (Word){"1", 1});
    }
    return fits ? fen_parse(text, position, reason)
                : reason_refuse(reason, "the FEN is longer than any position needs");
}

/* ---- What is known of the operations ---- */

/* Nothing but what may stand behind a move. */
static bool is_mark(Word word) {
    if (word_is(word, "e.p."))
        return true;
    for (size_t i = 0; i < word.length; i++)
        if (!is_one_of(word.start[i], "+#!?"))
            return false;
    return true;
}

static bool read_moves(const Epd *epd, const char *code, MoveList *moves, Reason *reason) {
    const EpdOperation *operation = find(epd, code);
    moves->count = 0;
    if (operation == NULL)
        return true;
    Word rest = operation->operands, word;
    while (next_piece(&rest, " \t\n\v\f\r,", &word)) {
        Move move;
        if (is_mark(word) || word_is(word, code))
            continue;
        if (!san_parse(&epd->position, word, &move, reason))
            return false;
        if (!move_list_has(moves, move))
            moves->moves[moves->count++] = move;
    }
    return moves->count > 0 ? true : reason_refuse(reason, "%s names no move", code);
}

static bool read_mate(Epd *epd, Reason *reason) {
    const EpdOperation *operation = find(epd, "dm");
    int64_t moves = 0;
    if (operation != NULL &&
        (!word_to_int64(operation->operands, &moves) || moves < 1 || moves > MAX_MATE))
        return reason_refuse(reason, "dm '%s' is not a number of moves from 1 to %d",
                             word_excerpt(operation->operands).text, MAX_MATE);
    epd->mate = (int)moves;
    return true;
}

bool epd_parse(const char *line, Epd *epd, Reason *reason) {
    Epd read = {0};
    line = without_utf8_mark(line);
    Fields fields = read_fields(&line);
    if (!read_operations(line, &read, reason) ||
        !read_position(&fields, &read, &read.position, reason) ||
        !read_moves(&read, "bm", &read.best, reason) ||
        !read_moves(&read, "am", &read.avoid, reason) || !read_mate(&read, reason))
        return false;
    *epd = read;
    return true;
}

/* ---- Points ---- */

/* Splits at the last sign, since promotions have one of their own. */
static bool read_points(const Epd *epd, Word item, Move *move, int64_t *points, Reason *reason) {
    item = trim(item);
    size_t sign = item.length;
    while (sign > 0 && item.start[sign - 1] != '=')
        sign--;
    Word name = {item.start, sign == 0 ? 0 : sign - 1};
    Word number = {item.start + sign, item.length - sign};
    if (sign == 0 || !word_to_int64(trim(number), points) || *points < -MAX_POINTS ||
        *points > MAX_POINTS)
        return reason_refuse(reason, "'%s' in c0 is not a move with points such as Nf3=10",
                             word_excerpt(item).text);
    return san_parse(&epd->position, trim(name), move, reason);
}

bool epd_points(const Epd *epd, EpdPoints *points, Reason *reason) {
    Word rest = epd_operands(epd, "c0"), item;
    bool has_others = false;
    *points = (EpdPoints){0};
    while (next_piece(&rest, ",", &item)) {
        Move move;
        int64_t value;
        Reason why;
        if (!read_points(epd, item, &move, &value, &why)) {
            *reason = why;
            has_others = true;
        } else if (!move_list_has(&points->moves, move)) {
            points->points[points->moves.count] = (int)value;
            points->moves.moves[points->moves.count++] = move;
            points->most = value > points->most ? (int)value : points->most;
        }
    }
    return points->moves.count == 0 || !has_others;
}

/* ---- Writing ---- */

void epd_print(const Position *position, char line[EPD_SIZE]) {
    char fen[FEN_SIZE];
    const char *end = fen;
    fen_print(position, fen);
    for (int i = 0; i < FIELD_NB; i++)
        end = strchr(end, ' ') + 1;
    snprintf(line, EPD_SIZE, "%.*shmvc %d; fmvn %d;", (int)(end - fen), fen,
             position->halfmove_clock, position->fullmove_number);
}
