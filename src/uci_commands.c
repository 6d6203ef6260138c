#include "uci_commands.h"

#include <inttypes.h>
#include <string.h>

#include "bench.h"
#include "board_text.h"
#include "eval_table.h"
#include "fen.h"
#include "genfens.h"
#include "go.h"
#include "letters.h"
#include "movegen.h"
#include "notation.h"
#include "perft.h"
#include "platform.h"
#include "san.h"
#include "terminal.h"
#include "version.h"

enum { MAX_PERFT_DEPTH = 99 };

static bool complain(Uci *uci, const char *command, const char *problem) {
    fprintf(uci->out, "info string %s: %s\n", command, problem);
    uci->complaints++;
    return true;
}

/* ---- The protocol ---- */

static bool run_uci(Uci *uci, const char *arguments) {
    (void)arguments;
    fprintf(uci->out, "id name " CASTELLAN_NAME " " CASTELLAN_VERSION "\n"
                      "id author " CASTELLAN_AUTHOR "\n");
    for (int i = 0; i < OPTION_NB; i++) {
        char text[OPTION_TEXT_SIZE + 256];
        options_describe(&engine_options[i], text, sizeof text);
        fprintf(uci->out, "%s\n", text);
    }
    fprintf(uci->out, "uciok\n");
    return true;
}

static bool run_isready(Uci *uci, const char *arguments) {
    (void)arguments;
    fprintf(uci->out, "readyok\n");
    return true;
}

static bool run_quit(Uci *uci, const char *arguments) {
    (void)uci, (void)arguments;
    return false;
}

static bool run_setoption(Uci *uci, const char *arguments) {
    Reason notice;
    engine_set_option(uci->engine, arguments, &notice);
    return notice.text[0] == '\0' ? true : complain(uci, "setoption", notice.text);
}

static bool run_ucinewgame(Uci *uci, const char *arguments) {
    (void)arguments;
    return engine_new_game(uci->engine) ? true : complain(uci, "ucinewgame", "still searching");
}

static bool run_stop(Uci *uci, const char *arguments) {
    (void)arguments;
    engine_stop(uci->engine);
    return true;
}

static bool run_ponderhit(Uci *uci, const char *arguments) {
    (void)arguments;
    engine_ponder_hit(uci->engine);
    return true;
}

/* The position that `startpos` or `fen ...` names; moves the cursor to what follows it. */
static bool parse_start(const char **arguments, Position *start, Reason *reason) {
    Word form = text_next_word(arguments);
    if (word_is(form, "startpos"))
        return fen_parse(FEN_START, start, reason);
    if (!word_is(form, "fen"))
        return reason_refuse(reason, "expected startpos or fen, not '%s'", word_excerpt(form).text);
    /* The FEN ends where the moves begin; of the blanks between its fields one is kept. */
    char fen[2 * FEN_SIZE] = "";
    size_t length = 0;
    for (Word word = text_peek_word(*arguments); word.length > 0 && !word_is(word, "moves");
         word = text_peek_word(*arguments)) {
        if (length + word.length + 2 > sizeof fen)
            return reason_refuse(reason, "the FEN is longer than any position needs");
        memcpy(fen + length, word.start, word.length);
        length += word.length;
        fen[length++] = ' ';
        text_next_word(arguments);
    }
    fen[length] = '\0';
    return fen_parse(fen, start, reason);
}

/* Either notation's way to find the move that a word means. */
typedef bool MoveParser(const Position *position, Word text, Move *move, Reason *reason);

/* Plays the moves before the first that is refused. */
static bool play_moves(Uci *uci, const char *command, const char *moves, MoveParser *parse) {
    Game *game = engine_game(uci->engine);
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        Move move;
        Reason reason;
        if (!parse(&game->position, word, &move, &reason))
            return complain(uci, command, reason.text);
        if (!game_play(game, move))
            return complain(uci, command, "out of memory, the remaining moves are left out");
    }
    return true;
}

/* A position that cannot be read leaves the old one. */
static bool run_position(Uci *uci, const char *arguments) {
    Position start;
    Reason reason;
    if (!parse_start(&arguments, &start, &reason))
        return complain(uci, "position", reason.text);
    Word word = text_next_word(&arguments);
    if (word.length > 0 && !word_is(word, "moves"))
        return complain(uci, "position", "expected moves after the position");
    game_begin(engine_game(uci->engine), &start);
    return play_moves(uci, "position", arguments, notation_parse_uci);
}

static bool run_perft(Uci *uci, const char *arguments);

static bool run_go(Uci *uci, const char *arguments) {
    const char *behind = arguments;
    if (word_is(text_next_word(&behind), "perft"))
        return run_perft(uci, behind);
    /* A search that ends by itself is waited for; one without end must be stopped first. */
    if (engine_is_searching(uci->engine) && !engine_search_is_finite(uci->engine))
        return complain(uci, "go", "already searching, send stop first");
    engine_wait(uci->engine);
    Reason notice;
    GoRequest request = go_parse(arguments, &engine_game(uci->engine)->position, &notice);
    if (notice.text[0] != '\0')
        complain(uci, "go", notice.text);
    return engine_go(uci->engine, &request) ? true : complain(uci, "go", "out of memory");
}

/* ---- At the prompt ---- */

static void append_checkers(Writer *w, const Position *p) {
    writer_append(w, "Checkers:");
    for (Bitboard left = p->checkers; left != 0;) {
        char square[3];
        print_square(bits_pop(&left), square);
        writer_append(w, " %s", square);
    }
    writer_append(w, "\n");
}

static void append_moves(Writer *w, const Position *p) {
    MoveList list;
    movegen_legal(p, &list);
    writer_append(w, "Moves:");
    for (int i = 0; i < list.count; i++) {
        char san[SAN_SIZE];
        san_print(p, list.moves[i], san);
        writer_append(w, " %s", san);
    }
    writer_append(w, "\n");
}

