/* `castellan play` at a terminal of its own: questions, prompts, drawing, Ctrl-C, Ctrl-D, and time
 * that runs out while nobody types. $CASTELLAN is the engine. Where there are no such terminals
 * there is nothing to test. */
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "unity.h"

#include <stdlib.h>
#include <string.h>

void setUp(void) {
}

#if defined(_WIN32)

void tearDown(void) {
}

int main(void) {
    UNITY_BEGIN();
    return UNITY_END();
}

#else

enum { PATIENCE_MS = 20000 }; /* only a hanging engine ever needs so long */

#define MATE_IN_ONE "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"

static pid_t child;
static int terminal; /* our end of it */
static char seen[1 << 16];
static size_t seen_length, looked_at;

/* Becomes the engine, with the other end as its terminal. */
static void exec_engine(const char *other_end, char *const arguments[]) {
    setsid();
    close(terminal); /* or it would never be hung up */
    int end = open(other_end, O_RDWR);
    for (int stream = 0; stream < 3; stream++)
        dup2(end, stream);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    signal(SIGINT, SIG_DFL); /* jobs in the background have it ignored */
    execv(getenv("CASTELLAN"), arguments);
    _exit(127);
}

static void launch(const char *term, char *const arguments[]) {
    TEST_ASSERT_NOT_NULL_MESSAGE(getenv("CASTELLAN"), "CASTELLAN must be the path of the engine");
    terminal = posix_openpt(O_RDWR | O_NOCTTY);
    TEST_ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    seen_length = looked_at = 0;
    seen[0] = '\0';
    setenv("TERM", term, 1);
    child = fork();
    TEST_ASSERT_TRUE(child >= 0);
    if (child == 0)
        exec_engine(ptsname(terminal), arguments);
}

/* Reads on until the text has come, after all that was awaited before. */
static void await(const char *text) {
    const char *found;
    while ((found = strstr(seen + looked_at, text)) == NULL) {
        struct pollfd input = {terminal, POLLIN, 0};
        TEST_ASSERT_TRUE_MESSAGE(poll(&input, 1, PATIENCE_MS) > 0, text);
        ssize_t count = read(terminal, seen + seen_length, sizeof seen - 1 - seen_length);
        if (count <= 0)
            TEST_ASSERT_EQUAL_STRING(text, seen + looked_at);
        seen_length += (size_t)count;
        seen[seen_length] = '\0';
    }
    looked_at = (size_t)(found - seen) + strlen(text);
}

static void type(const char *text) {
    TEST_ASSERT_EQUAL_INT((int)strlen(text), (int)write(terminal, text, strlen(text)));
}

/* The status with which the engine ends, or minus the signal that ends it. */
static int ending(void) {
    int status = 0;
    /* On some systems a process ends only when its terminal has been read out. */
    struct pollfd input = {terminal, POLLIN, 0};
    while (poll(&input, 1, PATIENCE_MS) > 0 && read(terminal, seen, sizeof seen - 1) > 0)
        continue;
    waitpid(child, &status, 0);
    child = 0;
    close(terminal);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void tearDown(void) {
    if (child > 0) {
        kill(child, SIGKILL);
        ending();
    }
}

static void test_questions_and_a_game(void) {
    launch("xterm", (char *[]){"castellan", "play", "--fen", MATE_IN_ONE, NULL});
    await("Your colour: white, black or random? [white] ");
    type("\n");
    await("Engine's strength: Elo 1200 to 2800, or full? [1600] ");
    type("9\n");
    await("'9' is not a strength: an Elo from 1200 to 2800, or full.\r\n");
    type("full\n");
    await("Clock: minutes, minutes+seconds a move, or none? [none] ");
    type("5+3\n");
    await("\033[H\033[2J");
    await("5:00");
    await("Your move: ");
    type("Qg7\n");
    await(" ♛ ");
    await("Checkmate: White wins, 1-0.\r\n");
    await("> ");
    type("quit\n");
    TEST_ASSERT_EQUAL_INT(0, ending());
}

static void test_dumb_terminal(void) {
    launch("dumb",
           (char *[]){"castellan", "play", "--colour", "black", "--full", "--nodes", "900", NULL});
    await(" 8  r  n  b  k  q  b  n  r");
    await("Castellan plays 1. ");
    await("Your move: ");
    TEST_ASSERT_NULL(strchr(seen, '\033'));
    type("\004");
    TEST_ASSERT_EQUAL_INT(0, ending());
}

static void test_end_of_input_at_a_question(void) {
    launch("xterm", (char *[]){"castellan", "play", NULL});
    await("[white] ");
    type("\004");
    TEST_ASSERT_EQUAL_INT(0, ending());
}

/* At the prompt, and while the engine would think for an hour. */
static void test_interrupt(void) {
    static char *const ARGUMENTS[] = {"castellan", "play",       "--colour", "white",
                                      "--full",    "--movetime", "900",      NULL};
    launch("xterm", ARGUMENTS);
    await("Your move: ");
    type("\003");
    TEST_ASSERT_EQUAL_INT(0, ending());
    launch("xterm", ARGUMENTS);
    await("Your move: ");
    type("e4\n");
    await("Castellan is thinking");
    await("\rCastellan is thinking");
    type("\003");
    TEST_ASSERT_EQUAL_INT(0, ending());
}

static void test_time_runs_out_while_nobody_types(void) {
    launch("xterm",
           (char *[]){"castellan", "play", "--colour", "white", "--full", "--time", "0.005", NULL});
    await("White has no time left: Black wins, 0-1.");
    await("> ");
    type("\004");
    TEST_ASSERT_EQUAL_INT(0, ending());
}

int main(void) {
    UNITY_BEGIN();
    RUN_TEST(test_questions_and_a_game);
    RUN_TEST(test_dumb_terminal);
    RUN_TEST(test_end_of_input_at_a_question);
    RUN_TEST(test_interrupt);
    RUN_TEST(test_time_runs_out_while_nobody_types);
    return UNITY_END();
}

#endif
