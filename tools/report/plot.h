/* A curve with an error band as inline SVG. Colours and fonts come from the page's style sheet. */
#ifndef CASTELLAN_PLOT_H
#define CASTELLAN_PLOT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct PlotPoint {
    double x, y, low, high; /* the band is from low to high; equal where there is none */
} PlotPoint;

/* A line across the plot; a label of NULL leaves only the line. */
typedef struct PlotMark {
    double y;
    const char *label;
} PlotMark;

/* Writes what stands beside the grid line at y. */
typedef void PlotLabel(FILE *output, double y);

typedef struct Plot {
    const char *description; /* for those who cannot see it */
    const PlotPoint *points; /* at least one, x rising */
    int point_count;
    const PlotMark *marks;
    int mark_count;
    double y_low, y_high;                /* the range shown */
    PlotLabel *left_label, *right_label; /* the latter may be NULL */
} Plot;

void plot_write(FILE *output, const Plot *plot);

/* The distance between grid lines, 1, 2 or 5 times a power of ten, that gives a range at most
 * `lines` steps. */
double plot_step(double range, int lines);

#endif
