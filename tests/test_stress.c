/* A random walk through the commands of the protocol, as no GUI would send them but any may: every
 * accepted `go` has exactly one best move, legal in its position and never early, every `isready`
 * its `readyok`, and nothing hangs. Meant for the thread and address sanitizers, too.
 *
 *   STRESS_COMMANDS  how many commands (300 unless set)
 *   STRESS_SEED      where the walk begins (1 unless set); the same one sends the same commands as
 *                    long as the engine is as quick
 *   STRESS_THREADS   so many threads and a table of 1 MB all the way, instead of changing numbers
 *   STRESS_TRACE     shows the commands on standard error */
#include "dialogue.h"

#if defined(DIALOGUE_IS_POSSIBLE)

#include "positions.h"

/* What is known of the search that was asked for last. */
typedef enum Course {
    ENDS_SOON,
    MAY_LAST, /* for longer than anybody waits, unless stopped */
    IS_HELD,  /* must not answer before `stop`, or `ponderhit` if it ponders */
} Course;

static struct {
    Random random;
    int commands, threads; /* threads: 0 for changing numbers */
    bool has_trace;
    Game next;                                         /* what the next `go` is about */
    bool is_searching, is_pondering, is_pending;       /* pending: asked for while another runs */
    Course course, course_after_hit, pending[2];       /* before and after the hit */
    bool pending_ponders, is_refused, may_print_lines; /* of the last command */
    int accepted, best_moves, refused, positions;
} walk;

void setUp(void) {
    launch();
}

void tearDown(void) {
    hang_up();
}

static int below(int bound) {
    return (int)random_below(&walk.random, (uint32_t)bound);
}

#define PICK(table) ((table)[below((int)(sizeof(table) / sizeof *(table)))])

/* ---- Searches ---- */

static void begin_search(void) {
    TEST_ASSERT_TRUE(game_copy(&talk.game, &walk.next));
    begin_answer();
    walk.is_searching = true;
    walk.is_pending = false;
    walk.is_pondering = walk.pending_ponders;
    walk.course = walk.pending[0];
    walk.course_after_hit = walk.pending[1];
    walk.accepted++;
}

static void take_line_of_search(void) {
    TEST_ASSERT_TRUE_MESSAGE(walk.is_searching, talk.line);
    take_search_line();
    if (!talk.answer.is_complete)
        return;
    TEST_ASSERT_TRUE_MESSAGE(walk.course != IS_HELD, talk.line);
    walk.best_moves++;
    walk.is_searching = false;
    if (walk.is_pending)
        begin_search();
}

static void await_end(void) {
    int64_t begin = now_ms();
    while (walk.is_searching) {
        hear();
        take_line_of_search();
        TEST_ASSERT_TRUE_MESSAGE(now_ms() - begin < PATIENCE_MS, "the search does not end");
    }
}

/* ---- Sending ---- */

/* What `go` passes over it names, and searches all the same. */
static bool tells_of_refusal(const char *line) {
    return begins_with(line, "info string ") && (!begins_with(line, "info string go: ") ||
                                                 begins_with(line, "info string go: already "));
}

static void take_any_line(void) {
    if (tells_of_refusal(talk.line))
        walk.is_refused = true;
    else if (begins_with(talk.line, "info ") || begins_with(talk.line, "bestmove "))
        take_line_of_search();
    else
        TEST_ASSERT_TRUE_MESSAGE(walk.may_print_lines, talk.line);
}

static void trace(const char *text) {
    if (walk.has_trace)
        fprintf(stderr, "> %s\n", text);
}

/* Sends a command and reads until the engine has carried it out. */
static void send(const char *command) {
    trace(command);
    walk.is_refused = false;
    say("%s\nisready", command);
    while (strcmp(hear(), "readyok") != 0)
        take_any_line();
    walk.may_print_lines = false;
}

/* ---- go ---- */

typedef struct GoKind {
    const char *limits; /* with up to two numbers */
    int least, most;
    Course course, after_hit;
} GoKind;

