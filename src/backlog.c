#include "backlog.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The reader sleeps when so many lines wait: a flood stays in the pipe, not in memory. */
enum { MAX_WAITING = 1024 };

/* `work` is held while a line is carried out, which may mean waiting for a search, and the search
 * in turn wakes the backlog: that takes `signal` alone. */
struct Backlog {
    BacklogRules rules;
    pthread_t follower;

    pthread_mutex_t work;
    pthread_cond_t taken;     /* a line has left the backlog */
    char *lines[MAX_WAITING]; /* oldest first */
    int count;

    pthread_mutex_t signal;
    pthread_cond_t woken;
    bool is_woken, is_ending;
};

static void remove_first(Backlog *backlog) {
    free(backlog->lines[0]);
    backlog->count--;
    memmove(&backlog->lines[0], &backlog->lines[1],
            (size_t)backlog->count * sizeof *backlog->lines);
    pthread_cond_broadcast(&backlog->taken);
}

/* With `work` held. */
static void carry_out_due_lines(Backlog *backlog) {
    const BacklogRules *rules = &backlog->rules;
    while (backlog->count > 0 && rules->is_due(rules->context, backlog->lines[0], false)) {
        rules->carry_out(rules->context, backlog->lines[0]);
        remove_first(backlog);
    }
    /* What stays may have something to say to what it waits for. */
    for (int i = 1; i < backlog->count; i++)
        rules->is_due(rules->context, backlog->lines[i], true);
}

/* False when there will be no more. */
static bool wait_for_signal(Backlog *backlog) {
    pthread_mutex_lock(&backlog->signal);
    while (!backlog->is_woken && !backlog->is_ending)
        pthread_cond_wait(&backlog->woken, &backlog->signal);
    backlog->is_woken = false;
    bool goes_on = !backlog->is_ending;
    pthread_mutex_unlock(&backlog->signal);
    return goes_on;
}

static void *follow(void *argument) {
    Backlog *backlog = argument;
    while (wait_for_signal(backlog)) {
        pthread_mutex_lock(&backlog->work);
        carry_out_due_lines(backlog);
        pthread_mutex_unlock(&backlog->work);
    }
    return NULL;
}

static void release(Backlog *backlog) {
    pthread_cond_destroy(&backlog->woken);
    pthread_mutex_destroy(&backlog->signal);
    pthread_cond_destroy(&backlog->taken);
    pthread_mutex_destroy(&backlog->work);
    free(backlog);
}

Backlog *backlog_create(const BacklogRules *rules) {
    Backlog *backlog = calloc(1, sizeof *backlog);
    if (backlog == NULL)
        return NULL;
    backlog->rules = *rules;
    pthread_mutex_init(&backlog->work, NULL);
    pthread_cond_init(&backlog->taken, NULL);
    pthread_mutex_init(&backlog->signal, NULL);
    pthread_cond_init(&backlog->woken, NULL);
    if (pthread_create(&backlog->follower, NULL, follow, backlog) == 0)
        return backlog;
    release(backlog);
    return NULL;
}

/* A line for which there is no memory is lost; the next one may have more luck. */
static void keep(Backlog *backlog, const char *text) {
    size_t size = strlen(text) + 1;
    char *line = malloc(size);
    if (line == NULL)
        return;
    memcpy(line, text, size);
    while (backlog->count == MAX_WAITING)
        pthread_cond_wait(&backlog->taken, &backlog->work);
    backlog->lines[backlog->count++] = line;
}

bool backlog_take(Backlog *backlog, const char *line) {
    const BacklogRules *rules = &backlog->rules;
    bool goes_on = true;
    pthread_mutex_lock(&backlog->work);
    /* The follower may be late: nothing that is due by now is to be overtaken. */
    carry_out_due_lines(backlog);
    if (rules->is_due(rules->context, line, backlog->count > 0))
        goes_on = rules->carry_out(rules->context, line);
    else
        keep(backlog, line);
    bool has_lines = backlog->count > 0;
    pthread_mutex_unlock(&backlog->work);
    /* What it waits for may have come about in the meantime. */
    if (has_lines)
        backlog_wake(backlog);
    return goes_on;
}

void backlog_wake(Backlog *backlog) {
    pthread_mutex_lock(&backlog->signal);
    backlog->is_woken = true;
    pthread_cond_broadcast(&backlog->woken);
    pthread_mutex_unlock(&backlog->signal);
}

void backlog_drain(Backlog *backlog) {
    pthread_mutex_lock(&backlog->work);
    while (backlog->count > 0)
        pthread_cond_wait(&backlog->taken, &backlog->work);
    pthread_mutex_unlock(&backlog->work);
}

void backlog_drop(Backlog *backlog) {
    pthread_mutex_lock(&backlog->work);
    while (backlog->count > 0)
        remove_first(backlog);
    pthread_mutex_unlock(&backlog->work);
}

void backlog_destroy(Backlog *backlog) {
    pthread_mutex_lock(&backlog->signal);
    backlog->is_ending = true;
    pthread_cond_broadcast(&backlog->woken);
    pthread_mutex_unlock(&backlog->signal);
    pthread_join(backlog->follower, NULL);
    backlog_drop(backlog);
    release(backlog);
}
