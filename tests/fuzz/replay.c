/* Replays corpus files, and seeded mutations of them, through the fuzz targets and reports in
 * Unity's format.
 *
 * usage: replay [book|epd|fen|move|pgn|uci FILE...]...
 */
#include "fuzz.h"

#include "mutate.h"
#include "random.h"
#include "startup.h"

enum { MUTATION_NB = 10000 };

typedef struct Target {
    const char *name;
    FuzzTarget run;
    Input *inputs; /* the corpus */
    size_t count;
} Target;

static int tests, failures;

/* One result line; `fault` is NULL for a test that passed. */
static void report(const Target *target, const char *test, const char *fault) {
    tests++;
    failures += fault != NULL;
    printf("replay.c:%d:%s_%s:%s%s\n", __LINE__, target->name, test,
           fault == NULL ? "PASS" : "FAIL: ", fault == NULL ? "" : fault);
    fflush(stdout);
}

/* Shows the bytes of an input that broke a promise, so that it can be tried again. */
static void show_input(const Input *input) {
    fputs("input: \"", stderr);
    for (size_t i = 0; i < input->size; i++) {
        uint8_t c = input->data[i];
        if (c >= ' ' && c <= '~' && c != '"' && c != '\\')
            fputc(c, stderr);
        else
            fprintf(stderr, "\\%03o", c);
    }
    fputs("\"\n", stderr);
}

/* ---- Mutations ---- */

static const char *run_mutations(const Target *target, Random *random, Input *input) {
    uint32_t count = (uint32_t)target->count;
    for (int i = 0; i < MUTATION_NB; i++) {
        *input = target->inputs[random_below(random, count)];
        mutate(input, &target->inputs[random_below(random, count)], random);
        const char *fault = target->run(input->data, input->size);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

/* ---- Corpus ---- */

static bool add_file(Target *target, const char *path) {
    Input *inputs = realloc(target->inputs, (target->count + 1) * sizeof *inputs);
    if (inputs != NULL)
        target->inputs = inputs;
    return inputs != NULL && input_read(&inputs[target->count++], path);
}

static void run_target(const Target *target) {
    Random random = {2025};
    const char *fault = target->count == 0 ? "the corpus is empty" : NULL;
    for (size_t i = 0; fault == NULL && i < target->count; i++) {
        fault = target->run(target->inputs[i].data, target->inputs[i].size);
        if (fault != NULL)
            show_input(&target->inputs[i]);
    }
    report(target, "corpus", fault);
    if (target->count == 0)
        return;

    Input *input = malloc(sizeof *input);
    fault = input == NULL ? "out of memory" : run_mutations(target, &random, input);
    report(target, "mutations", fault);
    if (input != NULL && fault != NULL)
        show_input(input);
    free(input);
}

static Target targets[] = {
    {"book", fuzz_book, NULL, 0}, {"epd", fuzz_epd, NULL, 0}, {"fen", fuzz_fen, NULL, 0},
    {"move", fuzz_move, NULL, 0}, {"pgn", fuzz_pgn, NULL, 0}, {"uci", fuzz_uci, NULL, 0},
};
enum { TARGET_NB = sizeof targets / sizeof *targets };

static Target *find_target(const char *name) {
    for (int i = 0; i < TARGET_NB; i++)
        if (strcmp(name, targets[i].name) == 0)
            return &targets[i];
    return NULL;
}

int main(int argc, char **argv) {
    Target *target = NULL;
    startup_init();
    for (int i = 1; i < argc; i++) {
        Target *named = find_target(argv[i]);
        if (named != NULL)
            target = named;
        else if (target == NULL || !add_file(target, argv[i])) {
            fprintf(stderr, "replay: cannot read '%s'\n", argv[i]);
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < TARGET_NB; i++) {
        run_target(&targets[i]);
        free(targets[i].inputs);
    }
    printf("\n-----------------------\n%d Tests %d Failures 0 Ignored\n%s\n", tests, failures,
           failures == 0 ? "OK" : "FAIL");
    return failures;
}