static const GoKind GO_KINDS[] = {
    {"infinite", 0, 0, IS_HELD, IS_HELD},
    {"", 0, 0, IS_HELD, IS_HELD},
    {"infinite depth %d", 1, 3, IS_HELD, IS_HELD},
    {"nonsense %d movetime x depth", 0, 9, IS_HELD, IS_HELD},
    {"depth %d", -1, 5, ENDS_SOON, ENDS_SOON},
    {"nodes %d", -1, 3000, ENDS_SOON, ENDS_SOON},
    {"movetime %d", -5, 15, ENDS_SOON, ENDS_SOON},
    {"wtime %d btime %d", -250, 60, ENDS_SOON, ENDS_SOON},
    {"btime %d wtime %d winc 1 binc 2 movestogo 1", -5, 30, ENDS_SOON, ENDS_SOON},
    {"wtime 0 btime 0 winc -1 binc -9223372036854775808", 0, 0, ENDS_SOON, ENDS_SOON},
    {"mate %d nodes %d", 1, 900, ENDS_SOON, ENDS_SOON},
    {"mate %d", 1, 3, MAY_LAST, MAY_LAST},
    {"depth %d", 60, 999, MAY_LAST, MAY_LAST},
    {"movetime 99999", 0, 0, MAY_LAST, MAY_LAST},
    {"wtime 9999999 btime 9999999", 0, 0, MAY_LAST, MAY_LAST},
    {"nodes 5000000000", 0, 0, MAY_LAST, MAY_LAST},
    {"ponder wtime %d btime %d", -10, 40, IS_HELD, ENDS_SOON},
    {"ponder depth %d", 1, 4, IS_HELD, ENDS_SOON},
    {"ponder nodes %d", 1, 2000, IS_HELD, ENDS_SOON},
    {"movetime %d ponder", 1, 10, IS_HELD, ENDS_SOON},
    {"ponder infinite", 0, 0, IS_HELD, IS_HELD},
    {"ponder wtime 9999999 btime 9999999", 0, 0, IS_HELD, MAY_LAST},
};

static int between(const GoKind *kind) {
    return kind->least + below(kind->most - kind->least + 1);
}

static size_t print_go(const GoKind *kind, char *text, size_t size) {
    int first = between(kind), second = between(kind);
    size_t length = (size_t)snprintf(text, size, "go ");
    length += (size_t)snprintf(text + length, size - length, kind->limits, first, second);
    return length;
}

/* Some legal moves of the position and some words that are none. */
static void append_search_moves(char *text, size_t length) {
    MoveList list;
    movegen_legal(&walk.next.position, &list);
    length += (size_t)sprintf(text + length, " searchmoves");
    for (int i = below(4); i >= 0; i--) {
        char move[MOVE_TEXT_SIZE] = "a1a1";
        if (list.count > 0 && below(4) > 0)
            notation_print_uci(list.moves[below(list.count)], below(2) == 0, move);
        length += (size_t)sprintf(text + length, " %s", move);
    }
}

static void plan_search(const GoKind *kind) {
    walk.pending[0] = kind->course;
    walk.pending[1] = kind->after_hit;
    walk.pending_ponders = strstr(kind->limits, "ponder") != NULL;
}

static void send_stop(void) {
    /* Before the line is sent: the answer may come at once. */
    if (walk.is_searching)
        walk.course = ENDS_SOON;
    send("stop");
}

/* While a search is held another is refused; one that ends by itself is waited for, so one that
 * may last is stopped first. */
