/* The rules that end a game in a draw, against the slow rules, against brute force over the texts
 * of all earlier positions, and on positions with known answers. */
#include <string.h>

#include "draw.h"
#include "fen.h"
#include "game.h"
#include "movegen.h"
#include "positions.h"
#include "startup.h"
#include "unity.h"

void setUp(void) {
}

void tearDown(void) {
}

/* ---- Dead positions ---- */

static void put_on_empty_square(Position *p, Piece piece, Random *random) {
    Square square;
    do
        square = (Square)random_below(random, SQUARE_NB);
    while (p->board[square] != NO_PIECE);
    p->board[square] = piece;
}

/* Two kings and up to four pieces, mostly minor ones. Who is in check does not matter here. */
static Position random_small_board(Random *random) {
    static const PieceType TYPES[] = {BISHOP, BISHOP, BISHOP, BISHOP, BISHOP, BISHOP, BISHOP,
                                      KNIGHT, KNIGHT, KNIGHT, ROOK,   QUEEN,  PAWN};
    Position p = {.en_passant = NO_SQUARE, .fullmove_number = 1};
    memset(p.board, NO_PIECE, sizeof p.board);
    put_on_empty_square(&p, make_piece(WHITE, KING), random);
    put_on_empty_square(&p, make_piece(BLACK, KING), random);
    for (uint32_t left = random_below(random, 5); left > 0; left--) {
        PieceType type = TYPES[random_below(random, sizeof TYPES / sizeof TYPES[0])];
        put_on_empty_square(&p, make_piece((Colour)random_below(random, 2), type), random);
    }
    position_refresh(&p);
    return p;
}

static void test_dead_positions_agree_with_slow_rules(void) {
    enum { BOARDS = 20000 };
    Random random = {1};
    int dead = 0;
    for (int i = 0; i < BOARDS; i++) {
        Position position = random_small_board(&random);
        SlowBoard board = slow_board_of(&position);
        bool is_dead = slow_is_dead(&board);
        TEST_ASSERT_EQUAL_INT_MESSAGE(is_dead, draw_is_dead(&position), fen_of(&position).text);
        dead += is_dead;
    }
    TEST_ASSERT_GREATER_THAN_INT(BOARDS / 4, dead);
    TEST_ASSERT_LESS_THAN_INT(BOARDS * 3 / 4, dead);
}

static void test_dead_position_examples(void) {
    static const struct {
        const char *fen;
        bool is_dead;
    } EXAMPLES[] = {
        {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", true},
        {"8/8/4k3/8/8/3K4/8/6N1 w - - 0 1", true},
        {"8/8/4k3/8/8/3K4/8/6b1 w - - 0 1", true},
        {"8/8/4k3/8/8/3K4/8/B1B3b1 w - - 0 1", true}, /* all on dark squares */
        {"8/8/4k3/8/8/3K4/8/1B3b2 w - - 0 1", true},  /* all on light squares */
        {"8/8/4k3/8/8/3K4/8/BB6 w - - 0 1", false},   /* the two bishops */
        {"8/8/4k3/8/8/3K4/8/B4b2 w - - 0 1", false},  /* one each, opposite colours */
        {"8/8/4k3/8/8/3K4/8/NN6 w - - 0 1", false},   /* mate is possible, if not forced */
        {"8/8/4k3/8/8/3K4/8/N4n2 w - - 0 1", false},
        {"8/8/4k3/8/8/3K4/8/N4b2 w - - 0 1", false},
        {"8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", false},
        {"8/8/4k3/8/8/3K4/8/R7 w - - 0 1", false},
        {"8/8/4k3/8/8/3K4/8/q7 w - - 0 1", false},
        {FEN_START, false},
    };
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        Position position = position_of(EXAMPLES[i].fen);
        TEST_ASSERT_EQUAL_INT_MESSAGE(EXAMPLES[i].is_dead, draw_is_dead(&position),
                                      EXAMPLES[i].fen);
    }
}

