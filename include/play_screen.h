/* A game as it is shown: the board with the last move pointed out, the players with their clocks
 * and, where there is room, the last moves beside it. Pure. */
#ifndef CASTELLAN_PLAY_SCREEN_H
#define CASTELLAN_PLAY_SCREEN_H

#include "play_game.h"
#include "terminal.h"

typedef struct PlayScreen {
    TerminalStyle style;
    bool is_flipped;
    const char *names[COLOUR_NB];
} PlayScreen;

enum { PLAY_SCREEN_SIZE = 1 << 13 };

/* Lines of text, an empty one first. */
void play_screen_draw(const PlayScreen *screen, const PlayGame *game, char text[PLAY_SCREEN_SIZE]);

#endif
