/* Says what a match came to, from the PGN that it left:
 *
 *     build/match_report [--name value]... FILE...
 *
 * Broken games are reported and passed over. Ends with status 1 when a file cannot be read or the
 * page cannot be written. tools/match calls it; `--line` and `--data` are for that. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "progress.h"
#include "report/page.h"
#include "startup.h"

typedef struct Settings {
    const char *engine, *title, *note, *html;
    Sprt sprt;
    bool is_line, is_data;
} Settings;

/* ---- Reading ---- */

static bool read_games(Record *record, FILE *file, const char *path, bool drops_comments) {
    PgnReader reader;
    PgnGame game = {0};
    Reason reason;
    Progress progress;
    PgnRead outcome;
    bool is_fine = true;
    pgn_reader_init(&reader, file);
    reader.drops_comments = drops_comments;
    progress_begin(&progress);
    while (is_fine && (outcome = pgn_next(&reader, &game, &reason)) != PGN_END) {
        if (outcome == PGN_GAME)
            is_fine = record_add(record, &game);
        else
            fprintf(stderr, "match_report: %s: %s; the game is passed over\n", path, reason.text);
        if (progress.is_terminal && progress_is_due(&progress, 0.0))
            progress_show(&progress, 0.0, "%" PRIu64 " games", (uint64_t)record->game_count);
    }
    progress_end(&progress);
    pgn_free(&game);
    if (!is_fine)
        fputs("match_report: there is not enough memory\n", stderr);
    return is_fine;
}

static bool read_file(Record *record, const char *path, bool drops_comments) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "match_report: cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    bool is_read = read_games(record, file, path, drops_comments);
    if (ferror(file)) {
        fprintf(stderr, "match_report: reading %s failed\n", path);
        is_read = false;
    }
    fclose(file);
    return is_read;
}

/* ---- Showing ---- */

static const char *verdict_text(const Sprt *sprt, double llr) {
    static const char *const TEXTS[] = {
        [SPRT_OPEN] = "undecided", [SPRT_H0] = "H0 accepted", [SPRT_H1] = "H1 accepted"};
    return TEXTS[sprt_verdict(sprt, llr)];
}

static bool has_test(const Settings *settings) {
    return settings->sprt.elo0 != settings->sprt.elo1;
}

static void print_elo(const Estimate *estimate) {
    printf("Elo %+.1f", estimate->elo);
    if (isfinite(estimate->elo_error))
        printf(" +/- %.1f", estimate->elo_error);
}

/* Everything on one line, for a match that is still running. */
static void print_line(const Record *record, const Settings *settings) {
    const Player *hero = &record->players[0];
    const Outcomes *games = &hero->games, *outcomes = player_outcomes(hero);
    Estimate estimate = estimate_of(outcomes);
    printf("%zu %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", %.1f %%, ", record->game_count,
           record->game_count == 1 ? "game" : "games", games->count[2], games->count[1],
           games->count[0], 100.0 * estimate_of(games).score);
    print_elo(&estimate);
    printf(", LOS %.1f %%", 100.0 * estimate.superiority);
    if (has_test(settings)) {
        double llr = sprt_llr(&settings->sprt, outcomes);
        printf(", LLR %.2f, %s", llr, verdict_text(&settings->sprt, llr));
    }
    if (record_faults(record) > 0)
        printf(", faults: %" PRIu64, record_faults(record));
    putchar('\n');
}

