/* The state of games that a person plays against the engine, and what happens in their course;
 * private to the module. */
#ifndef CASTELLAN_PLAY_SESSION_H
#define CASTELLAN_PLAY_SESSION_H

#include "platform.h"
#include "play.h"
#include "play_pgn.h"
#include "random.h"
#include "thinker.h"

enum {
    PLAY_FRAME_MS = 100, /* between two looks at what goes on */
    PLAY_NAME_SIZE = 64,
};

typedef struct Play {
    const PlayOptions *options;
    const PlayStreams *streams;
    FILE *out;
    Thinker *opponent, *adviser; /* the latter is made when it is first asked */
    PlayGame game;
    Colour person;
    bool is_flipped;
    uint64_t turn_began_ns; /* the person's */
    Random random;
    bool is_leaving;
    bool has_failed; /* a game could not be written */
    char engine_name[PLAY_NAME_SIZE];
} Play;

static inline bool play_is_over(const Play *play) {
    return play->game.end != PLAY_GOES_ON;
}

/* The person's clock runs from now on. */
static inline void play_start_turn(Play *play) {
    play->turn_began_ns = platform_now_ns();
}

static inline int64_t play_turn_ms(const Play *play) {
    return (int64_t)((platform_now_ns() - play->turn_began_ns) / 1000000);
}

/* Begins a game with the settings of the options, the person having this colour. */
void play_begin_game(Play *play, PlayColour colour);

/* Writes the game at hand where the options say so, if it has any move. */
void play_keep_game(Play *play);

void play_draw(const Play *play);

/* Draws the board for the last time and says how the game has ended. */
void play_show_end(const Play *play);

/* Says that the game is over, if it is, and what can be done then; returns whether it is. */
bool play_refuse_if_over(const Play *play);

/* The engine thinks and moves; the person makes a legal move. Either may end the game. */
void play_take_engines_turn(Play *play);
void play_take_persons_turn(Play *play, Move move);

/* What the engine thinks of the position at its full strength, however weak the opponent is. False
 * when there is no thought; then the game is left. */
bool play_take_advice(Play *play, Thought *thought);

/* A score of the side to move as White's; SCORE_NONE stays what it is. */
Score play_score_for_white(const Play *play, Score score);

PlayPlayers play_players(const Play *play);

#endif
