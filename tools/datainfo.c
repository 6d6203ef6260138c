/* Reads files of self-play games from beginning to end and says what is in them:
 *
 *     build/datainfo FILE...
 *
 * Every move is checked for legality on the way. Ends with status 1 when a file is damaged or
 * cannot be read, or a result contradicts the board; what came before counts all the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "ending.h"
#include "game_file.h"
#include "progress.h"
#include "startup.h"

enum { BAR_WIDTH = 40, LENGTH_STEP = 40, LENGTH_NB = GAME_MAX_PLIES / LENGTH_STEP + 1 };

/* Each column goes from its value up to the next one's. */
static const int SCORE_STEPS[] = {INT16_MIN,
                                  1 - SCORE_MATE_BOUND,
                                  -1000,
                                  -500,
                                  -200,
                                  -100,
                                  -50,
                                  -20,
                                  -8,
                                  9,
                                  21,
                                  51,
                                  101,
                                  201,
                                  501,
                                  1001,
                                  SCORE_MATE_BOUND};
enum { SCORE_COLUMNS = sizeof SCORE_STEPS / sizeof *SCORE_STEPS };

enum { PHASE_FULL = 24, PHASE_STEP = 4, PHASE_COLUMNS = PHASE_FULL / PHASE_STEP + 1 };

/* Games that no rule ended. */
enum { ADJUDICATED_WIN = ENDING_NB, ADJUDICATED_DRAW, LONGEST, END_COLUMNS };
static const char *const END_NAMES[END_COLUMNS] = {
    [ENDING_NONE] = "unfinished",         [ENDING_MATE] = "mate",
    [ENDING_STALEMATE] = "stalemate",     [ENDING_REPETITION] = "repetition",
    [ENDING_FIFTY_MOVES] = "fifty moves", [ENDING_DEAD_POSITION] = "dead position",
    [ADJUDICATED_WIN] = "judged a win",   [ADJUDICATED_DRAW] = "judged a draw",
    [LONGEST] = "no room for more",
};

typedef struct Survey {
    uint64_t games, plies, bytes, chess960, contradictions, damaged_files;
    uint64_t results[RESULT_WHITE_WINS + 1];
    uint64_t ends[END_COLUMNS], lengths[LENGTH_NB];
    uint64_t phases[PHASE_COLUMNS], scores[SCORE_COLUMNS];
    Progress progress;
} Survey;

/* ---- Counting ---- */

/* From 0 with kings and pawns only to 24 with all the pieces of the start position. */
static int phase_of(const Position *p) {
    int phase = bits_count(p->by_type[KNIGHT] | p->by_type[BISHOP]) +
                2 * bits_count(p->by_type[ROOK]) + 4 * bits_count(p->by_type[QUEEN]);
    return phase < PHASE_FULL ? phase : PHASE_FULL;
}

static int score_column(int score) {
    int column = SCORE_COLUMNS - 1;
    while (score < SCORE_STEPS[column])
        column--;
    return column;
}

static int end_of(const Game *played, const GameRecord *game) {
    Ending ending = ending_of(played);
    if (ending != ENDING_NONE)
        return (int)ending;
    return game->result != RESULT_DRAW         ? ADJUDICATED_WIN
           : game->ply_count == GAME_MAX_PLIES ? LONGEST
                                               : ADJUDICATED_DRAW;
}

static bool is_contradicted(const Game *played, const GameRecord *game, int end) {
    GameResult mated = played->position.side == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
    return end < ENDING_NB && game->result != (end == ENDING_MATE ? mated : RESULT_DRAW);
}

/* Castling rooks or kings elsewhere than in the usual game. */
static bool is_chess960(const Position *p) {
    const Bitboard corners =
        square_bit(SQ_A1) | square_bit(SQ_H1) | square_bit(SQ_A8) | square_bit(SQ_H8);
    for (int colour = WHITE; colour <= BLACK; colour++) {
        Square home = colour == WHITE ? SQ_E1 : SQ_E8;
        if ((p->castling_rooks & p->by_colour[colour]) && position_king(p, (Colour)colour) != home)
            return true;
    }
    return (p->castling_rooks & ~corners) != 0;
}

static bool count_game(Survey *survey, Game *played, const GameRecord *game) {
    game_begin(played, &game->start);
    for (int i = 0; i < game->ply_count; i++) {
        survey->phases[phase_of(&played->position) / PHASE_STEP]++;
        survey->scores[score_column(game->scores[i])]++;
        if (!game_play(played, game->moves[i]))
            return false;
    }
    int end = end_of(played, game);
    survey->games++;
    survey->plies += (uint64_t)game->ply_count;
    survey->chess960 += is_chess960(&game->start);
    survey->contradictions += is_contradicted(played, game, end);
    survey->results[game->result]++;
    survey->ends[end]++;
    survey->lengths[game->ply_count / LENGTH_STEP]++;
    return true;
}

