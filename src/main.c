/* Start-up and command line. Without arguments the engine talks UCI on standard input; with them
 * it does what they say and ends. */
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "play.h"
#include "startup.h"
#include "suite.h"
#include "uci.h"
#include "version.h"

/* What the first argument can ask for. `run` gets it as the name of a program, then its arguments,
 * and returns the status of the process. */
typedef struct Subcommand {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} Subcommand;

static int run_as_line(int argc, char **argv);
static int run_help(int argc, char **argv);

static const Subcommand SUBCOMMANDS[] = {
    {"play", "[--help]", "play against the engine in the terminal", play_main},
    {"epd", "FILE...", "run test suites; epd --help says more", suite_main},
    {"perft", "N [FEN]", "count the leaves of the move tree", run_as_line},
    {"bench", "[DEPTH]", "search a fixed set of positions", run_as_line},
    {"genfens", "N ...", "print random openings", run_as_line},
    {"help", "[COMMAND]", "list the commands of the prompt, or explain one", run_help},
};
enum { SUBCOMMAND_NB = sizeof SUBCOMMANDS / sizeof *SUBCOMMANDS };

static const Subcommand *find_subcommand(const char *name) {
    for (int i = 0; i < SUBCOMMAND_NB; i++)
        if (strcmp(name, SUBCOMMANDS[i].name) == 0)
            return &SUBCOMMANDS[i];
    return NULL;
}

static void print_form(const char *name, const char *arguments, const char *summary) {
    char form[64];
    snprintf(form, sizeof form, "%s %s", name, arguments);
    printf("       castellan %-20s%s\n", form, summary);
}

static void print_usage(void) {
    puts("usage: castellan                     talk UCI on standard input");
    for (int i = 0; i < SUBCOMMAND_NB; i++)
        print_form(SUBCOMMANDS[i].name, SUBCOMMANDS[i].arguments, SUBCOMMANDS[i].summary);
    print_form("\"COMMAND\"", "...", "carry out commands of the prompt, then end");
    print_form("--help", "", "show this");
    print_form("--version", "", "name the version");
}

static int out_of_memory(void) {
    fputs("castellan: out of memory\n", stderr);
    return EXIT_FAILURE;
}

/* ---- Commands of the prompt ---- */

/* One command out of the words that the shell split it into; the caller frees it. */
static char *join(int count, char **words) {
    size_t length = 1;
    for (int i = 0; i < count; i++)
        length += strlen(words[i]) + 1;
    char *joined = malloc(length);
    if (joined == NULL)
        return NULL;
    joined[0] = '\0';
    for (int i = 0; i < count; i++)
        strcat(strcat(joined, words[i]), i + 1 < count ? " " : "");
    return joined;
}

/* The status tells whether every command could be carried out. */
static int run_lines(int count, char **lines) {
    Uci uci;
    if (!uci_init(&uci, stdout))
        return out_of_memory();
    for (int i = 0; i < count && uci_execute(&uci, lines[i]); i++)
        uci_finish(&uci);
    uci_free(&uci);
    return uci.complaints == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_as_line(int argc, char **argv) {
    char *line = join(argc, argv);
    if (line == NULL)
        return out_of_memory();
    int status = run_lines(1, &line);
    free(line);
    return status;
}

/* Subcommands with flags of their own explain themselves. */
static int run_help(int argc, char **argv) {
    const Subcommand *wanted = argc > 1 ? find_subcommand(argv[1]) : NULL;
    if (wanted == NULL || wanted->run == run_as_line || wanted->run == run_help)
        return run_as_line(argc, argv);
    char help[] = "--help";
    return wanted->run(2, (char *[]){argv[1], help, NULL});
}

/* ---- Conversation ---- */

static int talk(void) {
    Uci uci;
    if (!uci_init(&uci, stdout))
        return out_of_memory();
    if (platform_is_terminal(stdin))
        printf(CASTELLAN_NAME " " CASTELLAN_VERSION ", type help for the commands\n");
    bool is_done = uci_loop(&uci, stdin);
    if (!is_done)
        fputs("castellan: no memory or thread to read with\n", stderr);
    uci_free(&uci);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Programs that start engines may add options of their own; the engine talks UCI all the same. */
static bool are_all_flags(int count, char **arguments) {
    for (int i = 0; i < count; i++)
        if (strncmp(arguments[i], "--", 2) != 0)
            return false;
    return true;
}

static int run(int count, char **arguments) {
    platform_end_without_reader();
    startup_init();
    if (are_all_flags(count, arguments)) {
        for (int i = 0; i < count; i++)
            fprintf(stderr, "castellan: %s is unknown and ignored, see castellan --help\n",
                    arguments[i]);
        return talk();
    }
    const Subcommand *subcommand = find_subcommand(arguments[0]);
    return subcommand != NULL ? subcommand->run(count, arguments) : run_lines(count, arguments);
}

static bool is_flag(const char *argument, const char *brief, const char *full) {
    return argument != NULL && (strcmp(argument, brief) == 0 || strcmp(argument, full) == 0);
}

int main(int argc, char **argv) {
    const char *missing = platform_missing_cpu_feature(), *first = argc > 1 ? argv[1] : NULL;
    if (missing != NULL) {
        fprintf(stderr,
                "castellan: built for a newer CPU: this one lacks %s; "
                "use a build with a lower ARCH\n",
                missing);
        return EXIT_FAILURE;
    }
    if (is_flag(first, "-h", "--help")) {
        print_usage();
        return EXIT_SUCCESS;
    }
    if (is_flag(first, "-v", "--version") || is_flag(first, "-V", "--version")) {
        puts(CASTELLAN_NAME " " CASTELLAN_VERSION);
        return EXIT_SUCCESS;
    }
    return run(argc - 1, argv + 1);
}
