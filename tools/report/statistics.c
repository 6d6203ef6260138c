#include "statistics.h"

#include <math.h>

/* Standard deviations on either side of the mean that hold 95 % of a normal distribution. */
static const double DEVIATIONS = 1.959963984540054;

static double score_of_class(const Outcomes *outcomes, int index) {
    return (double)index / (outcomes->classes - 1);
}

uint64_t outcomes_total(const Outcomes *outcomes) {
    uint64_t total = 0;
    for (int i = 0; i < outcomes->classes; i++)
        total += outcomes->count[i];
    return total;
}

/* ---- Elo ---- */

double elo_of_score(double score) {
    if (score <= 0.0)
        return -INFINITY;
    return score >= 1.0 ? INFINITY : 400.0 * log10(score / (1.0 - score));
}

double score_of_elo(double elo) {
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

static double mean_of(const Outcomes *outcomes) {
    double sum = 0.0;
    for (int i = 0; i < outcomes->classes; i++)
        sum += (double)outcomes->count[i] * score_of_class(outcomes, i);
    return sum / (double)outcomes_total(outcomes);
}

/* The mean of the squared distances from `centre`. */
static double spread_around(const Outcomes *outcomes, double centre) {
    double sum = 0.0;
    for (int i = 0; i < outcomes->classes; i++) {
        double distance = score_of_class(outcomes, i) - centre;
        sum += (double)outcomes->count[i] * distance * distance;
    }
    return sum / (double)outcomes_total(outcomes);
}

/* The spread is taken around one half, as it would be between equals, so that a few wins in a row
 * are not yet a certainty. For single games this is the usual (wins - losses) / sqrt(wins +
 * losses). */
static double superiority_of(const Outcomes *outcomes) {
    double spread = spread_around(outcomes, 0.5);
    if (spread <= 0.0)
        return 0.5;
    double results = (double)outcomes_total(outcomes);
    double deviations = (mean_of(outcomes) - 0.5) / sqrt(spread / results);
    return 0.5 * erfc(-deviations / sqrt(2.0));
}

Estimate estimate_of(const Outcomes *outcomes) {
    double score = mean_of(outcomes), variance = spread_around(outcomes, score);
    double error = DEVIATIONS * sqrt(variance / (double)outcomes_total(outcomes));
    Estimate estimate = {
        .score = score,
        .score_error = variance > 0.0 ? error : INFINITY,
        .elo = elo_of_score(score),
        .superiority = superiority_of(outcomes),
    };
    estimate.elo_low = elo_of_score(score - estimate.score_error);
    estimate.elo_high = elo_of_score(score + estimate.score_error);
    estimate.elo_error = (estimate.elo_high - estimate.elo_low) / 2.0;
    return estimate;
}

/* ---- The sequential test ---- */

double sprt_lower_bound(const Sprt *sprt) {
    return log(sprt->beta / (1.0 - sprt->alpha));
}

double sprt_upper_bound(const Sprt *sprt) {
    return log((1.0 - sprt->beta) / sprt->alpha);
}

Verdict sprt_verdict(const Sprt *sprt, double llr) {
    if (llr >= sprt_upper_bound(sprt))
        return SPRT_H1;
    return llr <= sprt_lower_bound(sprt) ? SPRT_H0 : SPRT_OPEN;
}

/* Shares of the results. What has not been seen yet is not impossible, so that every class has a
 * little: too little to matter as soon as something is there. */
static void find_shares(const Outcomes *outcomes, double shares[PAIR_CLASSES]) {
    static const double LEAST = 1e-3;
    double total = 0.0;
    for (int i = 0; i < outcomes->classes; i++) {
        shares[i] = fmax((double)outcomes->count[i], LEAST);
        total += shares[i];
    }
    for (int i = 0; i < outcomes->classes; i++)
        shares[i] /= total;
}

/* Of all distributions whose mean is `mean`, the one under which the results are likeliest gives
 * class i the share p_i / (1 + x * (a_i - mean)), p_i being its share of the results and a_i its
 * score. This finds the multiplier x, for which sum p_i * (a_i - mean) / (1 + x * (a_i - mean))
 * is 0; the sum falls all the way between the two poles. */
static double find_multiplier(const Outcomes *outcomes, const double *shares, double mean) {
    double low = -1.0 / (1.0 - mean), high = 1.0 / mean;
    enum { HALVINGS = 100 };
    for (int step = 0; step < HALVINGS; step++) {
        double x = (low + high) / 2.0, sum = 0.0;
        for (int i = 0; i < outcomes->classes; i++) {
            double distance = score_of_class(outcomes, i) - mean;
            sum += shares[i] * distance / (1.0 + x * distance);
        }
        if (sum > 0.0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2.0;
}

double sprt_llr(const Sprt *sprt, const Outcomes *outcomes) {
    uint64_t total = outcomes_total(outcomes);
    double shares[PAIR_CLASSES], mean0 = score_of_elo(sprt->elo0), mean1 = score_of_elo(sprt->elo1);
    if (total == 0)
        return 0.0;
    find_shares(outcomes, shares);
    double x0 = find_multiplier(outcomes, shares, mean0);
    double x1 = find_multiplier(outcomes, shares, mean1), sum = 0.0;
    for (int i = 0; i < outcomes->classes; i++) {
        double score = score_of_class(outcomes, i);
        sum += shares[i] * log((1.0 + x0 * (score - mean0)) / (1.0 + x1 * (score - mean1)));
    }
    return (double)total * sum;
}
