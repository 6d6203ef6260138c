/* Moves as UCI text, printed and read, in standard chess and Chess960. What must be refused,
 * and how, is in test_bad_input.c. */

#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "letters.h"
#include "movegen.h"
#include "notation.h"
#include "positions.h"
#include "reading.h"
#include "startup.h"

void setUp(void) {
}

void tearDown(void) {
}

static void assert_refused(const char *fen, const char *text, const char *piece) {
    Position position = position_of(fen), before = position;
    Move move = MOVE_NULL;
    Reason reason = {"nothing"};
    TEST_ASSERT_FALSE_MESSAGE(notation_parse_uci(&position, word_of(text), &move, &reason), text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, piece), reason.text);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(MOVE_NULL, move, text);
    TEST_ASSERT_EQUAL_MEMORY(&before, &position, sizeof before);
}

static const char *uci_of(Move move, bool chess960) {
    static char text[MOVE_TEXT_SIZE];
    notation_print_uci(move, chess960, text);
    return text;
}

/* ---- UCI ---- */

static void test_printing_no_move(void) {
    TEST_ASSERT_EQUAL_STRING("0000", uci_of(MOVE_NONE, false));
    TEST_ASSERT_EQUAL_STRING("0000", uci_of(MOVE_NULL, true));
}

static void test_printing_corners_and_promotions(void) {
    TEST_ASSERT_EQUAL_STRING("a1h8", uci_of(move_make(SQ_A1, SQ_H8), false));
    TEST_ASSERT_EQUAL_STRING("h8a1", uci_of(move_make(SQ_H8, SQ_A1), true));
    Square b7 = make_square(FILE_B, RANK_7);
    TEST_ASSERT_EQUAL_STRING("b7a8n", uci_of(move_make_promotion(b7, SQ_A8, KNIGHT), false));
    TEST_ASSERT_EQUAL_STRING("b7b8b", uci_of(move_make_promotion(b7, SQ_B8, BISHOP), false));
    TEST_ASSERT_EQUAL_STRING("b7c8r", uci_of(move_make_promotion(b7, SQ_C8, ROOK), false));
    TEST_ASSERT_EQUAL_STRING("b7b8q", uci_of(move_make_promotion(b7, SQ_B8, QUEEN), true));
}

static void test_promotion_letters_in_either_case(void) {
    static const Reading ROWS[] = {
        {"a7a8q", "a7a8q"}, {"a7a8r", "a7a8r"}, {"a7a8b", "a7a8b"}, {"a7a8n", "a7a8n"},
        {"a7a8Q", "a7a8q"}, {"a7a8R", "a7a8r"}, {"a7a8B", "a7a8b"}, {"a7a8N", "a7a8n"},
        {"a7b8Q", "a7b8q"}, {"a7b8n", "a7b8n"},
    };
    assert_all_read(notation_parse_uci, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", ROWS,
                    sizeof ROWS / sizeof *ROWS);
}

