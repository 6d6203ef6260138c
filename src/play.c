#include "play.h"

#include <stdlib.h>

#include "letters.h"
#include "play_commands.h"
#include "typed_move.h"
#include "version.h"

/* ---- Lines ---- */

static bool has_digit(Word word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.start[i] >= '0' && word.start[i] <= '9')
            return true;
    return false;
}

/* A word without a digit that is nearly a command is not taken for a move. */
static void refuse_line(const Play *play, const char *line, const Reason *why) {
    Word word = text_peek_word(line);
    Reason reason = *why;
    if (!has_digit(word) && commands_nearest(&play_commands, word) != NULL)
        commands_refuse(&play_commands, word, &reason);
    reason.text[0] = to_upper(reason.text[0]);
    fprintf(play->out, "%s.\n", reason.text);
}

static void carry_out(Play *play, const char *line) {
    const char *arguments = line;
    Word word = text_next_word(&arguments);
    int command = commands_find(&play_commands, word);
    Move move;
    Reason reason;
    if (word.length == 0)
        return;
    if (command != COMMAND_UNKNOWN)
        play_command_runs[command](play, arguments);
    else if (play_refuse_if_over(play))
        return;
    else if (typed_move_parse(&play->game.now.position, line, &move, &reason))
        play_take_persons_turn(play, move);
    else
        refuse_line(play, line, &reason);
}

/* Whether a line can be read; meanwhile the person's time may run out. */
static bool await_line(Play *play) {
    const PlayClock *clock = &play->game.clock;
    bool is_timed = clock->is_used && !play_is_over(play);
    while (!platform_await_input(play->streams->in, PLAY_FRAME_MS)) {
        play->is_leaving = platform_is_interrupted();
        if (play->is_leaving || (is_timed && play_turn_ms(play) >= clock->left_ms[play->person]))
            return false;
    }
    return true;
}

/* False when there is none, be it that the person's time is up. */
static bool read_line(Play *play, Line *line) {
    if (play->streams->is_interactive)
        fputs(play_is_over(play) ? "> " : "Your move: ", play->out);
    fflush(play->out);
    if (await_line(play)) {
        play->is_leaving = !line_read(line, play->streams->in);
    } else if (!play->is_leaving) {
        play_clock_charge(&play->game.clock, play->person, play_turn_ms(play));
        play_game_lose_on_time(&play->game, play->person);
        play_show_end(play);
        return false;
    }
    if (play->is_leaving && play->streams->is_interactive)
        fputs("\n", play->out);
    return !play->is_leaving;
}

static void converse(Play *play) {
    Line line = {0};
    while (!play->is_leaving) {
        if (!play_is_over(play) && play_game_side(&play->game) != play->person)
            play_take_engines_turn(play);
        else if (read_line(play, &line))
            carry_out(play, line.text);
    }
    line_free(&line);
}

/* ---- From outside ---- */

bool play_run(const PlayOptions *options, const PlayStreams *streams) {
    Play play = {
        .options = options,
        .streams = streams,
        .out = streams->out,
        .opponent = thinker_create(options->elo),
        .random = {platform_now_ns()},
    };
    if (play.opponent == NULL) {
        fputs("There is no memory or thread for an engine.\n", play.out);
        return false;
    }
    if (options->elo == PLAY_FULL_STRENGTH)
        snprintf(play.engine_name, sizeof play.engine_name, CASTELLAN_NAME);
    else
        snprintf(play.engine_name, sizeof play.engine_name, CASTELLAN_NAME " (%d)", options->elo);
    play_begin_game(&play, options->colour);
    converse(&play);
    play_keep_game(&play);
    fflush(play.out);
    thinker_destroy(play.opponent);
    thinker_destroy(play.adviser);
    play_game_free(&play.game);
    return !play.has_failed;
}

int play_main(int argc, char **argv) {
    PlayOptions options = play_options_parse(argc, argv);
    PlayStreams streams = {stdin, stdout, platform_is_terminal(stdin), terminal_style(stdout)};
    if (options.is_ascii)
        streams.style.has_unicode = false;
    if (streams.is_interactive) {
        puts(CASTELLAN_NAME " " CASTELLAN_VERSION " plays chess with you. Enter takes what stands "
                            "in brackets.");
        if (!play_options_ask(&options, stdin, stdout)) {
            putchar('\n');
            return EXIT_SUCCESS;
        }
        platform_hold_interrupts();
    }
    return play_run(&options, &streams) ? EXIT_SUCCESS : EXIT_FAILURE;
}
