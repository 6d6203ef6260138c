/* Files of games: that they come back as they were written, and that no damage whatever goes
 * unnoticed, loses the games before it or lets an illegal move through. */
#include "unity.h"

#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "game_code.h"
#include "game_file.h"
#include "movegen.h"
#include "positions.h"
#include "startup.h"

static char path[512];         /* beside the test program itself */
static GameRecord game, other; /* too large for comfort on the stack */

void setUp(void) {
    remove(path);
}

void tearDown(void) {
    remove(path);
}

/* ---- Games ---- */

static int16_t random_score(Random *random, int before) {
    static const int16_t EXTREMES[] = {INT16_MIN, INT16_MAX, 32000, -32000, 0, -1, 1};
    if (random_below(random, 8) == 0)
        return EXTREMES[random_below(random, sizeof EXTREMES / sizeof *EXTREMES)];
    int score = -before + (int)random_below(random, 41) - 20;
    return (int16_t)(score > INT16_MAX ? INT16_MAX : score < INT16_MIN ? INT16_MIN : score);
}

typedef struct Recording {
    GameRecord *game;
    Random scores;
} Recording;

static void record(const Position *position, Move next, void *context) {
    Recording *recording = context;
    GameRecord *g = recording->game;
    if (g->ply_count == 0)
        g->start = *position;
    if (next == MOVE_NONE)
        return;
    int before = g->ply_count == 0 ? 0 : g->scores[g->ply_count - 1];
    g->scores[g->ply_count] = random_score(&recording->scores, before);
    g->moves[g->ply_count++] = next;
}

static void make_game(GameRecord *g, const char *fen, uint64_t seed, int plies) {
    Recording recording = {g, {seed}};
    Walk walk = {.random = {seed}, .plies = plies, .visit = record, .context = &recording};
    *g = (GameRecord){.result = (GameResult)(seed % 3)};
    walk_from(&walk, fen);
}

static void assert_same_game(const GameRecord *a, const GameRecord *b) {
    size_t plies = (size_t)a->ply_count;
    TEST_ASSERT_EQUAL_MEMORY(&a->start, &b->start, sizeof a->start);
    TEST_ASSERT_EQUAL_INT(a->result, b->result);
    TEST_ASSERT_EQUAL_INT(a->ply_count, b->ply_count);
    TEST_ASSERT_TRUE(memcmp(a->moves, b->moves, plies * sizeof *a->moves) == 0);
    TEST_ASSERT_TRUE(memcmp(a->scores, b->scores, plies * sizeof *a->scores) == 0);
}

/* ---- Files ---- */

static GameWriter *open_writer(void) {
    Reason reason;
    GameWriter *writer = game_writer_open(path, &reason);
    TEST_ASSERT_NOT_NULL_MESSAGE(writer, reason.text);
    return writer;
}

/* The games 0 to count - 1 of some walks, short ones. */
enum { SMALL_PLIES = 6 };
static void make_small_game(GameRecord *g, int number) {
    make_game(g, START_FENS[(size_t)number % START_NB], (uint64_t)number, SMALL_PLIES);
}

static void write_small_games(int begin, int end) {
    GameWriter *writer = open_writer();
    for (int i = begin; i < end; i++) {
        make_small_game(&game, i);
        TEST_ASSERT_TRUE(game_writer_add(writer, &game));
    }
    TEST_ASSERT_EQUAL_UINT64(end, game_writer_count(writer));
    TEST_ASSERT_TRUE(game_writer_close(writer));
}

/* The bytes of the file, in memory that the sanitizers watch the ends of. */
typedef struct Content {
    uint8_t *bytes;
    size_t size;
} Content;

static Content read_file(void) {
    FILE *file = fopen(path, "rb");
    Content content = {malloc(1 << 20), 0};
    TEST_ASSERT_NOT_NULL(file);
    content.size = fread(content.bytes, 1, 1 << 20, file);
    fclose(file);
    return content;
}

static void write_file(const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_EQUAL_size_t(size, fwrite(bytes, 1, size, file));
    fclose(file);
}

