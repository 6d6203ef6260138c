/* Conversations with the text interface inside this process: every command, odd input, and that
 * neither errors nor a second conversation disturb what a first one remembers. */

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "positions.h"
#include "startup.h"
#include "uci.h"

typedef struct Session {
    Uci uci;
    FILE *out;
    char answer[1 << 14];
} Session;

static Session session, other;

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static void begin(Session *s) {
    s->out = tmpfile();
    TEST_ASSERT_NOT_NULL_MESSAGE(s->out, "no temporary file can be had");
    TEST_ASSERT_TRUE(uci_init(&s->uci, s->out));
}

static void end(Session *s) {
    uci_free(&s->uci);
    if (s->out != NULL)
        fclose(s->out);
    s->out = NULL;
}

void setUp(void) {
    begin(&session);
    begin(&other);
}

void tearDown(void) {
    end(&session);
    end(&other);
}

/* What has been written since `start`, read back as a string. */
static const char *read_since(Session *s, long start) {
    long length = ftell(s->out) - start;
    TEST_ASSERT_LESS_THAN_INT((int)sizeof s->answer, (int)length);
    fseek(s->out, start, SEEK_SET);
    TEST_ASSERT_EQUAL_size_t((size_t)length, fread(s->answer, 1, (size_t)length, s->out));
    s->answer[length] = '\0';
    fseek(s->out, 0, SEEK_END);
    return s->answer;
}

static const char *ask_session(Session *s, const char *line) {
    long start = ftell(s->out);
    TEST_ASSERT_TRUE_MESSAGE(uci_execute(&s->uci, line), line);
    return read_since(s, start);
}

/* Carries a line out, which must not end the conversation, and returns the answer. */
static const char *ask(const char *line) {
    return ask_session(&session, line);
}

static void assert_answer(const char *expected, const char *line) {
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, ask(line), line);
}

static void assert_silent(const char *line) {
    assert_answer("", line);
}

static void assert_has(const char *answer, const char *piece) {
    if (strstr(answer, piece) == NULL)
        TEST_ASSERT_EQUAL_STRING(piece, answer);
}

static const Game *current_game(void) {
    return engine_game(session.uci.engine);
}

static int is_chess960(void) {
    return engine_option(session.uci.engine, OPTION_CHESS960);
}

static FenText current_fen(void) {
    return fen_of(&current_game()->position);
}

static void assert_fen(const char *expected) {
    TEST_ASSERT_EQUAL_STRING(expected, current_fen().text);
    TEST_ASSERT_TRUE_MESSAGE(position_is_consistent(&current_game()->position), expected);
}

/* One printable info line with `piece` in it is the whole answer. */
static void assert_complains(const char *line, const char *piece) {
    const char *answer = ask(line);
    size_t length = strlen(answer);
    TEST_ASSERT_TRUE_MESSAGE(strncmp(answer, "info string ", 12) == 0, line);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(answer, piece), answer);
    TEST_ASSERT_TRUE_MESSAGE(strchr(answer, '\n') == answer + length - 1, answer);
    for (size_t i = 0; i + 1 < length; i++)
        TEST_ASSERT_TRUE_MESSAGE(answer[i] >= ' ' && answer[i] <= '~', answer);
}

/* A complaint after which the conversation goes on from the same game and settings. */
static void assert_refused(const char *line, const char *piece) {
    Position before = current_game()->position;
    size_t key_count = current_game()->key_count;
    int chess960 = is_chess960();
    assert_complains(line, piece);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&before, &current_game()->position, sizeof before, line);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(key_count, current_game()->key_count, line);
    TEST_ASSERT_EQUAL_INT_MESSAGE(chess960, is_chess960(), line);
    assert_answer("readyok\n", "isready");
}

static uint64_t perft_total(const char *answer) {
    unsigned long long total = 0;
    const char *line = strstr(answer, "Nodes searched: ");
    TEST_ASSERT_NOT_NULL_MESSAGE(line, answer);
    TEST_ASSERT_EQUAL_INT(1, sscanf(line, "Nodes searched: %llu", &total));
    return total;
}

/* ---- Handshake and small talk ---- */

