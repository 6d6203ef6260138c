/* A pool of sleeping threads that run one job together. The pool knows nothing of what the job
 * does. Owned by one controlling thread, which alone calls these functions. */
#ifndef CASTELLAN_WORKERS_H
#define CASTELLAN_WORKERS_H

#include <stdbool.h>

typedef struct Workers Workers;

/* Called once per worker with its index, 0 to the number of workers minus one. */
typedef void WorkerJob(void *context, int index);

/* Starts `count` threads; NULL when not even one can be had. */
Workers *workers_create(int count);

int workers_count(const Workers *workers);

/* Wakes every worker to run the job and returns at once. The workers must be idle. */
void workers_start(Workers *workers, WorkerJob *job, void *context);

/* Waits until all have finished the job. */
void workers_wait(Workers *workers);

bool workers_are_idle(Workers *workers);

/* Waits for the job, ends the threads and frees the pool; NULL is fine. */
void workers_destroy(Workers *workers);

#endif
