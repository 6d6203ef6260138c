/* What the tuner reads and writes: the definition file keeps everything but its numbers, and games
 * become the same samples whatever the number of threads. */
#include "unity.h"

#include <stdlib.h>
#include <string.h>

#include "../tools/tuner/load.h"
#include "../tools/tuner/terms_file.h"
#include "positions.h"
#include "startup.h"

static char path[512], other_path[512]; /* beside the test program itself */

void setUp(void) {
    remove(path);
    remove(other_path);
}

void tearDown(void) {
    remove(path);
    remove(other_path);
}

static void write_text(const char *text) {
    FILE *file = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL(file);
    fputs(text, file);
    fclose(file);
}

static void assert_text(const char *expected) {
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    TEST_ASSERT_NOT_NULL(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

/* ---- The definition file ---- */

static const char TERMS_TEXT[] = "/* TERM(name, S(mg, eg)); S(1, 2) here is no weight. */\n"
                                 "#define S(mg, eg) \\\n    PAIR(mg, S(eg, 9))\n"
                                 "GROUP(One, EVAL_LINEAR) // S(3, 4)\n"
                                 "TERM(Alone, S(5,-6)) /* S(7, 8) */\n"
                                 "\n"
                                 "TABLE(Squares, 4,\n"
                                 "    S(   1,   -2), S(  33,  444),\n"
                                 "    S(-123,    0), S(   0,    7) )\n"
                                 "GROUP(Two, EVAL_DANGER)\n"
                                 "TERM(CLASS(3), \"S(1, 1)\", S( 12, 5 ))\n"
                                 "TERM(Wide, S(+3, -100))";

static const ScorePair TERMS_VALUES[] = {
    SCORE_PAIR(5, -6), SCORE_PAIR(1, -2), SCORE_PAIR(33, 444), SCORE_PAIR(-123, 0),
    SCORE_PAIR(0, 7),  SCORE_PAIR(12, 5), SCORE_PAIR(3, -100),
};
enum { TERMS_VALUE_NB = sizeof TERMS_VALUES / sizeof *TERMS_VALUES };

static TermsFile read_terms(void) {
    TermsFile file;
    Reason reason;
    TEST_ASSERT_TRUE_MESSAGE(terms_file_read(&file, path, &reason), reason.text);
    return file;
}

static void rewrite(const ScorePair *values) {
    Reason reason;
    TermsFile file = read_terms();
    TEST_ASSERT_TRUE_MESSAGE(terms_file_write(&file, path, values, &reason), reason.text);
    terms_file_free(&file);
}

static void test_pairs_are_found(void) {
    Reason reason;
    write_text(TERMS_TEXT);
    TermsFile file = read_terms();
    TEST_ASSERT_TRUE_MESSAGE(terms_file_matches(&file, TERMS_VALUES, TERMS_VALUE_NB, &reason),
                             reason.text);
    terms_file_free(&file);
}

static void test_only_numbers_change(void) {
    static const ScorePair VALUES[] = {
        SCORE_PAIR(-5, 60), SCORE_PAIR(10, 20), SCORE_PAIR(-1, 0), SCORE_PAIR(9, -999),
        SCORE_PAIR(7, 8),   SCORE_PAIR(1, 2),   SCORE_PAIR(0, 0),
    };
    write_text(TERMS_TEXT);
    rewrite(VALUES);
    assert_text("/* TERM(name, S(mg, eg)); S(1, 2) here is no weight. */\n"
                "#define S(mg, eg) \\\n    PAIR(mg, S(eg, 9))\n"
                "GROUP(One, EVAL_LINEAR) // S(3, 4)\n"
                "TERM(Alone, S(-5,60)) /* S(7, 8) */\n"
                "\n"
                "TABLE(Squares, 4,\n"
                "    S(  10,   20), S(  -1,    0),\n"
                "    S(   9, -999), S(   7,    8) )\n"
                "GROUP(Two, EVAL_DANGER)\n"
                "TERM(CLASS(3), \"S(1, 1)\", S( 1, 2 ))\n"
                "TERM(Wide, S(0, 0))");
}

static void test_columns_widen_together(void) {
    static const ScorePair VALUES[] = {SCORE_PAIR(-1234, 5), SCORE_PAIR(6, -7890),
                                       SCORE_PAIR(-10, 3)};
    write_text("TABLE(A, 2, S( 10,  20),\n            S(-30, -40))\nTERM(B, S(-1, 2))\n");
    rewrite(VALUES);
    assert_text("TABLE(A, 2, S(-1234,     5),\n            S(    6, -7890))\nTERM(B, S(-10, 3))\n");
}

/* The same values give the same text, save for a sign that says nothing. */
static void test_same_values_round_trip(void) {
    char expected[sizeof TERMS_TEXT];
    strcpy(expected, TERMS_TEXT);
    char *sign = strchr(expected, '+');
    memmove(sign, sign + 1, strlen(sign));
    write_text(TERMS_TEXT);
    rewrite(TERMS_VALUES);
    assert_text(expected);
    rewrite(TERMS_VALUES);
    assert_text(expected);
}

/* The definition file of the engine, when the test runs in the project's folder. */
static void test_engine_terms_round_trip(void) {
    static const char TERMS_PATH[] = "include/eval_terms.def";
    const ScorePair *weights = (const ScorePair *)&eval_weights;
    TermsFile file;
    Reason reason;
    FILE *probe = fopen(TERMS_PATH, "rb");
    if (probe == NULL)
        return;
    fclose(probe);
    TEST_ASSERT_TRUE_MESSAGE(terms_file_read(&file, TERMS_PATH, &reason), reason.text);
    TEST_ASSERT_TRUE_MESSAGE(terms_file_matches(&file, weights, EVAL_WEIGHT_NB, &reason),
                             reason.text);
    TEST_ASSERT_TRUE_MESSAGE(terms_file_write(&file, path, weights, &reason), reason.text);
    assert_text(file.text);
    terms_file_free(&file);
}

static void assert_terms_refused(const char *text, const char *part) {
    TermsFile file;
    Reason reason;
    write_text(text);
    TEST_ASSERT_FALSE(terms_file_read(&file, path, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, part), reason.text);
}

static void test_bad_terms_are_refused(void) {
    TermsFile file;
    Reason reason;
    TEST_ASSERT_FALSE(terms_file_read(&file, path, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "cannot be opened"), reason.text);
    assert_terms_refused("\nTERM(A, S(1))", "line 2");
    assert_terms_refused("TERM(A, S(1, x))", "two numbers");
    assert_terms_refused("TERM(A, S(1, 2", "two numbers");
    assert_terms_refused("TERM(A, S(1, 99999))", "two numbers");
    assert_terms_refused("TERM(A, S", "two numbers");
    assert_terms_refused("S(-, 2)", "two numbers");
}

static void test_other_terms_are_refused(void) {
    Reason reason;
    ScorePair values[TERMS_VALUE_NB];
    memcpy(values, TERMS_VALUES, sizeof values);
    write_text(TERMS_TEXT);
    TermsFile file = read_terms();
    TEST_ASSERT_FALSE(terms_file_matches(&file, values, TERMS_VALUE_NB - 1, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "7 pairs"), reason.text);
    values[2] = SCORE_PAIR(33, 445);
    TEST_ASSERT_FALSE(terms_file_matches(&file, values, TERMS_VALUE_NB, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "S(33, 444)"), reason.text);
    TEST_ASSERT_FALSE(terms_file_write(&file, "/no/such/folder/terms", values, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "cannot be written"), reason.text);
    terms_file_free(&file);
}

/* ---- Games ---- */

enum { GAME_NB = 45, PLY_NB = 40 };

typedef struct Recording {
    GameRecord game;
    Random random;
} Recording;

static void record(const Position *position, Move next, void *context) {
    Recording *recording = context;
    GameRecord *game = &recording->game;
    if (game->ply_count == 0)
        game->start = *position;
    if (next == MOVE_NONE)
        return;
    game->scores[game->ply_count] = (int16_t)((int)random_below(&recording->random, 4001) - 2000);
    game->moves[game->ply_count++] = next;
}

/* Writes random games and returns the number of their plies. */
static uint64_t write_games(const char *to, int count) {
    static Recording recording;
    Reason reason;
    uint64_t plies = 0;
    GameWriter *writer = game_writer_open(to, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(writer, reason.text);
    for (int i = 0; i < count; i++) {
        recording = (Recording){.game = {.result = (GameResult)(i % 3)}, .random = {(uint64_t)i}};
        Walk walk = {{(uint64_t)i}, PLY_NB, record, &recording};
        walk_from(&walk, START_FENS[(size_t)i % START_NB]);
        TEST_ASSERT_TRUE(game_writer_add(writer, &recording.game));
        plies += (uint64_t)recording.game.ply_count;
    }
    TEST_ASSERT_TRUE(game_writer_close(writer));
    return plies;
}

static LoadOptions load_options(int threads) {
    return (LoadOptions){.skip_plies = 4, .score_limit = 1500, .threads = threads, .seed = 1};
}

static Loaded load_paths(const PathList *paths, const LoadOptions *options) {
    Loaded loaded;
    Reason reason;
    Weight weights[EVAL_WEIGHT_NB];
    const ScorePair *pairs = (const ScorePair *)&eval_weights;
    for (int i = 0; i < EVAL_WEIGHT_NB; i++)
        weights[i] = (Weight){(float)pair_mg(pairs[i]), (float)pair_eg(pairs[i])};
    GameSource *source = game_source_open(paths, false, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(source, reason.text);
    TEST_ASSERT_TRUE(load_games(&loaded, source, weights, options));
    TEST_ASSERT_NULL(game_source_damage(source));
    game_source_close(source);
    return loaded;
}

static Loaded load_path(const LoadOptions *options) {
    const char *const paths[] = {path};
    return load_paths(&(PathList){paths, 1}, options);
}

static uint64_t count_all(const LoadCounts *c) {
    return c->kept + c->early + c->in_check + c->noisy + c->extreme + c->not_chosen + c->known;
}

static void assert_same_set(const SampleSet *a, const SampleSet *b) {
    TEST_ASSERT_EQUAL_size_t(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const Sample *left = &a->samples[i], *right = &b->samples[i];
        size_t entries = sample_entry_count(left);
        TEST_ASSERT_EQUAL_INT(left->score, right->score);
        TEST_ASSERT_EQUAL_INT(left->result, right->result);
        TEST_ASSERT_EQUAL_size_t(entries, sample_entry_count(right));
        TEST_ASSERT_TRUE(memcmp(left->indices, right->indices, sample_entry_bytes(left)) == 0);
    }
}

static void test_every_position_is_accounted_for(void) {
    LoadOptions options = load_options(2);
    uint64_t plies = write_games(path, GAME_NB);
    Loaded loaded = load_path(&options);
    const LoadCounts *c = &loaded.counts;
    TEST_ASSERT_EQUAL_UINT64(GAME_NB, c->games);
    TEST_ASSERT_EQUAL_UINT64(plies, count_all(c));
    TEST_ASSERT_EQUAL_UINT64(c->kept, loaded.training.count + loaded.held_out.count);
    TEST_ASSERT_TRUE(c->early > 0 && c->in_check > 0 && c->noisy > 0 && c->extreme > 0);
    TEST_ASSERT_TRUE(loaded.training.count > 0 && loaded.held_out.count > 0);
    TEST_ASSERT_TRUE(c->not_rebuilt * 100 <= c->kept); /* see REBUILT_SHARE in tune.c */
    load_free(&loaded);
}

static void test_threads_load_the_same(void) {
    LoadOptions one = load_options(1), many = load_options(4);
    one.per_game = many.per_game = 5;
    write_games(path, GAME_NB);
    Loaded first = load_path(&one), second = load_path(&many);
    TEST_ASSERT_TRUE(first.counts.not_chosen > 0);
    assert_same_set(&first.training, &second.training);
    assert_same_set(&first.held_out, &second.held_out);
    load_free(&first);
    load_free(&second);
}

/* Numbers go on from file to file, and with them which games are held out. */
static void test_files_follow_one_another(void) {
    const char *const paths[] = {path, other_path};
    LoadOptions options = load_options(2);
    options.skip_plies = 0;
    options.score_limit = 32000;
    write_games(path, HELD_OUT_EVERY - 1);
    Loaded first = load_path(&options);
    TEST_ASSERT_EQUAL_size_t(0, first.held_out.count);
    write_games(other_path, 1);
    Loaded both = load_paths(&(PathList){paths, 2}, &options);
    TEST_ASSERT_EQUAL_size_t(first.training.count, both.training.count);
    TEST_ASSERT_TRUE(both.held_out.count > 0);
    load_free(&first);
    load_free(&both);
}

static void test_missing_games_are_refused(void) {
    const char *const paths[] = {path};
    Reason reason;
    TEST_ASSERT_NULL(game_source_open(&(PathList){paths, 1}, true, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "opened"), reason.text);
    TEST_ASSERT_NULL(game_source_open(&(PathList){paths, 0}, true, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "no file"), reason.text);
    write_text("This is something else altogether.\n");
    TEST_ASSERT_NULL(game_source_open(&(PathList){paths, 1}, true, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, path), reason.text);
}

static int count_games(const PathList *paths, bool allows_damage, bool *is_damaged) {
    static GameRecord game;
    Reason reason;
    uint32_t number;
    int count = 0;
    GameSource *source = game_source_open(paths, allows_damage, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(source, reason.text);
    for (; game_source_next(source, &game, &number); count++)
        TEST_ASSERT_EQUAL_INT(count, number);
    const char *damage = game_source_damage(source);
    *is_damaged = damage != NULL && strstr(damage, "game 5") != NULL;
    game_source_close(source);
    return count;
}

static void test_damage_is_reported(void) {
    const char *const paths[] = {path, other_path};
    PathList both = {paths, 2};
    bool is_damaged;
    write_games(path, 4);
    FILE *file = fopen(path, "ab");
    TEST_ASSERT_NOT_NULL(file);
    fputs("half a game", file);
    fclose(file);
    write_games(other_path, 3);
    TEST_ASSERT_EQUAL_INT(4, count_games(&both, false, &is_damaged));
    TEST_ASSERT_TRUE(is_damaged);
    TEST_ASSERT_EQUAL_INT(7, count_games(&both, true, &is_damaged));
    TEST_ASSERT_TRUE(is_damaged);
}

int main(int argc, char **argv) {
    (void)argc;
    snprintf(path, sizeof path, "%s.first", argv[0]);
    snprintf(other_path, sizeof other_path, "%s.second", argv[0]);
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_pairs_are_found);
    RUN_TEST(test_only_numbers_change);
    RUN_TEST(test_columns_widen_together);
    RUN_TEST(test_same_values_round_trip);
    RUN_TEST(test_engine_terms_round_trip);
    RUN_TEST(test_bad_terms_are_refused);
    RUN_TEST(test_other_terms_are_refused);
    RUN_TEST(test_every_position_is_accounted_for);
    RUN_TEST(test_threads_load_the_same);
    RUN_TEST(test_files_follow_one_another);
    RUN_TEST(test_missing_games_are_refused);
    RUN_TEST(test_damage_is_reported);
    return UNITY_END();
}