static void test_uci_names_the_engine_and_its_options(void) {
    char name[64], author[64], first[1024];
    strcpy(first, ask("uci"));
    TEST_ASSERT_EQUAL_INT(
        2, sscanf(first, "id name %63[^\n]\nid author %63[^\n]\noption name ", name, author));
    TEST_ASSERT_EQUAL_INT('C', name[0]);
    assert_has(first, "\noption name UCI_Chess960 type check default false\n");
    TEST_ASSERT_EQUAL_STRING("uciok\n", strstr(first, "uciok"));
    TEST_ASSERT_EQUAL_INT('\n', strstr(first, "uciok")[-1]);
    TEST_ASSERT_EQUAL_STRING(first, ask("uci"));
}

static void test_isready_comes_first_or_any_time(void) {
    assert_answer("readyok\n", "isready");
    ask("uci");
    assert_answer("readyok\n", "isready");
    assert_answer("readyok\n", "isready now");
}

static void test_silent_commands(void) {
    static const char *const LINES[] = {
        "xboard",
        "debug on",
        "debug off",
        "debug",
        "register later",
        "register name x code y",
        "stop",
        "ucinewgame",
        "ponderhit",
        "",
        " ",
        " \t \r\n",
    };
    ask("position startpos moves e2e4");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        assert_silent(LINES[i]);
        assert_answer("readyok\n", "isready");
    }
    assert_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

static void test_unknown_commands(void) {
    assert_refused("hello world", "unknown command 'hello'");
    assert_refused("UCI", "unknown command 'UCI'");
    assert_refused("ucii", "unknown command 'ucii'");
    assert_refused("is ready", "unknown command 'is'");
    assert_refused("e2e4", "unknown command 'e2e4'");
    assert_refused("\x1B[2J\x07", "unknown command '?[2J?'");
    assert_refused("\xE2\x99\x94", "unknown command '\?\?\?'");
    assert_refused("%s%n%d", "unknown command '%s%n%d'");
    char line[5000];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_refused(line, "unknown command 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'");
}

static void test_quit_ends_without_a_word(void) {
    long start = ftell(session.out);
    TEST_ASSERT_FALSE(uci_execute(&session.uci, "quit"));
    TEST_ASSERT_FALSE(uci_execute(&session.uci, "\tquit now\r"));
    TEST_ASSERT_EQUAL_STRING("", read_since(&session, start));
}

static const char *const NAMES[] = {"uci",     "isready", "setoption", "ucinewgame", "position",
                                    "go",      "stop",    "ponderhit", "quit",       "d",
                                    "flip",    "moves",   "eval",      "perft",      "bench",
                                    "genfens", "help"};
enum { NAME_NB = sizeof NAMES / sizeof *NAMES };

/* Every command has its line under a heading, and there is no line without a command. */
static void test_help_lists_every_command(void) {
    char help[4096] = "\n";
    int lines = 0;
    strcat(help, ask("help"));
    for (int i = 0; i < NAME_NB; i++) {
        char start_of_line[32];
        snprintf(start_of_line, sizeof start_of_line, "\n  %s ", NAMES[i]);
        assert_has(help, start_of_line);
    }
    assert_has(help, "\nThe UCI protocol\n  uci ");
    assert_has(help, "\n\nAt the prompt\n  d ");
    for (const char *line = strstr(help, "\n  "); line != NULL; line = strstr(line + 1, "\n  "))
        lines++;
    TEST_ASSERT_EQUAL_INT(NAME_NB, lines);
}

/* What `help` says about a command begins with its name and ends with an example that works. */
static void test_help_explains_every_command(void) {
    for (int i = 0; i < NAME_NB; i++) {
        char line[64], example[128];
        snprintf(line, sizeof line, "help %s", NAMES[i]);
        const char *text = ask(line), *found = strstr(text, "\nExample: ");
        TEST_ASSERT_TRUE_MESSAGE(strncmp(text, NAMES[i], strlen(NAMES[i])) == 0, text);
        TEST_ASSERT_NOT_NULL_MESSAGE(found, text);
        TEST_ASSERT_EQUAL_INT(1, sscanf(found, "\nExample: %127[^\n]", example));
        TEST_ASSERT_TRUE_MESSAGE(strncmp(example, NAMES[i], strlen(NAMES[i])) == 0, example);
        ask("position startpos");
        int complaints = session.uci.complaints;
        if (strcmp(example, "quit") != 0)
            ask(example);
        TEST_ASSERT_EQUAL_INT_MESSAGE(complaints, session.uci.complaints, example);
        uci_finish(&session.uci);
    }
    assert_refused("help nonsense", "help: unknown command 'nonsense', try help");
    assert_refused("help gp", "help: unknown command 'gp', did you mean go? try help");
}