/* With the kings at home both ways of writing castling mean the same. */
static void test_castling_in_standard_chess(void) {
    static const char WHITE_TO_MOVE[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char BLACK_TO_MOVE[] = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    static const Reading WHITE_ROWS[] = {
        {"e1g1", "e1h1"}, {"e1h1", "e1h1"}, {"e1c1", "e1a1"}, {"e1a1", "e1a1"}};
    static const Reading BLACK_ROWS[] = {
        {"e8g8", "e8h8"}, {"e8h8", "e8h8"}, {"e8c8", "e8a8"}, {"e8a8", "e8a8"}};
    assert_all_read(notation_parse_uci, WHITE_TO_MOVE, WHITE_ROWS, 4);
    assert_all_read(notation_parse_uci, BLACK_TO_MOVE, BLACK_ROWS, 4);

    Position position = position_of(WHITE_TO_MOVE);
    TEST_ASSERT_EQUAL_STRING("e1g1", uci_of(move_of(&position, "e1h1"), false));
    TEST_ASSERT_EQUAL_STRING("e1c1", uci_of(move_of(&position, "e1a1"), false));
    TEST_ASSERT_EQUAL_STRING("e1h1", uci_of(move_of(&position, "e1h1"), true));
    TEST_ASSERT_EQUAL_STRING("e1a1", uci_of(move_of(&position, "e1a1"), true));
    TEST_ASSERT_EQUAL_STRING("e1f1", uci_of(move_of(&position, "e1f1"), false));
}

static void assert_kind(const char *fen, const char *text, MoveKind kind) {
    Position position = position_of(fen);
    Move move = MOVE_NONE;
    Reason reason;
    TEST_ASSERT_TRUE_MESSAGE(notation_parse_uci(&position, word_of(text), &move, &reason), text);
    TEST_ASSERT_EQUAL_INT_MESSAGE((int)kind, (int)move_kind(move), text);
    TEST_ASSERT_EQUAL_STRING(text, uci_of(move, true));
    TEST_ASSERT_EQUAL_STRING(text, uci_of(move, false));
}

/* The king's step, the king that stays, the rook that stays, and both changing places. */
static void test_castling_in_chess960(void) {
    static const char STEP_OR_CASTLE[] = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_kind(STEP_OR_CASTLE, "f1g1", MOVE_NORMAL);
    assert_kind(STEP_OR_CASTLE, "f1h1", MOVE_CASTLING);
    assert_kind("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", MOVE_CASTLING);
    assert_kind("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", MOVE_CASTLING);
    assert_kind("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", MOVE_CASTLING);
    assert_kind("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", MOVE_NORMAL);
    assert_kind("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1c1", MOVE_NORMAL);
    assert_kind("2r1k3/8/8/8/8/8/8/4K3 b c - 0 1", "e8c8", MOVE_CASTLING);
    assert_kind("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", MOVE_CASTLING);
}

static void test_far_king_may_castle_by_its_destination(void) {
    static const Reading WEST[] = {{"b1g1", "b1h1"}, {"b1h1", "b1h1"}};
    static const Reading EAST[] = {{"f8c8", "f8b8"}, {"f8b8", "f8b8"}};
    assert_all_read(notation_parse_uci, "4k3/8/8/8/8/8/8/1K5R w K - 0 1", WEST, 2);
    assert_all_read(notation_parse_uci, "1r3k2/8/8/8/8/8/8/4K3 b q - 0 1", EAST, 2);
    assert_refused("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1c1", "illegal move");
}

static void test_text_ends_with_its_word(void) {
    Position position = position_of(FEN_START);
    Move move = MOVE_NONE;
    Reason reason;
    TEST_ASSERT_TRUE(notation_parse_uci(&position, (Word){"e2e4q", 4}, &move, &reason));
    TEST_ASSERT_EQUAL_HEX16(move_of(&position, "e2e4"), move);
}

static void test_refusals(void) {
    assert_refused(FEN_START, "e2e5", "illegal move 'e2e5'");
    assert_refused(FEN_START, "e4", "'e4' is not a move such as");
}

/* ---- Every legal move of many positions ---- */

static bool is_listed(const SlowMoves *moves, const char *text) {
    for (int i = 0; i < moves->count; i++)
        if (strcmp(moves->text[i], text) == 0)
            return true;
    return false;
}

/* Writes castling as the king's own move; any other move stays as it is. */
static void write_king_destination(const SlowBoard *board, const char *text, char out[6]) {
    char own_rook = board->side == SLOW_WHITE ? 'R' : 'r';
    memcpy(out, text, 6);
    if (board->piece[text[3] - '1'][text[2] - 'a'] == own_rook)
        out[2] = text[2] > text[0] ? 'g' : 'c';
}

static void check_uci(const Position *p, const SlowBoard *board, Move move) {
    char text[MOVE_TEXT_SIZE], by_king[6], upper[MOVE_TEXT_SIZE];
    strcpy(text, uci_of(move, true));
    write_king_destination(board, text, by_king);
    bool is_castling = strcmp(text, by_king) != 0;
    bool is_standard = text[0] == 'e' && (text[2] == 'a' || text[2] == 'h');
    TEST_ASSERT_EQUAL_STRING(is_castling && is_standard ? by_king : text, uci_of(move, false));

    assert_reads(notation_parse_uci, p, text, move);
    assert_reads(notation_parse_uci, p, uci_of(move, false), move);
    bool is_far = by_king[2] - by_king[0] > 1 || by_king[0] - by_king[2] > 1;
    if (is_castling && is_far)
        assert_reads(notation_parse_uci, p, by_king, move);
    strcpy(upper, text);
    upper[4] = to_upper(upper[4]);
    assert_reads(notation_parse_uci, p, upper, move);
}

static void check_every_move(const Position *p, Move next, void *context) {
    (void)next, (void)context;
    SlowBoard board = slow_board_of(p);
    SlowMoves expected;
    MoveList list;
    slow_legal_moves(&board, &expected);
    movegen_legal(p, &list);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.count, list.count, fen_of(p).text);
    for (int i = 0; i < list.count; i++) {
        TEST_ASSERT_TRUE_MESSAGE(is_listed(&expected, uci_of(list.moves[i], true)), fen_of(p).text);
        check_uci(p, &board, list.moves[i]);
    }
}

