/* The first line is a FEN, the start position where it is none. Every word after it is read as a
 * move in both notations; what is accepted must be legal and print back to itself, and is played,
 * so that later words meet other positions. */
#include "fuzz.h"

#include "fen.h"
#include "movegen.h"
#include "notation.h"
#include "san.h"

typedef bool (*Parser)(const Position *position, Word text, Move *move, Reason *reason);

static bool reads_as(Parser parse, const Position *p, const char *text, Move expected) {
    Move move = MOVE_NONE;
    Reason reason;
    return parse(p, (Word){text, strlen(text)}, &move, &reason) && move == expected;
}

static const char *check_accepted(const Position *p, Move move) {
    char text[MOVE_TEXT_SIZE];
    if (!movegen_is_legal(p, move))
        return "an accepted move is illegal";
    notation_print_uci(move, true, text);
    if (!reads_as(notation_parse_uci, p, text, move))
        return "UCI text with king-takes-rook castling does not read back";
    notation_print_uci(move, false, text);
    if (!reads_as(notation_parse_uci, p, text, move))
        return "UCI text does not read back";
    san_print(p, move, text);
    return reads_as(san_parse, p, text, move) ? NULL : "SAN does not read back";
}

/* Leaves the move in `*move`, or MOVE_NONE where the text is refused. */
static const char *check_text(Parser parse, const Position *p, Word text, Move *move) {
    Position before = *p;
    Reason reason = {""};
    *move = MOVE_NULL;
    bool is_accepted = parse(p, text, move, &reason);
    if (memcmp(&before, p, sizeof before) != 0)
        return "reading a move changes the position";
    if (is_accepted)
        return check_accepted(p, *move);
    if (*move != MOVE_NULL)
        return "a refused text leaves a move behind";
    *move = MOVE_NONE;
    return fuzz_is_good_reason(&reason) ? NULL : "a refused move has no good reason";
}

static const char *check_words(Position position, const char *cursor) {
    static const Parser PARSERS[] = {notation_parse_uci, san_parse};
    for (Word word = text_next_word(&cursor); word.length > 0; word = text_next_word(&cursor)) {
        for (int i = 0; i < 2; i++) {
            Move move;
            const char *fault = check_text(PARSERS[i], &position, word, &move);
            if (fault != NULL)
                return fault;
            if (move == MOVE_NONE)
                continue;
            Position parent = position;
            position_make_move(&position, &parent, move);
            if (!position_is_consistent(&position))
                return "a move leads to an inconsistent position";
            break;
        }
    }
    return NULL;
}

const char *fuzz_move(const uint8_t *data, size_t size) {
    char *text = fuzz_copy_text(data, size), *words = text + strcspn(text, "\n");
    Position position;
    Reason reason;
    if (*words != '\0')
        *words++ = '\0';
    const char *fault = NULL;
    if (!fen_parse(text, &position, &reason) && !fen_parse(FEN_START, &position, &reason))
        fault = "the start position is refused";
    else
        fault = check_words(position, words);
    free(text);
    return fault;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_move, data, size);
}
#endif