/* ---- Fifty moves ---- */

static void test_fifty_moves_begin_at_a_hundred_plies(void) {
    static const char *const FENS[] = {
        "8/8/4k3/8/8/3K4/8/R7 w - - 98 70",
        "8/8/4k3/8/8/3K4/8/R7 w - - 99 70",
        "8/8/4k3/8/8/3K4/8/R7 w - - 100 70",
        "8/8/4k3/8/8/3K4/8/R7 w - - 101 70",
    };
    for (int i = 0; i < 4; i++) {
        Position position = position_of(FENS[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(i >= 2, draw_by_fifty_moves(&position), FENS[i]);
    }
}

/* A check that can be answered changes nothing; stalemate is a draw anyway. */
static void test_fifty_moves_come_second_to_mate(void) {
    Position mated = position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 70");
    Position checked = position_of("R5k1/5pp1/8/8/8/8/8/6K1 b - - 100 70");
    Position stalemated = position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 100 70");
    TEST_ASSERT_FALSE(draw_by_fifty_moves(&mated));
    TEST_ASSERT_TRUE(draw_by_fifty_moves(&checked));
    TEST_ASSERT_TRUE(draw_by_fifty_moves(&stalemated));
}

static void test_mate_on_the_hundredth_ply(void) {
    Position before = position_of("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113");
    TEST_ASSERT_FALSE(draw_by_fifty_moves(&before));
    Position mate = position_after(&before, "g3h3");
    TEST_ASSERT_EQUAL_INT(100, mate.halfmove_clock);
    TEST_ASSERT_FALSE(movegen_has_legal_move(&mate));
    TEST_ASSERT_FALSE(draw_by_fifty_moves(&mate));
    Position other = position_after(&before, "g3g8");
    TEST_ASSERT_TRUE(draw_by_fifty_moves(&other));
}

/* ---- Repetition in a game ---- */

static void play(Game *game, const char *moves) {
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves))
        TEST_ASSERT_TRUE(game_play(game, move_of(&game->position, word_excerpt(word).text)));
}

/* How often the position at the end of these moves has occurred before. */
static int count_after(const char *fen, const char *moves) {
    Game game = {0};
    Position start = position_of(fen);
    game_begin(&game, &start);
    play(&game, moves);
    int repetitions = draw_count_repetitions(&game.position, game.keys, game.key_count);
    game_free(&game);
    return repetitions;
}

#define KNIGHTS_OUT_AND_BACK "g1f3 g8f6 f3g1 f6g8 "
#define ROOK_ENDING          "4k3/8/8/8/8/8/8/4K2R w - - 0 1"

static void test_repetitions_are_counted(void) {
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN_START, ""));
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN_START, "g1f3 g8f6 f3g1"));
    TEST_ASSERT_EQUAL_INT(1, count_after(FEN_START, KNIGHTS_OUT_AND_BACK));
    TEST_ASSERT_EQUAL_INT(1, count_after(FEN_START, KNIGHTS_OUT_AND_BACK "g1f3"));
    TEST_ASSERT_EQUAL_INT(2, count_after(FEN_START, KNIGHTS_OUT_AND_BACK KNIGHTS_OUT_AND_BACK));
    /* Round trips of six plies, and of five, which leave the other side to move. */
    TEST_ASSERT_EQUAL_INT(1, count_after(ROOK_ENDING, "h1h2 e8d8 h2h3 d8d7 h3h1 d7e8"));
    TEST_ASSERT_EQUAL_INT(0, count_after(ROOK_ENDING, "h1h2 e8d8 h2h3 d8e8 h3h1"));
    /* A pawn move puts an end to it. */
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN_START, KNIGHTS_OUT_AND_BACK "e2e4"));
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN_START, KNIGHTS_OUT_AND_BACK "e2e4 g8f6"));
}