static void test_every_move_of_random_walks(void) {
    Walk walk = {.random = {11}, .plies = 16, .visit = check_every_move};
    walk_from_all_starts(&walk);
}

/* ---- Every text that looks like a move ---- */

static void check_text(const Position *p, const SlowMoves *meant, const char *text) {
    char lower[6];
    Move move = MOVE_NONE;
    Reason reason;
    memcpy(lower, text, 6);
    lower[4] = to_lower(lower[4]);
    bool is_read = notation_parse_uci(p, word_of(text), &move, &reason);
    if (is_read != is_listed(meant, lower)) {
        char message[200];
        snprintf(message, sizeof message, "%s: %s", fen_of(p).text, text);
        TEST_FAIL_MESSAGE(message);
    }
    if (is_read)
        TEST_ASSERT_TRUE_MESSAGE(movegen_is_legal(p, move), text);
}

/* The legal moves, and castling a second time by the king's destination where that is farther
 * than a king's step. */
static void list_meant_texts(const SlowBoard *board, SlowMoves *meant) {
    slow_legal_moves(board, meant);
    for (int i = meant->count - 1; i >= 0; i--) {
        char by_king[6];
        write_king_destination(board, meant->text[i], by_king);
        bool is_far = by_king[2] - by_king[0] > 1 || by_king[0] - by_king[2] > 1;
        if (strcmp(by_king, meant->text[i]) != 0 && is_far)
            memcpy(meant->text[meant->count++], by_king, 6);
    }
}

static void check_every_text(const char *fen) {
    Position position = position_of(fen);
    SlowBoard board = slow_board_of(&position);
    SlowMoves meant;
    list_meant_texts(&board, &meant);
    for (Square from = 0; from < SQUARE_NB; from++)
        for (Square to = 0; to < SQUARE_NB; to++)
            for (const char *promotion = " qNkp"; *promotion != '\0'; promotion++) {
                char text[6] = "";
                print_square(from, text);
                print_square(to, text + 2);
                text[4] = *promotion == ' ' ? '\0' : *promotion;
                check_text(&position, &meant, text);
            }
}

static void test_no_other_text_is_a_move(void) {
    for (size_t i = 0; i < START_NB; i++)
        check_every_text(START_FENS[i]);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_printing_no_move);
    RUN_TEST(test_printing_corners_and_promotions);
    RUN_TEST(test_promotion_letters_in_either_case);
    RUN_TEST(test_castling_in_standard_chess);
    RUN_TEST(test_castling_in_chess960);
    RUN_TEST(test_far_king_may_castle_by_its_destination);
    RUN_TEST(test_text_ends_with_its_word);
    RUN_TEST(test_refusals);
    RUN_TEST(test_every_move_of_random_walks);
    RUN_TEST(test_no_other_text_is_a_move);
    return UNITY_END();
}
