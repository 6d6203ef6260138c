#include "play_pgn.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "version.h"

/* ---- The game ---- */

static bool set_elo(PgnGame *pgn, const char *name, int elo) {
    char text[16];
    snprintf(text, sizeof text, "%d", elo);
    return elo == 0 || pgn_set_tag(pgn, name, text);
}

static bool set_date(PgnGame *pgn) {
    char text[32];
    time_t now = time(NULL);
    const struct tm *date = localtime(&now);
    return date == NULL || strftime(text, sizeof text, "%Y.%m.%d", date) == 0 ||
           pgn_set_tag(pgn, "Date", text);
}

/* Seconds for the game, and for each move; "-" is PGN's way to say that nobody counts. */
static bool set_time_control(PgnGame *pgn, const PlayClock *clock) {
    char text[64] = "-";
    if (clock->is_used)
        snprintf(text, sizeof text, "%g+%g", (double)clock->left_ms[WHITE] / 1000,
                 (double)clock->increment_ms / 1000);
    return pgn_set_tag(pgn, "TimeControl", text);
}

static const char *termination_of(const PlayGame *game) {
    return game->end == PLAY_GOES_ON ? "unterminated"
           : game->end == PLAY_TIME  ? "time forfeit"
                                     : "normal";
}

static bool set_tags(PgnGame *pgn, const PlayGame *game, const PlayPlayers *players) {
    return pgn_set_tag(pgn, "Event", "A game in the terminal with " CASTELLAN_NAME) &&
           set_date(pgn) && pgn_set_tag(pgn, "Round", "-") &&
           pgn_set_tag(pgn, "White", players->names[WHITE]) &&
           pgn_set_tag(pgn, "Black", players->names[BLACK]) &&
           set_elo(pgn, "WhiteElo", players->elo[WHITE]) &&
           set_elo(pgn, "BlackElo", players->elo[BLACK]) &&
           set_time_control(pgn, &game->first_clock) &&
           pgn_set_tag(pgn, "Termination", termination_of(game));
}

static bool add_ply(PgnGame *pgn, const PlayPly *ply, Colour side) {
    char text[96], clock[PLAY_CLOCK_SIZE];
    Writer w = {text, sizeof text, 0};
    text[0] = '\0';
    if (ply->score != SCORE_NONE && score_is_mate(ply->score))
        writer_append(&w, "[%%eval #%d]", score_mate_moves(ply->score));
    else if (ply->score != SCORE_NONE)
        writer_append(&w, "[%%eval %.2f]", ply->score / 100.0);
    if (ply->clock.is_used) {
        play_clock_print_pgn(ply->clock.left_ms[side], clock);
        writer_append(&w, "%s[%%clk %s]", w.length > 0 ? " " : "", clock);
    }
    return pgn_add_move(pgn, ply->move) && (text[0] == '\0' || pgn_add_comment(pgn, text));
}

static bool fill(PgnGame *pgn, const PlayGame *game, const PlayPlayers *players) {
    char end[PLAY_END_SIZE];
    Colour side = position_side(&game->start);
    bool is_fine = pgn_begin(pgn, &game->start, game->is_chess960) && set_tags(pgn, game, players);
    for (size_t i = 0; is_fine && i < game->ply_count; i++, side = opponent(side))
        is_fine = add_ply(pgn, &game->plies[i], side);
    play_game_print_end(game, end);
    if (is_fine && game->end != PLAY_GOES_ON)
        is_fine = pgn_add_comment(pgn, end);
    pgn->result = game->result;
    return is_fine;
}

/* ---- The file ---- */

/* A file of games begins with a tag. */
static bool is_games_or_empty(FILE *file) {
    int c;
    rewind(file);
    do
        c = getc(file);
    while (c == ' ' || (c >= '\t' && c <= '\r') || c == 0xEF || c == 0xBB || c == 0xBF);
    return c == EOF || c == '[';
}

/* Games are separated by an empty line; a file that somebody cut off may lack it. */
static void end_last_line(FILE *file) {
    if (fseek(file, -1, SEEK_END) != 0)
        return;
    bool is_ended = getc(file) == '\n';
    fseek(file, 0, SEEK_END);
    fputs(is_ended ? "" : "\n\n", file);
}

static bool append(const PgnGame *pgn, const char *path, Reason *reason) {
    FILE *file = fopen(path, "a+");
    if (file == NULL)
        return reason_refuse(reason, "%.60s cannot be written: %s", path, strerror(errno));
    if (!is_games_or_empty(file)) {
        fclose(file);
        return reason_refuse(reason, "%.60s is not a file of games, nothing is written to it",
                             path);
    }
    end_last_line(file);
    bool is_written = pgn_write(file, pgn);
    bool is_closed = fclose(file) == 0;
    return (is_written && is_closed) ||
           reason_refuse(reason, "%.60s cannot be written: %s", path, strerror(errno));
}

bool play_pgn_save(const PlayGame *game, const PlayPlayers *players, const char *path,
                   Reason *reason) {
    PgnGame pgn = {0};
    bool is_saved = fill(&pgn, game, players) ? append(&pgn, path, reason)
                                              : reason_refuse(reason, "out of memory");
    pgn_free(&pgn);
    return is_saved;
}
