#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "html.h"
#include "page_style.h"
#include "timeline.h"

/* Whether there is only one opponent, so that its numbers are also those of the whole. */
static bool is_duel(const Record *record) {
    return record->player_count == 2;
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* ---- Head ---- */

static void write_title(FILE *output, const Page *page, const char *against) {
    const Record *record = page->record;
    if (page->title != NULL) {
        html_text(output, page->title);
        return;
    }
    html_text(output, record->players[0].name);
    fputs(against, output);
    if (is_duel(record))
        html_text(output, record->players[1].name);
    else
        fprintf(output, "%zu engines", record->player_count - 1);
}

static void write_head(FILE *output, const Page *page) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          output);
    write_title(output, page, " against ");
    fputs("</title>\n<style>\n", output);
    for (size_t i = 0; i < sizeof STYLE / sizeof *STYLE; i++)
        fprintf(output, "%s\n", STYLE[i]);
    fputs("</style>\n</head>\n<body>\n<main>\n", output);
}

static void write_heading(FILE *output, const Page *page) {
    const Record *record = page->record;
    fprintf(output, "<div class=\"over\">%s</div>\n<h1>",
            page->sprt != NULL ? "Sequential test" : "Match report");
    write_title(output, page, " <i>against</i> ");
    fprintf(output, "</h1>\n<p class=\"note\">%zu game%s", record->game_count,
            plural(record->game_count));
    if (page->note != NULL) {
        fputs(" &middot; ", output);
        html_text(output, page->note);
    }
    if (record->first_date[0] != '\0') {
        fputs(" &middot; ", output);
        html_text(output, record->first_date);
    }
    if (strcmp(record->first_date, record->last_date) != 0) {
        fputs(" to ", output);
        html_text(output, record->last_date);
    }
    fputs("</p>\n", output);
}

/* ---- The numbers that count ---- */

static void write_elo(FILE *output, double elo) {
    html_signed(output, elo, fabs(elo) < 99.95 ? 1 : 0);
}

static void write_error(FILE *output, double error) {
    if (isfinite(error))
        fprintf(output, "&plusmn;&#8239;%.*f", error < 99.95 ? 1 : 0, error);
    else
        fputs("&plusmn;&#8239;?", output);
}

/* A tile begins with its name and its number, and may go on. */
static void write_elo_tile(FILE *output, const Player *hero) {
    const Outcomes *outcomes = player_outcomes(hero);
    Estimate estimate = estimate_of(outcomes);
    fputs("<div class=\"tile\"><b>Elo difference</b><strong>", output);
    write_elo(output, estimate.elo);
    fputs("</strong><span>", output);
    write_error(output, estimate.elo_error);
    fputs("</span><em>", output);
    if (outcomes == &hero->pairs)
        write_error(output, estimate_of(&hero->games).elo_error);
    fprintf(output, "%s</em></div>\n",
            outcomes == &hero->pairs ? " taken singly" : "by single games");
}

static void write_llr_tile(FILE *output, const Sprt *sprt, const Outcomes *outcomes) {
    static const char *const PILLS[] = {
        [SPRT_OPEN] = "<i class=\"pill\">undecided</i>",
        [SPRT_H0] = "<i class=\"pill bad\">H0 accepted</i>",
        [SPRT_H1] = "<i class=\"pill good\">H1 accepted</i>",
    };
    double llr = sprt_llr(sprt, outcomes);
    fputs("<div class=\"tile\"><b>Test, LLR</b><strong>", output);
    html_signed(output, llr, 2);
    fprintf(output, "</strong><em>%s</em></div>\n", PILLS[sprt_verdict(sprt, llr)]);
}

static void write_tiles(FILE *output, const Page *page) {
    const Player *hero = &page->record->players[0];
    const Outcomes *outcomes = player_outcomes(hero);
    double games = (double)outcomes_total(&hero->games), score = estimate_of(&hero->games).score;
    fputs("<div class=\"tiles\">\n", output);
    write_elo_tile(output, hero);
    fprintf(output,
            "<div class=\"tile\"><b>Score</b><strong>%.1f</strong><span>%%</span>"
            "<em>%.1f of %.0f points</em></div>\n",
            100.0 * score, score * games, games);
    fprintf(output,
            "<div class=\"tile\"><b>Superiority, LOS</b><strong>%.1f</strong><span>%%</span>"
            "<em>%.1f %% drawn</em></div>\n",
            100.0 * estimate_of(outcomes).superiority,
            100.0 * (double)hero->games.count[1] / games);
    if (page->sprt != NULL)
        write_llr_tile(output, page->sprt, outcomes);
    fputs("</div>\n", output);
}

/* ---- Wins, draws and losses ---- */

static void write_bar(FILE *output, const Outcomes *games) {
    static const char CLASSES[] = "ldw";
    fputs("<div class=\"bar\">", output);
    for (int i = GAME_CLASSES - 1; i >= 0; i--)
        if (games->count[i] > 0)
            fprintf(output, "<i class=\"%c\" style=\"flex:%" PRIu64 "\"></i>", CLASSES[i],
                    games->count[i]);
    fputs("</div>", output);
}