static void test_castling_rights_break_repetition(void) {
    static const char *const FEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char *const ROUND = "h1h2 h8h7 h2h1 h7h8";
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN, ROUND));
    TEST_ASSERT_EQUAL_INT(1, count_after(FEN, "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8"));
    TEST_ASSERT_EQUAL_INT(0, count_after(FEN, "e1e2 e8e7 e2e1 e7e8"));
    TEST_ASSERT_EQUAL_INT(1, count_after("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", ROUND));
}

static void test_en_passant_breaks_repetition(void) {
    static const char *const MOVES = "d2d4 e8d8 e1f1 d8e8 f1e1";
    TEST_ASSERT_EQUAL_INT(0, count_after("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", MOVES));
    TEST_ASSERT_EQUAL_INT(1, count_after("4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", MOVES));
    /* The same with a capturer that is pinned to its king. */
    TEST_ASSERT_EQUAL_INT(
        1, count_after("4k3/8/8/8/4p3/8/3PR3/K7 w - - 0 1", "d2d4 e8d8 a1b1 d8e8 b1a1"));
}

/* What is known of the plies before the FEN is only their number. */
static void test_clock_of_a_fen_brings_no_history(void) {
    TEST_ASSERT_EQUAL_INT(1,
                          count_after("4k3/8/8/8/8/8/8/4K2R w - - 40 60", "h1h2 e8d8 h2h1 d8e8"));
}

/* ---- Repetition against brute force ---- */

enum { MAX_PLIES = 120 };

typedef struct Record {
    Random random;
    Game game;
    int plies;
    FenText names[MAX_PLIES + 1]; /* of all positions, the current one last */
} Record;

/* Takes the own last move back wherever that is possible, half of the time. */
static Move choose_shuffling_move(Record *record, Move last_own) {
    MoveList legal;
    movegen_legal(&record->game.position, &legal);
    Move back = move_make(move_to(last_own), move_from(last_own));
    if (random_below(&record->random, 2) == 0)
        for (int i = 0; i < legal.count; i++)
            if (legal.moves[i] == back)
                return back;
    return legal.count == 0 ? MOVE_NONE
                            : legal.moves[random_below(&record->random, (uint32_t)legal.count)];
}

static int count_earlier(const Record *record, int from) {
    int count = 0;
    for (int i = from; i < record->plies; i++)
        count += strcmp(record->names[i].text, record->names[record->plies].text) == 0;
    return count;
}

/* `root` is where a search that has come to the current position would have begun. */
static void check_record(const Record *record) {
    const Game *game = &record->game;
    const Position *p = &game->position;
    const char *name = record->names[record->plies].text;
    int repetitions = count_earlier(record, 0);
    TEST_ASSERT_EQUAL_INT_MESSAGE(repetitions,
                                  draw_count_repetitions(p, game->keys, game->key_count), name);
    for (int root = 0; root <= record->plies; root++) {
        bool expected = repetitions >= 2 || count_earlier(record, root + 1) >= 1;
        size_t ply = (size_t)(record->plies - root);
        TEST_ASSERT_EQUAL_INT_MESSAGE(
            expected, draw_by_repetition(p, game->keys, game->key_count, ply), name);
    }
}

/* Returns how many positions of a game had occurred before. */
static int play_shuffling_game(Record *record, const char *fen) {
    Position start = position_of(fen);
    Move last[COLOUR_NB] = {MOVE_NONE, MOVE_NONE};
    int repeated = 0;
    game_begin(&record->game, &start);
    record->names[0] = placement_of(&start);
    for (record->plies = 0; record->plies<MAX_PLIES; repeated += count_earlier(record, 0)> 0) {
        Colour us = position_side(&record->game.position);
        last[us] = choose_shuffling_move(record, last[us]);
        if (last[us] == MOVE_NONE)
            break;
        TEST_ASSERT_TRUE(game_play(&record->game, last[us]));
        record->names[++record->plies] = placement_of(&record->game.position);
        check_record(record);
    }
    return repeated;
}