/* The whole picture in one piece, so that a search under way cannot print into it. */
static bool run_d(Uci *uci, const char *arguments) {
    const Position *p = &engine_game(uci->engine)->position;
    BoardStyle style = {.has_unicode = terminal_style(uci->out).has_unicode,
                        .is_flipped = uci->is_flipped};
    char text[BOARD_TEXT_SIZE + MAX_MOVES * SAN_SIZE], fen[FEN_SIZE];
    Writer w = {text, sizeof text, 0};
    Word wish = text_next_word(&arguments);
    if (wish.length > 0 && !word_is(wish, "moves"))
        return complain(uci, "d", "expected nothing or moves, as in 'd moves'");
    fen_print(p, fen);
    writer_append(&w, "\n");
    board_text_grid(&w, p, &style);
    writer_append(&w, "\nFen: %s\nKey: %016" PRIX64 "\n", fen, p->key);
    append_checkers(&w, p);
    if (wish.length > 0)
        append_moves(&w, p);
    fputs(text, uci->out);
    return true;
}

static bool run_flip(Uci *uci, const char *arguments) {
    (void)arguments;
    uci->is_flipped = !uci->is_flipped;
    return run_d(uci, "");
}

static bool run_moves(Uci *uci, const char *arguments) {
    if (text_peek_word(arguments).length == 0)
        return complain(uci, "moves", "expected moves to play, as in 'moves e4 e5 Nf3'");
    return play_moves(uci, "moves", arguments, san_parse);
}

/* Counts move by move, so that a long count shows how far it is. */
static void divide(Uci *uci, const Position *p, int depth) {
    uint64_t start = platform_now_ns(), total = depth == 0 ? 1 : 0;
    MoveList list;
    movegen_legal(p, &list);
    for (int i = 0; depth > 0 && i < list.count; i++) {
        Position child;
        char text[MOVE_TEXT_SIZE];
        position_make_move(&child, p, list.moves[i]);
        uint64_t leaves = perft_count(&child, depth - 1);
        total += leaves;
        notation_print_uci(list.moves[i], uci_info_style(uci).chess960, text);
        fprintf(uci->out, "%s: %" PRIu64 "\n", text, leaves);
        fflush(uci->out);
    }
    double seconds = (double)(platform_now_ns() - start) / 1e9;
    double millions = seconds > 0 ? (double)total / seconds / 1e6 : 0;
    fprintf(uci->out, "\nNodes searched: %" PRIu64 "\nTime: %.3f s\nSpeed: %.1f Mnps\n\n", total,
            seconds, millions);
}

static bool run_perft(Uci *uci, const char *arguments) {
    int64_t depth;
    if (!word_to_int64(text_next_word(&arguments), &depth) || depth < 0 || depth > MAX_PERFT_DEPTH)
        return complain(uci, "perft", "expected a depth from 0 to 99, as in 'perft 5'");
    Position position = engine_game(uci->engine)->position;
    Reason reason;
    if (text_peek_word(arguments).length > 0 && !fen_parse(arguments, &position, &reason))
        return complain(uci, "perft", reason.text);
    divide(uci, &position, (int)depth);
    return true;
}

static bool run_eval(Uci *uci, const char *arguments) {
    const Position *p = &engine_game(uci->engine)->position;
    (void)arguments;
    if (p->checkers)
        return complain(uci, "eval", "the king is in check, a static evaluation means nothing");
    EvalTrace trace;
    char text[EVAL_TABLE_SIZE];
    eval_trace(p, &trace);
    eval_table_format(&trace, text);
    fputs(text, uci->out);
    return true;
}

static void show_progress(void *context, int done, int total, uint64_t nodes) {
    (void)context;
    if (platform_is_terminal(stderr))
        fprintf(stderr, "\rposition %d of %d, %" PRIu64 " nodes%s", done, total, nodes,
                done == total ? "\n" : "");
}

static bool run_bench(Uci *uci, const char *arguments) {
    int64_t depth = BENCH_DEPTH;
    BenchResult result;
    if (text_peek_word(arguments).length > 0 &&
        (!word_to_int64(text_next_word(&arguments), &depth) || depth < 1 || depth > MAX_DEPTH))
        return complain(uci, "bench", "expected a depth, as in 'bench 10'");
    if (!bench_run((int)depth, show_progress, NULL, &result))
        return complain(uci, "bench", "out of memory");
    double seconds = (double)result.nanoseconds / 1e9;
    fprintf(uci->out, "Positions: %d\nDepth: %d\nTime: %.3f s\n", result.positions, (int)depth,
            seconds);
    fprintf(uci->out, "%" PRIu64 " nodes %.0f nps\n", result.nodes,
            (double)result.nodes / (seconds > 0 ? seconds : 1));
    return true;
}

static bool run_genfens(Uci *uci, const char *arguments) {
    Reason reason;
    return genfens_run(arguments, uci->out, &reason) ? true : complain(uci, "genfens", reason.text);
}

static bool run_help(Uci *uci, const char *arguments) {
    Reason reason;
    bool is_known = commands_help(&uci_commands, text_peek_word(arguments), uci->out, &reason);
    return is_known ? true : complain(uci, "help", reason.text);
}

/* ---- The table ---- */

static const CommandRow ROWS[] = {
#define COMMAND COMMAND_AS_ROW
#include "uci_commands.def"
#undef COMMAND
};

const CommandTable uci_commands = {ROWS, sizeof ROWS / sizeof *ROWS};

UciCommandRun *const uci_command_runs[] = {
#define COMMAND COMMAND_AS_RUN
#include "uci_commands.def"
#undef COMMAND
};
