#include "plot.h"

#include <math.h>

enum {
    WIDTH = 760,
    HEIGHT = 260,
    LEFT = 48,
    RIGHT = WIDTH - 48,
    TOP = 14,
    BOTTOM = HEIGHT - 32,
    LABEL_RISE = 4, /* from the middle of a digit down to its foot */
    LABEL_GAP = 8,  /* between the plot and what stands beside it */
    GRID_LINES = 6,
    GRID_COLUMNS = 8,
};

double plot_step(double range, int lines) {
    static const double STEPS[] = {1.0, 2.0, 5.0};
    double power = pow(10.0, floor(log10(range / lines)));
    for (int i = 0; i < 3; i++)
        if (STEPS[i] * power * lines >= range * (1.0 - 1e-9))
            return STEPS[i] * power;
    return 10.0 * power;
}

static double x_max(const Plot *plot) {
    return fmax(plot->points[plot->point_count - 1].x, 1.0);
}

static double place_x(const Plot *plot, double x) {
    return LEFT + x / x_max(plot) * (RIGHT - LEFT);
}

static double place_y(const Plot *plot, double y) {
    double share = (y - plot->y_low) / (plot->y_high - plot->y_low);
    return BOTTOM - fmin(fmax(share, 0.0), 1.0) * (BOTTOM - TOP);
}

/* ---- Grid ---- */

static void write_row(FILE *output, const Plot *plot, double value) {
    double y = place_y(plot, value);
    fprintf(output, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, RIGHT);
    fprintf(output, "<text class=\"end\" x=\"%d\" y=\"%.1f\">", LEFT - LABEL_GAP, y + LABEL_RISE);
    plot->left_label(output, value);
    if (plot->right_label != NULL) {
        fprintf(output, "</text><text x=\"%d\" y=\"%.1f\">", RIGHT + LABEL_GAP, y + LABEL_RISE);
        plot->right_label(output, value);
    }
    fputs("</text>\n", output);
}

static void write_grid(FILE *output, const Plot *plot) {
    double step = plot_step(plot->y_high - plot->y_low, GRID_LINES);
    /* The sum makes a zero of minus zero, which would be labelled so. */
    for (double i = ceil(plot->y_low / step - 1e-9) + 0.0; i * step <= plot->y_high + 1e-9 * step;
         i++)
        write_row(output, plot, i * step);
    double stride = fmax(plot_step(x_max(plot), GRID_COLUMNS), 1.0);
    for (double x = 0.0; x <= x_max(plot); x += stride)
        fprintf(output, "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%.0f</text>", place_x(plot, x),
                BOTTOM + 22, x);
    fputc('\n', output);
}

/* ---- Curve ---- */

static void write_band(FILE *output, const Plot *plot) {
    fputs("<path class=\"band\" d=\"", output);
    for (int i = 0; i < plot->point_count; i++)
        fprintf(output, "%c%.1f %.1f", i == 0 ? 'M' : 'L', place_x(plot, plot->points[i].x),
                place_y(plot, plot->points[i].high));
    for (int i = plot->point_count - 1; i >= 0; i--)
        fprintf(output, "L%.1f %.1f", place_x(plot, plot->points[i].x),
                place_y(plot, plot->points[i].low));
    fputs("Z\"/>\n", output);
}

static void write_curve(FILE *output, const Plot *plot) {
    const PlotPoint *last = &plot->points[plot->point_count - 1];
    fputs("<path class=\"curve\" d=\"", output);
    for (int i = 0; i < plot->point_count; i++)
        fprintf(output, "%c%.1f %.1f", i == 0 ? 'M' : 'L', place_x(plot, plot->points[i].x),
                place_y(plot, plot->points[i].y));
    fprintf(output, "\"/>\n<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
            place_x(plot, last->x), place_y(plot, last->y));
}

static void write_mark(FILE *output, const Plot *plot, const PlotMark *mark) {
    double y = place_y(plot, mark->y);
    fprintf(output, "<path class=\"mark\" d=\"M%d %.1fH%d\"/>", LEFT, y, RIGHT);
    /* On the outer side, where the curve does not come. */
    double foot = y < (TOP + BOTTOM) / 2.0 ? y - 6.0 : y + 16.0;
    if (mark->label != NULL)
        fprintf(output, "<text class=\"name\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT + LABEL_GAP,
                foot, mark->label);
    fputc('\n', output);
}

void plot_write(FILE *output, const Plot *plot) {
    fprintf(output, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", WIDTH, HEIGHT,
            plot->description);
    write_grid(output, plot);
    write_band(output, plot);
    for (int i = 0; i < plot->mark_count; i++)
        write_mark(output, plot, &plot->marks[i]);
    write_curve(output, plot);
    fputs("</svg>\n", output);
}
