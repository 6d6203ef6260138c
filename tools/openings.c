/* Makes start positions for matches: openings whose every move was near the best, to an end where
 * neither side is better.
 *
 *     build/openings --count 6000 --out books/balanced.epd
 *     build/openings --count 5000 --check books/balanced.epd
 *
 * Every attempt has a number, which decides all of it. What the attempts give is taken in the order
 * of their numbers, so that the file is the same for any number of threads. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "epd.h"
#include "notation.h"
#include "openings.h"
#include "platform.h"
#include "progress.h"
#include "see.h"
#include "startup.h"
#include "workers.h"

enum {
    BATCH_SIZE = 128, /* attempts between two looks at what they gave */
    HARD_FACTOR = 4,
    HASH_MB = 4,
    FIRST_MOVE_NB = SQUARE_NB * SQUARE_NB,
    PAUSE_MS = 20,
};

typedef struct Settings {
    int64_t count, seed, threads;
    int64_t plies, nodes, margin; /* of the moves */
    int64_t check_nodes, limit;   /* of the end */
    const char *out, *checked;
} Settings;

/* What an attempt gave. */
typedef struct Opening {
    bool is_good;
    Move first;
    Position end;
} Opening;

/* The position of every opening so far, by its key. */
typedef struct Collection {
    Key *keys;
    int64_t count;
    int64_t by_first_move[FIRST_MOVE_NB];
} Collection;

/* What the threads share. */
typedef struct Production {
    const Settings *settings;
    Solo **solos; /* one a thread */
    uint64_t first_number;
    _Atomic int next; /* attempt of the batch */
    Opening batch[BATCH_SIZE];
} Production;

static int fail(const char *what) {
    fprintf(stderr, "openings: %s\n", what);
    return EXIT_FAILURE;
}

/* ---- One opening ---- */

/* Steps of the rooks' pawns, which so early are mostly a lost move. */
static bool is_idle(const Position *p, Move move) {
    File file = square_file(move_from(move));
    return piece_type(p->board[move_from(move)]) == PAWN && (file == FILE_A || file == FILE_H) &&
           !movegen_is_noisy(p, move);
}

static bool is_even(Score score, int64_t limit) {
    return score >= -limit && score <= limit;
}

/* One of the moves that are nearly as good as the best and lead to nobody's advantage, an idle one
 * only if it is the best; MOVE_NONE where there is none. The first move of either side may be less
 * good, since all openings branch off there. */
static Move choose_move(const Settings *settings, Solo *solo, const Game *game, Random *random) {
    SoloLimits limits = {settings->nodes, HARD_FACTOR * settings->nodes, MAX_LINES_KEPT};
    bool is_first = game->position.fullmove_number == 1;
    Score margin = (Score)(is_first ? 2 * settings->margin : settings->margin);
    const RootMove *lines;
    MoveList good = {0};
    solo_search(solo, game, limits);
    int count = solo_lines(solo, &lines);
    for (int i = 0; i < count && lines[i].score >= lines[0].score - margin; i++)
        if (is_even(lines[i].score, settings->limit + settings->margin) &&
            (i == 0 || !is_idle(&game->position, lines[i].move)))
            good.moves[good.count++] = lines[i].move;
    return good.count == 0 ? MOVE_NONE : good.moves[random_below(random, (uint32_t)good.count)];
}

/* Whether no check, capture or promotion has to be answered or made at once. */
static bool is_quiet(const Position *p) {
    MoveList noisy;
    movegen_noisy(p, &noisy);
    for (int i = 0; i < noisy.count; i++)
        if (see_reaches(p, noisy.moves[i], 1))
            return false;
    return p->checkers == 0 && movegen_has_legal_move(p);
}

static bool is_balanced(const Settings *settings, Solo *solo, const Game *game) {
    SoloLimits limits = {settings->check_nodes, HARD_FACTOR * settings->check_nodes, 1};
    return is_even(solo_search(solo, game, limits)->score, settings->limit);
}

static Opening make_opening(const Settings *settings, Solo *solo, uint64_t number) {
    Random random = opening_random((uint64_t)settings->seed, number);
    Position start = opening_start(OPENING_STANDARD, OPENING_STANDARD);
    Opening opening = {.is_good = true};
    Game game = {0};
    solo_forget(solo);
    game_begin(&game, &start);
    for (int ply = 0; opening.is_good && ply < settings->plies; ply++) {
        Move move = choose_move(settings, solo, &game, &random);
        opening.first = ply == 0 ? move : opening.first;
        opening.is_good = move != MOVE_NONE && game_play(&game, move);
        opening.is_good = opening.is_good && movegen_has_legal_move(&game.position);
    }
    opening.is_good =
        opening.is_good && is_quiet(&game.position) && is_balanced(settings, solo, &game);
    opening.end = game.position;
    game_free(&game);
    return opening;
}

