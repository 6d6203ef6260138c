/* What a search tells, as lines of the UCI protocol. Pure: text in the caller's buffer. */
#ifndef CASTELLAN_INFO_H
#define CASTELLAN_INFO_H

#include "engine.h"

enum { INFO_SIZE = 4096 }; /* longest line with its end and terminator */

typedef struct InfoStyle {
    bool chess960, show_wdl;
} InfoStyle;

void info_format_report(const SearchReport *report, const EngineProgress *now, InfoStyle style,
                        char text[INFO_SIZE]);
void info_format_current_move(Move move, int number, InfoStyle style, char text[INFO_SIZE]);
void info_format_book_move(const EngineBookMove *book_move, InfoStyle style, char text[INFO_SIZE]);
void info_format_best_move(Move best, Move ponder, InfoStyle style, char text[INFO_SIZE]);

/* Chances in thousandths that add up to a thousand, for the side to move. */
typedef struct Chances {
    int win, draw, loss;
} Chances;
Chances info_chances(Score score);

#endif
