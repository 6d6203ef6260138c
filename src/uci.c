#include "uci.h"

#include <inttypes.h>
#include <string.h>

#include "backlog.h"
#include "bench.h"
#include "eval_table.h"
#include "fen.h"
#include "genfens.h"
#include "go.h"
#include "info.h"
#include "letters.h"
#include "movegen.h"
#include "notation.h"
#include "perft.h"
#include "platform.h"
#include "version.h"

enum { MAX_PERFT_DEPTH = 99 };

typedef struct Command {
    const char *name;
    bool (*run)(Uci *uci, const char *arguments); /* false ends the conversation */
    const char *help;
} Command;

static bool complain(Uci *uci, const char *command, const char *problem) {
    fprintf(uci->out, "info string %s: %s\n", command, problem);
    uci->complaints++;
    return true;
}

/* ---- What a search tells, on its own thread: one call a line, so that lines stay whole ---- */

static InfoStyle style_of(const Uci *uci) {
    return (InfoStyle){engine_option(uci->engine, OPTION_CHESS960) != 0,
                       engine_option(uci->engine, OPTION_SHOW_WDL) != 0};
}

static void print_text(Uci *uci, const char *text) {
    fputs(text, uci->out);
    fflush(uci->out);
}

static void print_report(void *context, const SearchReport *report, const EngineProgress *now) {
    char text[INFO_SIZE];
    info_format_report(report, now, style_of(context), text);
    print_text(context, text);
}

static void print_current_move(void *context, Move move, int number) {
    char text[INFO_SIZE];
    info_format_current_move(move, number, style_of(context), text);
    print_text(context, text);
}

static void print_best_move(void *context, Move best, Move ponder) {
    Uci *uci = context;
    char text[INFO_SIZE];
    info_format_best_move(best, ponder, style_of(uci), text);
    print_text(uci, text);
    if (uci->backlog != NULL)
        backlog_wake(uci->backlog);
}

/* ---- Commands ---- */