static void make_openings(void *context, int index) {
    Production *production = context;
    for (int i; (i = atomic_fetch_add(&production->next, 1)) < BATCH_SIZE;)
        production->batch[i] = make_opening(production->settings, production->solos[index],
                                            production->first_number + (uint64_t)i);
}

/* ---- All of them ---- */

/* False when it is there already. */
static bool add_key(Collection *collection, Key key) {
    for (int64_t i = 0; i < collection->count; i++)
        if (collection->keys[i] == key)
            return false;
    collection->keys[collection->count++] = key;
    return true;
}

static bool take_batch(const Production *production, Collection *collection, FILE *out) {
    for (int i = 0; i < BATCH_SIZE && collection->count < production->settings->count; i++) {
        const Opening *opening = &production->batch[i];
        char line[EPD_SIZE];
        if (!opening->is_good || !add_key(collection, opening->end.key))
            continue;
        collection->by_first_move[opening->first % FIRST_MOVE_NB]++;
        epd_print(&opening->end, line);
        fprintf(out, "%s\n", line);
    }
    return fflush(out) == 0 && !ferror(out);
}

static void show_progress(Progress *progress, const Production *production,
                          const Collection *collection) {
    double share = (double)collection->count / (double)production->settings->count;
    double seconds = progress_seconds(progress);
    uint64_t tried = production->first_number;
    if (!progress_is_due(progress, share) || collection->count == 0)
        return;
    long left = (long)(seconds / share - seconds);
    progress_show(progress, share,
                  "%" PRId64 " of %" PRId64 " openings, one in %.1f is good, "
                  "%ld:%02ld:%02ld left",
                  collection->count, production->settings->count,
                  (double)tried / (double)collection->count, left / 3600, left / 60 % 60,
                  left % 60);
}

static void summarise(const Collection *collection, uint64_t tried, double seconds) {
    printf("%" PRId64 " openings out of %" PRIu64 " in %.1f s; first moves:", collection->count,
           tried, seconds);
    for (Square from = 0; from < SQUARE_NB; from++)
        for (Square to = 0; to < SQUARE_NB; to++) {
            Move move = move_make(from, to);
            char text[MOVE_TEXT_SIZE];
            notation_print_uci(move, false, text);
            if (collection->by_first_move[move] > 0)
                printf(" %s %" PRId64, text, collection->by_first_move[move]);
        }
    putchar('\n');
}

static int run(Production *production, Workers *workers, Collection *collection, FILE *out) {
    Progress progress;
    bool is_written = true;
    progress_begin(&progress);
    while (is_written && collection->count < production->settings->count) {
        atomic_store(&production->next, 0);
        workers_start(workers, make_openings, production);
        while (!workers_are_idle(workers)) {
            platform_sleep_ms(PAUSE_MS);
            show_progress(&progress, production, collection);
        }
        workers_wait(workers);
        is_written = take_batch(production, collection, out);
        production->first_number += BATCH_SIZE;
    }
    progress_end(&progress);
    if (!is_written)
        return fail("the file cannot be written, the disk may be full");
    summarise(collection, production->first_number, progress_seconds(&progress));
    return EXIT_SUCCESS;
}

static int produce(const Settings *settings, Workers *workers, FILE *out) {
    int threads = workers_count(workers), status = EXIT_FAILURE;
    Production *production = calloc(1, sizeof *production);
    Collection *collection = calloc(1, sizeof *collection);
    Solo **solos = calloc((size_t)threads, sizeof *solos);
    Key *keys = calloc((size_t)settings->count, sizeof *keys);
    bool is_ready = production != NULL && collection != NULL && solos != NULL && keys != NULL;
    for (int i = 0; is_ready && i < threads; i++)
        is_ready = (solos[i] = solo_create(HASH_MB)) != NULL;
    if (is_ready) {
        production->settings = settings;
        production->solos = solos;
        collection->keys = keys;
        status = run(production, workers, collection, out);
    } else {
        fail("not enough memory");
    }
    for (int i = 0; solos != NULL && i < threads; i++)
        solo_destroy(solos[i]);
    free(keys);
    free(solos);
    free(collection);
    free(production);
    return status;
}