static void write_results(FILE *output, const Outcomes *games) {
    fputs("<section>\n", output);
    write_bar(output, games);
    fprintf(output,
            "\n<ul class=\"key\"><li><i class=\"w\"></i><b>%" PRIu64 "</b> won</li>"
            "<li><i class=\"d\"></i><b>%" PRIu64 "</b> drawn</li>"
            "<li><i class=\"l\"></i><b>%" PRIu64 "</b> lost</li></ul>\n</section>\n",
            games->count[2], games->count[1], games->count[0]);
}

static void write_pairs(FILE *output, const Outcomes *pairs) {
    static const char *const NAMES[PAIR_CLASSES] = {"0", "&frac12;", "1", "1&frac12;", "2"};
    static const char CLASSES[PAIR_CLASSES + 1] = "lldww";
    enum { TALLEST = 84 };
    double most = 1.0;
    for (int i = 0; i < PAIR_CLASSES; i++)
        most = fmax(most, (double)pairs->count[i]);
    fprintf(output,
            "<section><h2>Points from each opening<small>%" PRIu64
            " pair%s of games, one with either colour</small></h2>\n<div class=\"pairs\">\n",
            outcomes_total(pairs), plural(outcomes_total(pairs)));
    for (int i = 0; i < PAIR_CLASSES; i++)
        fprintf(output,
                "<div><b>%" PRIu64 "</b><i class=\"%c\" style=\"height:%.0fpx\"></i>"
                "<span>%s</span></div>\n",
                pairs->count[i], CLASSES[i], TALLEST * (double)pairs->count[i] / most, NAMES[i]);
    fputs("</div></section>\n", output);
}

/* ---- Plots ---- */

static void label_percent(FILE *output, double y) {
    fprintf(output, "%g %%", y);
}

static void label_elo(FILE *output, double y) {
    double elo = elo_of_score(y / 100.0);
    if (fabs(elo) < 0.5)
        fputc('0', output);
    else if (isfinite(elo))
        html_signed(output, elo, 0);
}

static void label_number(FILE *output, double y) {
    if (y < 0.0)
        fputs("&minus;", output);
    fprintf(output, "%g", fabs(y));
}

/* The range from 50 % to the whole band, except for the first games, which scatter widely. */
static void fit_score_range(Plot *plot) {
    static const double UNSETTLED = 0.12, AIR = 1.0;
    double from = UNSETTLED * plot->points[plot->point_count - 1].x;
    plot->y_low = plot->y_high = 50.0;
    for (int i = 0; i < plot->point_count; i++)
        if (plot->points[i].x >= from) {
            plot->y_low = fmin(plot->y_low, plot->points[i].low - AIR);
            plot->y_high = fmax(plot->y_high, plot->points[i].high + AIR);
        }
    plot->y_low = fmax(plot->y_low, 0.0);
    plot->y_high = fmin(plot->y_high, 100.0);
}

static void write_score_plot(FILE *output, const Record *record) {
    static const PlotMark EVEN = {50.0, NULL};
    Timeline timeline;
    timeline_of_score(&timeline, record);
    if (timeline.count == 0)
        return;
    Plot plot = {
        .description = "Score with its error band, game by game",
        .points = timeline.points,
        .point_count = timeline.count,
        .marks = &EVEN,
        .mark_count = 1,
        .left_label = label_percent,
        .right_label = label_elo,
    };
    fit_score_range(&plot);
    fputs("<section><h2>Score as it developed<small>percent on the left, Elo on the right, "
          "games below; 95 % band</small></h2>\n",
          output);
    plot_write(output, &plot);
    fputs("</section>\n", output);
}

static void write_llr_plot(FILE *output, const Record *record, const Sprt *sprt) {
    static const double AIR = 0.8;
    const PlotMark marks[] = {{sprt_upper_bound(sprt), "H1 accepted"},
                              {sprt_lower_bound(sprt), "H0 accepted"},
                              {0.0, NULL}};
    Timeline timeline;
    timeline_of_llr(&timeline, record, sprt);
    if (timeline.count == 0)
        return;
    Plot plot = {
        .description = "Log-likelihood ratio, game by game",
        .points = timeline.points,
        .point_count = timeline.count,
        .marks = marks,
        .mark_count = 3,
        .y_low = marks[1].y - AIR,
        .y_high = marks[0].y + AIR,
        .left_label = label_number,
    };
    for (int i = 0; i < timeline.count; i++) {
        plot.y_low = fmin(plot.y_low, timeline.points[i].y);
        plot.y_high = fmax(plot.y_high, timeline.points[i].y);
    }
    fprintf(output,
            "<section><h2>Log-likelihood ratio<small>Elo %g (H0) against %g (H1): the test ends "
            "where it leaves the bounds</small></h2>\n",
            sprt->elo0, sprt->elo1);
    plot_write(output, &plot);
    fputs("</section>\n", output);
}

