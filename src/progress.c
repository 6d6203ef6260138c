#include "progress.h"

#include <stdarg.h>
#include <stdio.h>

#include "platform.h"

static const double TERMINAL_SECONDS = 0.25, LOG_SECONDS = 30.0, LOG_SHARE = 0.1;

void progress_begin(Progress *progress) {
    uint64_t now = platform_now_ns();
    *progress = (Progress){
        .started_ns = now,
        .shown_ns = now,
        .is_terminal = platform_is_terminal(stderr),
    };
}

static double seconds_since(uint64_t start_ns) {
    return (double)(platform_now_ns() - start_ns) / 1e9;
}

double progress_seconds(const Progress *progress) {
    return seconds_since(progress->started_ns);
}

bool progress_is_due(const Progress *progress, double share) {
    double seconds = seconds_since(progress->shown_ns);
    if (progress->is_terminal)
        return seconds >= TERMINAL_SECONDS;
    /* A short job has nothing to say in between. */
    return seconds >= LOG_SECONDS || (share >= progress->shown_share + LOG_SHARE && seconds >= 1.0);
}

void progress_show(Progress *progress, double share, const char *format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    int width = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    /* Blanks cover what was longer before. */
    if (progress->is_terminal)
        fprintf(stderr, "\r%-*s", progress->width, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    progress->width = width < (int)sizeof line ? width : (int)sizeof line - 1;
    progress->shown_ns = platform_now_ns();
    progress->shown_share = share;
}

void progress_end(Progress *progress) {
    if (progress->is_terminal && progress->width > 0)
        fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->width = 0;
}
