/* Test suites: has the engine search the positions of EPD files and compares what it plays with
 * what they ask for. `castellan epd` at the shell. */
#ifndef CASTELLAN_SUITE_H
#define CASTELLAN_SUITE_H

#include "epd.h"

/* What a search came to. */
typedef struct SuiteAnswer {
    Move move;
    Score score;
    int depth;
} SuiteAnswer;

typedef struct SuiteVerdict {
    bool is_solved;
    int points, most_points; /* of c0; both 0 where it gives none */
} SuiteVerdict;

/* Whether the line asks for anything that can be tested, its points included; otherwise returns
 * false with the reason. */
bool suite_is_test(const Epd *epd, Reason *reason);

/* Solved when everything holds that the line asks for: a move of bm, none of am, a mate within dm
 * moves. Where it gives only points, the move must have the most. */
SuiteVerdict suite_judge(const Epd *epd, const SuiteAnswer *answer);

/* What is asked for, in words, such as "Nf3 or d4"; cut off where it does not fit. */
void suite_describe(const Epd *epd, char *text, size_t size);

/* The exit status of `suite_main`. */
enum { SUITE_ALL_SOLVED = 0, SUITE_SOME_FAILED = 1, SUITE_WRONG = 2 };

/* Carries out the command line that begins with the word epd, prints the failures and the score.
 * SUITE_WRONG, before anything is searched, for a command line that makes no sense, a file that
 * cannot be read, and where there is nothing to test. Ends the program after `--help` and for
 * arguments that make no sense. */
int suite_main(int argc, char **argv);

#endif
