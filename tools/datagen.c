/* Lets the engine play against itself and writes the games to a file, for the tuner:
 *
 *     build/datagen --games 100000 --out data/a.games
 *
 * The games are written in the order of their numbers, whoever finishes first. So the file is
 * the same for any number of threads, and a run that was interrupted, by whatever means, goes on
 * with the first number that the file does not hold, to the same end. */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "arguments.h"
#include "openings.h"
#include "platform.h"
#include "progress.h"
#include "selfplay.h"
#include "startup.h"
#include "workers.h"

enum {
    SLOTS_PER_THREAD = 32, /* games that may wait for one that takes long */
    HARD_FACTOR = 8,
    PAUSE_MS = 20,
};

typedef struct Settings {
    SelfplayRules rules;
    int64_t games, threads, seed, hash;
    double hours;
    const char *out;
} Settings;

static const Settings STANDARD = {
    .rules =
        {
            .nodes = 1000,
            .random_plies = OPENING_PLIES,
            .opening_nodes = OPENING_NODES,
            .opening_limit = OPENING_LIMIT,
            .win_score = 1000,
            .win_plies = 4,
            .draw_score = 8,
            .draw_plies = 12,
            .draw_after = 80,
        },
    .seed = 1,
    .hash = 4,
};

typedef struct Tally {
    uint64_t games, plies;
    uint64_t results[RESULT_WHITE_WINS + 1];
} Tally;

/* What the threads share. */
typedef struct Production {
    const Settings *settings;
    Player **players; /* one a thread */
    _Atomic bool stop;

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t moved;  /* a game was written, or the stop flag set */
    GameWriter *writer;
    uint64_t next_number, next_written, end; /* numbers of games */
    GameRecord *slots; /* finished games that wait for their turn, by number modulo slot_count */
    bool *is_filled;
    uint64_t slot_count;
    Tally tally;
    bool has_failed;
} Production;

/* ---- Signals ---- */

static volatile sig_atomic_t was_interrupted;

/* A second signal ends the program at once; the file stands that too. */
static void interrupt(int number) {
    was_interrupted = 1;
    signal(number, SIG_DFL);
}

/* ---- Playing ---- */

static void stop(Production *production) {
    pthread_mutex_lock(&production->mutex);
    atomic_store(&production->stop, true);
    pthread_cond_broadcast(&production->moved);
    pthread_mutex_unlock(&production->mutex);
}

/* The next game to play, once there will be a slot for it; false when there is none. */
static bool take_number(Production *production, uint64_t *number) {
    pthread_mutex_lock(&production->mutex);
    while (production->next_number - production->next_written >= production->slot_count &&
           !atomic_load(&production->stop))
        pthread_cond_wait(&production->moved, &production->mutex);
    bool is_given = production->next_number < production->end && !atomic_load(&production->stop);
    if (is_given)
        *number = production->next_number++;
    pthread_mutex_unlock(&production->mutex);
    return is_given;
}

static void count_game(Tally *tally, const GameRecord *game) {
    tally->games++;
    tally->plies += (uint64_t)game->ply_count;
    tally->results[game->result]++;
}

/* Writes every game whose turn it is. */
static void write_games(Production *production) {
    for (;;) {
        uint64_t slot = production->next_written % production->slot_count;
        if (!production->is_filled[slot] || production->has_failed)
            return;
        production->is_filled[slot] = false;
        production->next_written++;
        if (game_writer_add(production->writer, &production->slots[slot])) {
            count_game(&production->tally, &production->slots[slot]);
        } else {
            production->has_failed = true;
            atomic_store(&production->stop, true);
        }
        pthread_cond_broadcast(&production->moved);
    }
}

static void hand_in(Production *production, uint64_t number, const GameRecord *game) {
    pthread_mutex_lock(&production->mutex);
    production->slots[number % production->slot_count] = *game;
    production->is_filled[number % production->slot_count] = true;
    write_games(production);
    pthread_mutex_unlock(&production->mutex);
}

static void play_games(void *context, int index) {
    Production *production = context;
    GameRecord game;
    uint64_t number, seed = (uint64_t)production->settings->seed;
    while (take_number(production, &number) &&
           player_play(production->players[index], seed, number, &production->stop, &game))
        hand_in(production, number, &game);
}

/* ---- Reporting ---- */

typedef struct Snapshot {
    Tally tally;
    uint64_t nodes;
    double seconds;
    double share, seconds_left;
} Snapshot;

