/* How far a long job has come, on standard error: one line that is kept up to date on a terminal,
 * and now and then a line of its own elsewhere, so that logs stay short. For one thread. */
#ifndef CASTELLAN_PROGRESS_H
#define CASTELLAN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    uint64_t started_ns, shown_ns;
    double shown_share;
    bool is_terminal;
    int width; /* of the line that stands on the terminal */
} Progress;

void progress_begin(Progress *progress);

double progress_seconds(const Progress *progress); /* since the beginning */

/* Whether it is time for a line; `share` is what has been done, from 0 to 1. */
bool progress_is_due(const Progress *progress, double share);

void progress_show(Progress *progress, double share, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Removes the line from the terminal. */
void progress_end(Progress *progress);

#endif
