#include "inbox.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The reader sleeps when so many lines wait: a flood stays in the pipe, not in memory. */
enum { MAX_WAITING = 1024 };

struct Inbox {
    FILE *input;
    InboxRules rules;
    pthread_t reader;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char *lines[MAX_WAITING]; /* oldest first */
    int count;
    bool is_ended; /* the reader is through */
};

/* Hands a line to the taker; false when there is no memory for it. */
static bool put(Inbox *inbox, const char *text) {
    size_t size = strlen(text) + 1;
    char *line = malloc(size);
    if (line == NULL)
        return false;
    memcpy(line, text, size);
    pthread_mutex_lock(&inbox->mutex);
    while (inbox->count == MAX_WAITING)
        pthread_cond_wait(&inbox->changed, &inbox->mutex);
    inbox->lines[inbox->count++] = line;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
    return true;
}

static void *read_lines(void *argument) {
    Inbox *inbox = argument;
    Line line = {0};
    while (line_read(&line, inbox->input) && put(inbox, line.text) &&
           !inbox->rules.is_last(line.text))
        ;
    line_free(&line);
    pthread_mutex_lock(&inbox->mutex);
    inbox->is_ended = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
    return NULL;
}

Inbox *inbox_open(FILE *input, const InboxRules *rules) {
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (inbox == NULL)
        return NULL;
    inbox->input = input;
    inbox->rules = *rules;
    pthread_mutex_init(&inbox->mutex, NULL);
    pthread_cond_init(&inbox->changed, NULL);
    if (pthread_create(&inbox->reader, NULL, read_lines, inbox) == 0)
        return inbox;
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->mutex);
    free(inbox);
    return NULL;
}

/* Index of the oldest line that is due, or -1. */
static int find_due(const Inbox *inbox) {
    for (int i = 0; i < inbox->count; i++)
        if (inbox->rules.is_due(inbox->rules.context, inbox->lines[i], i > 0))
            return i;
    return -1;
}

static char *remove_line(Inbox *inbox, int index) {
    char *line = inbox->lines[index];
    inbox->count--;
    memmove(&inbox->lines[index], &inbox->lines[index + 1],
            (size_t)(inbox->count - index) * sizeof *inbox->lines);
    pthread_cond_broadcast(&inbox->changed);
    return line;
}

char *inbox_take(Inbox *inbox) {
    char *line = NULL;
    pthread_mutex_lock(&inbox->mutex);
    while (line == NULL && !(inbox->is_ended && inbox->count == 0)) {
        int index = find_due(inbox);
        if (index >= 0)
            line = remove_line(inbox, index);
        else
            pthread_cond_wait(&inbox->changed, &inbox->mutex);
    }
    pthread_mutex_unlock(&inbox->mutex);
    return line;
}

void inbox_wake(Inbox *inbox) {
    pthread_mutex_lock(&inbox->mutex);
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
}

void inbox_close(Inbox *inbox) {
    pthread_join(inbox->reader, NULL);
    for (int i = 0; i < inbox->count; i++)
        free(inbox->lines[i]);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->mutex);
    free(inbox);
}