static Snapshot look_at(Production *production, const Progress *progress, int threads) {
    Snapshot now = {.seconds = progress_seconds(progress)};
    pthread_mutex_lock(&production->mutex);
    now.tally = production->tally;
    uint64_t left = production->end - production->next_written;
    pthread_mutex_unlock(&production->mutex);
    for (int i = 0; i < threads; i++)
        now.nodes += player_nodes(production->players[i]);
    double hours = production->settings->hours;
    if (production->settings->games > 0 && now.tally.games > 0) {
        now.share = (double)now.tally.games / (double)(now.tally.games + left);
        now.seconds_left = now.seconds * (double)left / (double)now.tally.games;
    }
    if (hours > 0 && now.seconds / (hours * 3600) > now.share) {
        now.share = now.seconds / (hours * 3600);
        now.seconds_left = hours * 3600 - now.seconds;
    }
    return now;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void show(Progress *progress, const Snapshot *now) {
    const Tally *tally = &now->tally;
    long left = (long)now->seconds_left;
    /* Short enough for eighty columns. */
    progress_show(progress, now->share,
                  "%" PRIu64 " games, %.0f positions/s, %.2fM nodes/s, +%.0f%% =%.0f%% -%.0f%%, "
                  "%ld:%02ld:%02ld left",
                  tally->games, (double)tally->plies / now->seconds,
                  (double)now->nodes / now->seconds / 1e6,
                  percent(tally->results[RESULT_WHITE_WINS], tally->games),
                  percent(tally->results[RESULT_DRAW], tally->games),
                  percent(tally->results[RESULT_BLACK_WINS], tally->games), left / 3600,
                  left / 60 % 60, left % 60);
}

static void summarise(const Production *production, const Snapshot *now) {
    const Tally *tally = &now->tally;
    printf("%" PRIu64 " games, %" PRIu64 " positions, %" PRIu64
           " nodes in %.1f s: %.0f positions/s, %.0f nodes/s\n",
           tally->games, tally->plies, now->nodes, now->seconds,
           (double)tally->plies / now->seconds, (double)now->nodes / now->seconds);
    printf("White won %" PRIu64 ", drawn %" PRIu64 ", Black won %" PRIu64
           "; the file holds %" PRIu64 " games\n",
           tally->results[RESULT_WHITE_WINS], tally->results[RESULT_DRAW],
           tally->results[RESULT_BLACK_WINS], game_writer_count(production->writer));
}

/* ---- The run ---- */

static void run(Production *production, Workers *workers) {
    double limit = production->settings->hours > 0 ? production->settings->hours * 3600 : 1e18;
    int threads = workers_count(workers);
    Progress progress;
    progress_begin(&progress);
    workers_start(workers, play_games, production);
    while (!workers_are_idle(workers)) {
        platform_sleep_ms(PAUSE_MS);
        if (was_interrupted || progress_seconds(&progress) >= limit)
            stop(production);
        Snapshot now = look_at(production, &progress, threads);
        if (progress_is_due(&progress, now.share))
            show(&progress, &now);
    }
    workers_wait(workers);
    progress_end(&progress);
    Snapshot now = look_at(production, &progress, threads);
    summarise(production, &now);
}

static bool create_players(Production *production, int threads) {
    const Settings *settings = production->settings;
    production->players = calloc((size_t)threads, sizeof(Player *));
    production->slot_count = (uint64_t)threads * SLOTS_PER_THREAD;
    production->slots = calloc(production->slot_count, sizeof *production->slots);
    production->is_filled = calloc(production->slot_count, sizeof *production->is_filled);
    if (production->players == NULL || production->slots == NULL || production->is_filled == NULL)
        return false;
    for (int i = 0; i < threads; i++)
        if ((production->players[i] = player_create(&settings->rules, (size_t)settings->hash)) ==
            NULL)
            return false;
    return true;
}

static void destroy_players(Production *production, int threads) {
    for (int i = 0; production->players != NULL && i < threads; i++)
        player_destroy(production->players[i]);
    free(production->players);
    free(production->slots);
    free(production->is_filled);
}

static int fail(const char *what) {
    fprintf(stderr, "datagen: %s\n", what);
    return EXIT_FAILURE;
}

static int produce(const Settings *settings, GameWriter *writer, Workers *workers) {
    uint64_t begin = game_writer_count(writer);
    Production production = {
        .settings = settings,
        .writer = writer,
        .next_number = begin,
        .next_written = begin,
        .end = settings->games > 0 ? (uint64_t)settings->games : UINT64_MAX,
    };
    int status = EXIT_SUCCESS, threads = workers_count(workers);
    pthread_mutex_init(&production.mutex, NULL);
    pthread_cond_init(&production.moved, NULL);
    if (production.end <= begin)
        printf("the file already holds %" PRIu64 " games\n", begin);
    else if (!create_players(&production, threads))
        status = fail("not enough memory");
    else
        run(&production, workers);
    if (production.has_failed)
        status = fail("the file cannot be written, the disk may be full");
    destroy_players(&production, threads);
    pthread_cond_destroy(&production.moved);
    pthread_mutex_destroy(&production.mutex);
    return status;
}

static int open_and_produce(const Settings *settings) {
    Reason reason;
    GameWriter *writer = game_writer_open(settings->out, &reason);
    if (writer == NULL)
        return fail(reason.text);
    if (reason.text[0] != '\0')
        fprintf(stderr, "datagen: %s\n", reason.text);
    Workers *workers = workers_create((int)settings->threads);
    int status =
        workers == NULL ? fail("no threads can be had") : produce(settings, writer, workers);
    workers_destroy(workers);
    if (!game_writer_close(writer) && status == EXIT_SUCCESS)
        status = fail("the file was not written to its end");
    return status;
}

static void read_settings(Settings *settings, int argc, char **argv) {
    SelfplayRules *rules = &settings->rules;
    const ArgumentRow rows[] = {
        {"out", ARGUMENT_TEXT, &settings->out, "file to append to; goes on where it ends", 0, 0},
        {"games", ARGUMENT_NUMBER, &settings->games, "games that the file shall hold in the end", 0,
         INT64_MAX},
        {"hours", ARGUMENT_REAL, &settings->hours, "end this run after so many hours", 0, 100000},
        {"threads", ARGUMENT_NUMBER, &settings->threads, "games played at a time", 1, 512},
        {"seed", ARGUMENT_NUMBER, &settings->seed, "other seeds give other games", 0, INT64_MAX},
        {"hash", ARGUMENT_NUMBER, &settings->hash, "megabytes of table for each game", 1, 4096},
        {"nodes", ARGUMENT_NUMBER, &rules->nodes, "begin no deeper search of a move after these", 1,
         INT64_MAX / HARD_FACTOR},
        {"hard-nodes", ARGUMENT_NUMBER, &rules->hard_nodes,
         "break the search of a move off after these; 0 is 8 times --nodes", 0, INT64_MAX},
        {"random-plies", ARGUMENT_NUMBER, &rules->random_plies,
         "random plies at the beginning; one more in every second game", 0, 100},
        {"chess960", ARGUMENT_NUMBER, &rules->chess960, "games of Chess960 in a hundred", 0, 100},
        {"opening-nodes", ARGUMENT_NUMBER, &rules->opening_nodes,
         "nodes to check that the beginning is playable", 1, INT64_MAX / 2},
        {"opening-limit", ARGUMENT_NUMBER, &rules->opening_limit,
         "largest score of a playable beginning", 0, SCORE_MATE},
        {"win-score", ARGUMENT_NUMBER, &rules->win_score, "a game is won at this score ...", 1,
         SCORE_INFINITE},
        {"win-plies", ARGUMENT_NUMBER, &rules->win_plies, "... for so many plies in a row", 1,
         GAME_MAX_PLIES + 1},
        {"draw-score", ARGUMENT_NUMBER, &rules->draw_score,
         "a game is drawn at no more than this score ...", 0, SCORE_MATE},
        {"draw-plies", ARGUMENT_NUMBER, &rules->draw_plies, "... for so many plies in a row ...", 1,
         GAME_MAX_PLIES + 1},
        {"draw-after", ARGUMENT_NUMBER, &rules->draw_after, "... after so many plies", 0,
         GAME_MAX_PLIES},
    };
    const Arguments arguments = {
        "datagen",
        "Plays games of the engine against itself and appends them to a file. The same settings\n"
        "always give the same file, whatever the threads and however often it is interrupted.",
        NULL, rows, sizeof rows / sizeof *rows};
    arguments_parse(&arguments, argc, argv);
    if (settings->out == NULL)
        arguments_refuse(&arguments, "--out is needed");
    if (settings->games == 0 && settings->hours <= 0)
        arguments_refuse(&arguments, "--games or --hours is needed");
    if (rules->hard_nodes == 0)
        rules->hard_nodes = HARD_FACTOR * rules->nodes;
}

int main(int argc, char **argv) {
    Settings settings = STANDARD;
    settings.threads = platform_core_count();
    read_settings(&settings, argc, argv);
    startup_init();
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    return open_and_produce(&settings);
}
