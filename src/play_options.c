#include "play_options.h"

#include <string.h>

#include "arguments.h"
#include "fen.h"
#include "handicap.h"
#include "openings.h"
#include "platform.h"
#include "random.h"

enum { STANDARD_ELO = 1600, STANDARD_MOVE_MS = 2000 };

static Word word_of(const char *text) {
    return (Word){text, strlen(text)};
}

/* ---- Values ---- */

bool play_parse_colour(const char *text, PlayColour *colour, Reason *reason) {
    static const char *const NAMES[] = {"white", "black", "random"};
    for (int i = 0; i < 3; i++) {
        bool is_initial = strlen(text) == 1 && word_is_nocase((Word){NAMES[i], 1}, text);
        if (is_initial || word_is_nocase(word_of(text), NAMES[i])) {
            *colour = (PlayColour)i;
            return true;
        }
    }
    return reason_refuse(reason, "'%s' is not a colour: white, black or random",
                         word_excerpt(word_of(text)).text);
}

bool play_parse_strength(const char *text, int *elo, Reason *reason) {
    int64_t number;
    if (word_is_nocase(word_of(text), "full")) {
        *elo = PLAY_FULL_STRENGTH;
        return true;
    }
    if (!word_to_int64(word_of(text), &number) || number < HANDICAP_LEAST_ELO ||
        number > HANDICAP_MOST_ELO)
        return reason_refuse(reason, "'%s' is not a strength: an Elo from %d to %d, or full",
                             word_excerpt(word_of(text)).text, HANDICAP_LEAST_ELO,
                             HANDICAP_MOST_ELO);
    *elo = (int)number;
    return true;
}

static bool parse_chess960(const char *text, Position *start, Reason *reason) {
    int64_t number;
    Random random = {platform_now_ns()};
    if (word_is_nocase(word_of(text), "random"))
        number = random_below(&random, OPENING_CHESS960_NB);
    else if (!word_to_int64(word_of(text), &number) || number < 0 || number >= OPENING_CHESS960_NB)
        return reason_refuse(reason, "'%s' is not a start position: 0 to %d, or random",
                             word_excerpt(word_of(text)).text, OPENING_CHESS960_NB - 1);
    *start = opening_start((int)number, (int)number);
    return true;
}

/* ---- Flags ---- */

PlayOptions play_options_standard(void) {
    return (PlayOptions){
        .colour = PLAY_WHITE,
        .elo = STANDARD_ELO,
        .move_ms = STANDARD_MOVE_MS,
        .start = opening_start(OPENING_STANDARD, OPENING_STANDARD),
        .name = "Player",
    };
}

/* What the flags say, before it is looked at; NULL for what they do not. */
typedef struct Flags {
    const char *colour, *strength, *time, *move_time, *fen, *chess960;
    bool is_full;
} Flags;

static void apply(const Arguments *arguments, const Flags *flags, PlayOptions *options) {
    Reason reason;
    if (flags->colour != NULL && !play_parse_colour(flags->colour, &options->colour, &reason))
        arguments_refuse(arguments, "--colour: %s", reason.text);
    if (flags->strength != NULL && !play_parse_strength(flags->strength, &options->elo, &reason))
        arguments_refuse(arguments, "--elo: %s", reason.text);
    if (flags->time != NULL && !play_clock_parse(flags->time, &options->clock, &reason))
        arguments_refuse(arguments, "--time: %s", reason.text);
    if (flags->move_time != NULL &&
        !play_clock_parse_seconds(flags->move_time, &options->move_ms, &reason))
        arguments_refuse(arguments, "--movetime: %s", reason.text);
    if (flags->fen != NULL && !fen_parse(flags->fen, &options->start, &reason))
        arguments_refuse(arguments, "--fen: %s", reason.text);
    if (flags->chess960 != NULL && !parse_chess960(flags->chess960, &options->start, &reason))
        arguments_refuse(arguments, "--chess960: %s", reason.text);
    if (flags->is_full)
        options->elo = PLAY_FULL_STRENGTH;
}

static void refuse_contradictions(const Arguments *arguments, const Flags *flags) {
    if (flags->is_full && flags->strength != NULL)
        arguments_refuse(arguments, "--elo and --full exclude one another");
    if (flags->time != NULL && flags->move_time != NULL)
        arguments_refuse(arguments, "--time and --movetime exclude one another");
    if (flags->fen != NULL && flags->chess960 != NULL)
        arguments_refuse(arguments, "--fen and --chess960 exclude one another");
}

