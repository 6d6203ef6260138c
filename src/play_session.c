#include "play_session.h"

#include <stdlib.h>

#include "platform.h"
#include "play_screen.h"
#include "version.h"

enum { ADVICE_MS = 1000 }; /* to think about a hint */

/* ---- Saying and showing ---- */

PlayPlayers play_players(const Play *play) {
    PlayPlayers players = {.elo = {0, 0}};
    players.names[play->person] = play->options->name;
    players.names[opponent(play->person)] = CASTELLAN_NAME " " CASTELLAN_VERSION;
    players.elo[opponent(play->person)] = play->options->elo;
    return players;
}

void play_draw(const Play *play) {
    char text[PLAY_SCREEN_SIZE];
    PlayScreen screen = {.style = play->streams->style, .is_flipped = play->is_flipped};
    screen.names[play->person] = play->options->name;
    screen.names[opponent(play->person)] = play->engine_name;
    play_screen_draw(&screen, &play->game, text);
    fprintf(play->out, "%s%s", screen.style.can_redraw ? "\033[H\033[2J" : "", text);
}

bool play_refuse_if_over(const Play *play) {
    if (play_is_over(play))
        fputs("The game is over: type new for another, undo to take back, or quit.\n", play->out);
    return play_is_over(play);
}

static void announce_end(const Play *play) {
    char text[PLAY_END_SIZE];
    play_game_print_end(&play->game, text);
    fprintf(play->out, "%s.\n", text);
    if (play->streams->is_interactive)
        play_refuse_if_over(play);
}

Score play_score_for_white(const Play *play, Score score) {
    return play_game_side(&play->game) == WHITE || score == SCORE_NONE ? score : -score;
}

/* ---- Thinking ---- */

static void show_thinking(const Play *play, const Thinker *thinker, int frame) {
    static const char *const DOTS[] = {"\u280B", "\u2819", "\u2839", "\u2838", "\u283C",
                                       "\u2834", "\u2826", "\u2827", "\u2807", "\u280F"};
    static const char *const BARS[] = {"|", "/", "-", "\\"};
    bool has_unicode = play->streams->style.has_unicode;
    fprintf(play->out, "\r" CASTELLAN_NAME " is thinking %s depth %d",
            has_unicode ? DOTS[frame % 10] : BARS[frame % 4], thinker_depth(thinker));
    fflush(play->out);
}

/* False when whoever waits has had enough. */
static bool wait_for(const Play *play, Thinker *thinker) {
    bool can_redraw = play->streams->style.can_redraw;
    if (!play->streams->is_interactive)
        return true;
    if (!can_redraw)
        fputs(CASTELLAN_NAME " is thinking.\n", play->out);
    fflush(play->out);
    for (int frame = 0; thinker_is_busy(thinker) && !platform_is_interrupted(); frame++) {
        if (can_redraw)
            show_thinking(play, thinker, frame);
        platform_sleep_ms(PLAY_FRAME_MS);
    }
    fputs(can_redraw ? "\r\033[K" : "", play->out);
    return !platform_is_interrupted();
}

/* False when there is no thought; then the game is left. */
static bool think(Play *play, Thinker *thinker, const GoRequest *request, Thought *thought) {
    fflush(play->out);
    if (thinker == NULL || !thinker_begin(thinker, &play->game.now, request)) {
        fputs("There is no memory or thread to think with.\n", play->out);
        play->is_leaving = play->has_failed = true;
        return false;
    }
    play->is_leaving = !wait_for(play, thinker);
    if (play->is_leaving) {
        thinker_stop(thinker);
        fputs("\n", play->out);
    }
    *thought = thinker_finish(thinker);
    return !play->is_leaving;
}

static GoRequest opponents_limits(const Play *play) {
    const PlayClock *clock = &play->game.clock;
    GoRequest request = {.nodes = (uint64_t)play->options->nodes};
    request.time.has_clock = clock->is_used;
    request.time.remaining = clock->left_ms[opponent(play->person)];
    request.time.increment = clock->increment_ms;
    request.time.has_move_time = !clock->is_used && request.nodes == 0;
    request.time.move_time = play->options->move_ms;
    return request;
}

bool play_take_advice(Play *play, Thought *thought) {
    GoRequest request = {.nodes = (uint64_t)play->options->nodes};
    request.time.has_move_time = request.nodes == 0;
    request.time.move_time = ADVICE_MS;
    if (play->adviser == NULL)
        play->adviser = thinker_create(PLAY_FULL_STRENGTH);
    return think(play, play->adviser, &request, thought);
}

/* ---- Turns ---- */

void play_show_end(const Play *play) {
    play_draw(play);
    announce_end(play);
}

/* Plays the move for the side whose turn it is; false when that ends the game, be it that the
 * move came too late. */
static bool make_move(Play *play, Move move, int64_t elapsed_ms) {
    PlayGame *game = &play->game;
    Colour side = play_game_side(game);
    if (!play_clock_charge(&game->clock, side, elapsed_ms)) {
        play_game_lose_on_time(game, side);
    } else if (!play_game_add(game, move)) {
        fputs("There is no memory for another move.\n", play->out);
        play->is_leaving = play->has_failed = true;
    }
    return !play_is_over(play);
}

static void print_last_move(const Play *play) {
    const PlayGame *game = &play->game;
    bool is_white = play_game_side(game) == BLACK;
    fprintf(play->out, CASTELLAN_NAME " plays %d%s %s.\n",
            game->now.position.fullmove_number - (is_white ? 0 : 1), is_white ? "." : "...",
            game->plies[game->ply_count - 1].san);
}

void play_take_engines_turn(Play *play) {
    GoRequest request = opponents_limits(play);
    Thought thought;
    if (!think(play, play->opponent, &request, &thought))
        return;
    Score score = play_score_for_white(play, thought.score),
          best = play_score_for_white(play, thought.best_score);
    size_t before = play->game.ply_count;
    make_move(play, thought.move, thought.elapsed_ms);
    play_draw(play);
    if (play->game.ply_count > before) {
        play_game_note_scores(&play->game, score, best);
        print_last_move(play);
    }
    if (play_is_over(play))
        announce_end(play);
    play_start_turn(play);
}

void play_take_persons_turn(Play *play, Move move) {
    if (make_move(play, move, play_turn_ms(play)))
        play_draw(play);
    else
        play_show_end(play);
}

void play_begin_game(Play *play, PlayColour colour) {
    const PlayOptions *options = play->options;
    play->person = colour == PLAY_RANDOM  ? (Colour)random_below(&play->random, COLOUR_NB)
                   : colour == PLAY_WHITE ? WHITE
                                          : BLACK;
    play->is_flipped = play->person == BLACK;
    play_game_begin(&play->game, &options->start, options->clock, options->is_chess960);
    play_draw(play);
    if (play_is_over(play))
        announce_end(play);
    play_start_turn(play);
}

void play_keep_game(Play *play) {
    PlayPlayers players = play_players(play);
    Reason reason;
    if (play->options->pgn == NULL || play->game.ply_count == 0)
        return;
    bool is_saved = play_pgn_save(&play->game, &players, play->options->pgn, &reason);
    play->has_failed = play->has_failed || !is_saved;
    if (is_saved)
        fprintf(play->out, "The game is in %s.\n", play->options->pgn);
    else
        fprintf(play->out, "The game is not saved: %s.\n", reason.text);
}
