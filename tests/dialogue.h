/* A conversation with the built engine through pipes, as a GUI has it, for the programs
 * test_conformance*.c; include it first. What the engine says about a search is checked line by
 * line as it is read: the syntax of `info` and `bestmove`, and the moves in them by the rules.
 * $CASTELLAN is the engine. Where there are no POSIX processes, nothing but the macro is here. */
#ifndef CASTELLAN_TESTS_DIALOGUE_H
#define CASTELLAN_TESTS_DIALOGUE_H

#if !defined(_WIN32)
#define DIALOGUE_IS_POSSIBLE

#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draw.h"
#include "fen.h"
#include "game.h"
#include "movegen.h"
#include "notation.h"
#include "platform.h"
#include "startup.h"
#include "unity.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

enum {
    PATIENCE_MS = 20000, /* only a hanging engine ever needs so long for an answer */
    LINE_SIZE = 1 << 14,
    MAX_INFOS = 4096,
    MAX_PV = 256,
};

/* One `info` line with a score. */
typedef struct Info {
    int64_t depth, seldepth, line, score, nodes, nps, hashfull, tbhits, time, wdl[3];
    bool has_score, is_mate, is_bound, has_wdl;
    int pv_length;
    Move pv[MAX_PV];
} Info;

/* All that was said from `go` to `bestmove`. */
typedef struct Answer {
    int count, strings, current_moves;
    int current_number; /* the last `currmovenumber` */
    Info infos[MAX_INFOS];
    const Info *last; /* the last line with multipv 1 */
    bool is_complete; /* `bestmove` has come */
    char best[8], ponder[8];
    Move move; /* MOVE_NONE for "(none)" */
} Answer;

typedef struct Dialogue {
    pid_t pid;
    int to, from; /* the engine's standard input and output */
    char unread[1 << 16], line[LINE_SIZE];
    size_t unread_length;
    Game game; /* where the current search began, as the rules have it */
    bool is_chess960;
    int memory_mb; /* that the next engine may have, if not 0 */
    int64_t began; /* when the current search did */
    Answer answer;
} Dialogue;

static Dialogue talk;

/* ---- Process ---- */

static inline void dialogue_exec(const int in[2], const int out[2]) {
    const char *path = getenv("CASTELLAN");
    struct rlimit limit = {(rlim_t)talk.memory_mb << 20, (rlim_t)talk.memory_mb << 20};
    if (talk.memory_mb > 0 && setrlimit(RLIMIT_AS, &limit) != 0)
        _exit(127);
    signal(SIGPIPE, SIG_DFL); /* which we ourselves do without */
    signal(SIGINT, SIG_DFL);  /* which shells have background jobs ignore */
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execl(path, path, (char *)NULL);
    _exit(127);
}

static inline void set_root(const char *fen) {
    Position start;
    Reason reason;
    TEST_ASSERT_TRUE_MESSAGE(fen_parse(fen, &start, &reason), fen);
    game_begin(&talk.game, &start);
}

static inline void launch(void) {
    int in[2], out[2];
    TEST_ASSERT_NOT_NULL_MESSAGE(getenv("CASTELLAN"), "CASTELLAN must be the path of the engine");
    TEST_ASSERT_TRUE(pipe(in) == 0 && pipe(out) == 0);
    fflush(NULL);
    talk.pid = fork();
    TEST_ASSERT_TRUE(talk.pid >= 0);
    if (talk.pid == 0)
        dialogue_exec(in, out);
    close(in[0]), close(out[1]);
    talk.to = in[1];
    talk.from = out[0];
    talk.unread_length = 0;
    talk.is_chess960 = false;
    set_root(FEN_START);
}

static inline void close_input(void) {
    if (talk.to >= 0)
        close(talk.to);
    talk.to = -1;
}

/* Ends whatever is still there, as after a failed test. */
static inline void hang_up(void) {
    close_input();
    if (talk.pid > 0) {
        kill(talk.pid, SIGKILL);
        waitpid(talk.pid, NULL, 0);
        close(talk.from);
    }
    talk.pid = 0;
}

/* ---- Lines out ---- */

static inline void say_raw(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(talk.to, text, length);
        TEST_ASSERT_TRUE_MESSAGE(written > 0, "the engine does not read");
        text += written;
        length -= (size_t)written;
    }
}

/* Says one or more whole lines in one write. */
static inline void say(const char *format, ...) {
    char text[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text - 1, format, arguments);
    va_end(arguments);
    TEST_ASSERT_TRUE(length >= 0 && length < LINE_SIZE - 1);
    text[length++] = '\n';
    say_raw(text, (size_t)length);
}