static void test_mistyped_commands(void) {
    assert_answer("info string unknown command 'pisition', did you mean position? try help\n",
                  "pisition startpos");
    assert_refused("israedy", "did you mean isready?");
    assert_refused("UCI", "did you mean uci?");
    assert_refused("hlep", "did you mean help?");
    assert_answer("info string unknown command 'hello', try help\n", "hello");
}

/* A bare move is no command, but easy to understand. */
static void test_bare_moves(void) {
    assert_answer("info string unknown command 'e4', did you mean moves e4? try help\n", "e4");
    assert_answer("info string unknown command 'g1f3', did you mean moves g1f3? try help\n",
                  "g1f3 now");
    assert_answer("info string unknown command 'e5', try help\n", "e5");
}

static void test_blanks_and_returns_between_words(void) {
    assert_answer("readyok\n", "  isready");
    assert_answer("readyok\n", "\tisready\t");
    assert_answer("readyok\n", "isready\r");
    assert_silent(" \tposition\tstartpos   moves \t e2e4\te7e5 ");
    assert_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_silent("position startpos moves e2e4 e7e5 g1f3\r");
    assert_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_silent("position  fen\t4k3/8/8/8/8/8/8/4K3  b\t-  -  3 \t 9\r");
    assert_fen("4k3/8/8/8/8/8/8/4K3 b - - 3 9");
    assert_silent("setoption  name\tUCI_Chess960   value true\r");
    TEST_ASSERT_TRUE(is_chess960());
    TEST_ASSERT_EQUAL_UINT64(5, perft_total(ask("\t go \t perft  1")));
    TEST_ASSERT_EQUAL_UINT64(5, perft_total(ask("go perft 1\r")));
}

/* ---- position ---- */

static void test_positions_that_are_understood(void) {
    assert_fen(FEN_START);
    assert_silent("position startpos moves e2e4 e7e5");
    assert_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_silent("position startpos");
    assert_fen(FEN_START);
    assert_silent("position fen " KIWIPETE);
    assert_fen(KIWIPETE);
    assert_silent("position fen " KIWIPETE " moves e1g1 e8c8");
    assert_fen("2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w - - 2 2");
    assert_silent("position startpos moves");
    assert_fen(FEN_START);
    assert_silent("position fen " KIWIPETE " moves  ");
    assert_fen(KIWIPETE);
}

static void test_short_fens_and_odd_counters(void) {
    assert_silent("position fen 4k3/8/8/8/8/8/8/4K3 b - -");
    assert_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_silent("position fen 4k3/8/8/8/8/8/8/4K3 b - - moves e8e7");
    assert_fen("8/4k3/8/8/8/8/8/4K3 w - - 1 2");
    assert_silent("position fen 4k3/8/8/8/8/8/8/4K3 w - - 7 moves e1e2");
    assert_fen("4k3/8/8/8/8/8/4K3/8 b - - 8 1");
    assert_silent("position fen 4k3/8/8/8/8/8/8/4K3 w - - 150 0");
    assert_fen("4k3/8/8/8/8/8/8/4K3 w - - 150 1");
    assert_silent("position fen 4k3/8/8/8/8/8/8/4K3 b - - 99999999999 65536 moves e8e7");
    assert_fen("8/4k3/8/8/8/8/8/4K3 w - - 10000 10000");
}

static void test_promotions_in_the_move_list(void) {
    assert_silent("position fen 1n5k/P7/8/8/8/8/6p1/K6N b - - 0 1 moves g2h1n a7a8r h1g3 a8a7");
    assert_fen("1n5k/R7/8/8/8/6n1/8/K7 b - - 2 3");
    assert_silent("position fen 1n5k/P7/8/8/8/8/6p1/K7 w - - 0 1 moves a7b8B g2g1Q");
    assert_fen("1B5k/8/8/8/8/8/8/K5q1 w - - 0 2");
    assert_silent("position fen 1n5k/P7/8/8/8/8/6p1/K7 w - - 0 1 moves a7a8Q g2g1R");
    assert_fen("Qn5k/8/8/8/8/8/8/K5r1 w - - 0 2");
}

