/* The clocks of a game. Pure: how much time has passed is for the caller to know. */
#ifndef CASTELLAN_PLAY_CLOCK_H
#define CASTELLAN_PLAY_CLOCK_H

#include "text.h"
#include "types.h"

typedef struct PlayClock {
    bool is_used; /* otherwise nobody's time is counted */
    int64_t left_ms[COLOUR_NB];
    int64_t increment_ms; /* that every move adds */
} PlayClock;

enum { PLAY_CLOCK_SIZE = 24 };

/* Reads MINUTES or MINUTES+SECONDS, either with up to three decimals, or "none". Otherwise false
 * with the reason. */
bool play_clock_parse(const char *text, PlayClock *clock, Reason *reason);

/* Reads seconds, with up to three decimals, as milliseconds; otherwise false with the reason. */
bool play_clock_parse_seconds(const char *text, int64_t *milliseconds, Reason *reason);

/* Takes off what a move has taken and adds the increment; false, with nothing left, when that was
 * more than there was. */
bool play_clock_charge(PlayClock *clock, Colour side, int64_t elapsed_ms);

/* As people read it: "1:02:03", "2:03", and "9.8" when it gets short. */
void play_clock_print(int64_t left_ms, char text[PLAY_CLOCK_SIZE]);

/* As PGN has it, "0:02:03". */
void play_clock_print_pgn(int64_t left_ms, char text[PLAY_CLOCK_SIZE]);

#endif
