/* The report on a match: statistics against values worked out by hand or another way, what is
 * gathered from PGN, and that nothing in it can break the page. */
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/report/html.h"
#include "../tools/report/page.h"
#include "../tools/report/timeline.h"
#include "startup.h"

static Record record;
static FILE *file;

void setUp(void) {
    file = tmpfile();
    TEST_ASSERT_NOT_NULL(file);
}

void tearDown(void) {
    record_free(&record);
    fclose(file);
}

/* ---- Statistics ---- */

static const Outcomes GAMES = {GAME_CLASSES, {100, 200, 150}};
static const Outcomes PAIRS = {PAIR_CLASSES, {5, 40, 100, 55, 10}};

static void test_elo_and_score_belong_together(void) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5, score_of_elo(0.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.640064999803, score_of_elo(100.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0 / 11.0, score_of_elo(-400.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 190.848501888, elo_of_score(0.75));
    for (int elo = -1200; elo <= 1200; elo += 7)
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, elo, elo_of_score(score_of_elo(elo)));
    TEST_ASSERT_TRUE(isinf(elo_of_score(1.0)) && elo_of_score(1.0) > 0.0);
    TEST_ASSERT_TRUE(isinf(elo_of_score(0.0)) && elo_of_score(0.0) < 0.0);
}

/* 150 wins, 200 draws, 100 losses: the score is 250 / 450, the variance 0.135802, the error of
 * the mean 1.96 times the root of their quotient by 450. */
static void test_single_games(void) {
    Estimate estimate = estimate_of(&GAMES);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 250.0 / 450.0, estimate.score);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.034048318, estimate.score_error);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 38.7640, estimate.elo);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 14.9540, estimate.elo_low);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 62.9428, estimate.elo_high);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 23.9944, estimate.elo_error);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.999217, estimate.superiority);
}

static void test_pairs_of_games(void) {
    Estimate estimate = estimate_of(&PAIRS);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 111.25 / 210.0, estimate.score);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.028768990, estimate.score_error);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 20.7052, estimate.elo);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 20.0844, estimate.elo_error);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.977681, estimate.superiority);
}

static void test_all_or_nothing_has_no_error_bar(void) {
    const Outcomes wins = {GAME_CLASSES, {0, 0, 4}}, draws = {GAME_CLASSES, {0, 7, 0}};
    Estimate estimate = estimate_of(&wins);
    TEST_ASSERT_TRUE(isinf(estimate.elo) && isinf(estimate.elo_error));
    /* (4 - 0) / sqrt(4 + 0) = 2 standard deviations */
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.97725, estimate.superiority);
    estimate = estimate_of(&draws);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, estimate.elo);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5, estimate.superiority);
    TEST_ASSERT_TRUE(isinf(estimate.elo_error));
}

static void test_bounds_of_the_test(void) {
    const Sprt even = {0.0, 10.0, 0.05, 0.05}, uneven = {0.0, 10.0, 0.05, 0.1};
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -2.944439, sprt_lower_bound(&even));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.944439, sprt_upper_bound(&even));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, log(0.1 / 0.95), sprt_lower_bound(&uneven));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.890372, sprt_upper_bound(&uneven));
    TEST_ASSERT_EQUAL_INT(SPRT_OPEN, sprt_verdict(&even, 2.94));
    TEST_ASSERT_EQUAL_INT(SPRT_H1, sprt_verdict(&even, 2.95));
    TEST_ASSERT_EQUAL_INT(SPRT_OPEN, sprt_verdict(&even, -2.94));
    TEST_ASSERT_EQUAL_INT(SPRT_H0, sprt_verdict(&even, -2.95));
}

/* Without draws the likeliest distribution with a given mean is that mean, and the ratio is
 * 60 ln (s / 0.5) + 40 ln ((1 - s) / 0.5), s being the score of 10 Elo. */
static void test_llr_without_draws(void) {
    const Sprt sprt = {0.0, 10.0, 0.05, 0.05};
    const Outcomes games = {GAME_CLASSES, {40, 0, 60}};
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.534231, sprt_llr(&sprt, &games));
}

/* The expected values come from maximising both likelihoods over the share of draws directly. */
static void test_llr_of_single_games(void) {
    const Sprt gain = {0.0, 10.0, 0.05, 0.05}, no_loss = {-3.0, 1.0, 0.05, 0.05};
    const Outcomes many = {GAME_CLASSES, {1000, 2500, 1100}};
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.259548, sprt_llr(&gain, &GAMES));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.855141, sprt_llr(&no_loss, &many));
}

