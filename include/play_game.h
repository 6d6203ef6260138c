/* A game between a person and the engine: its moves with what the engine thought of them, its
 * clocks, and how it ended. Owns its memory; knows neither players nor screens. */
#ifndef CASTELLAN_PLAY_GAME_H
#define CASTELLAN_PLAY_GAME_H

#include "game.h"
#include "pgn.h"
#include "play_clock.h"
#include "san.h"

typedef enum PlayEnd {
    PLAY_GOES_ON,
    PLAY_MATE,
    PLAY_STALEMATE,
    PLAY_REPETITION,
    PLAY_FIFTY_MOVES,
    PLAY_DEAD_POSITION,
    PLAY_RESIGNATION,
    PLAY_AGREEMENT,
    PLAY_TIME,
} PlayEnd;

typedef struct PlayPly {
    Move move;
    char san[SAN_SIZE];
    Score score;     /* after the move, for White; SCORE_NONE where it is not known */
    PlayClock clock; /* after the move */
} PlayPly;

typedef struct PlayGame {
    Position start;
    PlayClock first_clock; /* as it stood at the start */
    bool is_chess960;

    Game now;
    PlayClock clock;
    PlayPly *plies;
    size_t ply_count, ply_capacity;
    PlayEnd end;
    PgnResult result; /* PGN_UNKNOWN while the game goes on */
} PlayGame;

enum { PLAY_END_SIZE = 128 };

/* Begins a game, which may be over at once. Call on a zeroed PlayGame first; later calls begin
 * anew. */
void play_game_begin(PlayGame *game, const Position *start, PlayClock clock, bool is_chess960);
void play_game_free(PlayGame *game);

static inline Colour play_game_side(const PlayGame *game) {
    return position_side(&game->now.position);
}

/* Plays a legal move and sees whether that ends the game; false, with nothing changed, when memory
 * runs out. The clock that stands now is noted. */
bool play_game_add(PlayGame *game, Move move);

/* Takes the last moves back, and the end of the game with them; the clocks show what they showed
 * then. False when memory runs out. */
bool play_game_take_back(PlayGame *game, size_t plies);

/* Says what the position after the last move is worth for White, and the one before too. */
void play_game_note_scores(PlayGame *game, Score after_last, Score before_last);

/* Ends that are declared rather than reached on the board. */
void play_game_resign(PlayGame *game, Colour loser);
void play_game_agree(PlayGame *game);
void play_game_lose_on_time(PlayGame *game, Colour loser);

/* Whether a player should accept a draw: some moves have been played, and the last that is known
 * of the score does not make the player's side better. */
bool play_game_is_draw_welcome(const PlayGame *game, Colour side);

/* One sentence on how the game ended. */
void play_game_print_end(const PlayGame *game, char text[PLAY_END_SIZE]);

/* "White" or "Black". */
const char *play_colour_name(Colour colour);

#endif
