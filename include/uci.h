/* The text interface: commands in, one line at a time, answers out. What it remembers between
 * lines is in `Uci`, so several can live in one process. Searches run in the background and print
 * whole lines of their own; commands come from one thread. */
#ifndef CASTELLAN_UCI_H
#define CASTELLAN_UCI_H

#include <stdio.h>

#include "backlog.h"
#include "engine.h"

typedef struct Uci {
    Engine *engine;
    FILE *out;        /* the caller's; flushed after every command and every line of a search */
    Backlog *backlog; /* of the loop under way, or NULL */
    int complaints;   /* commands so far that could not be carried out */
    bool is_flipped;  /* the board is drawn from Black's side */
} Uci;

/* Begins at the start position of standard chess; false when memory or threads cannot be had. The
 * object must stay where it is: a search reports to it. */
bool uci_init(Uci *uci, FILE *out);

/* Carries one line out. Whatever it holds, the process lives on and answers; what cannot be
 * understood is answered by one info line and changes nothing. False for `quit`. */
bool uci_execute(Uci *uci, const char *line);

/* Carries out the lines of `input` until `quit` or its end. At the end of input a search that
 * ends by itself is waited for, any other is stopped; either way its best move is printed.
 * False when memory or a thread for reading cannot be had. */
bool uci_loop(Uci *uci, FILE *input);

/* Waits for a search that ends by itself and stops any other. */
void uci_finish(Uci *uci);

void uci_free(Uci *uci);

#endif