static int open_and_produce(const Settings *settings) {
    FILE *out = fopen(settings->out, "w");
    if (out == NULL)
        return fail("the file cannot be written");
    Workers *workers = workers_create((int)settings->threads);
    int status = workers == NULL ? fail("no threads can be had") : produce(settings, workers, out);
    workers_destroy(workers);
    if (fclose(out) != 0 && status == EXIT_SUCCESS)
        status = fail("the file was not written to its end");
    return status;
}

/* ---- Checking ---- */

/* Whether the line is a start position that the settings allow. */
static bool check_line(const Settings *settings, Collection *collection, const char *line,
                       Reason *reason) {
    Epd epd;
    if (!epd_parse(line, &epd, reason))
        return false;
    const Position *p = &epd.position;
    if (p->checkers != 0 || !movegen_has_legal_move(p))
        return reason_refuse(reason, "the king is in check or there is no move");
    if (p->side != settings->plies % 2 || p->fullmove_number != settings->plies / 2 + 1 ||
        p->halfmove_clock > settings->plies)
        return reason_refuse(reason, "side and counters are not those after %" PRId64 " plies",
                             settings->plies);
    Key *keys = realloc(collection->keys, (size_t)(collection->count + 1) * sizeof *keys);
    if (keys == NULL)
        return reason_refuse(reason, "out of memory");
    collection->keys = keys;
    return add_key(collection, p->key) ? true : reason_refuse(reason, "the position came before");
}

static int check_file(const Settings *settings) {
    FILE *file = fopen(settings->checked, "r");
    Collection collection = {0};
    Line line = {0};
    Reason reason;
    int faults = 0;
    if (file == NULL)
        return fail("the file cannot be read");
    for (int number = 1; line_read(&line, file); number++) {
        if (check_line(settings, &collection, line.text, &reason))
            continue;
        printf("%s:%d: %s\n", settings->checked, number, reason.text);
        faults++;
    }
    printf("%" PRId64 " distinct positions, %d faults\n", collection.count, faults);
    free(collection.keys);
    line_free(&line);
    fclose(file);
    return faults == 0 && collection.count >= settings->count ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- Start ---- */

static void read_settings(Settings *settings, int argc, char **argv) {
    const ArgumentRow rows[] = {
        {"out", ARGUMENT_TEXT, &settings->out, "file to write, in EPD", 0, 0},
        {"check", ARGUMENT_TEXT, &settings->checked,
         "instead, check that a file holds so many, all distinct and playable", 0, 0},
        {"count", ARGUMENT_NUMBER, &settings->count, "openings to make", 1, 10000000},
        {"seed", ARGUMENT_NUMBER, &settings->seed, "other seeds give other openings", 0, INT64_MAX},
        {"threads", ARGUMENT_NUMBER, &settings->threads, "openings made at a time", 1, 512},
        {"plies", ARGUMENT_NUMBER, &settings->plies, "length of the openings", 1, 40},
        {"nodes", ARGUMENT_NUMBER, &settings->nodes, "nodes to find the moves of a position", 1,
         INT64_MAX / HARD_FACTOR},
        {"margin", ARGUMENT_NUMBER, &settings->margin,
         "how much worse than the best a move may be, in centipawns", 0, SCORE_MATE},
        {"check-nodes", ARGUMENT_NUMBER, &settings->check_nodes, "nodes to judge the last position",
         1, INT64_MAX / HARD_FACTOR},
        {"limit", ARGUMENT_NUMBER, &settings->limit, "largest score there, in centipawns", 0,
         SCORE_MATE},
    };
    const Arguments arguments = {
        "openings",
        "Makes start positions for matches: openings of good moves to an even end. The same\n"
        "settings always give the same file, whatever the threads.",
        NULL, rows, sizeof rows / sizeof *rows};
    arguments_parse(&arguments, argc, argv);
    if ((settings->out == NULL) == (settings->checked == NULL))
        arguments_refuse(&arguments, "either --out or --check is needed");
}

int main(int argc, char **argv) {
    Settings settings = {
        .count = 6000,
        .seed = 1,
        .threads = platform_core_count(),
        .plies = 10,
        .nodes = 2500,
        .margin = 20,
        .check_nodes = 30000,
        .limit = 40,
    };
    read_settings(&settings, argc, argv);
    startup_init();
    return settings.checked != NULL ? check_file(&settings) : open_and_produce(&settings);
}