static void report_fault(Survey *survey, const char *path, const char *what) {
    survey->damaged_files++;
    progress_end(&survey->progress);
    fprintf(stderr, "datainfo: %s: %s\n", path, what);
}

static void survey_file(Survey *survey, const char *path) {
    static GameRecord game;
    Reason reason;
    Game played = {0};
    GameReader *reader = game_reader_open(path, &reason);
    if (reader == NULL) {
        report_fault(survey, path, reason.text);
        return;
    }
    GameRead outcome;
    while ((outcome = game_reader_next(reader, &game, &reason)) == GAME_READ) {
        if (!count_game(survey, &played, &game))
            report_fault(survey, path, "not enough memory");
        if (progress_is_due(&survey->progress, 0))
            progress_show(&survey->progress, 0, "%" PRIu64 " games, %" PRIu64 " positions",
                          survey->games, survey->plies);
    }
    if (outcome == GAME_DAMAGED)
        report_fault(survey, path, reason.text);
    survey->bytes += game_reader_offset(reader);
    game_reader_close(reader);
    game_free(&played);
}

/* ---- Showing ---- */

static void print_bar(const char *name, uint64_t count, uint64_t total) {
    double share = total == 0 ? 0.0 : (double)count / (double)total;
    int width = (int)(share * BAR_WIDTH + 0.5);
    printf("  %-16s %12" PRIu64 " %5.1f%%%s", name, count, 100 * share, width > 0 ? " " : "");
    for (int i = 0; i < width; i++)
        putchar('#');
    putchar('\n');
}

static void print_results(const Survey *survey) {
    puts("\nresults");
    print_bar("White wins", survey->results[RESULT_WHITE_WINS], survey->games);
    print_bar("draw", survey->results[RESULT_DRAW], survey->games);
    print_bar("Black wins", survey->results[RESULT_BLACK_WINS], survey->games);
    puts("\nends of games");
    for (int i = 0; i < END_COLUMNS; i++)
        if (i != ENDING_NONE)
            print_bar(END_NAMES[i], survey->ends[i], survey->games);
}

static void print_ranges(const Survey *survey) {
    char name[32];
    puts("\nplies of games");
    for (int i = 0; i < LENGTH_NB; i++) {
        snprintf(name, sizeof name, "%d to %d", i * LENGTH_STEP, (i + 1) * LENGTH_STEP - 1);
        if (survey->lengths[i] > 0)
            print_bar(name, survey->lengths[i], survey->games);
    }
    puts("\nphase of positions (24: all pieces)");
    for (int i = PHASE_COLUMNS - 1; i >= 0; i--) {
        int last = i * PHASE_STEP + PHASE_STEP - 1;
        snprintf(name, sizeof name, "%d to %d", i * PHASE_STEP,
                 last < PHASE_FULL ? last : PHASE_FULL);
        print_bar(name, survey->phases[i], survey->plies);
    }
}

static void print_scores(const Survey *survey) {
    char name[32];
    puts("\nscores for the side to move");
    print_bar("mated", survey->scores[0], survey->plies);
    for (int i = 1; i < SCORE_COLUMNS - 1; i++) {
        snprintf(name, sizeof name, "%d to %d", SCORE_STEPS[i], SCORE_STEPS[i + 1] - 1);
        print_bar(name, survey->scores[i], survey->plies);
    }
    print_bar("mates", survey->scores[SCORE_COLUMNS - 1], survey->plies);
}

static void print_survey(const Survey *survey) {
    double plies = survey->plies == 0 ? 1.0 : (double)survey->plies;
    double games = survey->games == 0 ? 1.0 : (double)survey->games;
    printf("%" PRIu64 " games, %" PRIu64 " positions, %" PRIu64
           " bytes: %.2f bytes a position, %.1f positions a game\n",
           survey->games, survey->plies, survey->bytes, (double)survey->bytes / plies,
           (double)survey->plies / games);
    printf("%" PRIu64 " begin with the castling rights of Chess960\n", survey->chess960);
    if (survey->contradictions > 0)
        printf("%" PRIu64 " results contradict the board\n", survey->contradictions);
    print_results(survey);
    print_ranges(survey);
    print_scores(survey);
}

int main(int argc, char **argv) {
    const Arguments arguments = {"datainfo",
                                 "Checks files of self-play games and counts what is in "
                                 "them.",
                                 "FILE...", NULL, 0};
    static Survey survey;
    int files = arguments_parse(&arguments, argc, argv);
    if (files == 0)
        arguments_refuse(&arguments, "no file is given");
    startup_init();
    progress_begin(&survey.progress);
    for (int i = 1; i <= files; i++)
        survey_file(&survey, argv[i]);
    progress_end(&survey.progress);
    print_survey(&survey);
    return survey.damaged_files > 0 || survey.contradictions > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