/* ---- Lines in ---- */

static inline int64_t now_ms(void) {
    return (int64_t)(platform_now_ns() / 1000000);
}

static inline bool take_line(void) {
    char *end = memchr(talk.unread, '\n', talk.unread_length);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - talk.unread);
    TEST_ASSERT_TRUE_MESSAGE(length < sizeof talk.line, "a line is too long");
    memcpy(talk.line, talk.unread, length);
    talk.line[length] = '\0';
    talk.unread_length -= length + 1;
    memmove(talk.unread, end + 1, talk.unread_length);
    return true;
}

typedef enum Heard { HEARD_LINE, HEARD_NOTHING, HEARD_END } Heard;

/* The next line into `talk.line`, unless none comes in time. */
static inline Heard hear_within(int64_t milliseconds) {
    int64_t deadline = now_ms() + milliseconds;
    while (!take_line()) {
        int64_t left = deadline - now_ms();
        struct pollfd ready = {talk.from, POLLIN, 0};
        if (poll(&ready, 1, left < 0 ? 0 : (int)left) <= 0)
            return HEARD_NOTHING;
        ssize_t got = read(talk.from, talk.unread + talk.unread_length,
                           sizeof talk.unread - talk.unread_length);
        if (got <= 0)
            return HEARD_END;
        talk.unread_length += (size_t)got;
    }
    return HEARD_LINE;
}

static inline const char *hear(void) {
    Heard heard = hear_within(PATIENCE_MS);
    TEST_ASSERT_TRUE_MESSAGE(heard != HEARD_NOTHING, "no answer in time");
    TEST_ASSERT_TRUE_MESSAGE(heard != HEARD_END, "the engine has gone");
    return talk.line;
}

static inline bool begins_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static inline void expect_line(const char *expected) {
    TEST_ASSERT_EQUAL_STRING(expected, hear());
}

/* Nothing but the answer to this comes: all that was asked before has been answered. */
static inline void expect_quiet(void) {
    say("isready");
    expect_line("readyok");
}

