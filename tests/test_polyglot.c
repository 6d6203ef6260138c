/* The Polyglot format: keys as it publishes them, moves there and back, entries byte by byte. */
#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "polyglot.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Keys ---- */

/* The key after moves from the start of a game, each known to the next position. */
static Key key_after(const char *fen, const char *moves) {
    Position position = position_of(fen);
    Move last = MOVE_NONE;
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        Position parent = position;
        char text[6] = "";
        memcpy(text, word.start, word.length < 5 ? word.length : 5);
        last = move_of(&parent, text);
        position_make_move(&position, &parent, last);
    }
    return polyglot_key(&position, last);
}

static void test_published_keys(void) {
    static const struct {
        Key key;
        const char *moves;
    } KEYS[] = {
        {0x463b96181691fc9c, ""},
        {0x823c9b50fd114196, "e2e4"},
        {0x0756b94461c50fb0, "e2e4 d7d5"},
        {0x662fafb965db29d4, "e2e4 d7d5 e4e5"},
        {0x22a48b5a8e47ff78, "e2e4 d7d5 e4e5 f7f5"},
        {0x652a607ca3f242c1, "e2e4 d7d5 e4e5 f7f5 e1e2"},
        {0x00fdd303c946bdd9, "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7"},
        {0x3c8123ea7b067637, "a2a4 b7b5 h2h4 b5b4 c2c4"},
        {0x5c3f9b829b279560, "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3"},
    };
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        Position start = position_of(FEN_START), end = position_after(&start, KEYS[i].moves);
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(KEYS[i].key, key_after(FEN_START, KEYS[i].moves),
                                        KEYS[i].moves);
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(KEYS[i].key, polyglot_key(&end, MOVE_NONE), KEYS[i].moves);
    }
}

/* A pawn beside the pushed one counts even where a pin keeps it from capturing; no other piece and
 * no single step does. */
