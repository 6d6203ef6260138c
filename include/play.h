/* A person plays the engine: moves and commands are read line by line, the board is drawn after
 * every move, and the end is announced. All state belongs to one call. */
#ifndef CASTELLAN_PLAY_H
#define CASTELLAN_PLAY_H

#include "play_options.h"
#include "terminal.h"

typedef struct PlayStreams {
    FILE *in, *out;
    bool is_interactive; /* a person types: prompts are worth their while */
    TerminalStyle style; /* of `out` */
} PlayStreams;

/* Plays until the person leaves or the input ends; games with moves are then written to the file
 * of the options. False when memory or threads cannot be had, or that file cannot be written. */
bool play_run(const PlayOptions *options, const PlayStreams *streams);

/* `castellan play` with its arguments, on the standard streams; the status of the process. */
int play_main(int argc, char **argv);

#endif