static void test_shuffling_games_agree_with_brute_force(void) {
    static Record record;
    int repeated = 0;
    record.random.state = 2;
    for (size_t i = 0; i < START_NB; i++)
        repeated += play_shuffling_game(&record, START_FENS[i]);
    game_free(&record.game);
    TEST_ASSERT_GREATER_THAN_INT(1000, repeated);
}

/* ---- Repetition in a search ---- */

typedef struct SearchLine {
    Position position;
    Key keys[64];
    size_t count;
} SearchLine;

static void advance(SearchLine *line, const char *uci) {
    Position parent = line->position;
    line->keys[line->count++] = parent.key;
    if (strcmp(uci, "pass") == 0)
        position_make_null(&line->position, &parent);
    else
        position_make_move(&line->position, &parent, move_of(&parent, uci));
}

static SearchLine line_of(const char *moves) {
    SearchLine line = {.position = position_of(FEN_START)};
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves))
        advance(&line, word_excerpt(word).text);
    return line;
}

static bool is_repetition(const SearchLine *line, size_t ply) {
    return draw_by_repetition(&line->position, line->keys, line->count, ply);
}

/* One occurrence counts if it lies below the root; the root itself is part of the game. */
static void test_root_divides_search_from_game(void) {
    SearchLine once = line_of(KNIGHTS_OUT_AND_BACK);
    TEST_ASSERT_FALSE(is_repetition(&once, 0));
    TEST_ASSERT_FALSE(is_repetition(&once, 3));
    TEST_ASSERT_FALSE(is_repetition(&once, 4));
    SearchLine after_root = line_of(KNIGHTS_OUT_AND_BACK "g1f3");
    TEST_ASSERT_FALSE(is_repetition(&after_root, 4));
    TEST_ASSERT_TRUE(is_repetition(&after_root, 5));
    SearchLine twice = line_of(KNIGHTS_OUT_AND_BACK KNIGHTS_OUT_AND_BACK);
    for (size_t ply = 0; ply <= 8; ply++)
        TEST_ASSERT_TRUE(is_repetition(&twice, ply));
}

/* Passing is no move of the game: nothing beyond it can be repeated. */
static void test_null_moves_cut_repetition(void) {
    SearchLine across = line_of("g1f3 pass f3g1 pass");
    TEST_ASSERT_EQUAL_HEX64(across.keys[0], across.position.key);
    TEST_ASSERT_EQUAL_INT(0, draw_count_repetitions(&across.position, across.keys, across.count));
    TEST_ASSERT_FALSE(is_repetition(&across, across.count + 1));

    SearchLine behind = line_of("g1f3 pass f3g1 g8f6 g1f3 f6g8");
    SearchLine after = line_of("g1f3 pass f3g1 g8f6 g1f3 f6g8 f3g1 g8f6");
    TEST_ASSERT_EQUAL_INT(1, draw_count_repetitions(&behind.position, behind.keys, behind.count));
    TEST_ASSERT_EQUAL_INT(1, draw_count_repetitions(&after.position, after.keys, after.count));
    TEST_ASSERT_TRUE(is_repetition(&after, after.count));
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_dead_positions_agree_with_slow_rules);
    RUN_TEST(test_dead_position_examples);
    RUN_TEST(test_fifty_moves_begin_at_a_hundred_plies);
    RUN_TEST(test_fifty_moves_come_second_to_mate);
    RUN_TEST(test_mate_on_the_hundredth_ply);
    RUN_TEST(test_repetitions_are_counted);
    RUN_TEST(test_castling_rights_break_repetition);
    RUN_TEST(test_en_passant_breaks_repetition);
    RUN_TEST(test_clock_of_a_fen_brings_no_history);
    RUN_TEST(test_shuffling_games_agree_with_brute_force);
    RUN_TEST(test_root_divides_search_from_game);
    RUN_TEST(test_null_moves_cut_repetition);
    return UNITY_END();
}