static void send_go(void) {
    char text[256];
    const GoKind *kind = &PICK(GO_KINDS);
    size_t length = print_go(kind, text, sizeof text);
    if (below(6) == 0)
        append_search_moves(text, length);
    if (walk.is_searching && walk.course == MAY_LAST)
        send_stop();
    bool was_searching = walk.is_searching, was_held = was_searching && walk.course == IS_HELD;
    plan_search(kind);
    if (was_searching)
        walk.is_pending = true;
    else
        begin_search();
    send(text);
    /* `isready` overtakes a `go` that waits for the search before it. */
    while (walk.is_pending && !walk.is_refused) {
        hear();
        take_any_line();
    }
    TEST_ASSERT_TRUE_MESSAGE(was_searching || !walk.is_refused, text);
    TEST_ASSERT_TRUE_MESSAGE(!was_held || walk.is_refused, text);
    walk.refused += walk.is_refused;
    walk.is_pending = false;
}

/* Time passes: the search ends, or goes on as it must. */
static void wait_a_while(void) {
    if (walk.is_searching && walk.course == ENDS_SOON)
        await_end();
    else if (walk.is_searching && walk.course == IS_HELD)
        expect_no_best_move(below(5));
}

static void send_ponderhit(void) {
    if (walk.is_searching && walk.is_pondering && walk.course == IS_HELD)
        walk.course = walk.course_after_hit;
    send("ponderhit");
    walk.is_pondering = false;
    if (below(2) == 0)
        wait_a_while();
}

/* Several searches and their ends in one write. */
static void send_burst(void) {
    static const char *const PAIRS[] = {
        "go infinite\nstop", "go ponder wtime 50 btime 50\nponderhit\nstop", "go nodes 200\nstop",
        "go depth 90\nponderhit\nstop\nstop", "go ponder depth 2\nponderhit\nisready\nstop"};
    char text[512] = "";
    int count = 1 + below(4), ready = 0;
    if (walk.is_searching)
        send_stop();
    await_end();
    for (int i = 0; i < count; i++) {
        const char *pair = PICK(PAIRS);
        ready += strstr(pair, "isready") != NULL;
        strcat(strcat(text, i > 0 ? "\n" : ""), pair);
    }
    trace(text);
    say("%s\nisready", text);
    ready++;
    plan_search(&(GoKind){"", 0, 0, ENDS_SOON, ENDS_SOON});
    for (int i = 0; i < count; i++) {
        begin_search();
        while (walk.is_searching)
            if (strcmp(hear(), "readyok") == 0)
                ready--;
            else
                take_line_of_search();
    }
    for (; ready > 0; ready--)
        expect_line("readyok");
}

/* ---- Other commands ---- */

static void play_random_moves(char *text, int plies) {
    MoveList list;
    movegen_legal(&walk.next.position, &list);
    for (int i = 0; i < plies && list.count > 0; i++) {
        char move[MOVE_TEXT_SIZE];
        Move chosen = list.moves[below(list.count)];
        notation_print_uci(chosen, below(2) == 0, move);
        /* The two ways to write castling may mean two moves; only one of them is this one. */
        Move meant;
        Reason reason;
        if (!notation_parse_uci(&walk.next.position, (Word){move, strlen(move)}, &meant, &reason))
            break;
        TEST_ASSERT_TRUE(game_play(&walk.next, meant));
        strcat(strcat(text, " "), move);
        movegen_legal(&walk.next.position, &list);
    }
}

static void send_position(void) {
    char text[1024];
    Position start = position_of(START_FENS[below((int)START_NB)]);
    if (below(8) == 0)
        start = position_of(FEN_START);
    snprintf(text, sizeof text, "position fen %s moves", fen_of(&start).text);
    game_begin(&walk.next, &start);
    play_random_moves(text, below(24));
    bool is_spoilt = below(5) == 0;
    if (is_spoilt)
        strcat(text, " e1e9 e2e4");
    send(text);
    TEST_ASSERT_TRUE_MESSAGE(walk.is_refused == is_spoilt, text);
    walk.positions++;
}

static void send_rubbish(void) {
    static const char *const LINES[] = {
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1 moves e8e7",
        "position fen " KIWIPETE " x",
        "position startpos e2e4",
        "setoption name Hash value much",
        "setoption name MultiPV value none",
        "setoption value 3",
        "setoption name Nothing At All",
        "perft x",
        "hello \x01 %s%n",
    };
    const char *line = PICK(LINES);
    send(line);
    TEST_ASSERT_TRUE_MESSAGE(walk.is_refused, line);
}

