/* Lines that have arrived but are not carried out yet. A thread of its own reads them, so that one
 * that must wait does not keep a later, urgent one from being seen. One other thread takes them;
 * any may wake it. */
#ifndef CASTELLAN_INBOX_H
#define CASTELLAN_INBOX_H

#include "text.h"

typedef struct Inbox Inbox;

/* What the taker knows about lines. `is_due` tells whether one may be taken now; `is_behind` that
 * an earlier one was not. It runs under the inbox's lock and must not call back. */
typedef struct InboxRules {
    void *context;
    bool (*is_due)(void *context, const char *line, bool is_behind);
    bool (*is_last)(const char *line); /* nothing behind this one is to be read */
} InboxRules;

/* Begins to read; NULL when memory or a thread cannot be had. */
Inbox *inbox_open(FILE *input, const InboxRules *rules);

/* The oldest line that is due, for the caller to free; waits until there is one. NULL when all
 * lines are taken and no more will come. */
char *inbox_take(Inbox *inbox);

/* Tells the taker that lines may have become due. */
void inbox_wake(Inbox *inbox);

/* Call after the last line was taken. */
void inbox_close(Inbox *inbox);

#endif
