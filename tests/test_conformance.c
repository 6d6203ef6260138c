/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * handshake (A), options (B), order of commands (C) and positions (D). The other groups are in
 * test_conformance_go.c and test_conformance_info.c.
 *
 * Not here: A6-A11, A15, D1-D5, D7-D16, D18 (test_uci.c, test_cli.sh), B5, B6, B12, B23 (no such
 * options), B7-B9, B21, B22, B24, B25 (seen in the table of options), C3, C4 (timing), R3, R4
 * (test_uci.c), R6 (needs an old processor); R5 is F9. */
#include "dialogue.h"

#if defined(DIALOGUE_IS_POSSIBLE)

void setUp(void) {
    launch();
}

void tearDown(void) {
    hang_up();
}

/* ---- A: handshake ---- */

/* Reads one answer to `uci` and checks its frame. */
static void read_identity(void) {
    bool has_name = false, has_author = false;
    say("uci");
    while (strcmp(hear(), "uciok") != 0) {
        has_name = has_name || (begins_with(talk.line, "id name ") && talk.line[8] > ' ');
        has_author = has_author || (begins_with(talk.line, "id author ") && talk.line[10] > ' ');
        TEST_ASSERT_TRUE_MESSAGE(
            begins_with(talk.line, "id ") || begins_with(talk.line, "option name "), talk.line);
    }
    TEST_ASSERT_TRUE(has_name && has_author);
}

static void test_A1_A2_uciok_is_the_last_line(void) {
    read_identity();
    expect_quiet();
}

static void test_A3_uciok_comes_soon(void) {
    int64_t begin = now_ms();
    read_identity();
    TEST_ASSERT_TRUE(now_ms() - begin < 5000);
}

static void test_A4_isready_comes_first(void) {
    expect_quiet();
}

static void test_A5_uci_twice(void) {
    read_identity();
    read_identity();
    expect_quiet();
}

/* Nothing but info strings comes back, and the engine lives. */
static void expect_complaints_only(const char *input) {
    say("%s\nisready", input);
    while (strcmp(hear(), "readyok") != 0)
        TEST_ASSERT_TRUE_MESSAGE(begins_with(talk.line, "info string "), talk.line);
}

static void test_A12_rubbish_is_survived(void) {
    expect_complaints_only("\n   \n\t\n");
    expect_complaints_only("hello\nprotover 2\n0000\n%s%n\n\x01\xFF");
    expect_complaints_only(
        "setoption\nposition\nsetoption name\nposition fen\nposition startpos x");
    search("depth 2");
}

static void test_A13_blanks_between_words(void) {
    say("  position \t startpos   moves\te2e4  ");
    set_root("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    begin_answer();
    say("\t go \t depth  3");
    TEST_ASSERT_EQUAL_INT(3, (int)finish_search()->last->depth);
}

static void test_A14_crlf(void) {
    static const char INPUT[] = "setoption name UCI_Chess960 value true\r\n"
                                "position startpos moves e2e4 e7e5\r\n"
                                "go depth 3\r\n";
    talk.is_chess960 = true;
    set_root("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    begin_answer();
    say_raw(INPUT, sizeof INPUT - 1);
    TEST_ASSERT_EQUAL_INT(3, (int)finish_search()->last->depth);
    TEST_ASSERT_EQUAL_INT(0, talk.answer.strings);
}

/* ---- B: options ---- */

typedef struct Advert {
    char name[64], type[16], standard[32];
    long long minimum, maximum;
    int fields;
} Advert;

static Advert read_advert(const char *line) {
    Advert a = {0};
    const char *type = strstr(line, " type ");
    TEST_ASSERT_NOT_NULL_MESSAGE(type, line);
    snprintf(a.name, sizeof a.name, "%.*s", (int)(type - line - 12), line + 12);
    a.fields = sscanf(type, " type %15s default %31s min %lld max %lld", a.type, a.standard,
                      &a.minimum, &a.maximum);
    return a;
}

static void check_advert(const char *line) {
    Advert a = read_advert(line);
    if (strcmp(a.type, "spin") == 0) {
        long long standard = atoll(a.standard);
        TEST_ASSERT_EQUAL_INT_MESSAGE(4, a.fields, line);
        TEST_ASSERT_TRUE_MESSAGE(a.minimum <= standard && standard <= a.maximum, line);
        TEST_ASSERT_TRUE_MESSAGE(a.minimum >= INT32_MIN && a.maximum <= INT32_MAX, line);
    } else if (strcmp(a.type, "check") == 0)
        TEST_ASSERT_TRUE_MESSAGE(
            strcmp(a.standard, "true") == 0 || strcmp(a.standard, "false") == 0, line);
    else if (strcmp(a.type, "string") == 0)
        TEST_ASSERT_TRUE_MESSAGE(a.fields >= 2, line);
    else
        TEST_ASSERT_TRUE_MESSAGE(strcmp(a.type, "button") == 0 || strcmp(a.type, "combo") == 0,
                                 line);
}

static void test_B1_to_B5_advertised_options(void) {
    int options = 0;
    say("uci");
    while (strcmp(hear(), "uciok") != 0)
        if (begins_with(talk.line, "option ")) {
            check_advert(talk.line);
            options++;
        }
    TEST_ASSERT_TRUE(options >= 8);
}

/* The number of lines in the last iteration shows whether the option has been heard. */
static int lines_of_search(void) {
    int64_t most = 0;
    const Answer *a = search("depth 2");
    for (int i = 0; i < a->count; i++)
        most = a->infos[i].line > most ? a->infos[i].line : most;
    return (int)most;
}

static void test_B10_names_in_either_case(void) {
    say("setoption name multipv value 3");
    TEST_ASSERT_EQUAL_INT(3, lines_of_search());
    say("setoption name MULTIPV value 2");
    TEST_ASSERT_EQUAL_INT(2, lines_of_search());
}

static void test_B11_B13_names_with_blanks(void) {
    say("setoption name Move Overhead value 100");
    say("setoption name Clear Hash");
    say("setoption name clear hash value");
    expect_quiet();
}

static void test_B14_unknown_option_is_named_once(void) {
    say("setoption name No Such Thing value 7");
    expect_prefix("info string ");
    expect_quiet();
}

static void test_B15_bad_numbers(void) {
    static const char *const VALUES[] = {"abc", "", "-5", "0", "1.5", "0x10"};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        char text[64];
        snprintf(text, sizeof text, "setoption name Hash value %s", VALUES[i]);
        expect_complaints_only(text);
        search("depth 3");
    }
    expect_complaints_only("setoption name MultiPV value 999999999999");
    TEST_ASSERT_EQUAL_INT(20, lines_of_search());
    expect_complaints_only("setoption name MultiPV value -999999999999");
    TEST_ASSERT_EQUAL_INT(1, lines_of_search());
}

static void test_B16_bad_booleans(void) {
    static const char *const VALUES[] = {"True", "1", "yes", ""};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        char text[64];
        snprintf(text, sizeof text, "setoption name UCI_ShowWDL value %s", VALUES[i]);
        expect_complaints_only(text);
        TEST_ASSERT_FALSE(search("depth 2")->last->has_wdl);
    }
}