static void test_en_passant_counts_by_neighbours(void) {
    static const char PINNED[] = "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    Position start = position_of(PINNED), pushed = position_after(&start, "d7d5");
    Key without = polyglot_key(&pushed, MOVE_NONE);
    Position legal = position_of("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    Position none = position_of("6k1/8/8/3pP3/8/8/8/4K3 w - - 0 2");
    Key file_d = polyglot_key(&legal, MOVE_NONE) ^ polyglot_key(&none, MOVE_NONE);
    TEST_ASSERT_TRUE(file_d != 0);
    TEST_ASSERT_EQUAL_INT(NO_SQUARE, pushed.en_passant);
    TEST_ASSERT_EQUAL_HEX64(without ^ file_d, key_after(PINNED, "d7d5"));

    static const char *const OTHERS[][3] = {
        {"6k1/3p4/8/4N3/8/8/8/4K3 b - - 0 1", "d7d5", "6k1/8/8/3pN3/8/8/8/4K3 w - - 0 2"},
        {"6k1/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5", "6k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
        {"6k1/p7/8/8/7P/8/8/4K3 b - - 0 1", "a7a5", "6k1/8/8/p7/7P/8/8/4K3 w - - 0 2"},
        {"6k1/8/8/8/p7/8/7P/4K3 w - - 0 1", "h2h4", "6k1/8/8/8/p6P/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(key_after(OTHERS[i][2], ""),
                                        key_after(OTHERS[i][0], OTHERS[i][1]), OTHERS[i][0]);
}

/* A right is that of a side of the king, wherever king and rook stand. */
static void test_rights_of_chess960(void) {
    static const char *const RIGHTS[] = {"K", "Q", "k", "q", "KQ", "KQkq", "-"};
    for (size_t i = 0; i < sizeof RIGHTS / sizeof *RIGHTS; i++) {
        char standard[FEN_SIZE], other[FEN_SIZE], nobody[] = " w - - 0 1";
        static const char BOARD[] = "r3k2r/8/8/8/8/8/8/R3K2R",
                          BOARD_960[] = "1r1kr3/8/8/8/8/8/8/1R1KR3";
        snprintf(standard, sizeof standard, "%s w %s - 0 1", BOARD, RIGHTS[i]);
        snprintf(other, sizeof other, "%s w %s - 0 1", BOARD_960, RIGHTS[i]);
        Key of_standard = key_after(standard, ""), of_other = key_after(other, "");
        snprintf(standard, sizeof standard, "%s%s", BOARD, nobody);
        snprintf(other, sizeof other, "%s%s", BOARD_960, nobody);
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(of_standard ^ key_after(standard, ""),
                                        of_other ^ key_after(other, ""), RIGHTS[i]);
    }
}

/* ---- Moves ---- */

static void check_code(const char *fen, const char *uci, uint16_t code) {
    Position position = position_of(fen);
    Move move = move_of(&position, uci);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(code, polyglot_encode(move), uci);
    TEST_ASSERT_EQUAL_HEX16_MESSAGE(move, polyglot_decode(&position, code), uci);
}

static void test_codes_of_moves(void) {
    static const char CASTLING[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char PROMOTION[] = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    check_code(FEN_START, "e2e4", 01434);
    check_code(FEN_START, "g1f3", 00625);
    check_code(CASTLING, "e1h1", 00407);
    check_code(CASTLING, "e1a1", 00400);
    check_code(PROMOTION, "a7a8n", 016070);
    check_code(PROMOTION, "a7a8b", 026070);
    check_code(PROMOTION, "a7a8r", 036070);
    check_code(PROMOTION, "a7a8q", 046070);
    check_code("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 04453);
    check_code("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", 00607);
}

static void test_other_bits_are_no_moves(void) {
    static const uint16_t CODES[] = {0,    01434 | 1 << 15, 01434 | 4 << 12, 01434 | 5 << 12, 00404,
                                     01444};
    Position start = position_of(FEN_START),
             promotes = position_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++)
        TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, polyglot_decode(&start, CODES[i]));
    TEST_ASSERT_EQUAL_HEX16(MOVE_NONE, polyglot_decode(&promotes, 06070));
    TEST_ASSERT_FALSE(polyglot_is_move(0));
    TEST_ASSERT_FALSE(polyglot_is_move(01434 | 5 << 12));
    TEST_ASSERT_FALSE(polyglot_is_move((uint16_t)(01434 | 1 << 15)));
    TEST_ASSERT_TRUE(polyglot_is_move(01434));
}

/* e1g1 is castling where no king can step so far, and a step of the king where it can. */
static void test_castling_as_the_king_moves(void) {
    Position standard = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    Position near = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    TEST_ASSERT_EQUAL_HEX16(move_of(&standard, "e1h1"), polyglot_decode(&standard, 00406));
    TEST_ASSERT_EQUAL_HEX16(move_of(&near, "f1g1"), polyglot_decode(&near, 00506));
    TEST_ASSERT_EQUAL_HEX16(move_of(&near, "f1h1"), polyglot_decode(&near, 00507));
}

static void check_all_moves(const Position *p, Move next, void *context) {
    MoveList list;
    (void)next, (void)context;
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++)
        TEST_ASSERT_EQUAL_HEX16_MESSAGE(
            list.moves[i], polyglot_decode(p, polyglot_encode(list.moves[i])), fen_of(p).text);
}

static void test_all_moves_come_back(void) {
    Walk walk = {.random = {11}, .plies = 8, .visit = check_all_moves};
    walk_from_all_starts(&walk);
}

static void test_any_bits_are_legal_or_nothing(void) {
    Position position = position_of("r3k2r/pPp5/8/3pP3/8/8/P1P4P/R3K2R w KQkq d6 0 1");
    int legal = 0;
    for (int code = 0; code < MOVE_VALUE_NB; code++) {
        Move move = polyglot_decode(&position, (uint16_t)code);
        legal += move != MOVE_NONE;
        TEST_ASSERT_TRUE(move == MOVE_NONE || movegen_is_legal(&position, move));
    }
    /* Castling has two codes each. */
    TEST_ASSERT_EQUAL_INT(movegen_count_legal(&position) + 2, legal);
}

/* ---- Entries ---- */

static void test_entries(void) {
    static const uint8_t BYTES[POLYGLOT_ENTRY_SIZE] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xAB,
                                                       0xCD, 0xEF, 0x03, 0x1C, 0xFF, 0x01,
                                                       0xDE, 0xAD, 0xBE, 0xEF};
    uint8_t again[POLYGLOT_ENTRY_SIZE];
    PolyglotEntry entry = polyglot_unpack(BYTES);
    TEST_ASSERT_EQUAL_HEX64(0x0123456789ABCDEF, entry.key);
    TEST_ASSERT_EQUAL_HEX16(0x031C, entry.move);
    TEST_ASSERT_EQUAL_HEX16(0xFF01, entry.weight);
    TEST_ASSERT_EQUAL_HEX64(0xDEADBEEF, entry.learn);
    polyglot_pack(&entry, again);
    TEST_ASSERT_EQUAL_MEMORY(BYTES, again, sizeof again);
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_published_keys);
    RUN_TEST(test_en_passant_counts_by_neighbours);
    RUN_TEST(test_rights_of_chess960);
    RUN_TEST(test_codes_of_moves);
    RUN_TEST(test_other_bits_are_no_moves);
    RUN_TEST(test_castling_as_the_king_moves);
    RUN_TEST(test_all_moves_come_back);
    RUN_TEST(test_any_bits_are_legal_or_nothing);
    RUN_TEST(test_entries);
    return UNITY_END();
}
