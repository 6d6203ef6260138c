/* What the programs test_conformance*.c share beyond dialogue.h: positions, and searches that end
 * or must not end by themselves. Each program launches the engine anew for every test. */
#ifndef CASTELLAN_TESTS_CONFORMANCE_H
#define CASTELLAN_TESTS_CONFORMANCE_H

#include "dialogue.h"

#if defined(DIALOGUE_IS_POSSIBLE)

#define MATED       "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
#define STALEMATE   "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define MATE_IN_1   "1k6/8/1K6/5R2/8/8/8/8 w - - 0 1"
#define MATE_IN_2   "k7/8/1K6/1R6/8/8/8/8 w - - 0 1"
#define MATED_IN_1  "k7/8/1K6/5R2/8/8/8/8 b - - 0 1"
#define MATED_IN_2  "Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1"
#define ONE_MOVE    "7k/8/8/8/8/8/r7/7K w - - 0 1"
#define BARE        "8/8/4k3/8/8/4K3/8/8 w - - 0 1"
#define MOST_MOVES  "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
#define AFTER_E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#define AFTER_E4_E5 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

/* Positions of many kinds: openings, tactics, endings, mates, castling, en passant, promotion. */
static const char *const VARIED[] = {
    FEN_START,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 96 200",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 95 80",
    "6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 97 90",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
    MATE_IN_1,
    MATE_IN_2,
    ONE_MOVE,
};
enum { VARIED_NB = sizeof VARIED / sizeof *VARIED };

void setUp(void) {
    launch();
}

void tearDown(void) {
    hang_up();
}

static inline void set_option(const char *text) {
    say("setoption name %s", text);
}

/* The castling notation of both sides of the conversation. */
static inline void set_chess960(bool is_on) {
    say("setoption name UCI_Chess960 value %s", is_on ? "true" : "false");
    talk.is_chess960 = is_on;
}

/* A search that has to go on until it is stopped. */
static inline const Answer *search_until_stop(const char *fen, const char *limits) {
    set_position(fen, "");
    go(limits);
    expect_no_best_move(60);
    expect_ready_while_searching();
    return stop();
}

/* Lets the search run on until it names the move it is at, which it does only later on. */
static inline const Answer *await_current_move(void) {
    while (talk.answer.current_moves == 0) {
        hear();
        TEST_ASSERT_FALSE_MESSAGE(begins_with(talk.line, "bestmove"), talk.line);
        take_search_line();
        TEST_ASSERT_TRUE_MESSAGE(now_ms() - talk.began < PATIENCE_MS, "no currmove");
    }
    return &talk.answer;
}

static inline void check_mate_score(const char *fen, const char *limits, int moves) {
    const Info *last = search_position_of(fen, limits)->last;
    TEST_ASSERT_TRUE_MESSAGE(last->is_mate, fen);
    TEST_ASSERT_EQUAL_INT_MESSAGE(moves, (int)last->score, fen);
}

static inline void expect_prefix(const char *prefix) {
    TEST_ASSERT_TRUE_MESSAGE(begins_with(hear(), prefix), talk.line);
}

/* Nothing but info strings comes back, and the engine lives; how many came. */
static inline int expect_complaints_only(const char *input) {
    int count = 0;
    say("%s\nisready", input);
    for (; strcmp(hear(), "readyok") != 0; count++)
        TEST_ASSERT_TRUE_MESSAGE(begins_with(talk.line, "info string "), talk.line);
    return count;
}

/* The number of lines in the last iteration, which shows whether MultiPV has been heard. */
static inline int lines_of_search(void) {
    int64_t most = 0;
    const Answer *a = search("depth 2");
    for (int i = 0; i < a->count; i++)
        most = a->infos[i].line > most ? a->infos[i].line : most;
    return (int)most;
}

#endif
#endif