/* Reads the small games as long as there are any, and leaves their number in `count`; says how it
 * ended. A file that cannot be opened is damaged at its beginning. */
static GameRead read_small_games(int *count, Reason *reason) {
    GameReader *reader = game_reader_open(path, reason);
    GameRead outcome;
    *count = 0;
    if (reader == NULL)
        return GAME_DAMAGED;
    while ((outcome = game_reader_next(reader, &game, reason)) == GAME_READ) {
        make_small_game(&other, (*count)++);
        assert_same_game(&other, &game);
    }
    TEST_ASSERT_EQUAL_INT(outcome, game_reader_next(reader, &game, reason));
    game_reader_close(reader);
    return outcome;
}

static void assert_holds_small_games(int expected) {
    Reason reason = {"it ends too early"};
    int count;
    TEST_ASSERT_EQUAL_INT_MESSAGE(GAME_END, read_small_games(&count, &reason), reason.text);
    TEST_ASSERT_EQUAL_INT(expected, count);
}

/* ---- Games come back ---- */

static void test_code_round_trip(void) {
    static uint8_t code[GAME_CODE_MAX];
    Reason reason;
    int kinds[4] = {0};
    for (uint64_t seed = 0; seed < 4; seed++)
        for (size_t i = 0; i < START_NB; i++) {
            make_game(&game, START_FENS[i], seed, 80);
            size_t length = game_encode(&game, code);
            TEST_ASSERT_TRUE(length > 0);
            TEST_ASSERT_TRUE_MESSAGE(game_decode(code, length, &other, &reason), reason.text);
            assert_same_game(&game, &other);
            for (int ply = 0; ply < game.ply_count; ply++)
                kinds[move_kind(game.moves[ply]) >> 14]++;
        }
    for (int i = 0; i < 4; i++)
        TEST_ASSERT_GREATER_THAN_INT(20, kinds[i]);
}

/* The index of a move does not depend on the order of generation, only on the move's value. */
static void test_move_index_is_the_rank_of_its_value(void) {
    static uint8_t code[GAME_CODE_MAX];
    Position start = position_of(FEN_START);
    MoveList list;
    movegen_legal(&start, &list);
    for (int i = 0; i < list.count; i++) {
        int smaller = 0;
        for (int j = 0; j < list.count; j++)
            smaller += list.moves[j] < list.moves[i];
        game = (GameRecord){.start = start, .ply_count = 1, .moves = {list.moves[i]}};
        size_t length = game_encode(&game, code);
        TEST_ASSERT_EQUAL_INT(smaller, code[length - 2]);
    }
}

static void test_known_bytes(void) {
    static const uint8_t EXPECTED[] = {
        0x11, 0,    0,    0,    0, 0, 0, 0x90, /* a1, e1, e8, h8 */
        0x56, 0xED,                /* a rook that may castle and its king, for either side */
        0x31, 0x05, 0xC8, 0x01, 2, /* Black, no en passant square, a draw; 5; 200; plies */
        0x00, 0xC7, 0x01,          /* the smallest move; -100 */
        0x00, 0x00,                /* the smallest again; 100, as expected */
    };
    static uint8_t code[GAME_CODE_MAX];
    game = (GameRecord){
        .start = position_of("4k2r/8/8/8/8/8/8/R3K3 b Qk - 5 200"),
        .result = RESULT_DRAW,
        .ply_count = 2,
        .scores = {-100, 100},
    };
    Position position = game.start, next;
    for (int i = 0; i < 2; i++) {
        MoveList list;
        Move smallest = UINT16_MAX;
        movegen_legal(&position, &list);
        for (int j = 0; j < list.count; j++)
            smallest = list.moves[j] < smallest ? list.moves[j] : smallest;
        game.moves[i] = smallest;
        position_make_move(&next, &position, smallest);
        position = next;
    }
    TEST_ASSERT_EQUAL_size_t(sizeof EXPECTED, game_encode(&game, code));
    TEST_ASSERT_EQUAL_MEMORY(EXPECTED, code, sizeof EXPECTED);
}

