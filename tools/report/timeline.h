/* How a match developed: what its results said after so many games. */
#ifndef CASTELLAN_TIMELINE_H
#define CASTELLAN_TIMELINE_H

#include "plot.h"
#include "record.h"

/* More would not be seen. */
enum { TIMELINE_MAX = 300 };

typedef struct Timeline {
    PlotPoint points[TIMELINE_MAX];
    int count;
} Timeline;

/* The hero's score in percent with its error band. */
void timeline_of_score(Timeline *timeline, const Record *record);

/* The log-likelihood ratio of the test. */
void timeline_of_llr(Timeline *timeline, const Record *record, const Sprt *sprt);

#endif