static void test_B17_order_does_not_matter(void) {
    static const char *const ORDERS[] = {
        "Threads value 1\nsetoption name MultiPV value 2\nsetoption name Hash value 4",
        "Hash value 4\nsetoption name MultiPV value 2\nsetoption name Threads value 1",
        "MultiPV value 2\nsetoption name Hash value 4\nsetoption name Threads value 1",
    };
    int64_t nodes = 0;
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++) {
        hang_up();
        launch();
        say("setoption name %s", ORDERS[i]);
        int64_t found = search("depth 7")->last->nodes;
        TEST_ASSERT_TRUE(i == 0 || found == nodes);
        nodes = found;
    }
}

static int64_t fill_of_table(void) {
    say("ucinewgame");
    return search_position_of(KIWIPETE, "nodes 100000")->last->hashfull;
}

static void test_B18_options_survive_a_new_game(void) {
    int64_t standard = fill_of_table();
    say("setoption name Hash value 1");
    int64_t small = fill_of_table();
    TEST_ASSERT_TRUE(small > standard);
    TEST_ASSERT_EQUAL_INT((int)small, (int)fill_of_table());
}

#if defined(__linux__) && defined(NDEBUG)
static long resident_megabytes(void) {
    char path[64];
    long total = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)talk.pid);
    FILE *file = fopen(path, "r");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL_INT(2, fscanf(file, "%ld %ld", &total, &resident));
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE) >> 20;
}

static void test_B19_hash_goes_down_again(void) {
    say("setoption name Hash value 128");
    expect_quiet();
    long large = resident_megabytes();
    say("setoption name Hash value 16");
    expect_quiet();
    TEST_ASSERT_TRUE(large >= 100);
    TEST_ASSERT_TRUE(resident_megabytes() < large - 64);
}
#else
static void test_B19_hash_goes_down_again(void) {
    TEST_IGNORE_MESSAGE("needs the process list of Linux and a build without sanitizers");
}
#endif

static void test_B20_options_during_a_search(void) {
    static const char *const LINES[] = {"Hash value 2", "Threads value 2", "MultiPV value 3",
                                        "UCI_Chess960 value true", "Clear Hash"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        go("infinite");
        say("setoption name %s", LINES[i]);
        expect_ready_while_searching();
        stop();
    }
}

/* ---- C: order of commands ---- */

static void test_C1_isready_while_searching(void) {
    int64_t begin = now_ms();
    go("infinite");
    for (int i = 0; i < 50; i++)
        expect_ready_while_searching();
    TEST_ASSERT_TRUE(now_ms() - begin < 8000);
    expect_no_best_move(50);
    stop();
}

static void test_C2_readyok_after_the_work(void) {
    say("setoption name Hash value 256");
    expect_quiet();
    TEST_ASSERT_TRUE(search("depth 3")->last->time < 3000);
}

