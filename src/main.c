/* Start-up and command line. Without arguments the engine talks UCI on standard input; with them
 * it carries them out as commands and ends. */
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "startup.h"
#include "uci.h"
#include "version.h"

static const char USAGE[] =
    "usage: castellan                     talk UCI on standard input\n"
    "       castellan perft N [FEN]       count the leaves of the move tree\n"
    "       castellan bench [DEPTH]       search a fixed set of positions\n"
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

static int run_arguments(Uci *uci, int count, char **arguments) {
    if (strcmp(arguments[0], "perft") == 0 || strcmp(arguments[0], "bench") == 0) {
        char *line = join(count, arguments);
        if (line == NULL)
            return EXIT_FAILURE;
        uci_execute(uci, line);
        free(line);
        return EXIT_SUCCESS;
    }
    for (int i = 0; i < count && uci_execute(uci, arguments[i]); i++)
        uci_finish(uci);
    return EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
    int status = EXIT_SUCCESS;
    Uci uci;
    startup_init();
    if (!uci_init(&uci, stdout)) {
        fputs("castellan: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc > 1) {
        status = run_arguments(&uci, argc - 1, argv + 1);
    } else {
        if (platform_is_terminal(stdin))
            printf(CASTELLAN_NAME " " CASTELLAN_VERSION ", type help for the commands\n");
        uci_loop(&uci, stdin);
    }
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
    return run(argc, argv);
}
