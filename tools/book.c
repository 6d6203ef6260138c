/* Opening books of the Polyglot format:
 *
 *     build/book make --out BOOK [--depth N] [--min-games N] PGN...
 *     build/book show [--fen FEN] BOOK [MOVE...]
 *     build/book merge --out BOOK BOOK...
 *     build/book verify BOOK
 *
 * Each explains itself with --help. Ends with status 1 when something is broken or cannot be read
 * or written; what is good counts all the same. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "book.h"
#include "book_survey.h"
#include "book_writer.h"
#include "fen.h"
#include "nearest.h"
#include "notation.h"
#include "pgn.h"
#include "platform.h"
#include "progress.h"
#include "san.h"
#include "startup.h"

enum { MAX_COMPLAINTS = 20, PATH_ROOM = 4096 };

/* A book in the making. */
typedef struct Making {
    const char *out;
    int64_t depth, least_games, megabytes;
    bool is_uniform;

    Tally *tally;
    Progress progress;
    uint64_t games, moves, broken, unreadable;
    uint64_t bytes_before, bytes_total; /* of the files done, and of all whose size is known */
} Making;

static void complain(Making *making, const char *path, const char *problem) {
    progress_end(&making->progress);
    fprintf(stderr, "book: %s: %s\n", path, problem);
}

/* ---- Writing ---- */

static const char SPILL_SUFFIX[] = ".runs";