static void test_longest_game(void) {
    Position start = position_of(FEN_START);
    const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    game = (GameRecord){.start = start, .ply_count = GAME_MAX_PLIES};
    for (int i = 0; i < GAME_MAX_PLIES; i++) {
        Position next;
        game.moves[i] = move_of(&start, shuffle[i % 4]);
        game.scores[i] = i % 4 < 2 ? INT16_MAX : INT16_MIN; /* the widest differences */
        position_make_move(&next, &start, game.moves[i]);
        start = next;
    }
    GameWriter *writer = open_writer();
    Reason reason;
    TEST_ASSERT_TRUE(game_writer_add(writer, &game));
    TEST_ASSERT_TRUE(game_writer_close(writer));
    GameReader *reader = game_reader_open(path, &reason);
    TEST_ASSERT_NOT_NULL(reader);
    TEST_ASSERT_EQUAL_INT(GAME_READ, game_reader_next(reader, &other, &reason));
    assert_same_game(&game, &other);
    game_reader_close(reader);
}

static void test_appending(void) {
    write_small_games(0, 3);
    write_small_games(3, 3);
    write_small_games(3, 7);
    assert_holds_small_games(7);
}

static void test_wrong_games_are_not_written(void) {
    GameWriter *writer = open_writer();
    make_small_game(&game, 0);
    game.moves[3] = MOVE_NULL;
    TEST_ASSERT_FALSE(game_writer_add(writer, &game));
    make_small_game(&game, 0);
    game.ply_count = GAME_MAX_PLIES + 1;
    TEST_ASSERT_FALSE(game_writer_add(writer, &game));
    make_small_game(&game, 0);
    game.start.castling_rooks = 0; /* no longer what the key says */
    TEST_ASSERT_FALSE(game_writer_add(writer, &game));
    make_small_game(&game, 0);
    TEST_ASSERT_TRUE(game_writer_add(writer, &game));
    TEST_ASSERT_TRUE(game_writer_close(writer));
    assert_holds_small_games(1);
}

/* ---- Damage ---- */

enum { SMALL_NB = 4 };

/* Where the games end; the first place is the end of the header. */
static void find_ends(uint64_t ends[SMALL_NB + 1]) {
    Reason reason;
    GameReader *reader = game_reader_open(path, &reason);
    TEST_ASSERT_NOT_NULL(reader);
    for (int i = 0; i <= SMALL_NB; i++) {
        ends[i] = game_reader_offset(reader);
        game_reader_next(reader, &game, &reason);
    }
    game_reader_close(reader);
}

static int whole_games(const uint64_t ends[SMALL_NB + 1], size_t size) {
    int count = 0;
    while (count < SMALL_NB && ends[count + 1] <= size)
        count++;
    return count;
}

/* At every byte: what is whole is read, the rest is reported, and appending goes on from there. */
static void test_truncation(void) {
    uint64_t ends[SMALL_NB + 1];
    write_small_games(0, SMALL_NB);
    Content content = read_file();
    find_ends(ends);
    for (size_t size = 0; size < content.size; size++) {
        Reason reason;
        int count, whole = whole_games(ends, size);
        write_file(content.bytes, size);
        GameRead outcome = read_small_games(&count, &reason);
        TEST_ASSERT_EQUAL_INT(whole, count);
        TEST_ASSERT_EQUAL_INT(size == ends[whole] ? GAME_END : GAME_DAMAGED, outcome);
        write_small_games(whole, SMALL_NB);
        assert_holds_small_games(SMALL_NB);
    }
    free(content.bytes);
}

static void assert_flip_is_found(const Content *content, size_t place,
                                 const uint64_t ends[SMALL_NB + 1]) {
    char expected[64];
    Reason reason;
    int count, whole = whole_games(ends, place);
    write_file(content->bytes, content->size);
    TEST_ASSERT_EQUAL_INT(GAME_DAMAGED, read_small_games(&count, &reason));
    TEST_ASSERT_EQUAL_INT(whole, count);
    if (place < ends[0])
        return;
    snprintf(expected, sizeof expected, "game %d at byte %d: ", whole + 1, (int)ends[whole]);
    TEST_ASSERT_TRUE_MESSAGE(strncmp(expected, reason.text, strlen(expected)) == 0, reason.text);
}