static void test_llr_of_pairs(void) {
    const Sprt gain = {0.0, 10.0, 0.05, 0.05}, small = {0.5, 2.5, 0.05, 0.05};
    const Outcomes many = {PAIR_CLASSES, {39, 8843, 26675, 9240, 44}};
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.489846, sprt_llr(&gain, &PAIRS));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.555517, sprt_llr(&small, &many));
}

/* Turning the results round and the hypotheses with them turns the ratio round. */
static void test_llr_is_symmetric(void) {
    const Sprt sprt = {-4.0, 12.0, 0.05, 0.05}, turned = {-12.0, 4.0, 0.05, 0.05};
    const Outcomes reversed = {PAIR_CLASSES, {10, 55, 100, 40, 5}};
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -sprt_llr(&turned, &PAIRS), sprt_llr(&sprt, &reversed));
    const Outcomes none = {PAIR_CLASSES, {0}}, wins = {PAIR_CLASSES, {0, 0, 0, 0, 9}};
    TEST_ASSERT_DOUBLE_WITHIN(0.0, 0.0, sprt_llr(&sprt, &none));
    TEST_ASSERT_DOUBLE_WITHIN(1e-2, 9.0 * log(score_of_elo(12.0) / score_of_elo(-4.0)),
                              sprt_llr(&sprt, &wins));
}

/* ---- What is gathered ---- */

static const char FIRST[] = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
static const char SECOND[] = "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";

static void put_game(const char *white, const char *black, const char *fen, const char *result) {
    fprintf(
        file,
        "[White \"%s\"]\n[Black \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n[Result \"%s\"]\n\n%s\n\n",
        white, black, fen, result, result);
}

/* Reads what was put into the file. */
static void gather(const char *hero) {
    PgnReader reader;
    PgnGame game = {0};
    Reason reason;
    TEST_ASSERT_TRUE(record_begin(&record, hero));
    rewind(file);
    pgn_reader_init(&reader, file);
    while (pgn_next(&reader, &game, &reason) == PGN_GAME)
        TEST_ASSERT_TRUE(record_add(&record, &game));
    pgn_free(&game);
}

static void assert_outcomes(const Outcomes *expected, const Outcomes *actual) {
    TEST_ASSERT_EQUAL_INT(expected->classes, actual->classes);
    for (int i = 0; i < expected->classes; i++)
        TEST_ASSERT_EQUAL_UINT64(expected->count[i], actual->count[i]);
}

static void test_both_games_from_an_opening_are_a_pair(void) {
    put_game("A", "B", FIRST, "1-0");
    put_game("A", "B", SECOND, "1/2-1/2"); /* out of order, as with several games at once */
    put_game("B", "A", FIRST, "1-0");
    put_game("B", "A", SECOND, "0-1");
    gather(NULL);
    TEST_ASSERT_EQUAL_STRING("A", record.players[0].name);
    TEST_ASSERT_EQUAL_STRING("B", record.players[1].name);
    assert_outcomes(&(Outcomes){GAME_CLASSES, {1, 1, 2}}, &record.players[0].games);
    assert_outcomes(&(Outcomes){PAIR_CLASSES, {0, 0, 1, 1, 0}}, &record.players[0].pairs);
    assert_outcomes(&record.players[0].pairs, player_outcomes(&record.players[0]));
    TEST_ASSERT_EQUAL_INT(-1, record.games[1].pair);
    TEST_ASSERT_EQUAL_INT(2, record.games[2].pair);
    TEST_ASSERT_EQUAL_INT(3, record.games[3].pair);
}

static void test_only_the_other_colour_makes_a_pair(void) {
    for (int i = 0; i < 5; i++)
        put_game("A", "B", FIRST, "1-0");
    gather(NULL);
    TEST_ASSERT_EQUAL_UINT64(0, outcomes_total(&record.players[0].pairs));
    assert_outcomes(&record.players[0].games, player_outcomes(&record.players[0]));
}

static void test_games_never_wait_without_end(void) {
    put_game("A", "B", SECOND, "1-0");
    for (int i = 0; i < RECORD_WAITING; i++)
        put_game("A", "B", FIRST, "1-0");
    put_game("B", "A", SECOND, "1-0");
    gather(NULL);
    TEST_ASSERT_EQUAL_UINT64(0, outcomes_total(&record.players[0].pairs));
    TEST_ASSERT_EQUAL_INT(RECORD_WAITING, record.players[1].waiting_count);
}

