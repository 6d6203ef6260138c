#include "play_game.h"

#include <stdlib.h>

#include "ending.h"

enum {
    DRAW_PLIES = 20,   /* before which no draw is agreed */
    BETTER_SCORE = 20, /* from here on a side thinks itself better */
};

const char *play_colour_name(Colour colour) {
    return colour == WHITE ? "White" : "Black";
}

/* ---- Ends ---- */

static void end_by(PlayGame *game, PlayEnd end, PgnResult result) {
    game->end = end;
    game->result = result;
}

static PgnResult win_of(Colour colour) {
    return colour == WHITE ? PGN_WHITE_WINS : PGN_BLACK_WINS;
}

static void look_for_end(PlayGame *game) {
    static const PlayEnd ENDS[ENDING_NB] = {
        [ENDING_NONE] = PLAY_GOES_ON,
        [ENDING_MATE] = PLAY_MATE,
        [ENDING_STALEMATE] = PLAY_STALEMATE,
        [ENDING_REPETITION] = PLAY_REPETITION,
        [ENDING_FIFTY_MOVES] = PLAY_FIFTY_MOVES,
        [ENDING_DEAD_POSITION] = PLAY_DEAD_POSITION,
    };
    Ending ending = ending_of(&game->now);
    PgnResult result = ending == ENDING_NONE   ? PGN_UNKNOWN
                       : ending == ENDING_MATE ? win_of(opponent(play_game_side(game)))
                                               : PGN_DRAW;
    end_by(game, ENDS[ending], result);
}

void play_game_resign(PlayGame *game, Colour loser) {
    end_by(game, PLAY_RESIGNATION, win_of(opponent(loser)));
}

void play_game_agree(PlayGame *game) {
    end_by(game, PLAY_AGREEMENT, PGN_DRAW);
}

/* Nobody loses to a bare king. */
void play_game_lose_on_time(PlayGame *game, Colour loser) {
    const Position *p = &game->now.position;
    Colour winner = opponent(loser);
    bool is_bare = p->by_colour[winner] == position_pieces(p, winner, KING);
    end_by(game, PLAY_TIME, is_bare ? PGN_DRAW : win_of(winner));
}

bool play_game_is_draw_welcome(const PlayGame *game, Colour side) {
    if (game->ply_count < DRAW_PLIES)
        return false;
    Score score = game->plies[game->ply_count - 1].score;
    return score != SCORE_NONE && (side == WHITE ? score : -score) < BETTER_SCORE;
}

/* Who has not won, for the ends in which somebody has. */
static Colour loser_of(const PlayGame *game) {
    return game->result == PGN_WHITE_WINS ? BLACK : WHITE;
}

void play_game_print_end(const PlayGame *game, char text[PLAY_END_SIZE]) {
    static const char *const REASONS[] = {
        [PLAY_GOES_ON] = "The game goes on",
        [PLAY_MATE] = "Checkmate",
        [PLAY_STALEMATE] = "Stalemate",
        [PLAY_REPETITION] = "The position has come for the third time",
        [PLAY_FIFTY_MOVES] = "Fifty moves without a capture or a pawn move",
        [PLAY_DEAD_POSITION] = "Neither side can give mate any more",
        [PLAY_RESIGNATION] = "resigns",
        [PLAY_AGREEMENT] = "Draw agreed",
        [PLAY_TIME] = "has no time left",
    };
    bool is_won = game->result == PGN_WHITE_WINS || game->result == PGN_BLACK_WINS;
    bool is_done = game->end == PLAY_RESIGNATION || game->end == PLAY_TIME;
    Writer w = {text, PLAY_END_SIZE, 0};
    if (is_done)
        writer_append(&w, "%s ", play_colour_name(is_won ? loser_of(game) : play_game_side(game)));
    writer_append(&w, "%s", REASONS[game->end]);
    if (game->end == PLAY_TIME && !is_won)
        writer_append(&w, ", but %s has only a king",
                      play_colour_name(opponent(play_game_side(game))));
    if (is_won)
        writer_append(&w, ": %s wins", play_colour_name(opponent(loser_of(game))));
    else if (game->result == PGN_DRAW && game->end != PLAY_AGREEMENT)
        writer_append(&w, ": a draw");
    writer_append(&w, ", %s", pgn_result_text(game->result));
}

/* ---- Moves ---- */

void play_game_begin(PlayGame *game, const Position *start, PlayClock clock, bool is_chess960) {
    game->start = *start;
    game->first_clock = game->clock = clock;
    game->is_chess960 = is_chess960;
    game->ply_count = 0;
    game_begin(&game->now, start);
    look_for_end(game);
}

void play_game_free(PlayGame *game) {
    game_free(&game->now);
    free(game->plies);
    *game = (PlayGame){0};
}

static bool make_room(PlayGame *game) {
    if (game->ply_count < game->ply_capacity)
        return true;
    size_t capacity = 2 * game->ply_capacity + 64;
    PlayPly *plies = realloc(game->plies, capacity * sizeof *plies);
    if (plies == NULL)
        return false;
    game->plies = plies;
    game->ply_capacity = capacity;
    return true;
}

bool play_game_add(PlayGame *game, Move move) {
    PlayPly ply = {.move = move, .score = SCORE_NONE, .clock = game->clock};
    san_print(&game->now.position, move, ply.san);
    if (!make_room(game) || !game_play(&game->now, move))
        return false;
    game->plies[game->ply_count++] = ply;
    look_for_end(game);
    return true;
}

bool play_game_take_back(PlayGame *game, size_t plies) {
    size_t left = game->ply_count < plies ? 0 : game->ply_count - plies;
    game_begin(&game->now, &game->start);
    for (game->ply_count = 0; game->ply_count < left; game->ply_count++)
        if (!game_play(&game->now, game->plies[game->ply_count].move))
            break;
    game->clock = left == 0 ? game->first_clock : game->plies[left - 1].clock;
    look_for_end(game);
    return game->ply_count == left;
}

void play_game_note_scores(PlayGame *game, Score after_last, Score before_last) {
    if (game->ply_count > 0)
        game->plies[game->ply_count - 1].score = after_last;
    if (game->ply_count > 1)
        game->plies[game->ply_count - 2].score = before_last;
}
