/* Replays corpus files, and seeded mutations of them, through the fuzz targets and reports in
 * Unity's format.
 *
 * usage: replay [book|epd|fen|move|pgn|uci FILE...]...
 */
#include "fuzz.h"

#include "random.h"
#include "startup.h"

enum { MUTATION_NB = 10000, MAX_INPUT = 1 << 14, MAX_CHANGES = 4 };

typedef struct Input {
    uint8_t data[MAX_INPUT];
    size_t size;
} Input;

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

/* Replaces `removed` bytes at `at` by `added` ones; what does not fit is cut off. */
static void splice(Input *input, size_t at, size_t removed, const uint8_t *bytes, size_t added) {
    size_t behind = input->size - at - removed;
    if (added > MAX_INPUT - at)
        added = MAX_INPUT - at;
    if (behind > MAX_INPUT - at - added)
        behind = MAX_INPUT - at - added;
    memmove(input->data + at + added, input->data + at + removed, behind);
    memcpy(input->data + at, bytes, added);
    input->size = at + added + behind;
}

static size_t choose_below(Random *random, size_t bound) {
    return bound == 0 ? 0 : random_below(random, (uint32_t)bound);
}

/* One random change. `donor` is another input of the same corpus, whose parts fit in well. */
static void change(Input *input, const Input *donor, Random *random) {
    static const char WORDS[] = "/ -wbKQkqRNBPrnbp0123456789abcdefgh\t\r\n=x+#O";
    size_t at = choose_below(random, input->size + 1), rest = input->size - at;
    size_t from = choose_below(random, donor->size);
    size_t length = choose_below(random, donor->size - from + 1);
    uint8_t byte = (uint8_t)random_next(random);
    uint8_t letter = (uint8_t)WORDS[choose_below(random, sizeof WORDS - 1)];
    switch (random_below(random, 7)) {
    case 0: /* flip a bit */
        if (rest > 0)
            input->data[at] ^= (uint8_t)(1 << byte % 8);
        break;
    case 1:
        splice(input, at, rest > 0, &byte, 1);
        break;
    case 2:
        splice(input, at, rest > 0, &letter, 1);
        break;
    case 3:
        splice(input, at, 0, &letter, 1);
        break;
    case 4: /* take a stretch out */
        splice(input, at, choose_below(random, rest + 1), &byte, 0);
        break;
    case 5: /* cut the end off */
        input->size = at;
        break;
    default: /* put part of the donor in place of as much or nothing */
        splice(input, at,
               byte % 2 == 0   ? 0
               : length < rest ? length
                               : rest,
               donor->data + from, length);
    }
}

static const char *run_mutations(const Target *target, Random *random, Input *input) {
    for (int i = 0; i < MUTATION_NB; i++) {
        *input = target->inputs[choose_below(random, target->count)];
        for (uint32_t changes = 1 + random_below(random, MAX_CHANGES); changes > 0; changes--)
            change(input, &target->inputs[choose_below(random, target->count)], random);
        const char *fault = target->run(input->data, input->size);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

/* ---- Corpus ---- */

static bool add_file(Target *target, const char *path) {
    Input *inputs = realloc(target->inputs, (target->count + 1) * sizeof *inputs);
    FILE *file = fopen(path, "rb");
    if (inputs != NULL)
        target->inputs = inputs;
    bool is_read = inputs != NULL && file != NULL;
    if (is_read) {
        Input *input = &inputs[target->count++];
        input->size = fread(input->data, 1, MAX_INPUT, file);
        is_read = !ferror(file);
    }
    if (file != NULL)
        fclose(file);
    return is_read;
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
