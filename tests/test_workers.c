/* The pool of threads: every worker runs every job once, waiting waits, and ending while a job
 * runs lets it finish. */
#include <stdatomic.h>

#include "platform.h"
#include "startup.h"
#include "unity.h"
#include "workers.h"

enum { MOST_WORKERS = 8, ROUND_NB = 300, SLOW_MS = 20 };

void setUp(void) {
}

void tearDown(void) {
}

/* How often each worker ran. Atomic, so that a worker which runs too often does not go unseen. */
typedef struct Tally {
    atomic_int runs[MOST_WORKERS];
    atomic_int strays; /* with an index that does not exist */
    int workers;
} Tally;

static void count_run(void *context, int index) {
    Tally *tally = context;
    if (index >= 0 && index < tally->workers)
        atomic_fetch_add(&tally->runs[index], 1);
    else
        atomic_fetch_add(&tally->strays, 1);
}

static void pause_for(int milliseconds) {
    uint64_t end = platform_now_ns() + (uint64_t)milliseconds * 1000000;
    while (platform_now_ns() < end)
        ;
}

/* The higher the index, the longer it takes. */
static void count_run_slowly(void *context, int index) {
    pause_for(SLOW_MS / 4 * (index % 4 + 1));
    count_run(context, index);
}

static void check_tally(Tally *tally, int runs) {
    for (int i = 0; i < tally->workers; i++)
        TEST_ASSERT_EQUAL_INT(runs, atomic_load(&tally->runs[i]));
    TEST_ASSERT_EQUAL_INT(0, atomic_load(&tally->strays));
}

static void run_rounds(int count) {
    Tally tally = {.workers = count};
    Workers *workers = workers_create(count);
    TEST_ASSERT_NOT_NULL(workers);
    TEST_ASSERT_EQUAL_INT(count, workers_count(workers));
    TEST_ASSERT_TRUE(workers_are_idle(workers));
    for (int round = 1; round <= ROUND_NB; round++) {
        workers_start(workers, count_run, &tally);
        workers_wait(workers);
        TEST_ASSERT_TRUE(workers_are_idle(workers));
        check_tally(&tally, round);
    }
    workers_destroy(workers);
    check_tally(&tally, ROUND_NB);
}

static void test_every_worker_runs_every_job_once(void) {
    for (int count = 1; count <= MOST_WORKERS; count++)
        run_rounds(count);
}

/* Two jobs in turn, each with a tally of its own: nobody runs yesterday's. */
static void test_jobs_alternate(void) {
    Tally tallies[2] = {{.workers = 4}, {.workers = 4}};
    Workers *workers = workers_create(4);
    for (int round = 0; round < ROUND_NB; round++) {
        workers_start(workers, count_run, &tallies[round % 2]);
        workers_wait(workers);
        check_tally(&tallies[0], round / 2 + 1);
        check_tally(&tallies[1], (round + 1) / 2);
    }
    workers_destroy(workers);
}

static void test_waiting_waits(void) {
    for (int count = 1; count <= MOST_WORKERS; count += 3) {
        Tally tally = {.workers = count};
        Workers *workers = workers_create(count);
        for (int round = 1; round <= 3; round++) {
            workers_start(workers, count_run_slowly, &tally);
            workers_wait(workers);
            check_tally(&tally, round);
        }
        workers_wait(workers);
        check_tally(&tally, 3);
        workers_destroy(workers);
    }
}

/* A door that the controlling thread opens. */
typedef struct Door {
    atomic_bool is_open;
    atomic_int inside, left;
} Door;

static void wait_at_door(void *context, int index) {
    Door *door = context;
    (void)index;
    atomic_fetch_add(&door->inside, 1);
    while (!atomic_load(&door->is_open))
        pause_for(1);
    atomic_fetch_add(&door->left, 1);
}

/* Nobody is idle before the last one is, and all of them work at the same time. */
static void test_start_returns_while_all_work(void) {
    Door door = {0};
    Workers *workers = workers_create(4);
    uint64_t give_up = platform_now_ns() + UINT64_C(20000000000);
    workers_start(workers, wait_at_door, &door);
    while (atomic_load(&door.inside) < 4 && platform_now_ns() < give_up)
        pause_for(1);
    TEST_ASSERT_EQUAL_INT(4, atomic_load(&door.inside));
    TEST_ASSERT_EQUAL_INT(0, atomic_load(&door.left));
    TEST_ASSERT_FALSE(workers_are_idle(workers));
    atomic_store(&door.is_open, true);
    workers_wait(workers);
    TEST_ASSERT_EQUAL_INT(4, atomic_load(&door.left));
    TEST_ASSERT_TRUE(workers_are_idle(workers));
    workers_destroy(workers);
}

/* One lags behind the others. */
static void last_one_is_late(void *context, int index) {
    if (index == 2)
        pause_for(3 * SLOW_MS);
    count_run(context, index);
}

static void test_not_idle_before_the_last(void) {
    Tally tally = {.workers = 3};
    Workers *workers = workers_create(3);
    workers_start(workers, last_one_is_late, &tally);
    while (!workers_are_idle(workers))
        pause_for(1);
    check_tally(&tally, 1);
    workers_destroy(workers);
}

static void test_destroying_while_busy_lets_the_job_finish(void) {
    for (int count = 1; count <= MOST_WORKERS; count++) {
        Tally tally = {.workers = count};
        Workers *workers = workers_create(count);
        workers_start(workers, count_run_slowly, &tally);
        workers_destroy(workers);
        check_tally(&tally, 1);
    }
}

/* Pools that come and go, used or not, before their threads have all begun. */
static void test_pools_come_and_go(void) {
    for (int round = 0; round < 100; round++) {
        int count = 1 + round % MOST_WORKERS;
        Tally tally = {.workers = count};
        Workers *workers = workers_create(count);
        TEST_ASSERT_NOT_NULL(workers);
        if (round % 2 == 0)
            workers_start(workers, count_run, &tally);
        workers_destroy(workers);
        check_tally(&tally, round % 2 == 0);
    }
}

/* The jobs of a search need deep stacks. */
static void use_stack(void *context, int index) {
    volatile char bytes[4 << 20];
    for (size_t i = 0; i < sizeof bytes; i += 1024)
        bytes[i] = (char)index;
    count_run(context, bytes[0]);
}

static void test_stacks_are_large(void) {
    Tally tally = {.workers = 4};
    Workers *workers = workers_create(4);
    workers_start(workers, use_stack, &tally);
    workers_destroy(workers);
    check_tally(&tally, 1);
}

static void test_no_pool(void) {
    TEST_ASSERT_NULL(workers_create(0));
    workers_destroy(NULL);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_every_worker_runs_every_job_once);
    RUN_TEST(test_jobs_alternate);
    RUN_TEST(test_waiting_waits);
    RUN_TEST(test_start_returns_while_all_work);
    RUN_TEST(test_not_idle_before_the_last);
    RUN_TEST(test_destroying_while_busy_lets_the_job_finish);
    RUN_TEST(test_pools_come_and_go);
    RUN_TEST(test_stacks_are_large);
    RUN_TEST(test_no_pool);
    return UNITY_END();
}
