/* Start-up and command line. Without arguments the engine talks UCI on standard input; with them
 * it carries them out as commands and ends. */
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "startup.h"
#include "suite.h"
#include "uci.h"
#include "version.h"

static const char USAGE[] =
    "usage: castellan                     talk UCI on standard input\n"
    "       castellan perft N [FEN]       count the leaves of the move tree\n"
    "       castellan bench [DEPTH]       search a fixed set of positions\n"
    "       castellan epd FILE...         run test suites; epd --help says more\n"
    "       castellan \"COMMAND\" ...       carry out commands as if typed, then end\n"
    "       castellan --help | --version\n";

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

/* The exit status tells whether every command could be carried out. */
static int run_arguments(Uci *uci, int count, char **arguments) {
    if (strcmp(arguments[0], "perft") == 0 || strcmp(arguments[0], "bench") == 0 ||
        strcmp(arguments[0], "genfens") == 0) {
        char *line = join(count, arguments);
        if (line == NULL)
            return EXIT_FAILURE;
        uci_execute(uci, line);
        free(line);
    } else {
        for (int i = 0; i < count && uci_execute(uci, arguments[i]); i++)
            uci_finish(uci);
    }
    return uci->complaints == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Programs that start engines may add options of their own; the engine talks UCI all the same. */
static bool are_all_flags(int count, char **arguments) {
    for (int i = 0; i < count; i++)
        if (strncmp(arguments[i], "--", 2) != 0)
            return false;
    return true;
}

static int talk(Uci *uci) {
    if (platform_is_terminal(stdin))
        printf(CASTELLAN_NAME " " CASTELLAN_VERSION ", type help for the commands\n");
    if (uci_loop(uci, stdin))
        return EXIT_SUCCESS;
    fputs("castellan: no memory or thread to read with\n", stderr);
    return EXIT_FAILURE;
}

static int run(int count, char **arguments) {
    Uci uci;
    platform_end_without_reader();
    startup_init();
    if (count > 0 && strcmp(arguments[0], "epd") == 0)
        return suite_main(count, arguments);
    if (!uci_init(&uci, stdout)) {
        fputs("castellan: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    bool is_conversation = are_all_flags(count, arguments);
    for (int i = 0; is_conversation && i < count; i++)
        fprintf(stderr, "castellan: %s is unknown and ignored, see castellan --help\n",
                arguments[i]);
    int status = is_conversation ? talk(&uci) : run_arguments(&uci, count, arguments);
    uci_free(&uci);
    return status;
}

int main(int argc, char **argv) {
    const char *missing = platform_missing_cpu_feature();
    if (missing != NULL) {
        fprintf(stderr,
                "castellan: built for a newer CPU: this one lacks %s; "
                "use a build with a lower ARCH\n",
                missing);
        return EXIT_FAILURE;
    }
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        fputs(USAGE, stdout);
        return EXIT_SUCCESS;
    }
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts(CASTELLAN_NAME " " CASTELLAN_VERSION);
        return EXIT_SUCCESS;
    }
    return run(argc - 1, argv + 1);
}
