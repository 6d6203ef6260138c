#include <string.h>

#include "draw.h"
#include "engine_state.h"
#include "platform.h"

/* ---- Options ---- */

/* GUIs start an engine in any folder, so what is not there may be beside the program. */
static Book *open_anywhere(const char *path, Reason *reason) {
    char folder[OPTION_TEXT_SIZE], beside[2 * OPTION_TEXT_SIZE];
    uint64_t bytes;
    if (platform_file_size(path, &bytes) || !platform_program_folder(folder, sizeof folder))
        return book_open(path, reason);
    snprintf(beside, sizeof beside, "%s/%s", folder, path);
    return book_open(platform_file_size(beside, &bytes) ? beside : path, reason);
}

static void open_book(Engine *e, Reason *notice) {
    Reason reason = {"BookFile is empty"};
    book_close(e->book);
    e->book = NULL;
    if (!e->values[OPTION_OWN_BOOK])
        return;
    if (e->book_path[0] != '\0')
        e->book = open_anywhere(e->book_path, &reason);
    if (e->book == NULL)
        reason_refuse(notice, "%.160s; playing without a book", reason.text);
}

void engine_set_own_book(void *owner, int *value, Reason *notice) {
    (void)value;
    open_book(owner, notice);
}

void engine_set_book_file(void *owner, const char *path, Reason *notice) {
    Engine *e = owner;
    strcpy(e->book_path, path);
    open_book(e, notice);
}

/* ---- Moves ---- */

static bool is_wanted(const Engine *e, const GoRequest *request) {
    return e->book != NULL && !request->has_move_list && request->mate == 0 &&
           !e->values[OPTION_ANALYSE_MODE] &&
           e->searched.position.fullmove_number <= e->values[OPTION_BOOK_DEPTH];
}

/* Whether the last move has brought a position back, or the game near its end by rule: the book
 * knows nothing of the moves before, so that it might go on forever. */
static bool needs_thought(const Game *game) {
    return draw_by_fifty_moves(&game->position) ||
           draw_count_repetitions(&game->position, game->keys, game->key_count) > 0;
}

static void add_to_pv(BookAnswer *answer, Move move) {
    answer->pv[answer->pv_length++] = move;
}

/* Plays the move on a copy of the game and looks for the reply; false where the move should not
 * come from the book, or memory runs out. */
static bool look_ahead(Engine *e, const BookMove *chosen) {
    Game next = {0};
    BookMoves replies;
    bool is_good =
        game_copy(&next, &e->searched) && game_play(&next, chosen->move) && !needs_thought(&next);
    add_to_pv(&e->book_answer, chosen->move);
    if (is_good) {
        book_probe(e->book, &next.position, next.last, &replies);
        if (replies.total > 0)
            add_to_pv(&e->book_answer, replies.moves[0].move);
    }
    game_free(&next);
    return is_good;
}

bool engine_consult_book(Engine *e, const GoRequest *request) {
    Random random = {platform_now_ns() ^ e->searched.position.key};
    BookMoves moves;
    if (!is_wanted(e, request))
        return false;
    book_probe(e->book, &e->searched.position, e->searched.last, &moves);
    const BookMove *chosen = book_choose(&moves, e->values[OPTION_BOOK_VARIETY], &random);
    if (chosen == NULL)
        return false;
    e->book_answer = (BookAnswer){
        .news = {chosen->move, moves.count, (int)(100 * (uint64_t)chosen->weight / moves.total)}};
    return look_ahead(e, chosen);
}