static void test_flipped_bytes(void) {
    uint64_t ends[SMALL_NB + 1];
    write_small_games(0, SMALL_NB);
    Content content = read_file();
    find_ends(ends);
    for (size_t place = 0; place < content.size; place++)
        for (int bit = 0; bit < 9; bit += 4) {
            uint8_t flip = bit < 8 ? (uint8_t)(1 << bit) : 0xFF;
            content.bytes[place] ^= flip;
            assert_flip_is_found(&content, place, ends);
            content.bytes[place] ^= flip;
        }
    free(content.bytes);
}

/* Without the checksum's protection: whatever is decoded must be a legal game all the same. */
static void test_garbage_is_never_an_illegal_game(void) {
    static uint8_t code[GAME_CODE_MAX], again[GAME_CODE_MAX];
    Random random = {17};
    int decoded = 0;
    for (int i = 0; i < 20000; i++) {
        Reason reason;
        make_small_game(&game, i % 64);
        size_t length = game_encode(&game, code);
        for (uint32_t flips = 1 + random_below(&random, 3); flips > 0; flips--)
            code[random_below(&random, (uint32_t)length)] ^= (uint8_t)random_next(&random);
        if (!game_decode(code, length, &other, &reason))
            continue;
        decoded++;
        TEST_ASSERT_TRUE(game_encode(&other, again) > 0);
    }
    TEST_ASSERT_GREATER_THAN_INT(100, decoded);
}

static void test_damage_far_from_the_end_is_not_cut_off(void) {
    Reason reason;
    write_small_games(0, 2);
    FILE *file = fopen(path, "ab");
    TEST_ASSERT_NOT_NULL(file);
    for (int i = 0; i < 3 << 20; i++)
        putc(0, file);
    fclose(file);
    TEST_ASSERT_NULL(game_writer_open(path, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "game 3 at byte"), reason.text);
}

static void test_other_files(void) {
    static const char TEXT[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    static const uint8_t NEWER[] = {0x89, 'C', 'G', 'F', '\r', '\n', 0x1A, 9};
    Reason reason;
    TEST_ASSERT_NULL(game_reader_open(path, &reason));
    write_file((const uint8_t *)TEXT, 0);
    TEST_ASSERT_NULL(game_reader_open(path, &reason));
    write_file((const uint8_t *)TEXT, 3);
    TEST_ASSERT_NULL(game_writer_open(path, &reason));
    write_file((const uint8_t *)TEXT, sizeof TEXT);
    TEST_ASSERT_NULL(game_reader_open(path, &reason));
    TEST_ASSERT_NULL(game_writer_open(path, &reason));
    Content content = read_file();
    TEST_ASSERT_EQUAL_size_t(sizeof TEXT, content.size); /* refused, not overwritten */
    free(content.bytes);
    write_file(NEWER, sizeof NEWER);
    TEST_ASSERT_NULL(game_reader_open(path, &reason));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason.text, "version 9"), reason.text);
    TEST_ASSERT_NULL(game_writer_open(path, &reason));
    TEST_ASSERT_NULL(game_writer_open("/no/such/folder/file", &reason));
    TEST_ASSERT_NULL(game_reader_open(".", &reason));
}

int main(int argc, char **argv) {
    snprintf(path, sizeof path, "%s.games", argc > 0 ? argv[0] : "test_game_file");
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_code_round_trip);
    RUN_TEST(test_move_index_is_the_rank_of_its_value);
    RUN_TEST(test_known_bytes);
    RUN_TEST(test_longest_game);
    RUN_TEST(test_appending);
    RUN_TEST(test_wrong_games_are_not_written);
    RUN_TEST(test_truncation);
    RUN_TEST(test_flipped_bytes);
    RUN_TEST(test_garbage_is_never_an_illegal_game);
    RUN_TEST(test_damage_far_from_the_end_is_not_cut_off);
    RUN_TEST(test_other_files);
    return UNITY_END();
}