static bool run_uci(Uci *uci, const char *arguments) {
    (void)arguments;
    fprintf(uci->out, "id name " CASTELLAN_NAME " " CASTELLAN_VERSION "\n"
                      "id author " CASTELLAN_AUTHOR "\n");
    for (int i = 0; i < OPTION_NB; i++) {
        char text[256];
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

static bool run_newgame(Uci *uci, const char *arguments) {
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

/* A position that cannot be read leaves the old one; of the moves, those before the first that
 * is illegal are played. */
static bool run_position(Uci *uci, const char *arguments) {
    Position start;
    Reason reason;
    if (!parse_start(&arguments, &start, &reason))
        return complain(uci, "position", reason.text);
    Word word = text_next_word(&arguments);
    if (word.length > 0 && !word_is(word, "moves"))
        return complain(uci, "position", "expected moves after the position");
    game_begin(engine_game(uci->engine), &start);
    for (word = text_next_word(&arguments); word.length > 0; word = text_next_word(&arguments)) {
        Move move;
        if (!notation_parse_uci(&engine_game(uci->engine)->position, word, &move, &reason))
            return complain(uci, "position", reason.text);
        if (!game_play(engine_game(uci->engine), move))
            return complain(uci, "position", "out of memory, the remaining moves are left out");
    }
    return true;
}

/* The whole picture in one piece, so that a search under way cannot print into it. */
static bool run_display(Uci *uci, const char *arguments) {
    static const char RULE[] = " +---+---+---+---+---+---+---+---+\n";
    const Position *p = &engine_game(uci->engine)->position;
    char fen[FEN_SIZE], board[1024], checkers[64] = "";
    size_t length = 0;
    (void)arguments;
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        length += (size_t)snprintf(board + length, sizeof board - length, "%s", RULE);
        for (int file = FILE_A; file <= FILE_H; file++)
            length +=
                (size_t)snprintf(board + length, sizeof board - length, " | %c",
                                 fen_piece_letter(p->board[make_square((File)file, (Rank)rank)]));
        length += (size_t)snprintf(board + length, sizeof board - length, " | %d\n", rank + 1);
    }
    for (Bitboard left = p->checkers; left != 0;) {
        char square[3];
        print_square(bits_pop(&left), square);
        strcat(strcat(checkers, " "), square);
    }
    fen_print(p, fen);
    fprintf(uci->out,
            "\n%s%s   a   b   c   d   e   f   g   h\n\n"
            "Fen: %s\nKey: %016" PRIX64 "\nCheckers:%s\n",
            board, RULE, fen, p->key, checkers);
    return true;
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
        notation_print_uci(list.moves[i], style_of(uci).chess960, text);
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

static bool run_go(Uci *uci, const char *arguments) {
    const char *behind = arguments;
    if (word_is(text_next_word(&behind), "perft"))
        return run_perft(uci, behind);
    /* A search that ends by itself is waited for; one without end must be stopped first. */
    if (engine_is_searching(uci->engine) && !engine_search_is_finite(uci->engine))
        return complain(uci, "go", "already searching, send stop first");
    engine_wait(uci->engine);
    GoRequest request = go_parse(arguments, &engine_game(uci->engine)->position);
    return engine_go(uci->engine, &request) ? true : complain(uci, "go", "out of memory");
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
    print_text(uci, text);
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

static bool run_help(Uci *uci, const char *arguments);

static const Command COMMANDS[] = {
    {"uci", run_uci, "name the engine and its options"},
    {"isready", run_isready, "answer readyok"},
    {"setoption", run_setoption, "setoption name NAME [value VALUE]"},
    {"ucinewgame", run_newgame, "forget what earlier games have taught"},
    {"position", run_position, "position startpos|fen FEN [moves MOVE...]"},
    {"go", run_go, "go [depth N] [nodes N] [movetime MS] [wtime MS ...] [infinite] ..."},
    {"stop", run_stop, "end the search and answer"},
    {"ponderhit", run_ponderhit, "the opponent has played the expected move"},
    {"perft", run_perft, "perft N [FEN]: count the leaves of the move tree"},
    {"bench", run_bench, "bench [DEPTH]: search a fixed set of positions"},
    {"genfens", run_genfens, "genfens N seed S book None|FILE [frc|dfrc]: random openings"},
    {"eval", run_eval, "what the position is worth without searching"},
    {"d", run_display, "show the board, FEN, key and checkers"},
    {"help", run_help, "list the commands"},
    {"quit", run_quit, "leave"},
};
enum { COMMAND_NB = sizeof COMMANDS / sizeof *COMMANDS };

static bool run_help(Uci *uci, const char *arguments) {
    (void)arguments;
    for (int i = 0; i < COMMAND_NB; i++)
        fprintf(uci->out, "%-10s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    return true;
}

/* What GUIs say that needs no answer and has nothing to do. */
static bool is_silent(Word name) {
    static const char *const SILENT[] = {"debug", "register", "xboard"};
    for (size_t i = 0; i < sizeof SILENT / sizeof *SILENT; i++)
        if (word_is(name, SILENT[i]))
            return true;
    return false;
}

static bool dispatch(Uci *uci, const char *line) {
    Word name = text_next_word(&line);
    for (int i = 0; i < COMMAND_NB; i++)
        if (word_is(name, COMMANDS[i].name))
            return COMMANDS[i].run(uci, line);
    if (name.length == 0 || is_silent(name))
        return true;
    fprintf(uci->out, "info string unknown command '%s', try help\n", word_excerpt(name).text);
    uci->complaints++;
    return true;
}

bool uci_init(Uci *uci, FILE *out) {
    EngineEvents events = {uci, print_report, print_current_move, print_best_move};
    uci->out = out;
    uci->backlog = NULL;
    uci->complaints = 0;
    uci->engine = engine_create(&events);
    return uci->engine != NULL;
}

bool uci_execute(Uci *uci, const char *line) {
    bool goes_on = dispatch(uci, line);
    fflush(uci->out);
    return goes_on;
}

void uci_finish(Uci *uci) {
    if (!engine_search_is_finite(uci->engine))
        engine_stop(uci->engine);
    engine_wait(uci->engine);
}

/* ---- Lines in their order ---- */

/* A `go` waits for the search under way, and what comes behind it for its turn. Only these do not:
 * `isready` and `quit` are answered at once, and a `stop` behind a waiting `go` ends the search
 * that it waits for, then keeps its place to end that one too. */
static bool is_due(void *context, const char *line, bool is_behind) {
    Uci *uci = context;
    Word command = text_next_word(&line);
    if (word_is(command, "isready") || word_is(command, "quit"))
        return true;
    if (is_behind && word_is(command, "stop"))
        engine_stop(uci->engine);
    bool begins_search = word_is(command, "go") && !word_is(text_peek_word(line), "perft");
    bool must_wait =
        begins_search && engine_is_searching(uci->engine) && engine_search_is_finite(uci->engine);
    return !is_behind && !must_wait;
}

static bool carry_out(void *context, const char *line) {
    return uci_execute(context, line);
}

bool uci_loop(Uci *uci, FILE *input) {
    Line line = {0};
    bool goes_on = true;
    uci->backlog = backlog_create(&(BacklogRules){uci, is_due, carry_out});
    if (uci->backlog == NULL)
        return false;
    while (goes_on && line_read(&line, input))
        goes_on = backlog_take(uci->backlog, line.text);
    if (goes_on) {
        backlog_drain(uci->backlog);
    } else {
        backlog_drop(uci->backlog);
        engine_stop(uci->engine);
    }
    uci_finish(uci);
    backlog_destroy(uci->backlog);
    uci->backlog = NULL;
    line_free(&line);
    return true;
}

void uci_free(Uci *uci) {
    engine_destroy(uci->engine);
}