/* Whatever is wrong with a FEN, the game before it goes on. */
static void test_refused_positions_leave_the_game_alone(void) {
    ask("position startpos moves e2e4 d7d5 e4e5 f7f5 g1f3 g8f6 f3g1 f6g8");
    TEST_ASSERT_EQUAL_size_t(4, current_game()->key_count);
    FenText before = current_fen();
    assert_refused("position", "expected startpos or fen, not ''");
    assert_refused("position startpos d2d4", "expected moves");
    assert_refused("position start", "expected startpos or fen, not 'start'");
    assert_refused("position moves e2e4", "expected startpos or fen, not 'moves'");
    assert_refused("position fen", "the FEN has no board");
    assert_refused("position fen moves e2e4", "the FEN has no board");
    assert_refused("position fen garbage", "no side to move");
    assert_refused("position fen these are four words", "'t' is not a piece");
    assert_refused("position fen 8/8/8/8 w - -", "ends on rank 5");
    assert_refused("position fen rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "more than 8 ranks");
    assert_refused("position fen rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "rank 6 of the board has 7 files");
    assert_refused("position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "'9' is not a piece");
    assert_refused("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings");
    assert_refused("position fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings");
    assert_refused("position fen 4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings");
    assert_refused("position fen 1r1qk2r/5ppp/Q2p4/6R1/4P1bq/2N5/P1P5/4K1N1 b k - 0 23",
                   "White is in check");
    assert_refused("position fen 8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70",
                   "Black has a pawn on rank 1");
    assert_refused("position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1",
                   "39 promoted pieces");
    assert_refused("position fen " KIWIPETE " e1g1 moves", "'e1g1' stands after the move number");
    TEST_ASSERT_EQUAL_UINT64(30, perft_total(ask("go perft 1")));
    assert_fen(before.text);
}

static void test_fen_longer_than_any_position(void) {
    char line[2000] = "position fen ";
    memset(line + 13, 'k', 1500);
    assert_refused(line, "the FEN is longer than any position needs");
    /* Around the limit: the last that is read, the first not. */
    line[12 + 2 * FEN_SIZE - 1] = '\0';
    assert_refused(line, "the FEN has no side to move");
    line[12 + 2 * FEN_SIZE - 1] = 'k';
    line[12 + 2 * FEN_SIZE] = '\0';
    assert_refused(line, "the FEN is longer than any position needs");
}

static void test_blanks_do_not_make_a_fen_longer(void) {
    char line[2000];
    snprintf(line, sizeof line, "position fen %s %600s KQkq \t -  0 1",
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "b");
    assert_silent(line);
    assert_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
}

static void test_rights_and_en_passant_squares_that_are_dropped(void) {
    assert_silent("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1");
    assert_fen("2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1");
    assert_silent(
        "position fen 2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9 moves c7h2");
    assert_fen("2b1kbnQ/rp2pp1p/2n3p1/8/8/2P5/PP3PPq/RN2KBNR w KQ - 0 10");
    assert_silent("position fen 4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1");
    assert_fen("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1");
}

/* An en passant square on which nobody can capture does not make a different position. */
static void test_idle_en_passant_square_has_no_part_in_the_key(void) {
    ask("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    Position read = current_game()->position;
    ask("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    TEST_ASSERT_EQUAL_MEMORY(&read, &current_game()->position, sizeof read);
    ask("position startpos moves e2e4");
    TEST_ASSERT_EQUAL_MEMORY(&read, &current_game()->position, sizeof read);
}

static void test_bad_move_ends_the_list(void) {
    assert_complains("position startpos moves e2e4 e7e5 e1e3 g8f6", "illegal move 'e1e3'");
    assert_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_complains("position startpos moves e2e4 garbage e7e5", "'garbage' is not a move");
    assert_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_complains("position startpos moves e7e5", "the piece on e7 is the opponent's");
    assert_fen(FEN_START);
    assert_complains("position startpos moves e2e4 0000", "'0000' is not a move");
    assert_complains("position fen 1n5k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8", "illegal move");
    assert_answer("readyok\n", "isready");
    TEST_ASSERT_EQUAL_UINT64(11, perft_total(ask("go perft 1")));
}

static void test_many_positions_in_a_row(void) {
    static const char MOVES[] = " g1f3 g8f6 f3g1 f6g8";
    char line[64 + 300 * 5] = "position startpos moves";
    for (int i = 0; i < 300; i++) {
        size_t length = strlen(line);
        memcpy(line + length, MOVES + i % 4 * 5, 5);
        line[length + 5] = '\0';
        assert_silent(line);
    }
    TEST_ASSERT_EQUAL_size_t(300, current_game()->key_count);
    assert_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 151");
    assert_silent("position startpos moves e2e4");
    TEST_ASSERT_EQUAL_size_t(0, current_game()->key_count);
}

/* ---- Long games ---- */

/* A line that may grow without end; the caller frees `text`. */
typedef struct LongLine {
    char *text;
    size_t length, capacity;
} LongLine;

static void append(LongLine *line, const char *text) {
    size_t length = strlen(text);
    if (line->length + length + 1 > line->capacity) {
        line->capacity = 2 * (line->length + length + 1);
        line->text = realloc(line->text, line->capacity);
        if (line->text == NULL)
            abort();
    }
    memcpy(line->text + line->length, text, length + 1);
    line->length += length;
}

static void test_four_thousand_reversible_plies(void) {
    LongLine line = {0};
    append(&line, "position startpos moves");
    for (int i = 0; i < 1000; i++)
        append(&line, " b1c3 b8c6 c3b1 c6b8");
    const char *answer = ask(line.text);
    free(line.text);
    TEST_ASSERT_EQUAL_STRING("", answer);
    assert_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4000 2001");
    TEST_ASSERT_EQUAL_size_t(4000, current_game()->key_count);
    TEST_ASSERT_EQUAL_HEX64(current_game()->position.key, current_game()->keys[0]);
    TEST_ASSERT_EQUAL_UINT64(8902, perft_total(ask("go perft 3")));
}

/* A random game of the slow rules, which says where it must end. */
static void test_long_game_with_everything_in_it(void) {
    LongLine line = {0};
    SlowBoard board;
    SlowMoves moves;
    Random random = {3};
    int plies = 0;
    TEST_ASSERT_TRUE(slow_set_fen(&board, FEN_START));
    append(&line, "position startpos moves");
    for (; plies < 1500; plies++) {
        slow_legal_moves(&board, &moves);
        if (moves.count == 0)
            break;
        const char *move = moves.text[random_below(&random, (uint32_t)moves.count)];
        append(&line, " ");
        append(&line, move);
        slow_play(&board, move);
    }
    const char *answer = ask(line.text);
    free(line.text);
    TEST_ASSERT_EQUAL_INT(1500, plies);
    TEST_ASSERT_EQUAL_STRING("", answer);
    char fen[SLOW_FEN_SIZE];
    slow_get_fen(&board, fen, sizeof fen);
    assert_fen(fen);
}

/* ---- setoption and Chess960 ---- */

static void test_option_values(void) {
    assert_silent("setoption name UCI_Chess960 value true");
    TEST_ASSERT_TRUE(is_chess960());
    assert_refused("setoption name UCI_Chess960 value True", "true or false");
    assert_refused("setoption name UCI_Chess960 value 1", "true or false");
    assert_refused("setoption name UCI_Chess960 value", "true or false");
    assert_refused("setoption name UCI_Chess960", "UCI_Chess960");
    assert_refused("setoption name Unknown value true", "no option 'Unknown'");
    assert_refused("setoption name", "no option ''");
    assert_refused("setoption", "expected name");
    assert_refused("setoption UCI_Chess960 value false", "expected name");
    assert_refused("setoption name UCI_Chess960 false", "UCI_Chess960");
    assert_silent("ucinewgame");
    TEST_ASSERT_TRUE(is_chess960());
    assert_silent("setoption name uci_chess960 value false");
    TEST_ASSERT_FALSE(is_chess960());
}

/* The option decides how castling is written, at once; both ways are always read. */
static void test_castling_notation_follows_the_option(void) {
    static const char BOTH_WAYS[] = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    ask(BOTH_WAYS);
    assert_has(ask("go perft 1"), "\ne1g1: 1\n");
    assert_has(ask("go perft 1"), "\ne1c1: 1\n");
    TEST_ASSERT_NULL(strstr(ask("go perft 1"), "e1h1"));
    ask("setoption name UCI_Chess960 value true");
    assert_has(ask("go perft 1"), "\ne1h1: 1\n");
    assert_has(ask("go perft 1"), "\ne1a1: 1\n");
    TEST_ASSERT_NULL(strstr(ask("go perft 1"), "e1g1"));
    ask("setoption name UCI_Chess960 value false");
    assert_has(ask("go perft 1"), "\ne1g1: 1\n");
    for (int i = 0; i < 2; i++) {
        assert_silent("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8");
        assert_fen("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
        assert_silent("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8");
        assert_fen("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
        ask("setoption name UCI_Chess960 value true");
    }
}

static void test_chess960_positions_with_the_option_on_and_off(void) {
    for (int i = 0; i < 2; i++) {
        assert_silent("position fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert_has(ask("go perft 1"), "\nf1g1: 1\n");
        assert_has(ask("go perft 1"), "\nf1h1: 1\n");
        assert_silent("position fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1g1");
        assert_fen("4k3/8/8/8/8/8/8/6KR b - - 1 1");
        assert_silent("position fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1h1");
        assert_fen("4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        assert_silent("position fen 4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1");
        TEST_ASSERT_NULL(strstr(ask("go perft 1"), "e1b1"));
        ask("setoption name UCI_Chess960 value true");
    }
}

/* ---- perft and d ---- */

static void test_perft_numbers(void) {
    static const struct {
        const char *fen;
        uint64_t leaves[4];
    } ROWS[] = {
        {FEN_START, {20, 400, 8902, 197281}},
        {KIWIPETE, {48, 2039, 97862, 0}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 0}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 0}},
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", {21, 528, 12189, 0}},
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", {218, 99, 0, 0}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (int depth = 1; depth <= 4 && ROWS[i].leaves[depth - 1] != 0; depth++) {
            char line[200];
            snprintf(line, sizeof line, "position fen %s", ROWS[i].fen);
            assert_silent(line);
            snprintf(line, sizeof line, "go perft %d", depth);
            TEST_ASSERT_EQUAL_UINT64(ROWS[i].leaves[depth - 1], perft_total(ask(line)));
            ask("position startpos");
            snprintf(line, sizeof line, "perft %d %s", depth, ROWS[i].fen);
            TEST_ASSERT_EQUAL_UINT64(ROWS[i].leaves[depth - 1], perft_total(ask(line)));
            assert_fen(FEN_START);
        }
}

static void test_perft_divides_by_move(void) {
    const char *cursor = ask("go perft 3");
    uint64_t total = perft_total(cursor), sum = 0;
    int lines = 0, used = 0;
    char move[8];
    unsigned long long leaves;
    for (; sscanf(cursor, "%7[a-h1-8]: %llu\n%n", move, &leaves, &used) == 2; cursor += used) {
        lines++;
        sum += leaves;
    }
    TEST_ASSERT_EQUAL_INT(20, lines);
    TEST_ASSERT_EQUAL_UINT64(total, sum);
    TEST_ASSERT_EQUAL_UINT64(8902, total);
}

static void test_perft_of_nothing(void) {
    TEST_ASSERT_EQUAL_UINT64(1, perft_total(ask("perft 0")));
    TEST_ASSERT_EQUAL_UINT64(0, perft_total(ask("perft 2 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
}

static void test_perft_refusals(void) {
    static const char *const DEPTHS[] = {"", " x", " -1", " 100", " 1.5", " 99999999999999999999"};
    for (size_t i = 0; i < sizeof DEPTHS / sizeof *DEPTHS; i++) {
        char line[64];
        snprintf(line, sizeof line, "perft%s", DEPTHS[i]);
        assert_refused(line, "perft: expected a depth");
        snprintf(line, sizeof line, "go perft%s", DEPTHS[i]);
        assert_refused(line, "perft: expected a depth");
    }
    assert_refused("perft 2 8/8/8/8/8/8/8/8 w - - 0 1", "perft: White has 0 kings");
    assert_refused("go perft 1 2", "perft: the FEN has no side to move");
}

static void test_display(void) {
    ask("position startpos moves e2e4 f7f5 d1h5");
    const char *answer = ask("d");
    assert_has(answer, " | r | n | b | q | k | b | n | r | 8\n");
    assert_has(answer, " |   |   |   |   |   | p |   | Q | 5\n");
    assert_has(answer, " | R | N | B |   | K | B | N | R | 1\n");
    assert_has(answer, "   a   b   c   d   e   f   g   h\n");
    assert_has(answer, "\nFen: rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\n");
    assert_has(answer, "\nCheckers: h5\n");
    char key[32];
    snprintf(key, sizeof key, "\nKey: %016llX\n", (unsigned long long)current_game()->position.key);
    assert_has(answer, key);
    ask("position startpos");
    assert_has(ask("d"), "\nCheckers:\n");
    ask("position fen 3k4/8/8/8/8/5n2/4r3/R3K2R w KQ - 0 1");
    assert_has(ask("d"), "\nCheckers: e2 f3\n");
}

static void test_display_with_moves(void) {
    ask("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1 moves a1a7");
    assert_has(ask("d moves"), "\nCheckers:\nMoves: Kg8\n");
    ask("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1 moves a1a8");
    assert_has(ask("d moves"), "\nCheckers: a8\nMoves:\n");
    TEST_ASSERT_NULL(strstr(ask("d"), "Moves:"));
    assert_refused("d everything", "d: expected nothing or moves");
}

/* The board is turned, the position is not. */
static void test_flip(void) {
    static const char BOTTOM[] = " | r | n | b | k | q | b | n | r | 8\n"
                                 " +---+---+---+---+---+---+---+---+\n"
                                 "   h   g   f   e   d   c   b   a\n";
    assert_has(ask("flip"), BOTTOM);
    assert_has(ask("d"), BOTTOM);
    assert_fen(FEN_START);
    TEST_ASSERT_NULL(strstr(ask_session(&other, "d"), BOTTOM));
    TEST_ASSERT_NULL(strstr(ask("flip"), BOTTOM));
}

static void test_moves_in_either_notation(void) {
    assert_silent("moves e4 e7e5 Nf3  b8c6\tBb5 a6");
    assert_fen("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4");
    assert_silent("moves O-O");
    assert_fen("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4");
    assert_refused("moves", "moves: expected moves to play");
}

static void test_moves_before_the_first_bad_one_are_played(void) {
    assert_complains("moves e4 e5 Ke3 d5", "moves: illegal move 'Ke3': no king can go to e3");
    assert_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_refused("moves nonsense", "moves: 'nonsense' is not a move");
}

/* ---- Two conversations, and whole ones ---- */

static void test_two_conversations_do_not_mix(void) {
    ask_session(&session, "position startpos moves e2e4");
    ask_session(&other, "setoption name UCI_Chess960 value true");
    ask_session(&other, "position fen " KIWIPETE);
    TEST_ASSERT_FALSE(is_chess960());
    assert_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    TEST_ASSERT_EQUAL_STRING(KIWIPETE, fen_of(&engine_game(other.uci.engine)->position).text);
    long start = ftell(other.out);
    ask_session(&session, "go perft 2");
    ask_session(&session, "position fen garbage");
    TEST_ASSERT_EQUAL_INT((int)start, (int)ftell(other.out));
    TEST_ASSERT_FALSE(uci_execute(&session.uci, "quit"));
    TEST_ASSERT_EQUAL_UINT64(2039, perft_total(ask_session(&other, "go perft 2")));
    assert_has(ask_session(&other, "go perft 1"), "e1h1: 1\n");
}

/* What a whole input is answered with. */
static const char *converse(const char *input, size_t size) {
    FILE *file = tmpfile();
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL_size_t(size, fwrite(input, 1, size, file));
    rewind(file);
    long start = ftell(session.out);
    uci_loop(&session.uci, file);
    fclose(file);
    return read_since(&session, start);
}

static void assert_conversation(const char *expected, const char *input) {
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, converse(input, strlen(input)), input);
}

static void test_loop_ends_with_quit_or_the_input(void) {
    assert_conversation("", "");
    assert_conversation("readyok\n", "isready\n");
    assert_conversation("readyok\n", "isready");
    assert_conversation("readyok\nreadyok\n", "isready\r\nisready\r\n");
    assert_conversation("readyok\n", "isready\nquit\nisready\n");
    assert_conversation("readyok\n", "\n\n  \nisready\r");
    TEST_ASSERT_EQUAL_STRING("readyok\n", converse("is\0ready\n", 9));
}

static int count_of(const char *part, const char *text) {
    int count = 0;
    for (text = strstr(text, part); text != NULL; text = strstr(text + 1, part))
        count++;
    return count;
}

/* The second search waits for the first, yet `isready` and `stop` behind it come through. */
static void test_go_waits_for_the_search_before_it(void) {
    static const char INPUT[] = "go movetime 3600000\ngo depth 1\nd\nisready\nstop\n";
    const char *said = converse(INPUT, sizeof INPUT - 1);
    TEST_ASSERT_EQUAL_INT(2, count_of("bestmove", said));
    TEST_ASSERT_EQUAL_INT(1, count_of("readyok", said));
    TEST_ASSERT_TRUE(strstr(said, "readyok") < strstr(said, "bestmove"));
    TEST_ASSERT_TRUE(strstr(said, "Fen:") > strstr(said, "bestmove"));
}

/* `stop` ends all searches that were asked for before it, and each of them answers. */
static void test_stop_counts_for_a_waiting_go_too(void) {
    static const char INPUT[] = "go movetime 3600000\ngo infinite\nstop\ngo infinite\nstop\n";
    TEST_ASSERT_EQUAL_INT(3, count_of("bestmove", converse(INPUT, sizeof INPUT - 1)));
}

static void test_go_is_refused_during_a_search_without_end(void) {
    static const char INPUT[] = "go infinite\ngo depth 1\nstop\n";
    const char *said = converse(INPUT, sizeof INPUT - 1);
    TEST_ASSERT_EQUAL_INT(1, count_of("bestmove", said));
    TEST_ASSERT_EQUAL_INT(1, count_of("info string go: already searching", said));
}

static void test_loop_answers_after_every_kind_of_rubbish(void) {
    assert_conversation("info string unknown command 'one', try help\nreadyok\n",
                        "one two three\nisready\nquit");
    assert_conversation("info string position: the FEN has no board (field 1 of at least 4)\n"
                        "readyok\n",
                        "position fen\nisready\nquit\n");
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_uci_names_the_engine_and_its_options);
    RUN_TEST(test_isready_comes_first_or_any_time);
    RUN_TEST(test_silent_commands);
    RUN_TEST(test_unknown_commands);
    RUN_TEST(test_quit_ends_without_a_word);
    RUN_TEST(test_help_lists_every_command);
    RUN_TEST(test_help_explains_every_command);
    RUN_TEST(test_mistyped_commands);
    RUN_TEST(test_bare_moves);
    RUN_TEST(test_blanks_and_returns_between_words);
    RUN_TEST(test_positions_that_are_understood);
    RUN_TEST(test_short_fens_and_odd_counters);
    RUN_TEST(test_promotions_in_the_move_list);
    RUN_TEST(test_refused_positions_leave_the_game_alone);
    RUN_TEST(test_fen_longer_than_any_position);
    RUN_TEST(test_blanks_do_not_make_a_fen_longer);
    RUN_TEST(test_rights_and_en_passant_squares_that_are_dropped);
    RUN_TEST(test_idle_en_passant_square_has_no_part_in_the_key);
    RUN_TEST(test_bad_move_ends_the_list);
    RUN_TEST(test_many_positions_in_a_row);
    RUN_TEST(test_four_thousand_reversible_plies);
    RUN_TEST(test_long_game_with_everything_in_it);
    RUN_TEST(test_option_values);
    RUN_TEST(test_castling_notation_follows_the_option);
    RUN_TEST(test_chess960_positions_with_the_option_on_and_off);
    RUN_TEST(test_perft_numbers);
    RUN_TEST(test_perft_divides_by_move);
    RUN_TEST(test_perft_of_nothing);
    RUN_TEST(test_perft_refusals);
    RUN_TEST(test_display);
    RUN_TEST(test_display_with_moves);
    RUN_TEST(test_flip);
    RUN_TEST(test_moves_in_either_notation);
    RUN_TEST(test_moves_before_the_first_bad_one_are_played);
    RUN_TEST(test_two_conversations_do_not_mix);
    RUN_TEST(test_loop_ends_with_quit_or_the_input);
    RUN_TEST(test_go_waits_for_the_search_before_it);
    RUN_TEST(test_stop_counts_for_a_waiting_go_too);
    RUN_TEST(test_go_is_refused_during_a_search_without_end);
    RUN_TEST(test_loop_answers_after_every_kind_of_rubbish);
    return UNITY_END();
}