static double share_of(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

/* Writes what was counted; the reason is also about the counting. */
static bool write_book(Making *making, BookWriterCounts *counts, Reason *reason) {
    BookWriter *writer = book_writer_open(making->out, (uint64_t)making->least_games, reason);
    TallyRecord record;
    uint64_t done = 0;
    if (writer == NULL)
        return false;
    bool is_complete = tally_finish(making->tally);
    while (is_complete && tally_next(making->tally, &record)) {
        book_writer_add(writer, &record);
        if (++done % 4096 == 0 && progress_is_due(&making->progress, 0))
            progress_show(&making->progress, 0, "writing: %" PRIu64 " moves", done);
    }
    progress_end(&making->progress);
    is_complete = is_complete && !tally_has_failed(making->tally);
    bool is_written = book_writer_close(writer, is_complete, counts, reason);
    return is_complete ? is_written
                       : reason_refuse(reason, "'%.100s%s' cannot be written or read", making->out,
                                       SPILL_SUFFIX);
}

/* Runs `fill` between the beginning and the end of a book; the status to end with. */
static int build_book(Making *making, void (*fill)(Making *making, char **paths, int count),
                      char **paths, int count) {
    char spill[PATH_ROOM];
    Reason reason;
    BookWriterCounts counts;
    snprintf(spill, sizeof spill, "%s%s", making->out, SPILL_SUFFIX);
    making->tally = tally_create(spill, (size_t)making->megabytes << 20);
    if (making->tally == NULL) {
        fprintf(stderr, "book: no memory for --memory %" PRId64 "\n", making->megabytes);
        return EXIT_FAILURE;
    }
    progress_begin(&making->progress);
    fill(making, paths, count);
    progress_end(&making->progress);
    bool is_written = write_book(making, &counts, &reason);
    tally_free(making->tally);
    if (!is_written) {
        fprintf(stderr, "book: %s\n", reason.text);
        return EXIT_FAILURE;
    }
    printf("%s: %" PRIu64 " positions, %" PRIu64 " moves; left out: %" PRIu64
           " of too few games, %" PRIu64 " without points\n",
           making->out, counts.positions, counts.entries, counts.rare, counts.worthless);
    return making->broken + making->unreadable > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The number of files to make the book of, of which there must be one, as of --out. */
static int parse_making(const Arguments *arguments, Making *making, int argc, char **argv) {
    int files = arguments_parse(arguments, argc, argv);
    if (making->out == NULL)
        arguments_refuse(arguments, "--out is needed");
    if (files == 0)
        arguments_refuse(arguments, "no file is given");
    return files;
}

/* ---- From games ---- */

/* A win counts two points for the moves of its side, a draw or an unknown result one for both. */
static uint64_t points_of(const Making *making, PgnResult result, Colour side) {
    if (making->is_uniform || result == PGN_DRAW || result == PGN_UNKNOWN)
        return 1;
    return (result == PGN_WHITE_WINS) == (side == WHITE) ? 2 : 0;
}

static bool count_game(Making *making, const PgnGame *game) {
    Position position = game->start;
    Move last = MOVE_NONE;
    making->games++;
    for (size_t i = 0; i < game->ply_count && i < (size_t)making->depth; i++) {
        Position parent = position;
        Move move = game->plies[i].move;
        TallyRecord record = {.key = polyglot_key(&parent, last),
                              .points = points_of(making, game->result, position_side(&parent)),
                              .games = 1,
                              .move = polyglot_encode(move)};
        if (!tally_add(making->tally, &record))
            return false;
        position_make_move(&position, &parent, move);
        last = move;
        making->moves++;
    }
    return true;
}

/* How much of the files is done stays unsaid where they have no known size, as pipes have not. */
static void show_games(Making *making, FILE *input) {
    uint64_t offset;
    double share = 0, seconds = progress_seconds(&making->progress);
    char done[48] = "";
    if (!progress_is_due(&making->progress, 0))
        return;
    if (making->bytes_total > 0 && platform_tell(input, &offset)) {
        share = share_of(making->bytes_before + offset, making->bytes_total);
        snprintf(done, sizeof done, "%.1f%% of %.1f MB, ", 100 * share,
                 (double)making->bytes_total / 1e6);
    }
    progress_show(&making->progress, share, "%s%" PRIu64 " games, %" PRIu64 " broken, %.0f games/s",
                  done, making->games, making->broken,
                  seconds > 0 ? (double)making->games / seconds : 0);
}

static void report_broken(Making *making, const char *path, const char *problem) {
    if (++making->broken <= MAX_COMPLAINTS)
        complain(making, path, problem);
    if (making->broken == MAX_COMPLAINTS)
        complain(making, path, "further broken games are only counted");
}

/* False when counting has failed, which no other file can mend. */
static bool count_file(Making *making, const char *path, FILE *input) {
    PgnReader reader;
    PgnGame game = {0};
    Reason reason;
    bool is_counted = true;
    pgn_reader_init(&reader, input);
    reader.drops_comments = true;
    for (PgnRead read; is_counted && (read = pgn_next(&reader, &game, &reason)) != PGN_END;) {
        if (read == PGN_GAME)
            is_counted = count_game(making, &game);
        else
            report_broken(making, path, reason.text);
        show_games(making, input);
    }
    if (ferror(input)) {
        making->unreadable++;
        complain(making, path, "cannot be read to its end");
    }
    pgn_free(&game);
    return is_counted;
}

static bool is_standard_input(const char *path) {
    return strcmp(path, "-") == 0;
}

static void fill_from_games(Making *making, char **paths, int count) {
    bool is_counted = true;
    uint64_t bytes;
    for (int i = 0; i < count; i++)
        making->bytes_total += platform_file_size(paths[i], &bytes) ? bytes : 0;
    for (int i = 0; is_counted && i < count; i++) {
        FILE *input = is_standard_input(paths[i]) ? stdin : fopen(paths[i], "rb");
        if (input == NULL) {
            making->unreadable++;
            complain(making, paths[i], strerror(errno));
            continue;
        }
        is_counted = count_file(making, paths[i], input);
        making->bytes_before += platform_file_size(paths[i], &bytes) ? bytes : 0;
        if (input != stdin)
            fclose(input);
    }
    progress_end(&making->progress);
    printf("%" PRIu64 " games, %" PRIu64 " broken ones left out, %" PRIu64 " moves\n",
           making->games, making->broken, making->moves);
}

static int run_make(int argc, char **argv) {
    Making making = {.depth = 30, .least_games = 3, .megabytes = 256};
    const ArgumentRow rows[] = {
        {"out", ARGUMENT_TEXT, &making.out, "the book to write", 0, 0},
        {"depth", ARGUMENT_NUMBER, &making.depth, "plies of a game that count", 1, PGN_MAX_PLIES},
        {"min-games", ARGUMENT_NUMBER, &making.least_games,
         "games in which a move must occur to be kept", 1, INT32_MAX},
        {"uniform", ARGUMENT_FLAG, &making.is_uniform,
         "weigh moves by games alone, whatever their results", 0, 0},
        {"memory", ARGUMENT_NUMBER, &making.megabytes, "megabytes for counting", 1, 1 << 20},
    };
    const Arguments arguments = {
        "book make",
        "Makes a book from games in PGN files; - is standard input. A move weighs two points for\n"
        "each game that its side won and one for each draw or game without a result; moves that\n"
        "only lost are left out. The same games give the same book, byte for byte.\n"
        "Broken games are reported by line, skipped, and make the status 1.\n"
        "Any number of games fits: what does not fit in --memory is sorted in a file beside the\n"
        "book, of 24 bytes for each different move of a position.",
        "PGN...", rows, sizeof rows / sizeof *rows};
    int files = parse_making(&arguments, &making, argc, argv);
    return build_book(&making, fill_from_games, argv + 1, files);
}

/* ---- From books ---- */

static bool add_entry(Making *making, const PolyglotEntry *entry) {
    TallyRecord record = {
        .key = entry->key, .points = entry->weight, .games = 1, .move = entry->move};
    making->moves++;
    return tally_add(making->tally, &record);
}

static void fill_from_books(Making *making, char **paths, int count) {
    for (int i = 0; i < count; i++) {
        Reason reason;
        PolyglotEntry entry;
        Book *book = book_open(paths[i], &reason);
        if (book == NULL) {
            making->unreadable++;
            complain(making, paths[i], reason.text);
            continue;
        }
        for (uint64_t entry_nb = 0; book_read(book, entry_nb, &entry); entry_nb++) {
            if (!book_is_heading(&entry) && !add_entry(making, &entry))
                break;
            if (entry_nb % 4096 == 0 && progress_is_due(&making->progress, 0))
                progress_show(&making->progress, 0, "book %d of %d, %" PRIu64 " entries", i + 1,
                              count, making->moves);
        }
        book_close(book);
    }
}

static int run_merge(int argc, char **argv) {
    Making making = {.least_games = 1, .megabytes = 256};
    const ArgumentRow rows[] = {
        {"out", ARGUMENT_TEXT, &making.out, "the book to write", 0, 0},
        {"memory", ARGUMENT_NUMBER, &making.megabytes, "megabytes for sorting", 1, 1 << 20},
    };
    const Arguments arguments = {
        "book merge",
        "Makes one book of several. The weights of a move that stands in more than one of them\n"
        "are added up; moves of no weight and headings are left out.",
        "BOOK...", rows, sizeof rows / sizeof *rows};
    int files = parse_making(&arguments, &making, argc, argv);
    return build_book(&making, fill_from_books, argv + 1, files);
}

/* ---- Looking ---- */

static Book *open_or_complain(const char *path) {
    Reason reason;
    Book *book = book_open(path, &reason);
    if (book == NULL)
        fprintf(stderr, "book: %s\n", reason.text);
    return book;
}

/* What is left of a move without its number, as in "12.Nf3" or "3...e5". */
static Word without_number(const char *text) {
    size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");
    const char *start = digits > 0 && dots > 0 ? text + digits + dots : text;
    return (Word){start, strlen(start)};
}

/* Plays moves from `position` on; false with the reason at the first that cannot be. */
static bool play_moves(Position *position, Move *last, char **moves, int count, Reason *reason) {
    for (int i = 0; i < count; i++) {
        Word word = without_number(moves[i]);
        Position parent = *position;
        if (word.length == 0)
            continue;
        if (!san_parse(&parent, word, last, reason))
            return false;
        position_make_move(position, &parent, *last);
    }
    return true;
}

static void print_moves(const Position *position, Move last, const BookMoves *moves) {
    char fen[FEN_SIZE];
    fen_print(position, fen);
    printf("%s\nkey %016" PRIx64 ", moves: %d\n", fen, polyglot_key(position, last), moves->count);
    for (int i = 0; i < moves->count; i++) {
        const BookMove *move = &moves->moves[i];
        char san[SAN_SIZE], uci[MOVE_TEXT_SIZE];
        san_print(position, move->move, san);
        notation_print_uci(move->move, false, uci);
        printf("  %-7s %-5s %7" PRIu32 " %6.2f%%\n", san, uci, move->weight,
               100 * share_of(move->weight, moves->total));
    }
    if (moves->dropped > 0)
        printf("  %d entries are not legal here\n", moves->dropped);
}

static int run_show(int argc, char **argv) {
    const char *fen = FEN_START;
    const ArgumentRow rows[] = {
        {"fen", ARGUMENT_TEXT, &fen, "where the moves begin", 0, 0},
    };
    const Arguments arguments = {
        "book show",
        "Shows which moves a book has for a position, their weights and how often they are\n"
        "chosen by weight. Moves from the start are SAN or UCI, as in: book show my.bin e4 c5",
        "BOOK [MOVE...]", rows, sizeof rows / sizeof *rows};
    int operands = arguments_parse(&arguments, argc, argv);
    Position position;
    Move last = MOVE_NONE;
    Reason reason;
    if (operands == 0)
        arguments_refuse(&arguments, "no book is given");
    if (!fen_parse(fen, &position, &reason) ||
        !play_moves(&position, &last, argv + 2, operands - 1, &reason))
        arguments_refuse(&arguments, "%s", reason.text);
    Book *book = open_or_complain(argv[1]);
    if (book == NULL)
        return EXIT_FAILURE;
    static BookMoves moves;
    book_probe(book, &position, last, &moves);
    print_moves(&position, last, &moves);
    book_close(book);
    return EXIT_SUCCESS;
}

/* ---- Verifying ---- */

static void print_fault(void *context, const char *fault) {
    uint64_t *faults = context;
    if (++*faults <= MAX_COMPLAINTS)
        printf("fault: %s\n", fault);
}

static void print_survey(const char *path, const BookSurvey *survey, uint64_t faults) {
    printf("%s: %" PRIu64 " entries, %" PRIu64 " positions, %" PRIu64 " entries of no weight\n",
           path, survey->entries, survey->positions, survey->weightless);
    printf("from the start of the game its moves reach %" PRIu64 " positions with %" PRIu64
           " moves, up to %d plies deep\n",
           survey->reached_positions, survey->reached_moves, survey->depth);
    if (faults == 0)
        puts("no faults");
    else
        printf("%" PRIu64 " faults\n", faults);
}

static int run_verify(int argc, char **argv) {
    const Arguments arguments = {
        "book verify",
        "Reads a whole book: whether its entries are sorted, have the form of moves and stand\n"
        "there once, and whether the moves are legal wherever they lead to from the start\n"
        "position. Status 1 where not.",
        "BOOK", NULL, 0};
    BookSurvey survey;
    uint64_t faults = 0;
    if (arguments_parse(&arguments, argc, argv) != 1)
        arguments_refuse(&arguments, "one book is needed");
    Book *book = open_or_complain(argv[1]);
    if (book == NULL)
        return EXIT_FAILURE;
    bool is_surveyed = book_survey(book, &survey, print_fault, &faults);
    book_close(book);
    if (!is_surveyed) {
        fputs("book: not enough memory, or the book cannot be read\n", stderr);
        return EXIT_FAILURE;
    }
    print_survey(argv[1], &survey, faults);
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- Commands ---- */

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} COMMANDS[] = {
    {"make", run_make, "make a book from PGN files"},
    {"show", run_show, "show what a book has for a position"},
    {"merge", run_merge, "make one book of several"},
    {"verify", run_verify, "check a whole book"},
};
enum { COMMAND_NB = sizeof COMMANDS / sizeof *COMMANDS };

static void print_usage(FILE *output) {
    fputs("usage: book COMMAND ...\n\nOpening books of the Polyglot format.\n\n", output);
    for (int i = 0; i < COMMAND_NB; i++)
        fprintf(output, "  %-8s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    fputs("\nbook COMMAND --help says more.\n", output);
}

static int refuse_command(const char *name) {
    Nearest nearest = {.word = {name, strlen(name)}};
    for (int i = 0; i < COMMAND_NB; i++)
        nearest_consider(&nearest, COMMANDS[i].name);
    fprintf(stderr, "book: there is no command '%s'", word_excerpt(nearest.word).text);
    if (nearest.name != NULL)
        fprintf(stderr, ", perhaps %s is meant", nearest.name);
    fputs("; try book --help\n", stderr);
    return ARGUMENTS_WRONG;
}

int main(int argc, char **argv) {
    startup_init();
    for (int i = 0; argc > 1 && i < COMMAND_NB; i++)
        if (strcmp(argv[1], COMMANDS[i].name) == 0)
            return COMMANDS[i].run(argc - 1, argv + 1);
    bool wants_help = argc > 1 && strcmp(argv[1], "--help") == 0;
    if (argc > 1 && !wants_help)
        return refuse_command(argv[1]);
    print_usage(wants_help ? stdout : stderr);
    return wants_help ? EXIT_SUCCESS : ARGUMENTS_WRONG;
}