/* Waits for the end of the output and of the process; its exit status, or minus a signal. */
static inline int wait_for_end(void) {
    int status;
    Heard heard = hear_within(PATIENCE_MS);
    TEST_ASSERT_TRUE_MESSAGE(heard != HEARD_NOTHING, "the engine does not end");
    TEST_ASSERT_TRUE_MESSAGE(heard == HEARD_END, talk.line);
    waitpid(talk.pid, &status, 0);
    talk.pid = 0;
    close(talk.from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* ---- What a search says ---- */

static inline int64_t take_integer(const char **cursor) {
    int64_t value;
    TEST_ASSERT_TRUE_MESSAGE(word_to_int64(text_next_word(cursor), &value), talk.line);
    return value;
}

/* A legal move, written the one way in which it is to be written. */
static inline Move check_move(const Position *position, Word word) {
    Move move;
    Reason reason;
    char text[MOVE_TEXT_SIZE];
    TEST_ASSERT_TRUE_MESSAGE(notation_parse_uci(position, word, &move, &reason), talk.line);
    notation_print_uci(move, talk.is_chess960, text);
    TEST_ASSERT_TRUE_MESSAGE(word_is(word, text), talk.line);
    return move;
}

static inline void take_score(const char **cursor, Info *info) {
    Word kind = text_next_word(cursor);
    info->is_mate = word_is(kind, "mate");
    TEST_ASSERT_TRUE_MESSAGE(info->is_mate || word_is(kind, "cp"), talk.line);
    info->score = take_integer(cursor);
    info->has_score = true;
    TEST_ASSERT_TRUE_MESSAGE(llabs((long long)info->score) < (info->is_mate ? 124 : 31755),
                             talk.line);
    Word bound = text_peek_word(*cursor);
    info->is_bound = word_is(bound, "lowerbound") || word_is(bound, "upperbound");
    if (info->is_bound)
        text_next_word(cursor);
    info->has_wdl = word_is(text_peek_word(*cursor), "wdl");
    if (!info->has_wdl)
        return;
    text_next_word(cursor);
    for (int i = 0; i < 3; i++)
        info->wdl[i] = take_integer(cursor);
}

static inline bool is_over_by_rule(const Game *game) {
    return draw_by_fifty_moves(&game->position) ||
           draw_count_repetitions(&game->position, game->keys, game->key_count) >= 2;
}

/* Plays the line out from the root: every move is legal, and none comes after the end. */
static inline void take_pv(const char **cursor, Info *info) {
    Game game = {0};
    TEST_ASSERT_TRUE(game_copy(&game, &talk.game));
    TEST_ASSERT_TRUE_MESSAGE(text_peek_word(*cursor).length > 0, talk.line);
    while (text_peek_word(*cursor).length > 0) {
        TEST_ASSERT_TRUE_MESSAGE(info->pv_length < MAX_PV, talk.line);
        TEST_ASSERT_FALSE_MESSAGE(info->pv_length > 0 && is_over_by_rule(&game), talk.line);
        Move move = check_move(&game.position, text_next_word(cursor));
        info->pv[info->pv_length++] = move;
        game_play(&game, move);
    }
    if (info->is_mate && !info->is_bound && info->line == 1) {
        int64_t plies = info->score > 0 ? 2 * info->score - 1 : -2 * info->score;
        bool is_mated = game.position.checkers && !movegen_has_legal_move(&game.position);
        TEST_ASSERT_EQUAL_INT_MESSAGE((int)plies, info->pv_length, talk.line);
        TEST_ASSERT_TRUE_MESSAGE(is_mated, talk.line);
    }
    game_free(&game);
}

static inline void take_field(const char **cursor, Info *info) {
    const struct {
        const char *name;
        int64_t *value;
    } NUMBERS[] = {{"depth", &info->depth},       {"seldepth", &info->seldepth},
                   {"multipv", &info->line},      {"nodes", &info->nodes},
                   {"nps", &info->nps},           {"time", &info->time},
                   {"hashfull", &info->hashfull}, {"tbhits", &info->tbhits}};
    Word name = text_next_word(cursor);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        if (word_is(name, NUMBERS[i].name)) {
            *NUMBERS[i].value = take_integer(cursor);
            TEST_ASSERT_TRUE_MESSAGE(*NUMBERS[i].value >= 0, talk.line);
            return;
        }
    if (word_is(name, "score"))
        take_score(cursor, info);
    else if (word_is(name, "pv"))
        take_pv(cursor, info);
    else if (word_is(name, "currmove"))
        check_move(&talk.game.position, text_next_word(cursor));
    else if (word_is(name, "currmovenumber")) {
        talk.answer.current_number = (int)take_integer(cursor);
        talk.answer.current_moves++;
        TEST_ASSERT_TRUE_MESSAGE(talk.answer.current_number >= 1, talk.line);
    } else
        TEST_FAIL_MESSAGE(talk.line);
}

static inline void check_info(const Answer *a, const Info *info) {
    bool can_move = movegen_has_legal_move(&talk.game.position);
    TEST_ASSERT_TRUE_MESSAGE(info->hashfull <= 1000, talk.line);
    TEST_ASSERT_TRUE_MESSAGE(!info->is_mate || (info->score != 0) == can_move, talk.line);
    TEST_ASSERT_TRUE_MESSAGE((info->pv_length > 0) == can_move, talk.line);
    if (info->has_wdl)
        TEST_ASSERT_EQUAL_INT_MESSAGE(1000, (int)(info->wdl[0] + info->wdl[1] + info->wdl[2]),
                                      talk.line);
    if (a->count > 0) {
        TEST_ASSERT_TRUE_MESSAGE(info->time >= a->infos[a->count - 1].time, talk.line);
        TEST_ASSERT_TRUE_MESSAGE(info->nodes >= a->infos[a->count - 1].nodes, talk.line);
    }
}

static inline void take_info(Answer *a) {
    const char *cursor = talk.line;
    text_next_word(&cursor);
    if (word_is(text_peek_word(cursor), "string")) {
        a->strings++;
        return;
    }
    TEST_ASSERT_TRUE_MESSAGE(a->count < MAX_INFOS, "too many lines");
    Info *info = &a->infos[a->count];
    *info = (Info){.line = 1};
    while (text_peek_word(cursor).length > 0)
        take_field(&cursor, info);
    if (!info->has_score)
        return;
    check_info(a, info);
    a->count++;
    if (info->line == 1)
        a->last = info;
}

static inline void copy_word(char text[8], Word word) {
    TEST_ASSERT_TRUE_MESSAGE(word.length < 8, talk.line);
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
}

static inline void take_ponder(Answer *a, const char *cursor) {
    Position child;
    if (text_peek_word(cursor).length == 0)
        return;
    TEST_ASSERT_TRUE_MESSAGE(word_is(text_next_word(&cursor), "ponder"), talk.line);
    copy_word(a->ponder, text_next_word(&cursor));
    position_make_move(&child, &talk.game.position, a->move);
    Move move = check_move(&child, (Word){a->ponder, strlen(a->ponder)});
    if (a->last->pv_length > 1)
        TEST_ASSERT_TRUE_MESSAGE(move == a->last->pv[1], talk.line);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(0, text_peek_word(cursor).length, talk.line);
}

/* The best move is legal and the first of the last line, which is exact. */
static inline void take_best_move(Answer *a) {
    const char *cursor = talk.line;
    text_next_word(&cursor);
    copy_word(a->best, text_next_word(&cursor));
    a->is_complete = true;
    TEST_ASSERT_NOT_NULL_MESSAGE(a->last, "no info line with a score");
    TEST_ASSERT_FALSE_MESSAGE(a->last->is_bound, talk.line);
    if (!movegen_has_legal_move(&talk.game.position)) {
        TEST_ASSERT_EQUAL_STRING("bestmove (none)", talk.line);
        return;
    }
    a->move = check_move(&talk.game.position, (Word){a->best, strlen(a->best)});
    TEST_ASSERT_TRUE_MESSAGE(a->last->pv[0] == a->move, talk.line);
    take_ponder(a, cursor);
}

static inline void take_search_line(void) {
    TEST_ASSERT_FALSE_MESSAGE(talk.answer.is_complete, talk.line);
    if (begins_with(talk.line, "bestmove "))
        take_best_move(&talk.answer);
    else {
        TEST_ASSERT_TRUE_MESSAGE(begins_with(talk.line, "info "), talk.line);
        take_info(&talk.answer);
    }
}

/* ---- Searches ---- */

/* Names the position, here and there; `moves` may be empty. */
static inline void set_position(const char *fen, const char *moves) {
    Move move;
    Reason reason;
    say("position fen %s%s%s", fen, *moves ? " moves " : "", moves);
    set_root(fen);
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        TEST_ASSERT_TRUE(notation_parse_uci(&talk.game.position, word, &move, &reason));
        game_play(&talk.game, move);
    }
}

/* From here on lines belong to a new answer. */
static inline void begin_answer(void) {
    Answer *a = &talk.answer;
    a->count = a->strings = a->current_moves = a->current_number = 0;
    talk.began = now_ms();
    a->last = NULL;
    a->is_complete = false;
    a->best[0] = a->ponder[0] = '\0';
    a->move = MOVE_NONE;
}

static inline void go(const char *limits) {
    begin_answer();
    say("go %s", limits);
}

static inline const Answer *await_best_move(void) {
    int64_t begin = now_ms();
    while (!talk.answer.is_complete) {
        hear();
        take_search_line();
        TEST_ASSERT_TRUE_MESSAGE(now_ms() - begin < PATIENCE_MS, "the search does not end");
    }
    return &talk.answer;
}

/* The same, and nothing comes after it. */
static inline const Answer *finish_search(void) {
    await_best_move();
    expect_quiet();
    return &talk.answer;
}

static inline const Answer *search(const char *limits) {
    go(limits);
    return finish_search();
}

static inline const Answer *search_position_of(const char *fen, const char *limits) {
    set_position(fen, "");
    return search(limits);
}

static inline const Answer *stop(void) {
    say("stop");
    return finish_search();
}

/* Lets the search run on for a while, in which it must not answer. */
static inline void expect_no_best_move(int64_t milliseconds) {
    int64_t deadline = now_ms() + milliseconds;
    while (now_ms() < deadline && hear_within(deadline - now_ms()) == HEARD_LINE) {
        TEST_ASSERT_FALSE_MESSAGE(begins_with(talk.line, "bestmove"), talk.line);
        take_search_line();
    }
}

/* Asks whether the engine is there while it searches, which goes on. */
static inline void expect_ready_while_searching(void) {
    say("isready");
    while (strcmp(hear(), "readyok") != 0) {
        TEST_ASSERT_FALSE_MESSAGE(begins_with(talk.line, "bestmove"), talk.line);
        take_search_line();
    }
}

/* Writes to an engine that has gone must fail, not kill. */
static inline void dialogue_init(void) {
    signal(SIGPIPE, SIG_IGN);
    startup_init();
}

#else

#include "unity.h"

/* The whole of a program that cannot be. */
#define DIALOGUE_SKIPPED                                                                           \
    void setUp(void) {                                                                             \
    }                                                                                              \
    void tearDown(void) {                                                                          \
    }                                                                                              \
    static void test_dialogue(void) {                                                              \
        TEST_IGNORE_MESSAGE("needs processes and pipes as POSIX has them");                        \
    }                                                                                              \
    int main(void) {                                                                               \
        UNITY_BEGIN();                                                                             \
        RUN_TEST(test_dialogue);                                                                   \
        return UNITY_END();                                                                        \
    }

#endif
#endif
