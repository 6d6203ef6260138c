/* What results of games say about strength: Elo with its error, likelihood of superiority, and the
 * sequential test of one Elo difference against another. Pure functions without state.
 *
 * Elo is logistic: a difference of e is an expected score of 1 / (1 + 10^(-e / 400)). Errors are
 * those of a normal distribution at 95 %. The test is Wald's sequential probability ratio test, in
 * the generalised form that Michel Van den Bergh worked out for chess: what is compared is the
 * likelihood of the results under the likeliest distributions with one and the other mean. */
#ifndef CASTELLAN_STATISTICS_H
#define CASTELLAN_STATISTICS_H

#include <stdint.h>

/* Counts of results, worst first, whose scores go in even steps from 0 to 1. Single games have
 * three classes: loss, draw, win. Two games from one opening, one with either colour, are not
 * independent of each other; taken as one result they have five, and a smaller error. */
enum { GAME_CLASSES = 3, PAIR_CLASSES = 5 };

typedef struct Outcomes {
    int classes; /* GAME_CLASSES or PAIR_CLASSES */
    uint64_t count[PAIR_CLASSES];
} Outcomes;

uint64_t outcomes_total(const Outcomes *outcomes);

typedef struct Estimate {
    double score, score_error; /* from 0 to 1; the error is half the width of the 95 % interval */
    double elo;                /* of that score; infinite for all or nothing */
    double elo_low, elo_high;  /* of the interval's ends; infinite where they are out of range */
    double elo_error;          /* half of their distance */
    double superiority;        /* the likelihood that the true score is above one half */
} Estimate;

/* Of at least one result. Without any variation the error cannot be known: it is infinite. */
Estimate estimate_of(const Outcomes *outcomes);

/* Score to Elo and back. */
double elo_of_score(double score);
double score_of_elo(double elo);

/* Is the difference `elo1` rather than `elo0`? Accepting H1 where H0 is true has the probability
 * `alpha`, accepting H0 where H1 is true `beta`. */
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;

typedef enum Verdict { SPRT_OPEN, SPRT_H0, SPRT_H1 } Verdict;

double sprt_lower_bound(const Sprt *sprt); /* at or below it H0 is accepted */
double sprt_upper_bound(const Sprt *sprt); /* at or above it H1 is */

/* The logarithm of the ratio of the likelihoods of H1 and H0; 0 without results. */
double sprt_llr(const Sprt *sprt, const Outcomes *outcomes);

Verdict sprt_verdict(const Sprt *sprt, double llr);

#endif
