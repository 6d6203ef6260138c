/* Races the `go perft` of two UCI engines on the same positions in the same run:
 *
 *     build/perft_race ./castellan /usr/games/stockfish
 *
 * Both are driven through pipes, turn by turn, and timed from the command to the total. Of each
 * engine the best of several rounds counts, since other work on the machine can only slow a
 * round down. It prints; it judges nothing but equal counts. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "text.h"

#if defined(_WIN32)
int main(void) {
    fputs("perft_race needs POSIX pipes\n", stderr);
    return EXIT_FAILURE;
}
#else

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUND_NB = 5 };

typedef struct Course {
    const char *name, *position;
    int depth;
} Course;

static const Course COURSES[] = {
    {"start position", "startpos", 6},
    {"Kiwipete", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
    {"rook ending", "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7},
    {"promotions", "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6},
    {"middlegame", "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     5},
};
enum { COURSE_NB = sizeof COURSES / sizeof *COURSES };

typedef struct Engine {
    const char *path;
    FILE *in, *out; /* to the engine, from it */
    Line line;
} Engine;

static bool start_engine(Engine *engine, const char *path) {
    int to_engine[2], from_engine[2];
    *engine = (Engine){.path = path};
    if (pipe(to_engine) != 0 || pipe(from_engine) != 0)
        return false;
    pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        dup2(to_engine[0], STDIN_FILENO);
        dup2(from_engine[1], STDOUT_FILENO);
        close(to_engine[1]);
        close(from_engine[0]);
        execlp(path, path, (char *)NULL);
        _exit(127);
    }
    close(to_engine[0]);
    close(from_engine[1]);
    engine->in = fdopen(to_engine[1], "w");
    engine->out = fdopen(from_engine[0], "r");
    return engine->in != NULL && engine->out != NULL;
}

/* Reads on until a line begins with `prefix` and returns what follows it, or NULL at the end. */
static const char *await(Engine *engine, const char *prefix) {
    size_t length = strlen(prefix);
    while (line_read(&engine->line, engine->out))
        if (strncmp(engine->line.text, prefix, length) == 0)
            return engine->line.text + length;
    return NULL;
}

/* Runs one course; false when the engine is gone or answers nonsense. */
static bool run_course(Engine *engine, const Course *course, int64_t *leaves, double *seconds) {
    fprintf(engine->in, "position %s\nisready\n", course->position);
    fflush(engine->in);
    if (await(engine, "readyok") == NULL)
        return false;
    uint64_t start = platform_now_ns();
    fprintf(engine->in, "go perft %d\n", course->depth);
    fflush(engine->in);
    const char *total = await(engine, "Nodes searched:");
    *seconds = (double)(platform_now_ns() - start) / 1e9;
    return total != NULL && word_to_int64(text_next_word(&total), leaves);
}

/* Fills the best time of each engine over all rounds; false after saying what went wrong. */
static bool race(Engine engines[2], const Course *course, int64_t *leaves, double best[2]) {
    best[0] = best[1] = INFINITY;
    for (int round = 0; round < ROUND_NB; round++) {
        int64_t counted[2];
        for (int e = 0; e < 2; e++) {
            double seconds;
            if (!run_course(&engines[e], course, &counted[e], &seconds)) {
                fprintf(stderr, "perft_race: '%s' does not answer go perft\n", engines[e].path);
                return false;
            }
            best[e] = fmin(best[e], seconds);
        }
        if (counted[0] != counted[1]) {
            fprintf(stderr, "perft_race: %s: %" PRId64 " and %" PRId64 " leaves\n", course->name,
                    counted[0], counted[1]);
            return false;
        }
        *leaves = counted[0];
    }
    return true;
}

int main(int argc, char **argv) {
    Engine engines[2];
    if (argc != 3) {
        fputs("usage: perft_race ENGINE OTHER_ENGINE\n", stderr);
        return EXIT_FAILURE;
    }
    signal(SIGPIPE, SIG_IGN);
    if (!start_engine(&engines[0], argv[1]) || !start_engine(&engines[1], argv[2])) {
        perror("perft_race");
        return EXIT_FAILURE;
    }
    printf("%-16s %5s %12s %12s %12s %7s\n", "position", "depth", "leaves", "ours Mnps",
           "theirs Mnps", "ratio");
    double log_sum = 0;
    for (int i = 0; i < COURSE_NB; i++) {
        int64_t leaves;
        double best[2];
        if (!race(engines, &COURSES[i], &leaves, best))
            return EXIT_FAILURE;
        log_sum += log(best[1] / best[0]);
        printf("%-16s %5d %12" PRId64 " %12.1f %12.1f %7.2f\n", COURSES[i].name, COURSES[i].depth,
               leaves, (double)leaves / best[0] / 1e6, (double)leaves / best[1] / 1e6,
               best[1] / best[0]);
        fflush(stdout);
    }
    printf("geometric mean of the ratios: %.2f\n", exp(log_sum / COURSE_NB));
    for (int e = 0; e < 2; e++) {
        fputs("quit\n", engines[e].in);
        fclose(engines[e].in);
        fclose(engines[e].out);
        line_free(&engines[e].line);
    }
    while (wait(NULL) > 0)
        ;
    return EXIT_SUCCESS;
}
#endif
