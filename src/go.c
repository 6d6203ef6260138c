#include "go.h"

#include <string.h>

#include "movegen.h"
#include "notation.h"

typedef enum GoWord {
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MOVETIME,
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_INFINITE,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_WORD_NB
} GoWord;

static const char *const GO_WORDS[GO_WORD_NB] = {
    "wtime", "btime", "winc", "binc",     "movestogo", "movetime",
    "depth", "nodes", "mate", "infinite", "ponder",    "searchmoves",
};

static GoWord find_word(Word word) {
    GoWord i = 0;
    while (i < GO_WORD_NB && !word_is(word, GO_WORDS[i]))
        i++;
    return i;
}

/* A number, if the next word is one; otherwise the word is left for what follows. */
static bool take_number(const char **cursor, int64_t *value) {
    const char *behind = *cursor;
    if (!word_to_int64(text_next_word(&behind), value))
        return false;
    *cursor = behind;
    return true;
}

static int clamp_to_int(int64_t value) {
    return value < 1 ? 1 : value > INT32_MAX ? INT32_MAX : (int)value;
}

/* Of several notices the first is kept. */
static void keep_first(Reason *notice, const Reason *reason) {
    if (notice->text[0] == '\0')
        *notice = *reason;
}

static void take_moves(const char **cursor, const Position *position, GoRequest *request,
                       Reason *notice) {
    for (;;) {
        Word word = text_peek_word(*cursor);
        Move move;
        Reason reason;
        if (word.length == 0 || find_word(word) != GO_WORD_NB)
            break;
        text_next_word(cursor);
        if (!notation_parse_uci(position, word, &move, &reason))
            keep_first(notice, &reason);
        else if (!move_list_has(&request->moves, move))
            request->moves.moves[request->moves.count++] = move;
    }
    request->has_move_list = request->moves.count > 0;
}

static void take_limit(GoWord word, int64_t value, Colour us, GoRequest *request) {
    TimeControl *time = &request->time;
    switch (word) {
    case GO_WTIME:
    case GO_BTIME:
        if ((word == GO_WTIME) == (us == WHITE)) {
            time->has_clock = true;
            time->remaining = value;
        }
        break;
    case GO_WINC:
    case GO_BINC:
        if ((word == GO_WINC) == (us == WHITE))
            time->increment = value;
        break;
    case GO_MOVESTOGO:
        time->moves_to_go = value < 0 ? 0 : value;
        break;
    case GO_MOVETIME:
        time->has_move_time = true;
        time->move_time = value;
        break;
    case GO_DEPTH:
        request->depth = clamp_to_int(value);
        break;
    case GO_NODES:
        request->nodes = value < 1 ? 1 : (uint64_t)value;
        break;
    case GO_MATE:
        request->mate = clamp_to_int(value);
        break;
    default:
        break;
    }
}

static void pass_over(Word word, GoWord found, Reason *notice) {
    Reason reason;
    if (found == GO_WORD_NB)
        reason_refuse(&reason, "'%s' is no limit, try help go", word_excerpt(word).text);
    else
        reason_refuse(&reason, "expected a number after %s", GO_WORDS[found]);
    keep_first(notice, &reason);
}

GoRequest go_parse(const char *arguments, const Position *position, Reason *notice) {
    GoRequest request = {0};
    notice->text[0] = '\0';
    for (Word word = text_next_word(&arguments); word.length > 0;
         word = text_next_word(&arguments)) {
        int64_t value;
        GoWord found = find_word(word);
        if (found == GO_INFINITE)
            request.is_infinite = true;
        else if (found == GO_PONDER)
            request.is_ponder = true;
        else if (found == GO_SEARCHMOVES)
            take_moves(&arguments, position, &request, notice);
        else if (found != GO_WORD_NB && take_number(&arguments, &value))
            take_limit(found, value, position_side(position), &request);
        else
            pass_over(word, found, notice);
    }
    return request;
}
