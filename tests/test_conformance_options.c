/* The built engine against the checklist of UCI behaviour, each test named after its line there:
 * options (B).
 * CONFORMANCE.md says where every line of the list is tested. */
#include "conformance.h"

#if defined(DIALOGUE_IS_POSSIBLE)

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
    else if (strcmp(a.type, "combo") == 0) {
        char choice[48];
        snprintf(choice, sizeof choice, " var %s", a.standard);
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(line, choice), line);
    } else
        TEST_ASSERT_EQUAL_STRING_MESSAGE("button", a.type, line);
}

/* The option of that name, whose advert is copied to `advert`; false when there is none. */
static bool find_advert(const char *name, Advert *advert) {
    bool is_found = false;
    say("uci");
    while (strcmp(hear(), "uciok") != 0) {
        if (!begins_with(talk.line, "option "))
            continue;
        Advert a = read_advert(talk.line);
        if (strcmp(a.name, name) == 0) {
            *advert = a;
            is_found = true;
        }
    }
    return is_found;
}

static void test_B1_to_B6_advertised_options(void) {
    int options = 0;
    say("uci");
    while (strcmp(hear(), "uciok") != 0)
        if (begins_with(talk.line, "option ")) {
            check_advert(talk.line);
            options++;
        }
    TEST_ASSERT_TRUE(options >= 8);
}

/* Each word of the protocol stands once in an advert, as what it is. */
static void test_B7_names_hold_no_keywords(void) {
    static const char *const WORDS[] = {" name ", " type ", " default ", " min ", " max "};
    say("uci");
    while (strcmp(hear(), "uciok") != 0)
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
            const char *first = strstr(talk.line, WORDS[i]);
            TEST_ASSERT_TRUE_MESSAGE(first == NULL || strstr(first + 1, WORDS[i]) == NULL,
                                     talk.line);
            TEST_ASSERT_NULL_MESSAGE(strstr(talk.line, " value "), talk.line);
        }
}

static void test_B8_B9_B22_B25_names_of_options(void) {
    static const char *const NAMES[] = {"Hash",        "Threads",       "Ponder",
                                        "MultiPV",     "Move Overhead", "UCI_Chess960",
                                        "UCI_ShowWDL", "Clear Hash"};
    Advert advert;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        TEST_ASSERT_TRUE_MESSAGE(find_advert(NAMES[i], &advert), NAMES[i]);
    TEST_ASSERT_FALSE(find_advert("UCI_Variant", &advert));
    TEST_ASSERT_TRUE(find_advert("UCI_ShowWDL", &advert));
    TEST_ASSERT_EQUAL_STRING("false", advert.standard);
}

/* cutechess hides the options of that prefix but for those of strength: no other is for testers. */
static void test_B21_hidden_options_are_those_of_the_protocol(void) {
    static const char KNOWN[] = "|UCI_Chess960|UCI_ShowWDL|UCI_AnalyseMode|UCI_LimitStrength|"
                                "UCI_Elo|UCI_Opponent|UCI_EngineAbout|";
    say("uci");
    while (strcmp(hear(), "uciok") != 0)
        if (begins_with(talk.line, "option name UCI_")) {
            char name[80];
            snprintf(name, sizeof name, "|%s|", read_advert(talk.line).name);
            TEST_ASSERT_NOT_NULL_MESSAGE(strstr(KNOWN, name), talk.line);
        }
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

/* A text is taken up to the end of the line (test_strings_go_to_the_end_of_the_line looks at its
 * characters); for other options such values are refused in one line and change nothing. */
static void test_B12_values_with_blanks_and_signs(void) {
    static const char *const LINES[] = {
        "setoption name Hash value C:\\tables\\3-4-5;D:\\more tables",
        "setoption name MultiPV value 7 value 9 name Hash",
        "setoption name UCI_ShowWDL value true;false \\",
        "setoption name SyzygyPath value /a path/with blanks:/and \"more\" 100%",
        "setoption name Clear Hash value \\\\server\\share",
        "setoption name BookFile value C:\\books\\3;D:\\more books value \"2\" 100%",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        TEST_ASSERT_TRUE_MESSAGE(expect_complaints_only(LINES[i]) <= 1, LINES[i]);
    TEST_ASSERT_EQUAL_INT(1, lines_of_search());
    TEST_ASSERT_FALSE(talk.answer.last->has_wdl);
}

static void test_B14_unknown_option_is_named_once(void) {
    say("setoption name No Such Thing value 7");
    expect_prefix("info string ");
    expect_quiet();
}

static void test_B23_the_opponent_may_be_named(void) {
    TEST_ASSERT_TRUE(expect_complaints_only("setoption name UCI_Opponent value none none computer "
                                            "Some Engine 1.0") <= 1);
    TEST_ASSERT_TRUE(
        expect_complaints_only("setoption name UCI_Opponent value GM 2700 human Name") <= 1);
}

static void test_B24_analyse_mode_changes_nothing(void) {
    int64_t nodes = search_position_of(KIWIPETE, "depth 6")->last->nodes;
    int64_t again = search_position_of(KIWIPETE, "depth 6")->last->nodes;
    set_option("UCI_AnalyseMode value true\nucinewgame");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 6")->last->nodes == nodes);
    set_option("UCI_AnalyseMode value false");
    TEST_ASSERT_TRUE(search_position_of(KIWIPETE, "depth 6")->last->nodes == again);
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

/* A search that has been told to stop is as good as over: what comes behind waits for that. */
static void test_B20_options_right_behind_stop(void) {
    for (int lines = 2; lines < 12; lines++) {
        go("infinite");
        say("stop\nsetoption name MultiPV value %d\nucinewgame", lines);
        TEST_ASSERT_EQUAL_INT(0, finish_search()->strings);
        TEST_ASSERT_EQUAL_INT(lines, lines_of_search());
    }
}

int main(void) {
    dialogue_init();
    UNITY_BEGIN();
    RUN_TEST(test_B1_to_B6_advertised_options);
    RUN_TEST(test_B7_names_hold_no_keywords);
    RUN_TEST(test_B8_B9_B22_B25_names_of_options);
    RUN_TEST(test_B21_hidden_options_are_those_of_the_protocol);
    RUN_TEST(test_B10_names_in_either_case);
    RUN_TEST(test_B11_B13_names_with_blanks);
    RUN_TEST(test_B12_values_with_blanks_and_signs);
    RUN_TEST(test_B14_unknown_option_is_named_once);
    RUN_TEST(test_B23_the_opponent_may_be_named);
    RUN_TEST(test_B24_analyse_mode_changes_nothing);
    RUN_TEST(test_B15_bad_numbers);
    RUN_TEST(test_B16_bad_booleans);
    RUN_TEST(test_B17_order_does_not_matter);
    RUN_TEST(test_B18_options_survive_a_new_game);
    RUN_TEST(test_B19_hash_goes_down_again);
    RUN_TEST(test_B20_options_during_a_search);
    RUN_TEST(test_B20_options_right_behind_stop);
    return UNITY_END();
}

#else
DIALOGUE_SKIPPED
#endif