static void test_opponents_are_kept_apart(void) {
    put_game("B", "A", FIRST, "1-0");
    put_game("A", "C", FIRST, "1-0");
    put_game("C", "A", FIRST, "1/2-1/2");
    put_game("B", "C", FIRST, "1-0");
    put_game("A", "B", SECOND, "*");
    gather("A");
    TEST_ASSERT_EQUAL_size_t(3, record.player_count);
    TEST_ASSERT_EQUAL_size_t(3, record.game_count);
    assert_outcomes(&(Outcomes){GAME_CLASSES, {1, 0, 0}}, &record.players[1].games);
    assert_outcomes(&(Outcomes){GAME_CLASSES, {0, 1, 1}}, &record.players[2].games);
    assert_outcomes(&(Outcomes){PAIR_CLASSES, {0, 0, 0, 1, 0}}, &record.players[2].pairs);
    TEST_ASSERT_EQUAL_UINT64(1, record.foreign);
    TEST_ASSERT_EQUAL_UINT64(1, record.unfinished);
}

static void put_ending(const char *termination, const char *result) {
    fprintf(file, "[Termination \"%s\"]\n", termination);
    put_game("A", "B", FIRST, result);
}

static void test_faults_are_the_losers(void) {
    put_ending("time forfeit", "1-0");
    put_ending("time forfeit", "0-1");
    put_ending("time forfeit", "0-1");
    put_ending("illegal move", "1-0");
    put_ending("abandoned", "0-1");
    put_ending("stalled connection", "0-1");
    put_ending("adjudication", "1/2-1/2");
    put_ending("normal", "1-0");
    gather("A");
    TEST_ASSERT_EQUAL_UINT64(2, record.players[0].losses[END_TIME]);
    TEST_ASSERT_EQUAL_UINT64(1, record.players[1].losses[END_TIME]);
    TEST_ASSERT_EQUAL_UINT64(0, record.players[0].losses[END_ILLEGAL_MOVE]);
    TEST_ASSERT_EQUAL_UINT64(1, record.players[1].losses[END_ILLEGAL_MOVE]);
    TEST_ASSERT_EQUAL_UINT64(4, player_faults(&record.players[0]));
    TEST_ASSERT_EQUAL_UINT64(6, record_faults(&record));
    TEST_ASSERT_EQUAL_UINT64(1, record.ends[END_ADJUDICATED]);
    TEST_ASSERT_EQUAL_UINT64(1, record.ends[END_ON_BOARD]);
}

static void test_depth_and_time_are_read_from_comments(void) {
    fputs("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
          "1. e4 {book} e5 {+0.10/10 0.50s} 2. Nf3 {-0.2/13 1.5s, some remark} Nc6 {-M12/7 2s}\n"
          "3. Bb5 {+0.4/x 1s} a6 {0.3 5s} 4. Ba4 {0.00/21} 1-0\n\n",
          file);
    gather("A");
    TEST_ASSERT_EQUAL_UINT64(2, record.players[0].moves);
    TEST_ASSERT_EQUAL_UINT64(34, record.players[0].depths);
    TEST_ASSERT_EQUAL_UINT64(1, record.players[0].timed_moves);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.5, record.players[0].seconds);
    TEST_ASSERT_EQUAL_UINT64(17, record.players[1].depths);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2.5, record.players[1].seconds);
}

/* ---- The page ---- */

/* What is in a file, up to a generous limit. */
static const char *content_of(FILE *output) {
    static char text[1 << 16];
    rewind(output);
    text[fread(text, 1, sizeof text - 1, output)] = '\0';
    fclose(output);
    return text;
}

static const char *escaped(const char *text) {
    FILE *output = tmpfile();
    TEST_ASSERT_NOT_NULL(output);
    html_text(output, text);
    return content_of(output);
}

static const char *signed_text(double number, int decimals) {
    FILE *output = tmpfile();
    TEST_ASSERT_NOT_NULL(output);
    html_signed(output, number, decimals);
    return content_of(output);
}

static void test_text_is_escaped(void) {
    TEST_ASSERT_EQUAL_STRING("plain 1.0 \xC3\xA9", escaped("plain 1.0 \xC3\xA9"));
    TEST_ASSERT_EQUAL_STRING("&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39;",
                             escaped("<b> &amp; \"x\" 'y'"));
    TEST_ASSERT_EQUAL_STRING("a b c", escaped("a\nb\x7F"
                                              "c"));
}

static void test_numbers_have_their_sign(void) {
    TEST_ASSERT_EQUAL_STRING("+3.5", signed_text(3.46, 1));
    TEST_ASSERT_EQUAL_STRING("&minus;12", signed_text(-12.2, 0));
    TEST_ASSERT_EQUAL_STRING("+0.0", signed_text(0.0, 1));
    TEST_ASSERT_EQUAL_STRING("&minus;&infin;", signed_text(-INFINITY, 1));
}

