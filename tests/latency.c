/* How long the engine takes from `stop` to `bestmove`, as whoever sent it sees it: prints the
 * median, the 99th percentile and the longest of a number of samples, with one thread and with
 * two. Judges nothing: that depends on the machine and what else it does.
 *
 * usage: latency [SAMPLES], with $CASTELLAN the engine; `make latency SAMPLES=1000` */
#include "dialogue.h"

#if defined(DIALOGUE_IS_POSSIBLE)

enum { STANDARD_SAMPLES = 40, MOST_SAMPLES = 100000, MOST_PAUSE_MS = 20 };

static int sample_count = STANDARD_SAMPLES;
static double samples[MOST_SAMPLES];

void setUp(void) {
    launch();
}

void tearDown(void) {
    hang_up();
}

static double measure_stop(int pause_ms) {
    go("infinite");
    expect_no_best_move(pause_ms);
    uint64_t begin = platform_now_ns();
    say("stop");
    await_best_move();
    return (double)(platform_now_ns() - begin) / 1e6;
}

static int compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* The smallest sample that is not below `share` of them. */
static double percentile(double share) {
    int index = (int)(share * sample_count);
    return samples[index < sample_count ? index : sample_count - 1];
}

static void measure_with(int threads) {
    say("setoption name Threads value %d", threads);
    for (int i = 0; i < sample_count; i++) {
        if (i % 10 == 0)
            set_position(i % 20 == 0 ? KIWIPETE : FEN_START, "");
        samples[i] = measure_stop(1 + i % MOST_PAUSE_MS);
    }
    expect_quiet();
    qsort(samples, (size_t)sample_count, sizeof *samples, compare);
    printf("threads %d samples %d p50 %.2f ms p99 %.2f ms max %.2f ms\n", threads, sample_count,
           percentile(0.5), percentile(0.99), samples[sample_count - 1]);
    fflush(stdout);
}

static void test_latency(void) {
    measure_with(1);
    measure_with(2);
}

int main(int argc, char **argv) {
    if (argc > 1)
        sample_count = atoi(argv[1]);
    if (sample_count < 1 || sample_count > MOST_SAMPLES) {
        fprintf(stderr, "usage: latency [SAMPLES], 1 to %d\n", MOST_SAMPLES);
        return EXIT_FAILURE;
    }
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_latency);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
