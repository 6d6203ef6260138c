/* The text interface: commands in, one line at a time, answers out. What it remembers between
 * lines is in `Uci`, so several can live in one process; none is shared between threads. */
#ifndef CASTELLAN_UCI_H
#define CASTELLAN_UCI_H

#include <stdio.h>

#include "game.h"

typedef struct Uci {
    Game game;
    bool chess960; /* castling is written king-takes-rook */
    FILE *out;     /* the caller's; flushed after every command */
} Uci;

/* Begins at the start position of standard chess. */
void uci_init(Uci *uci, FILE *out);

/* Carries one line out. Whatever it holds, the process lives on and answers; what cannot be
 * understood is answered by one info line and changes nothing. False for `quit`. */
bool uci_execute(Uci *uci, const char *line);

/* Carries out the lines of `input` until `quit` or its end. */
void uci_loop(Uci *uci, FILE *input);

void uci_free(Uci *uci);

#endif
