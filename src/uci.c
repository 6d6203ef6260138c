#include "uci.h"

#include "info.h"
#include "san.h"
#include "uci_commands.h"

/* ---- What a search tells, on its own thread: one call a line, so that lines stay whole ---- */

static void print_text(Uci *uci, const char *text) {
    fputs(text, uci->out);
    fflush(uci->out);
}

static void print_report(void *context, const SearchReport *report, const EngineProgress *now) {
    char text[INFO_SIZE];
    info_format_report(report, now, uci_info_style(context), text);
    print_text(context, text);
}

static void print_current_move(void *context, Move move, int number) {
    char text[INFO_SIZE];
    info_format_current_move(move, number, uci_info_style(context), text);
    print_text(context, text);
}

static void print_book_move(void *context, const EngineBookMove *book_move) {
    char text[INFO_SIZE];
    info_format_book_move(book_move, uci_info_style(context), text);
    print_text(context, text);
}

static void print_best_move(void *context, Move best, Move ponder) {
    Uci *uci = context;
    char text[INFO_SIZE];
    info_format_best_move(best, ponder, uci_info_style(uci), text);
    print_text(uci, text);
    if (uci->backlog != NULL)
        backlog_wake(uci->backlog);
}

/* ---- Lines ---- */

/* What GUIs say that needs no answer and has nothing to do. */
static bool is_silent(Word name) {
    static const char *const SILENT[] = {"debug", "register", "xboard"};
    for (size_t i = 0; i < sizeof SILENT / sizeof *SILENT; i++)
        if (word_is(name, SILENT[i]))
            return true;
    return false;
}

/* Whoever types a bare move wants to play it. */
static bool is_move(Uci *uci, Word word) {
    Move move;
    Reason reason;
    return san_parse(&engine_game(uci->engine)->position, word, &move, &reason);
}

static void refuse_unknown(Uci *uci, Word name) {
    Reason reason;
    if (is_move(uci, name))
        reason_refuse(&reason, "unknown command '%s', did you mean moves %s? try help",
                      word_excerpt(name).text, word_excerpt(name).text);
    else
        commands_refuse(&uci_commands, name, &reason);
    fprintf(uci->out, "info string %s\n", reason.text);
    uci->complaints++;
}

static bool dispatch(Uci *uci, const char *line) {
    Word name = text_next_word(&line);
    int index = commands_find(&uci_commands, name);
    if (index != COMMAND_UNKNOWN)
        return uci_command_runs[index](uci, line);
    if (name.length > 0 && !is_silent(name))
        refuse_unknown(uci, name);
    return true;
}

bool uci_init(Uci *uci, FILE *out) {
    EngineEvents events = {
        .context = uci,
        .on_report = print_report,
        .on_current_move = print_current_move,
        .on_best_move = print_best_move,
        .on_book_move = print_book_move,
    };
    uci->out = out;
    uci->backlog = NULL;
    uci->complaints = 0;
    uci->is_flipped = false;
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

/* Whether the command needs the search under way to end, and that is only a matter of time. What
 * changes the engine is refused during a search, but not right behind the `stop` that ends it. */
static bool must_wait(Uci *uci, Word command, const char *arguments) {
    if (!engine_is_searching(uci->engine))
        return false;
    if (word_is(command, "go"))
        return !word_is(text_peek_word(arguments), "perft") && engine_search_is_finite(uci->engine);
    return engine_is_stopping(uci->engine) &&
           (word_is(command, "setoption") || word_is(command, "ucinewgame"));
}

/* A command that must wait for the search keeps what comes behind it waiting for its turn. Only
 * these do not: `quit`; `isready`, unless the search is about to end; and a `stop` behind a waiting
 * `go` ends the search that it waits for, then keeps its place to end that one too. */
static bool is_due(void *context, const char *line, bool is_behind) {
    Uci *uci = context;
    Word command = text_next_word(&line);
    if (word_is(command, "quit"))
        return true;
    if (word_is(command, "isready"))
        return !is_behind || !engine_is_stopping(uci->engine);
    if (is_behind && word_is(command, "stop"))
        engine_stop(uci->engine);
    return !is_behind && !must_wait(uci, command, line);
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
