#include "workers.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    /* A search at full depth recurses through some hundred frames of a few kilobytes each. */
    STACK_BYTES = 16 << 20,
};

struct Workers {
    pthread_mutex_t mutex;
    pthread_cond_t work_came, work_done;
    WorkerJob *job;
    void *context;
    uint64_t round; /* grows with every job, so that each worker runs each job once */
    int busy;       /* workers that have not finished the current job */
    int count;
    bool is_ending;
    pthread_t threads[];
};

typedef struct Start {
    Workers *workers;
    int index;
} Start;

static void *work(void *argument) {
    Start start = *(Start *)argument;
    Workers *w = start.workers;
    uint64_t done = 0;
    free(argument);
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        while (w->round == done && !w->is_ending)
            pthread_cond_wait(&w->work_came, &w->mutex);
        if (w->is_ending)
            break;
        done = w->round;
        WorkerJob *job = w->job;
        void *context = w->context;
        pthread_mutex_unlock(&w->mutex);
        job(context, start.index);
        pthread_mutex_lock(&w->mutex);
        if (--w->busy == 0)
            pthread_cond_broadcast(&w->work_done);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

static bool start_thread(Workers *w) {
    Start *start = malloc(sizeof *start);
    pthread_attr_t attributes;
    if (start == NULL)
        return false;
    *start = (Start){w, w->count};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool is_started = pthread_create(&w->threads[w->count], &attributes, work, start) == 0;
    pthread_attr_destroy(&attributes);
    if (is_started)
        w->count++;
    else
        free(start);
    return is_started;
}

Workers *workers_create(int count) {
    Workers *w = calloc(1, sizeof *w + (size_t)count * sizeof w->threads[0]);
    if (w == NULL)
        return NULL;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->work_came, NULL);
    pthread_cond_init(&w->work_done, NULL);
    while (w->count < count && start_thread(w))
        ;
    if (w->count > 0)
        return w;
    workers_destroy(w);
    return NULL;
}

int workers_count(const Workers *workers) {
    return workers->count;
}

void workers_start(Workers *w, WorkerJob *job, void *context) {
    pthread_mutex_lock(&w->mutex);
    w->job = job;
    w->context = context;
    w->busy = w->count;
    w->round++;
    pthread_cond_broadcast(&w->work_came);
    pthread_mutex_unlock(&w->mutex);
}

void workers_wait(Workers *w) {
    pthread_mutex_lock(&w->mutex);
    while (w->busy > 0)
        pthread_cond_wait(&w->work_done, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
}

bool workers_are_idle(Workers *w) {
    pthread_mutex_lock(&w->mutex);
    bool are_idle = w->busy == 0;
    pthread_mutex_unlock(&w->mutex);
    return are_idle;
}

void workers_destroy(Workers *w) {
    if (w == NULL)
        return;
    workers_wait(w);
    pthread_mutex_lock(&w->mutex);
    w->is_ending = true;
    pthread_cond_broadcast(&w->work_came);
    pthread_mutex_unlock(&w->mutex);
    for (int i = 0; i < w->count; i++)
        pthread_join(w->threads[i], NULL);
    pthread_cond_destroy(&w->work_done);
    pthread_cond_destroy(&w->work_came);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}