static void test_C5_new_game_forgets(void) {
    int64_t fresh = search_position_of(KIWIPETE, "depth 8")->last->nodes;
    int64_t warm = search_position_of(KIWIPETE, "depth 8")->last->nodes;
    say("ucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 8")->last->nodes == fresh);
    TEST_ASSERT_TRUE(warm != fresh);
    say("setoption name Threads value 2\nsetoption name Threads value 1\nucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 8")->last->nodes == fresh);
}

static void test_C6_everything_at_once(void) {
    set_root("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    begin_answer();
    say("uci\nucinewgame\nsetoption name Hash value 8\nsetoption name Ponder value true\n"
        "position startpos moves e2e4\nisready\ngo depth 4");
    while (strcmp(hear(), "uciok") != 0)
        continue;
    expect_line("readyok");
    finish_search();
}

static void test_C7_new_game_is_not_needed(void) {
    search_position_of(KIWIPETE, "depth 4");
}

static void test_C8_many_positions(void) {
    for (int i = 0; i < 300; i++)
        set_position(FEN_START, i % 2 == 0 ? "e2e4" : "e2e4 e7e5 g1f3");
    expect_quiet();
    search("depth 3");
}

static void test_C9_commands_do_not_touch_the_search(void) {
    go("infinite");
    say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nucinewgame");
    expect_ready_while_searching();
    expect_no_best_move(50);
    stop();
    set_root("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    TEST_ASSERT_TRUE(search("depth 2")->move == MOVE_NONE);
}

/* A second `go` is refused while an endless search runs, and waits for one that ends. */
static void test_C10_one_best_move_for_each_go(void) {
    go("infinite");
    say("go depth 3\ngo infinite");
    expect_ready_while_searching();
    expect_no_best_move(50);
    stop();
    go("depth 5");
    say("go depth 4");
    await_best_move();
    begin_answer();
    finish_search();
}

static void test_C11_same_position_again(void) {
    search_position_of(KIWIPETE, "depth 3");
    search("depth 4");
}

/* ---- D: positions ---- */

static void search_long_game(int plies) {
    static const char *const MOVES[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    static char line[1 << 15];
    size_t length = (size_t)sprintf(line, "position startpos moves");
    set_root(FEN_START);
    for (int i = 0; i < plies; i++) {
        Move move;
        Reason reason;
        memcpy(line + length, MOVES[i % 4], 5);
        length += 5;
        TEST_ASSERT_TRUE(
            notation_parse_uci(&talk.game.position, (Word){MOVES[i % 4] + 1, 4}, &move, &reason));
        game_play(&talk.game, move);
    }
    line[length++] = '\n';
    say_raw(line, length);
    search("depth 4");
}

static void test_D6_long_games(void) {
    search_long_game(1200);
    search_long_game(4001);
}

static void test_D17_most_moves(void) {
    say("setoption name MultiPV value 256");
    set_position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "");
    TEST_ASSERT_EQUAL_INT(218, lines_of_search());
}

static void test_D19_life_after_a_bad_position(void) {
    static const char *const LINES[] = {
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 1r1qk2r/5ppp/Q2p4/6R1/4P1bq/2N5/P1P5/4K1N1 b k - 0 23",
        "position fen 8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70",
        "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1",
        "position nonsense",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        expect_complaints_only(LINES[i]);
        search("depth 1");
    }
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_A1_A2_uciok_is_the_last_line);
    RUN_TEST(test_A3_uciok_comes_soon);
    RUN_TEST(test_A4_isready_comes_first);
    RUN_TEST(test_A5_uci_twice);
    RUN_TEST(test_A12_rubbish_is_survived);
    RUN_TEST(test_A13_blanks_between_words);
    RUN_TEST(test_A14_crlf);
    RUN_TEST(test_B1_to_B5_advertised_options);
    RUN_TEST(test_B10_names_in_either_case);
    RUN_TEST(test_B11_B13_names_with_blanks);
    RUN_TEST(test_B14_unknown_option_is_named_once);
    RUN_TEST(test_B15_bad_numbers);
    RUN_TEST(test_B16_bad_booleans);
    RUN_TEST(test_B17_order_does_not_matter);
    RUN_TEST(test_B18_options_survive_a_new_game);
    RUN_TEST(test_B19_hash_goes_down_again);
    RUN_TEST(test_B20_options_during_a_search);
    RUN_TEST(test_C1_isready_while_searching);
    RUN_TEST(test_C2_readyok_after_the_work);
    RUN_TEST(test_C5_new_game_forgets);
    RUN_TEST(test_C6_everything_at_once);
    RUN_TEST(test_C7_new_game_is_not_needed);
    RUN_TEST(test_C8_many_positions);
    RUN_TEST(test_C9_commands_do_not_touch_the_search);
    RUN_TEST(test_C10_one_best_move_for_each_go);
    RUN_TEST(test_C11_same_position_again);
    RUN_TEST(test_D6_long_games);
    RUN_TEST(test_D17_most_moves);
    RUN_TEST(test_D19_life_after_a_bad_position);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
