#include "info.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "notation.h"

/* A score of WIN_MIDPOINT wins every other game; WIN_SPREAD says how sharply that changes. Fitted
 * to the scores and results of games between versions of the engine. */
static const double WIN_MIDPOINT = 144.0, WIN_SPREAD = 86.0;

static int winning_chance(Score score) {
    return (int)(0.5 + 1000.0 / (1.0 + exp((WIN_MIDPOINT - (double)score) / WIN_SPREAD)));
}

Chances info_chances(Score score) {
    if (score_is_mate(score))
        return score > 0 ? (Chances){1000, 0, 0} : (Chances){0, 0, 1000};
    int win = winning_chance(score), loss = winning_chance(-score);
    return (Chances){win, 1000 - win - loss, loss};
}

static void append_score(Writer *w, const SearchReport *report, InfoStyle style) {
    if (score_is_mate(report->score))
        writer_append(w, " score mate %d", score_mate_moves(report->score));
    else
        writer_append(w, " score cp %d", report->score);
    if (report->bound == BOUND_LOWER)
        writer_append(w, " lowerbound");
    else if (report->bound == BOUND_UPPER)
        writer_append(w, " upperbound");
    if (style.show_wdl) {
        Chances chances = info_chances(report->score);
        writer_append(w, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
}

void info_format_report(const SearchReport *report, const EngineProgress *now, InfoStyle style,
                        char text[INFO_SIZE]) {
    Writer w = {text, INFO_SIZE, 0};
    int64_t time = now->milliseconds > 0 ? now->milliseconds : 1;
    writer_append(&w, "info depth %d seldepth %d multipv %d", report->depth, report->seldepth,
                  report->line);
    append_score(&w, report, style);
    writer_append(&w, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits 0 time %" PRId64,
                  now->nodes, now->nodes * 1000 / (uint64_t)time, now->permille_full,
                  now->milliseconds);
    for (int i = 0; i < report->pv_length; i++) {
        char move[MOVE_TEXT_SIZE];
        notation_print_uci(report->pv[i], style.chess960, move);
        writer_append(&w, i == 0 ? " pv %s" : " %s", move);
    }
    writer_append(&w, "\n");
}

void info_format_current_move(Move move, int number, InfoStyle style, char text[INFO_SIZE]) {
    char move_text[MOVE_TEXT_SIZE];
    notation_print_uci(move, style.chess960, move_text);
    snprintf(text, INFO_SIZE, "info currmove %s currmovenumber %d\n", move_text, number);
}

void info_format_book_move(const EngineBookMove *book_move, InfoStyle style, char text[INFO_SIZE]) {
    char move_text[MOVE_TEXT_SIZE];
    notation_print_uci(book_move->move, style.chess960, move_text);
    snprintf(text, INFO_SIZE, "info string book move %s, %d%% by weight, moves in the book: %d\n",
             move_text, book_move->percent, book_move->count);
}

void info_format_best_move(Move best, Move ponder, InfoStyle style, char text[INFO_SIZE]) {
    Writer w = {text, INFO_SIZE, 0};
    char move[MOVE_TEXT_SIZE];
    if (best == MOVE_NONE) {
        writer_append(&w, "bestmove (none)\n");
        return;
    }
    notation_print_uci(best, style.chess960, move);
    writer_append(&w, "bestmove %s", move);
    if (ponder != MOVE_NONE) {
        notation_print_uci(ponder, style.chess960, move);
        writer_append(&w, " ponder %s", move);
    }
    writer_append(&w, "\n");
}
