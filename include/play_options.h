/* What a game against the engine is played by: from the command line, or asked for. */
#ifndef CASTELLAN_PLAY_OPTIONS_H
#define CASTELLAN_PLAY_OPTIONS_H

#include "play_clock.h"
#include "position.h"

typedef enum PlayColour { PLAY_WHITE, PLAY_BLACK, PLAY_RANDOM } PlayColour;

enum { PLAY_FULL_STRENGTH = 0 };

typedef struct PlayOptions {
    PlayColour colour; /* the person's */
    int elo;           /* the engine's, or PLAY_FULL_STRENGTH */
    PlayClock clock;   /* as it stands at the beginning */
    int64_t move_ms;   /* that the engine thinks where there is no clock */
    int64_t nodes;     /* that it thinks instead of any time, 0 for no such limit */
    Position start;
    bool is_chess960;
    const char *name; /* the person's */
    const char *pgn;  /* where games are written at their end, or NULL */
    bool is_ascii;
    /* Not said on the command line, so worth a question. */
    bool lacks_colour, lacks_strength, lacks_time;
} PlayOptions;

/* What is played where nothing else is said. */
PlayOptions play_options_standard(void);

/* Reads the flags of a program called `castellan play`; ends the process after `--help`, or with a
 * message where they make no sense. */
PlayOptions play_options_parse(int argc, char **argv);

/* Asks for what is missing, again after an answer that cannot be understood; an empty one takes
 * the default. False at the end of input. */
bool play_options_ask(PlayOptions *options, FILE *in, FILE *out);

/* The values by themselves; false with the reason, and with nothing changed. */
bool play_parse_colour(const char *text, PlayColour *colour, Reason *reason);
bool play_parse_strength(const char *text, int *elo, Reason *reason);

#endif