PlayOptions play_options_parse(int argc, char **argv) {
    PlayOptions options = play_options_standard();
    Flags flags = {0};
    const ArgumentRow rows[] = {
        {"colour", ARGUMENT_TEXT, &flags.colour, "yours: white, black or random", 0, 0},
        {"color", ARGUMENT_TEXT, &flags.colour, "the same", 0, 0},
        {"elo", ARGUMENT_TEXT, &flags.strength, "the engine's strength: 1200 to 2800, or full", 0,
         0},
        {"full", ARGUMENT_FLAG, &flags.is_full, "its full strength", 0, 0},
        {"time", ARGUMENT_TEXT, &flags.time,
         "clocks: minutes for the game, +seconds for each move (5+3), or none", 0, 0},
        {"movetime", ARGUMENT_TEXT, &flags.move_time,
         "seconds that the engine may think where there is no clock; 2 unless given", 0, 0},
        {"nodes", ARGUMENT_NUMBER, &options.nodes,
         "positions that it looks at for each move instead of any time, 0 for no such limit", 0,
         INT64_MAX},
        {"fen", ARGUMENT_TEXT, &flags.fen, "where to begin", 0, 0},
        {"chess960", ARGUMENT_TEXT, &flags.chess960, "where to begin: 0 to 959, or random", 0, 0},
        {"pgn", ARGUMENT_TEXT, &options.pgn, "file to add each game to when it is left", 0, 0},
        {"name", ARGUMENT_TEXT, &options.name, "yours, for that file", 0, 0},
        {"ascii", ARGUMENT_FLAG, &options.is_ascii, "letters instead of chess pieces", 0, 0},
    };
    const Arguments arguments = {
        .program = "castellan play",
        .summary = "Plays a game of chess with you. Moves are typed as in Nf3, exd5, O-O or g1f3, "
                   "and help\nlists what else can be typed. What is not said here is asked for in "
                   "a terminal.",
        .rows = rows,
        .row_count = sizeof rows / sizeof *rows,
    };
    arguments_parse(&arguments, argc, argv);
    refuse_contradictions(&arguments, &flags);
    apply(&arguments, &flags, &options);
    options.is_chess960 = flags.chess960 != NULL;
    options.lacks_colour = flags.colour == NULL;
    options.lacks_strength = flags.strength == NULL && !flags.is_full;
    options.lacks_time = flags.time == NULL && flags.move_time == NULL && options.nodes == 0;
    return options;
}

/* ---- Questions ---- */

static bool answer_colour(const char *text, PlayOptions *options, Reason *reason) {
    return play_parse_colour(text, &options->colour, reason);
}

static bool answer_strength(const char *text, PlayOptions *options, Reason *reason) {
    return play_parse_strength(text, &options->elo, reason);
}

static bool answer_time(const char *text, PlayOptions *options, Reason *reason) {
    return play_clock_parse(text, &options->clock, reason);
}

typedef struct Question {
    const char *text;
    bool (*answer)(const char *text, PlayOptions *options, Reason *reason);
} Question;

/* Until the answer makes sense; false at the end of input. */
static bool ask(const Question *question, PlayOptions *options, FILE *in, FILE *out) {
    Line line = {0};
    bool is_answered = false;
    for (;;) {
        Reason reason;
        fputs(question->text, out);
        fflush(out);
        if (!line_read(&line, in))
            break;
        const char *cursor = line.text;
        Word word = text_next_word(&cursor);
        line.text[word.start + word.length - line.text] = '\0';
        is_answered = word.length == 0 || question->answer(word.start, options, &reason);
        if (is_answered)
            break;
        fprintf(out, "%s.\n", reason.text);
    }
    line_free(&line);
    return is_answered;
}

bool play_options_ask(PlayOptions *options, FILE *in, FILE *out) {
    const struct {
        bool is_due;
        Question question;
    } QUESTIONS[] = {
        {options->lacks_colour, {"Your colour: white, black or random? [white] ", answer_colour}},
        {options->lacks_strength,
         {"Engine's strength: Elo 1200 to 2800, or full? [1600] ", answer_strength}},
        {options->lacks_time,
         {"Clock: minutes, minutes+seconds a move, or none? [none] ", answer_time}},
    };
    bool is_answered = true;
    for (size_t i = 0; is_answered && i < sizeof QUESTIONS / sizeof *QUESTIONS; i++)
        if (QUESTIONS[i].is_due)
            is_answered = ask(&QUESTIONS[i].question, options, in, out);
    return is_answered;
}
