/* `go mate` against a slow solver that looks at everything: the same mates, no others, and every
 * line whole; and short mates in other searches. */
#include <string.h>

#include "engine.h"
#include "movegen.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

typedef struct Heard {
    Move best;
    Score score;
    int pv_length;
    Move pv[MAX_PLY + 1];
} Heard;

static Engine *engine;
static Heard heard;

static void on_report(void *context, const SearchReport *report, const EngineProgress *now) {
    (void)context, (void)now;
    heard.score = report->score;
    heard.pv_length = report->pv_length;
    memcpy(heard.pv, report->pv, (size_t)report->pv_length * sizeof *report->pv);
}

static void on_current_move(void *context, Move move, int number) {
    (void)context, (void)move, (void)number;
}

static void on_best_move(void *context, Move best, Move ponder) {
    (void)context, (void)ponder;
    heard.best = best;
}

void setUp(void) {
    EngineEvents events = {
        .on_report = on_report, .on_current_move = on_current_move, .on_best_move = on_best_move};
    engine = engine_create(&events);
    TEST_ASSERT_NOT_NULL(engine);
}

void tearDown(void) {
    engine_destroy(engine);
}

/* Plies until the side to move mates (positive) or is mated (negative) by force, looking `depth`
 * plies ahead; 0 where neither is certain. */
static int slow_mate(const Position *p, int depth) {
    MoveList list;
    movegen_legal(p, &list);
    int win = 0, loss = 0, lost = 0;
    for (int i = 0; depth > 0 && i < list.count; i++) {
        Position child;
        MoveList replies;
        position_make_move(&child, p, list.moves[i]);
        movegen_legal(&child, &replies);
        bool is_mate = replies.count == 0 && child.checkers != 0;
        int reply = is_mate || replies.count == 0 ? 0 : slow_mate(&child, depth - 1);
        if (is_mate)
            win = 1;
        else if (reply < 0 && (win == 0 || 1 - reply < win))
            win = 1 - reply;
        else if (reply > 0) {
            lost++;
            loss = reply + 1 > loss ? reply + 1 : loss;
        }
        if (win == 1)
            return 1;
    }
    return win != 0 ? win : list.count > 0 && lost == list.count ? -loss : 0;
}

static int plies_of(Score score) {
    return score_is_win(score)    ? SCORE_MATE - score
           : score_is_loss(score) ? -(SCORE_MATE + score)
                                  : 0;
}

static void search(const Position *p, GoRequest request) {
    game_begin(engine_game(engine), p);
    heard = (Heard){0};
    TEST_ASSERT_TRUE(engine_go(engine, &request));
    engine_wait(engine);
}

static void hunt(const Position *p, int moves) {
    search(p, (GoRequest){.mate = moves});
}

static void check_line(const Position *p, const char *fen) {
    Position position = *p;
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(heard.best, heard.pv[0], fen);
    for (int i = 0; i < heard.pv_length; i++) {
        Position child;
        TEST_ASSERT_TRUE_MESSAGE(movegen_is_legal(&position, heard.pv[i]), fen);
        position_make_move(&child, &position, heard.pv[i]);
        position = child;
    }
    TEST_ASSERT_TRUE_MESSAGE(position.checkers && !movegen_has_legal_move(&position), fen);
}

/* The fifty-move rule and repetition are no part of the slow solver. */
static void check_against_slow(const Position *position, int moves) {
    Position p = *position;
    p.halfmove_clock = p.reversible_plies = 0;
    if (!movegen_has_legal_move(&p))
        return;
    FenText fen = fen_of(&p);
    int expected = slow_mate(&p, 2 * moves);
    hunt(&p, moves);
    int found = plies_of(heard.score);
    if (expected == 0) {
        /* The normal search may see farther than was asked for. */
        TEST_ASSERT_TRUE_MESSAGE(found == 0 || found > 2 * moves || found < -2 * moves, fen.text);
        return;
    }
    TEST_ASSERT_TRUE_MESSAGE((expected > 0) == (found > 0), fen.text);
    TEST_ASSERT_TRUE_MESSAGE(found != 0 && found <= 2 * moves && found >= -2 * moves, fen.text);
    check_line(&p, fen.text);
}

static void check_mates_in_one(const Position *position, Move next, void *context) {
    int *mates = context;
    (void)next;
    check_against_slow(position, 1);
    *mates += score_is_mate(heard.score);
}

static void test_random_walks_agree_with_slow_solver(void) {
    int mates = 0;
    Walk walk = {{7}, WALK_PLIES, check_mates_in_one, &mates};
    walk_from_all_starts(&walk);
    TEST_ASSERT_GREATER_THAN_INT(20, mates);
}

static void test_mates_in_two_agree_with_slow_solver(void) {
    static const char *const FENS[] = {
        "k7/8/1K6/1R6/8/8/8/8 w - - 0 1",     "Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/5k2/7q/5K2 w - - 0 1",     "7k/5K2/8/6P1/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/1k6/2p5/K7 b - - 0 1",     "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "8/8/8/8/4k3/8/2R1K3/8 w - - 0 1",    "3k4/8/3K4/8/8/8/8/7R w - - 0 1",
        "5k2/8/5K2/8/8/8/8/R7 w - - 0 1",     "8/8/8/1p6/1k6/8/1K6/2Q5 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",  "7k/6pp/8/8/8/8/1B6/K5R1 w - - 0 1",
        "8/6P1/5K1k/6N1/5N2/8/8/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        Position p = position_of(FENS[i]);
        check_against_slow(&p, 2);
    }
}

/* The shortest way, where checks at once take longer or lead nowhere. */
static void test_shortest_mates_of_problems(void) {
    static const struct {
        const char *fen;
        int moves;
    } PROBLEMS[] = {
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
        {"5k2/8/5K2/8/8/8/8/R7 w - - 0 1", 1},
        {"3k4/8/3K4/8/8/8/8/7R w - - 0 1", 1},
        {"k7/8/1K6/1R6/8/8/8/8 w - - 0 1", 2},
    };
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++) {
        Position p = position_of(PROBLEMS[i].fen);
        hunt(&p, PROBLEMS[i].moves);
        TEST_ASSERT_EQUAL_INT_MESSAGE(2 * PROBLEMS[i].moves - 1, plies_of(heard.score),
                                      PROBLEMS[i].fen);
        check_line(&p, PROBLEMS[i].fen);
    }
}

static void test_an_answer_comes_where_there_is_no_mate(void) {
    Position p = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    hunt(&p, 2);
    TEST_ASSERT_TRUE(movegen_is_legal(&p, heard.best));
    TEST_ASSERT_EQUAL_INT(0, plies_of(heard.score));
}

/* Of these, the search alone sees no mate by then, or a longer one. */
static void test_long_searches_do_not_overlook_mates_in_two(void) {
    static const char *const FENS[] = {
        "1B1Q1R2/8/qNrn3p/2p1rp2/Rn3k1K/8/5P2/bbN4B w - - 0 1",
        "kbK5/pp6/1P6/8/8/8/R7/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        Position p = position_of(FENS[i]);
        search(&p, (GoRequest){.nodes = 500000});
        TEST_ASSERT_EQUAL_INT_MESSAGE(3, plies_of(heard.score), FENS[i]);
        check_line(&p, FENS[i]);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_random_walks_agree_with_slow_solver);
    RUN_TEST(test_mates_in_two_agree_with_slow_solver);
    RUN_TEST(test_shortest_mates_of_problems);
    RUN_TEST(test_an_answer_comes_where_there_is_no_mate);
    RUN_TEST(test_long_searches_do_not_overlook_mates_in_two);
    return UNITY_END();
}
