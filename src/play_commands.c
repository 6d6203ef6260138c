#include "play_commands.h"

#include <stdlib.h>
#include <string.h>

#include "movegen.h"
#include "version.h"

enum { SCORE_SIZE = 32, PATH_SIZE = 1024 };

static void print_score(Score score, char text[SCORE_SIZE]) {
    if (score_is_mate(score))
        snprintf(text, SCORE_SIZE, "%s mates in %d", score > 0 ? "White" : "Black",
                 abs(score_mate_moves(score)));
    else
        snprintf(text, SCORE_SIZE, "%+.2f", score / 100.0);
}

static void run_hint(Play *play, const char *arguments) {
    Thought thought;
    char san[SAN_SIZE], score[SCORE_SIZE];
    (void)arguments;
    if (play_refuse_if_over(play) || !play_take_advice(play, &thought))
        return;
    san_print(&play->game.now.position, thought.move, san);
    print_score(play_score_for_white(play, thought.score), score);
    fprintf(play->out, "Try %s (%s).\n", san, score);
}

static void run_eval(Play *play, const char *arguments) {
    Thought thought;
    char score[SCORE_SIZE];
    (void)arguments;
    if (play_refuse_if_over(play) || !play_take_advice(play, &thought))
        return;
    Position position = play->game.now.position;
    print_score(play_score_for_white(play, thought.score), score);
    fprintf(play->out, "%s at depth %d, expecting", score, thought.depth);
    for (int i = 0; i < thought.line_length; i++) {
        char san[SAN_SIZE];
        Position parent = position;
        san_print(&parent, thought.line[i], san);
        position_make_move(&position, &parent, thought.line[i]);
        fprintf(play->out, " %s", san);
    }
    fputs(".\n", play->out);
}

static void run_moves(Play *play, const char *arguments) {
    const Position *p = &play->game.now.position;
    MoveList list;
    int column = 0;
    (void)arguments;
    if (play_refuse_if_over(play))
        return;
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        char san[SAN_SIZE];
        san_print(p, list.moves[i], san);
        bool is_new_line = column + (int)strlen(san) + 1 >= play->streams->style.width;
        column = (is_new_line ? 0 : column + (i > 0)) + (int)strlen(san);
        fprintf(play->out, "%s%s", i == 0 ? "" : is_new_line ? "\n" : " ", san);
    }
    fputs("\n", play->out);
}

/* What was declared is taken back first, moves only after it. */
static void run_undo(Play *play, const char *arguments) {
    PlayGame *game = &play->game;
    bool is_declared = game->end >= PLAY_RESIGNATION;
    size_t plies = is_declared ? 0 : play_game_side(game) == play->person ? 2 : 1;
    (void)arguments;
    if (game->ply_count < plies) {
        fputs("There is no move of yours to take back.\n", play->out);
        return;
    }
    if (!play_game_take_back(game, plies))
        play->is_leaving = play->has_failed = true;
    play_draw(play);
    play_start_turn(play);
}

static void run_draw(Play *play, const char *arguments) {
    (void)arguments;
    if (play_refuse_if_over(play))
        return;
    if (!play_game_is_draw_welcome(&play->game, opponent(play->person))) {
        fputs(CASTELLAN_NAME " declines: it wants to play on.\n", play->out);
        return;
    }
    play_game_agree(&play->game);
    play_show_end(play);
}

static void run_resign(Play *play, const char *arguments) {
    (void)arguments;
    if (play_refuse_if_over(play))
        return;
    play_game_resign(&play->game, play->person);
    play_show_end(play);
}

static void run_flip(Play *play, const char *arguments) {
    (void)arguments;
    play->is_flipped = !play->is_flipped;
    play_draw(play);
}

static void run_save(Play *play, const char *arguments) {
    PlayPlayers players = play_players(play);
    Word path = text_all_words(arguments);
    char name[PATH_SIZE];
    Reason reason;
    if (path.length == 0 || path.length >= sizeof name) {
        fputs("Expected the name of a file, as in 'save game.pgn'.\n", play->out);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)path.length, path.start);
    if (play_pgn_save(&play->game, &players, name, &reason))
        fprintf(play->out, "The game is in %s.\n", name);
    else
        fprintf(play->out, "Not saved: %s.\n", reason.text);
}

static void run_new(Play *play, const char *arguments) {
    Word word = text_next_word(&arguments);
    PlayColour colour = play->options->colour;
    Reason reason;
    if (word.length > 0 && !play_parse_colour(word_excerpt(word).text, &colour, &reason)) {
        fprintf(play->out, "%s.\n", reason.text);
        return;
    }
    play_keep_game(play);
    thinker_forget(play->opponent);
    play_begin_game(play, colour);
}

static void run_quit(Play *play, const char *arguments) {
    (void)arguments;
    play->is_leaving = true;
}

static void run_help(Play *play, const char *arguments) {
    Reason reason;
    if (!commands_help(&play_commands, text_peek_word(arguments), play->out, &reason))
        fprintf(play->out, "%s.\n", reason.text);
}

/* ---- The table ---- */

static const CommandRow ROWS[] = {
#define COMMAND COMMAND_AS_ROW
#include "play_commands.def"
#undef COMMAND
};

const CommandTable play_commands = {ROWS, sizeof ROWS / sizeof *ROWS};

PlayCommandRun *const play_command_runs[] = {
#define COMMAND COMMAND_AS_RUN
#include "play_commands.def"
#undef COMMAND
};
