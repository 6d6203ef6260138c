/* Lines that cannot be carried out yet, so that whoever reads them need not wait. A thread of its
 * own carries them out, in their order, when they are due. */
#ifndef CASTELLAN_BACKLOG_H
#define CASTELLAN_BACKLOG_H

#include <stdbool.h>

typedef struct Backlog Backlog;

/* What to do with lines. Never called by two threads at once. */
typedef struct BacklogRules {
    void *context;
    /* Whether a line may be carried out now; `is_behind` tells that others still wait. */
    bool (*is_due)(void *context, const char *line, bool is_behind);
    bool (*carry_out)(void *context, const char *line); /* false: nothing more is wanted */
} BacklogRules;

/* NULL when memory or a thread cannot be had. */
Backlog *backlog_create(const BacklogRules *rules);

/* Carries the line out or, if it is not due, keeps it for later. False when nothing more is
 * wanted. */
bool backlog_take(Backlog *backlog, const char *line);

/* Tells that lines may have become due. For any thread, at any time. */
void backlog_wake(Backlog *backlog);

/* Waits until all lines are carried out, or forgets them. */
void backlog_drain(Backlog *backlog);
void backlog_drop(Backlog *backlog);

/* When nobody will wake it any more. */
void backlog_destroy(Backlog *backlog);

#endif
