/* Moves in SAN: printed exactly, read leniently, refused with the reason. More that must be refused
 * is in test_bad_input.c. */

#include "unity.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "letters.h"
#include "movegen.h"
#include "notation.h"
#include "positions.h"
#include "reading.h"
#include "san.h"
#include "startup.h"

void setUp(void) {
}

void tearDown(void) {
}

static const char *uci_of(Move move) {
    static char text[MOVE_TEXT_SIZE];
    notation_print_uci(move, true, text);
    return text;
}

static const char *san_of(const char *fen, const char *uci_king_takes_rook) {
    static char text[SAN_SIZE];
    Position position = position_of(fen);
    san_print(&position, move_of(&position, uci_king_takes_rook), text);
    return text;
}

/* ---- By hand ---- */

static void test_printing(void) {
    static const struct {
        const char *fen, *move, *san;
    } ROWS[] = {
        {FEN_START, "g1f3", "Nf3"},
        {FEN_START, "e2e4", "e4"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q+"},
        {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"},
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "O-O"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
        {"4k3/8/8/8/8/1N6/8/1N5K w - - 0 1", "b1d2", "N1d2"},
        {"4k3/8/8/8/8/5N2/8/1N5K w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/8/8/8/8/1N3N1K w - - 0 1", "f1d2", "Nfd2"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
        /* The knight on b1 is pinned, so nothing has to be told apart. */
        {"4k3/8/8/8/8/5N2/8/rN4K1 w - - 0 1", "f3d2", "Nd2"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        TEST_ASSERT_EQUAL_STRING_MESSAGE(ROWS[i].san, san_of(ROWS[i].fen, ROWS[i].move),
                                         ROWS[i].fen);
}

static void test_more_or_less_than_needed(void) {
    static const Reading AT_START[] = {
        {"Nf3", "g1f3"},   {"Nf3+", "g1f3"},  {"Nf3#", "g1f3"},   {"Nf3!", "g1f3"},
        {"Nf3!?", "g1f3"}, {"Nf3??", "g1f3"}, {"Nf3+!", "g1f3"},  {"Ngf3", "g1f3"},
        {"N1f3", "g1f3"},  {"Ng1f3", "g1f3"}, {"Ng1-f3", "g1f3"}, {"e4", "e2e4"},
        {"e2e4", "e2e4"},  {"e2-e4", "e2e4"}, {"Pe4", "e2e4"},    {"b3", "b2b3"},
        {"b4", "b2b4"},    {"Na3", "b1a3"},   {"g1f3", "g1f3"},   {"g1-f3", "g1f3"},
        {"g1f3!", "g1f3"}, {"Nxf3", "g1f3"},
    };
    assert_all_read(san_parse, FEN_START, AT_START, sizeof AT_START / sizeof *AT_START);

    static const Reading TWO_KNIGHTS[] = {
        {"N1xd2", "b1d2"}, {"N3xd2", "b3d2"}, {"Nb1xd2", "b1d2"},
        {"Nb1d2", "b1d2"}, {"N3d2", "b3d2"},  {"Nb3xd2+", "b3d2"},
    };
    assert_all_read(san_parse, "4k3/8/8/8/8/1N6/3p4/1N5K w - - 0 1", TWO_KNIGHTS,
                    sizeof TWO_KNIGHTS / sizeof *TWO_KNIGHTS);

    static const Reading EN_PASSANT[] = {
        {"exd6", "e5d6"},      {"e5xd6", "e5d6"},    {"e5d6", "e5d6"},   {"ed6", "e5d6"},
        {"exd6!", "e5d6"},     {"exd6e.p.", "e5d6"}, {"exd6ep", "e5d6"}, {"exd6e.p.!", "e5d6"},
        {"exd6!e.p.", "e5d6"}, {"d6", "e5d6"},       {"xd6", "e5d6"}};
    assert_all_read(san_parse, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", EN_PASSANT,
                    sizeof EN_PASSANT / sizeof *EN_PASSANT);
}

static void test_promotions(void) {
    static const Reading ROWS[] = {
        {"a8=Q", "a7a8q"},    {"a8Q", "a7a8q"},   {"a8=Q#", "a7a8q"},   {"a8=R+", "a7a8r"},
        {"a8B", "a7a8b"},     {"a8=N!", "a7a8n"}, {"a8=q", "a7a8q"},    {"axb8=Q+", "a7b8q"},
        {"axb8N", "a7b8n"},   {"a7b8R", "a7b8r"}, {"a7xb8=B", "a7b8b"}, {"a7a8=Q", "a7a8q"},
        {"a7-a8=r", "a7a8r"}, {"a8q", "a7a8q"},   {"a7a8n", "a7a8n"},   {"Pa8=Q", "a7a8q"},
    };
    assert_all_read(san_parse, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", ROWS, sizeof ROWS / sizeof *ROWS);
}

static void test_castling(void) {
    static const Reading WHITE_ROWS[] = {
        {"O-O", "e1h1"},   {"0-0", "e1h1"},   {"O-O+", "e1h1"},   {"0-0!?", "e1h1"},
        {"O-O-O", "e1a1"}, {"0-0-0", "e1a1"}, {"0-0-0#", "e1a1"}, {"Kf1", "e1f1"},
        {"e1g1", "e1h1"},  {"e1c1+", "e1a1"}, {"e1h1", "e1h1"},
    };
    assert_all_read(san_parse, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", WHITE_ROWS,
                    sizeof WHITE_ROWS / sizeof *WHITE_ROWS);
    static const Reading BLACK_ROWS[] = {{"O-O", "e8h8"}, {"0-0-0", "e8a8"}};
    assert_all_read(san_parse, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", BLACK_ROWS, 2);
    static const Reading STEP_OR_CASTLE[] = {{"Kg1", "f1g1"}, {"O-O", "f1h1"}};
    assert_all_read(san_parse, "4k3/8/8/8/8/8/8/5K1R w H - 0 1", STEP_OR_CASTLE, 2);
}

static void test_text_ends_with_its_word(void) {
    Position position = position_of(FEN_START);
    Move move = MOVE_NONE;
    Reason reason;
    TEST_ASSERT_TRUE(san_parse(&position, (Word){"Nf3xx", 3}, &move, &reason));
    TEST_ASSERT_EQUAL_HEX16(move_of(&position, "g1f3"), move);
}

/* Less than SAN asks for will do where only one move fits. */
static void test_least_text_that_is_clear(void) {
    static const Reading CAPTURE[] = {{"d5", "e4d5"}, {"xd5", "e4d5"}, {"ed5", "e4d5"}};
    assert_all_read(san_parse, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", CAPTURE, 3);
    /* The other knight is pinned. */
    static const Reading PINNED[] = {{"Nd2", "f3d2"}, {"Nfd2", "f3d2"}, {"N3d2", "f3d2"}};
    assert_all_read(san_parse, "4k3/8/8/8/8/5N2/8/rN4K1 w - - 0 1", PINNED, 3);
}

static void test_reasons(void) {
    static const char PROMOTING[] = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    static const char EN_PASSANT[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    static const struct {
        const char *fen, *text, *reason;
    } ROWS[] = {
        {FEN_START, "Nf4", "illegal move 'Nf4': no knight can go to f4"},
        {FEN_START, "Nbf3", "illegal move 'Nbf3': no knight from there can go to f3"},
        {FEN_START, "b1f3", "illegal move 'b1f3': no knight from there can go to f3"},
        {FEN_START, "e3e4", "illegal move 'e3e4': no pawn from there can go to e4"},
        {FEN_START, "Bb2", "illegal move 'Bb2': an own piece stands on b2"},
        {FEN_START, "hello", "'hello' is not a move such as Nf3, exd5 or O-O"},
        {PROMOTING, "a8", "illegal move 'a8': no promotion piece is given"},
        {PROMOTING, "a7a8", "illegal move 'a7a8': no promotion piece is given"},
        {PROMOTING, "axb8", "illegal move 'axb8': no promotion piece is given"},
        {FEN_START, "e4=Q", "illegal move 'e4=Q': pawns are promoted on the last rank only"},
        {FEN_START, "e4e.p.", "illegal move 'e4e.p.': it does not capture en passant"},
        {EN_PASSANT, "e6e.p.", "illegal move 'e6e.p.': it does not capture en passant"},
        {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3",
         "illegal move 'Nc3': it leaves the king in check"},
        {"4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Ke2",
         "illegal move 'Ke2': it leaves the king in check"},
        {"4k3/8/8/8/8/8/3P4/R3K2r w Q - 0 1", "d4",
         "illegal move 'd4': it leaves the king in check"},
        {"4k3/8/8/8/8/8/3P4/R3K2r w Q - 0 1", "O-O-O",
         "illegal move 'O-O-O': the king is in check"},
        {"4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "O-O-O",
         "illegal move 'O-O-O': a piece stands in the way"},
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O!",
         "illegal move 'O-O!': the king would pass or reach an attacked square"},
        {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "0-0",
         "illegal move '0-0': there is no right to castle on this side"},
        {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1",
         "'Rd1' is ambiguous: the pieces on a1 and f1 can move so"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qe1",
         "'Qe1' is ambiguous: the pieces on h1, e4 and h4 can move so"},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5",
         "'d5' is ambiguous: the pieces on c4 and e4 can move so"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        Position position = position_of(ROWS[i].fen), before = position;
        Move move = MOVE_NULL;
        Reason reason = {"nothing"};
        bool is_read = san_parse(&position, word_of(ROWS[i].text), &move, &reason);
        TEST_ASSERT_FALSE_MESSAGE(is_read, ROWS[i].text);
        TEST_ASSERT_EQUAL_STRING(ROWS[i].reason, reason.text);
        TEST_ASSERT_EQUAL_HEX16_MESSAGE(MOVE_NULL, move, ROWS[i].text);
        TEST_ASSERT_EQUAL_MEMORY(&before, &position, sizeof before);
    }
}

/* ---- Every legal move of many positions ---- */

/* The text without `unwanted`, a character that readers must be able to do without. */
static const char *without(const char *text, char unwanted) {
    static char result[SAN_SIZE];
    char *out = result;
    for (; *text != '\0'; text++)
        if (*text != unwanted)
            *out++ = *text;
    *out = '\0';
    return result;
}

static void check_san(const Position *p, const SlowBoard *board, Move move) {
    char expected[SLOW_SAN_SIZE], san[SAN_SIZE], decorated[2 * MOVE_TEXT_SIZE];
    slow_san(board, uci_of(move), expected, sizeof expected);
    san_print(p, move, san);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, san, fen_of(p).text);
    assert_reads(san_parse, p, san, move);
    assert_reads(san_parse, p, uci_of(move), move);
    assert_reads(san_parse, p, without(san, 'x'), move);
    assert_reads(san_parse, p, without(san, '='), move);
    assert_reads(san_parse, p, without(without(san, '+'), '#'), move);
    snprintf(decorated, sizeof decorated, "%s!?", san);
    assert_reads(san_parse, p, decorated, move);
    if (move_kind(move) != MOVE_CASTLING) {
        char letter = letter_of_type(piece_type(p->board[move_from(move)]));
        snprintf(decorated, sizeof decorated, "%c%s", letter, uci_of(move));
        assert_reads(san_parse, p, decorated, move);
        snprintf(decorated, sizeof decorated, "%c%.2s-%s", letter, uci_of(move), uci_of(move) + 2);
        assert_reads(san_parse, p, decorated, move);
    }
}

static void check_every_move(const Position *p, Move next, void *context) {
    (void)next;
    char texts[MAX_MOVES][SAN_SIZE];
    SlowBoard board = slow_board_of(p);
    MoveList list;
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        check_san(p, &board, list.moves[i]);
        san_print(p, list.moves[i], texts[i]);
        for (int j = 0; j < i; j++)
            TEST_ASSERT_TRUE_MESSAGE(strcmp(texts[i], texts[j]) != 0, texts[i]);
    }
    ++*(int *)context;
}

static void test_every_move_of_random_walks(void) {
    int visited = 0;
    Walk walk = {.random = {11}, .plies = 48, .visit = check_every_move, .context = &visited};
    walk_from_all_starts(&walk);
    TEST_ASSERT_GREATER_THAN_INT(2000, visited);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_printing);
    RUN_TEST(test_more_or_less_than_needed);
    RUN_TEST(test_promotions);
    RUN_TEST(test_castling);
    RUN_TEST(test_text_ends_with_its_word);
    RUN_TEST(test_least_text_that_is_clear);
    RUN_TEST(test_reasons);
    RUN_TEST(test_every_move_of_random_walks);
    return UNITY_END();
}