/* For scripts: a name and a value on every line. */
static void print_data(const Record *record, const Settings *settings) {
    static const char *const VERDICTS[] = {
        [SPRT_OPEN] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    Verdict verdict = SPRT_OPEN;
    if (has_test(settings) && record->player_count > 0)
        verdict = sprt_verdict(&settings->sprt,
                               sprt_llr(&settings->sprt, player_outcomes(&record->players[0])));
    printf("games %zu\nverdict %s\n", record->game_count, VERDICTS[verdict]);
    for (size_t i = 1; i < record->player_count; i++)
        printf("pairs %" PRIu64 " %s\n", outcomes_total(&record->players[i].pairs),
               record->players[i].name);
}

/* The error in `size` characters, which must hold it. */
static const char *error_text(const Estimate *estimate, char *text, size_t size) {
    if (isfinite(estimate->elo_error))
        snprintf(text, size, "%.1f", estimate->elo_error);
    else
        snprintf(text, size, "?");
    return text;
}

static void print_opponent(const Player *player, const char *name) {
    const Outcomes *games = &player->games;
    Estimate estimate = estimate_of(player_outcomes(player));
    double total = (double)outcomes_total(games);
    char error[32];
    printf("%-24.24s %6.0f %6" PRIu64 " %6" PRIu64 " %6" PRIu64, name, total, games->count[2],
           games->count[1], games->count[0]);
    printf(" %6.1f%% %6.1f%% %+7.1f %7s %6.1f%%\n", 100.0 * estimate_of(games).score,
           100.0 * (double)games->count[1] / total, estimate.elo,
           error_text(&estimate, error, sizeof error), 100.0 * estimate.superiority);
}

static void print_pairs(const Player *hero) {
    const uint64_t *count = hero->pairs.count;
    Estimate single = estimate_of(&hero->games);
    char error[32];
    uint64_t total = outcomes_total(&hero->pairs);
    printf("\n%" PRIu64 " %s of games from one opening, by points 0 to 2: %" PRIu64 " %" PRIu64
           " %" PRIu64 " %" PRIu64 " %" PRIu64 " (+/- %s taking games singly)\n",
           total, total == 1 ? "pair" : "pairs", count[0], count[1], count[2], count[3], count[4],
           error_text(&single, error, sizeof error));
}

static void print_test(const Player *hero, const Sprt *sprt) {
    double llr = sprt_llr(sprt, player_outcomes(hero));
    printf("\nLLR %.2f, bounds %.2f and %.2f, Elo %g against %g: %s\n", llr, sprt_lower_bound(sprt),
           sprt_upper_bound(sprt), sprt->elo0, sprt->elo1, verdict_text(sprt, llr));
}

static void print_faults(const Record *record) {
    puts("");
    for (size_t i = 0; i < record->player_count; i++) {
        const Player *player = &record->players[i];
        printf("%s:", player->name);
        for (int end = END_FIRST_FAULT; end < END_NB; end++)
            printf("%s %" PRIu64 " %s", end == END_FIRST_FAULT ? "" : ",", player->losses[end],
                   END_NAMES[end]);
        if (player->moves > 0)
            printf("; average depth %.1f", (double)player->depths / (double)player->moves);
        puts("");
    }
}

static void print_report(const Record *record, const Settings *settings) {
    const Player *hero = &record->players[0];
    printf("%s\n\n%-24s %6s %6s %6s %6s %7s %7s %7s %7s %7s\n", hero->name, "against", "games",
           "won", "drawn", "lost", "score", "draws", "Elo", "+/-", "LOS");
    for (size_t i = 1; i < record->player_count; i++)
        print_opponent(&record->players[i], record->players[i].name);
    if (record->player_count > 2)
        print_opponent(hero, "all");
    if (player_outcomes(hero) == &hero->pairs)
        print_pairs(hero);
    if (has_test(settings))
        print_test(hero, &settings->sprt);
    print_faults(record);
    if (record->unfinished + record->foreign > 0)
        printf("\ngames not counted: %" PRIu64 " without a result, %" PRIu64 " without %s\n",
               record->unfinished, record->foreign, hero->name);
}

/* ---- The page ---- */

/* Written under another name first, so that a reader never finds half a page. */
static bool write_page(const Record *record, const Settings *settings) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s.new", settings->html) >= (int)sizeof path)
        return false;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool is_written = page_write(file, &(Page){
                                           .record = record,
                                           .sprt = has_test(settings) ? &settings->sprt : NULL,
                                           .title = settings->title,
                                           .note = settings->note,
                                       });
    is_written &= fclose(file) == 0;
    remove(settings->html); /* some systems do not rename over a file */
    return is_written && rename(path, settings->html) == 0;
}

static int report(const Record *record, const Settings *settings) {
    if (settings->is_data) {
        print_data(record, settings);
        return EXIT_SUCCESS;
    }
    if (record->game_count == 0) {
        puts("there is no finished game yet");
        return EXIT_SUCCESS;
    }
    if (settings->is_line)
        print_line(record, settings);
    else
        print_report(record, settings);
    if (settings->html != NULL && !write_page(record, settings)) {
        fprintf(stderr, "match_report: cannot write %s: %s\n", settings->html, strerror(errno));
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static const char SUMMARY[] =
    "Says what a match came to: score, Elo with its 95 % error, likelihood of superiority (LOS),\n"
    "draws, faults, and with --elo0 and --elo1 the sequential test of one against the other. "
    "Games\n"
    "from one opening with both colours count as pairs. PGN of cutechess-cli and fastchess is "
    "read.";

int main(int argc, char **argv) {
    static Settings settings = {.sprt = {0.0, 0.0, 0.05, 0.05}};
    const ArgumentRow rows[] = {
        {"engine", ARGUMENT_TEXT, &settings.engine, "whose results are told; else the first White",
         0, 0},
        {"elo0", ARGUMENT_REAL, &settings.sprt.elo0, "H0 of the test", -1000, 1000},
        {"elo1", ARGUMENT_REAL, &settings.sprt.elo1, "H1 of the test; equal: no test", -1000, 1000},
        {"alpha", ARGUMENT_REAL, &settings.sprt.alpha, "risk of H1 where H0 is true", 0, 1},
        {"beta", ARGUMENT_REAL, &settings.sprt.beta, "risk of H0 where H1 is true", 0, 1},
        {"html", ARGUMENT_TEXT, &settings.html, "file for a page with plots", 0, 0},
        {"title", ARGUMENT_TEXT, &settings.title, "title of the page; else the engines", 0, 0},
        {"note", ARGUMENT_TEXT, &settings.note, "conditions of the match, for the page", 0, 0},
        {"line", ARGUMENT_FLAG, &settings.is_line, "everything on one line", 0, 0},
        {"data", ARGUMENT_FLAG, &settings.is_data, "counts for scripts, and nothing else", 0, 0},
    };
    const Arguments arguments = {"match_report", SUMMARY, "FILE...", rows,
                                 (int)(sizeof rows / sizeof *rows)};
    int files = arguments_parse(&arguments, argc, argv);
    if (files == 0)
        arguments_refuse(&arguments, "no file is given");
    if (settings.sprt.alpha <= 0.0 || settings.sprt.beta <= 0.0 ||
        settings.sprt.alpha + settings.sprt.beta >= 1.0)
        arguments_refuse(&arguments, "--alpha and --beta must be above 0 and together below 1");
    startup_init();
    Record record;
    bool is_fine = record_begin(&record, settings.engine);
    bool drops_comments = settings.is_data || (settings.is_line && settings.html == NULL);
    for (int i = 1; is_fine && i <= files; i++)
        is_fine = read_file(&record, argv[i], drops_comments);
    int status = is_fine ? report(&record, &settings) : EXIT_FAILURE;
    record_free(&record);
    return status;
}