static const char *page_of(const Sprt *sprt, const char *note) {
    FILE *output = tmpfile();
    TEST_ASSERT_NOT_NULL(output);
    TEST_ASSERT_TRUE(page_write(output, &(Page){.record = &record, .sprt = sprt, .note = note}));
    return content_of(output);
}

static void test_names_cannot_break_the_page(void) {
    put_game("<script>alert(1)</script>", "O'Neill & <i>Co</i>", FIRST, "1-0");
    gather(NULL);
    const char *page = page_of(NULL, "\"><img src=x>");
    TEST_ASSERT_NULL(strstr(page, "<script"));
    TEST_ASSERT_NULL(strstr(page, "<img"));
    TEST_ASSERT_NULL(strstr(page, "<i>Co"));
    TEST_ASSERT_NOT_NULL(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    TEST_ASSERT_NOT_NULL(strstr(page, "O&#39;Neill &amp; &lt;i&gt;Co&lt;/i&gt;"));
}

static void test_page_stands_alone(void) {
    const Sprt sprt = {0.0, 10.0, 0.05, 0.05};
    for (int i = 0; i < 3; i++) {
        put_game("A", "B", FIRST, "1-0");
        put_game("B", "A", FIRST, "1/2-1/2");
    }
    gather(NULL);
    const char *page = page_of(&sprt, NULL);
    TEST_ASSERT_NULL(strstr(page, "http"));
    TEST_ASSERT_NULL(strstr(page, "src="));
    TEST_ASSERT_NULL(strstr(page, "nan"));
    TEST_ASSERT_NOT_NULL(strstr(page, "undecided"));
    TEST_ASSERT_NOT_NULL(strstr(page, "Log-likelihood ratio"));
    TEST_ASSERT_NOT_NULL(strstr(page, "<b>3</b> won"));
    TEST_ASSERT_NOT_NULL(strstr(page, "</html>"));
    TEST_ASSERT_NULL(strstr(page_of(NULL, NULL), "Log-likelihood"));
}

static void test_steps_of_the_grid(void) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 20.0, plot_step(100.0, 6));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 20.0, plot_step(100.0, 5));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50.0, plot_step(100.0, 4));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5, plot_step(2.9, 6));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1000.0, plot_step(7900.0, 8));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0, plot_step(60.0, 6));
}

static void test_timeline_ends_with_the_last_game(void) {
    static const int COUNTS[] = {1, 2, TIMELINE_MAX, TIMELINE_MAX + 1, 7 * TIMELINE_MAX + 5};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        Timeline timeline;
        rewind(file);
        for (int game = 0; game < COUNTS[i]; game++)
            put_game("A", "B", FIRST, game % 3 == 0 ? "0-1" : "1-0");
        record_free(&record);
        gather(NULL);
        timeline_of_score(&timeline, &record);
        TEST_ASSERT_TRUE(timeline.count > 0 && timeline.count <= TIMELINE_MAX);
        const PlotPoint *last = &timeline.points[timeline.count - 1];
        TEST_ASSERT_DOUBLE_WITHIN(0.0, COUNTS[i], last->x);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 100.0 * estimate_of(&record.players[0].games).score,
                                  last->y);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_elo_and_score_belong_together);
    RUN_TEST(test_single_games);
    RUN_TEST(test_pairs_of_games);
    RUN_TEST(test_all_or_nothing_has_no_error_bar);
    RUN_TEST(test_bounds_of_the_test);
    RUN_TEST(test_llr_without_draws);
    RUN_TEST(test_llr_of_single_games);
    RUN_TEST(test_llr_of_pairs);
    RUN_TEST(test_llr_is_symmetric);
    RUN_TEST(test_both_games_from_an_opening_are_a_pair);
    RUN_TEST(test_only_the_other_colour_makes_a_pair);
    RUN_TEST(test_games_never_wait_without_end);
    RUN_TEST(test_opponents_are_kept_apart);
    RUN_TEST(test_faults_are_the_losers);
    RUN_TEST(test_depth_and_time_are_read_from_comments);
    RUN_TEST(test_text_is_escaped);
    RUN_TEST(test_numbers_have_their_sign);
    RUN_TEST(test_names_cannot_break_the_page);
    RUN_TEST(test_page_stands_alone);
    RUN_TEST(test_steps_of_the_grid);
    RUN_TEST(test_timeline_ends_with_the_last_game);
    return UNITY_END();
}