/* ---- Tables ---- */

static void write_opponent(FILE *output, const Player *opponent) {
    Estimate estimate = estimate_of(player_outcomes(opponent));
    Estimate single = estimate_of(&opponent->games);
    fputs("<tr><td>", output);
    html_text(output, opponent->name);
    fprintf(output, "</td><td>%" PRIu64 "</td><td>", outcomes_total(&opponent->games));
    write_bar(output, &opponent->games);
    fprintf(output,
            "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%.1f %%</td><td>",
            opponent->games.count[2], opponent->games.count[1], opponent->games.count[0],
            100.0 * single.score);
    write_elo(output, estimate.elo);
    fputs("</td><td>", output);
    write_error(output, estimate.elo_error);
    fputs("</td></tr>\n", output);
}

static void write_opponents(FILE *output, const Record *record) {
    fputs("<section><h2>Opponents</h2><div class=\"wide\"><table>\n<tr><th>Engine</th>"
          "<th>Games</th><th></th><th>Won</th><th>Drawn</th><th>Lost</th><th>Score</th>"
          "<th>Elo</th><th>95 %</th></tr>\n",
          output);
    for (size_t i = 1; i < record->player_count; i++)
        write_opponent(output, &record->players[i]);
    fputs("</table></div></section>\n", output);
}

static void write_average(FILE *output, double sum, uint64_t count, int decimals) {
    if (count == 0)
        fputs("<td class=\"zero\">&ndash;</td>", output);
    else
        fprintf(output, "<td>%.*f</td>", decimals, sum / (double)count);
}

static void write_engine(FILE *output, const Player *player) {
    fputs("<tr><td>", output);
    html_text(output, player->name);
    fputs("</td>", output);
    write_average(output, (double)player->depths, player->moves, 1);
    write_average(output, player->seconds, player->timed_moves, 3);
    for (int i = END_FIRST_FAULT; i < END_NB; i++)
        fprintf(output, "<td class=\"%s\">%" PRIu64 "</td>",
                player->losses[i] > 0 ? "fault" : "zero", player->losses[i]);
    fputs("</tr>\n", output);
}

static void write_engines(FILE *output, const Record *record) {
    fprintf(output,
            "<section><h2>Conduct<small>%" PRIu64 " game%s ended on the board, %" PRIu64
            " adjudicated</small></h2><div class=\"wide\"><table>\n<tr><th>Engine</th>"
            "<th>Depth</th><th>Seconds a move</th>",
            record->ends[END_ON_BOARD], plural(record->ends[END_ON_BOARD]),
            record->ends[END_ADJUDICATED]);
    for (int i = END_FIRST_FAULT; i < END_NB; i++)
        fprintf(output, "<th>%c%s</th>", END_NAMES[i][0] - 'a' + 'A', END_NAMES[i] + 1);
    fputs("</tr>\n", output);
    for (size_t i = 0; i < record->player_count; i++)
        write_engine(output, &record->players[i]);
    fputs("</table></div></section>\n", output);
}

static void write_foot(FILE *output, const Page *page) {
    fputs("<footer><details><summary>How these numbers are made</summary>\n"
          "<p>Elo is logistic: a difference of <i>e</i> is an expected score of "
          "1 / (1 + 10<sup>&minus;e/400</sup>). Errors are 1.96 standard errors of the mean. Where "
          "openings are played with both colours, each pair of games is one result with five "
          "values, which takes the opening out of the error.</p>\n",
          output);
    if (page->sprt != NULL)
        fprintf(
            output,
            "<p>The test is Wald&rsquo;s sequential probability ratio test in the generalised "
            "form that Michel Van den Bergh worked out for chess: LLR = N &Sigma; p&#770; ln "
            "(p&#8321; / p&#8320;), where p&#8320; and p&#8321; are the likeliest distributions "
            "with the means of Elo %g and %g. It errs with a probability of %g (H1 though H0 is "
            "true) and %g (H0 though H1 is true).</p>\n",
            page->sprt->elo0, page->sprt->elo1, page->sprt->alpha, page->sprt->beta);
    fputs("</details></footer>\n</main>\n</body>\n</html>\n", output);
}

bool page_write(FILE *output, const Page *page) {
    const Record *record = page->record;
    const Player *hero = &record->players[0];
    write_head(output, page);
    write_heading(output, page);
    write_tiles(output, page);
    write_results(output, &hero->games);
    write_score_plot(output, record);
    if (page->sprt != NULL)
        write_llr_plot(output, record, page->sprt);
    if (!is_duel(record))
        write_opponents(output, record);
    if (player_outcomes(hero) == &hero->pairs)
        write_pairs(output, &hero->pairs);
    write_engines(output, record);
    write_foot(output, page);
    return fflush(output) == 0 && !ferror(output);
}