/* Refused while searching; whether a search is over at that moment, the engine knows better. */
static void send_option(void) {
    static const char *const TEXTS[] = {
        "Clear Hash",
        "MultiPV value 1",
        "MultiPV value 4",
        "Ponder value true",
        "Move Overhead value 0",
        "Move Overhead value 5000",
        "UCI_ShowWDL value true",
        "UCI_ShowWDL value false",
        "UCI_AnalyseMode value true",
        "UCI_LimitStrength value true",
        "UCI_LimitStrength value false",
        "UCI_Elo value 1200",
        "UCI_Elo value 2500",
        "Skill Level value 3",
        "Skill Level value 20",
    };
    char text[128];
    bool is_chess960 = below(2) == 0;
    int kind = below(walk.threads > 0 ? 8 : 12);
    if (kind < 6)
        snprintf(text, sizeof text, "setoption name %s", PICK(TEXTS));
    else if (kind < 8)
        snprintf(text, sizeof text, "setoption name UCI_Chess960 value %s",
                 is_chess960 ? "true" : "false");
    else if (kind < 10)
        snprintf(text, sizeof text, "setoption name Hash value %d", 1 + below(4));
    else
        snprintf(text, sizeof text, "setoption name Threads value %d", 1 + below(8));
    send(text);
    if ((kind == 6 || kind == 7) && !walk.is_refused)
        talk.is_chess960 = is_chess960;
}

static void send_other(void) {
    static const char *const LINES[] = {"ucinewgame", "ucinewgame", "d",
                                        "eval",       "uci",        "isready\nisready",
                                        "perft 1",    "go perft 2", "help"};
    const char *line = PICK(LINES);
    walk.may_print_lines = true;
    if (begins_with(line, "isready")) {
        trace(line);
        say("%s", line);
        for (int ready = 0; ready < 2;)
            if (strcmp(hear(), "readyok") == 0)
                ready++;
            else
                take_any_line();
        return;
    }
    send(line);
}

static void send_something(void) {
    int choice = below(100);
    if (choice < 28)
        send_go();
    else if (choice < 44)
        send_stop();
    else if (choice < 54)
        send_ponderhit();
    else if (choice < 70)
        send_position();
    else if (choice < 80)
        send_option();
    else if (choice < 84)
        send_burst();
    else if (choice < 88)
        send_rubbish();
    else if (choice < 93)
        send_other();
    else
        wait_a_while();
}

/* ---- The walk ---- */

static int number_of(const char *name, int standard) {
    const char *text = getenv(name);
    return text == NULL ? standard : atoi(text);
}

static void test_random_commands(void) {
    Position start = position_of(FEN_START);
    game_begin(&walk.next, &start);
    if (walk.threads > 0) {
        char text[64];
        snprintf(text, sizeof text, "setoption name Threads value %d", walk.threads);
        send(text);
        send("setoption name Hash value 1");
    }
    for (int i = 0; i < walk.commands; i++)
        send_something();
    if (walk.is_searching)
        send_stop();
    await_end();
    expect_quiet();
    TEST_ASSERT_EQUAL_INT(walk.accepted, walk.best_moves);
    say("quit");
    TEST_ASSERT_EQUAL_INT(0, wait_for_end());
    printf("%d commands: %d searches, %d refused, %d positions\n", walk.commands, walk.accepted,
           walk.refused, walk.positions);
}

int main(void) {
    dialogue_init();
    walk.commands = number_of("STRESS_COMMANDS", 300);
    walk.random.state = (uint64_t)number_of("STRESS_SEED", 1);
    walk.threads = number_of("STRESS_THREADS", 0);
    walk.has_trace = getenv("STRESS_TRACE") != NULL;
    UNITY_BEGIN();
    RUN_TEST(test_random_commands);
    game_free(&walk.next);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
