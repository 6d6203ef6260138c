/* Static exchange evaluation against a slow oracle that plays the exchange out on a board of its
 * own, and on exchanges with known results. */
#include <stdio.h>

#include "movegen.h"
#include "notation.h"
#include "positions.h"
#include "see.h"
#include "startup.h"
#include "unity.h"

enum { ROUND_NB = 2 };

void setUp(void) {
}

void tearDown(void) {
}

/* ---- The oracle ---- */

/* Whether walking from `from` by whole steps of (file, rank) meets `to` before any piece. */
static bool ray_reaches(const Piece *board, Square from, Square to, int file_step, int rank_step) {
    int file = (int)square_file(from) + file_step, rank = (int)square_rank(from) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
        Square square = make_square((File)file, (Rank)rank);
        if (square == to)
            return true;
        if (board[square] != NO_PIECE)
            return false;
    }
    return false;
}

static bool slides_to(const Piece *board, Square from, Square to, bool diagonal, bool straight) {
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            bool is_used = df != 0 && dr != 0 ? diagonal : straight && df != dr;
            if (is_used && ray_reaches(board, from, to, df, dr))
                return true;
        }
    return false;
}

/* Whether the piece on `from` attacks `to`, whatever stands there. */
static bool attacks_square(const Piece *board, Square from, Square to) {
    int df = (int)square_file(to) - (int)square_file(from);
    int dr = (int)square_rank(to) - (int)square_rank(from);
    int distance = df * df + dr * dr;
    switch (piece_type(board[from])) {
    case PAWN:
        return df * df == 1 && dr == (piece_colour(board[from]) == WHITE ? 1 : -1);
    case KNIGHT:
        return distance == 5;
    case BISHOP:
        return slides_to(board, from, to, true, false);
    case ROOK:
        return slides_to(board, from, to, false, true);
    case QUEEN:
        return slides_to(board, from, to, true, true);
    case KING:
        return distance == 1 || distance == 2;
    default:
        return false;
    }
}

/* The least valuable attacker of `to`, the one on the lowest square of several; NO_SQUARE where
 * there is none. The king comes last although exchanges do not price it. */
static Square least_attacker(const Piece *board, Square to, Colour side) {
    Square best = NO_SQUARE;
    for (Square s = 0; s < SQUARE_NB; s++) {
        if (board[s] == NO_PIECE || piece_colour(board[s]) != side || s == to ||
            !attacks_square(board, s, to))
            continue;
        if (best == NO_SQUARE || piece_type(board[s]) < piece_type(board[best]))
            best = s;
    }
    return best;
}

/* What `side` gains by capturing on `to` or leaving it. Changes the board. */
static Score slow_gain(Piece *board, Square to, Colour side) {
    Square from = least_attacker(board, to, side);
    if (from == NO_SQUARE)
        return 0;
    Score victim = see_values[piece_type(board[to])];
    bool is_king = piece_type(board[from]) == KING;
    board[to] = board[from];
    board[from] = NO_PIECE;
    if (is_king && least_attacker(board, to, opponent(side)) != NO_SQUARE)
        return 0;
    Score gain = victim - slow_gain(board, to, opponent(side));
    return gain > 0 ? gain : 0;
}

/* What the first move comes to; nobody may choose not to make it. */
static Score slow_see(const Position *position, Move move) {
    Piece board[SQUARE_NB];
    Square from = move_from(move), to = move_to(move);
    if (move_kind(move) == MOVE_CASTLING)
        return 0;
    if (move_kind(move) == MOVE_EN_PASSANT)
        return see_values[PAWN];
    for (Square s = 0; s < SQUARE_NB; s++)
        board[s] = position->board[s];
    Score gain = board[to] == NO_PIECE ? 0 : see_values[piece_type(board[to])];
    board[to] = board[from];
    board[from] = NO_PIECE;
    if (move_kind(move) == MOVE_PROMOTION) {
        board[to] = make_piece(position_side(position), move_promotion(move));
        gain += see_values[move_promotion(move)] - see_values[PAWN];
    }
    return gain - slow_gain(board, to, opponent(position_side(position)));
}

/* ---- Random walks ---- */

typedef struct Seen {
    int moves, losing, winning, promotions, castlings, en_passants;
} Seen;

static void check_threshold(const Position *position, Move move, Score see, Score threshold) {
    if (see_reaches(position, move, threshold) == (see >= threshold))
        return;
    char message[FEN_SIZE + 64], uci[MOVE_TEXT_SIZE];
    notation_print_uci(move, true, uci);
    snprintf(message, sizeof message, "%s gains %d, threshold %d: %s", uci, see, threshold,
             fen_of(position).text);
    TEST_FAIL_MESSAGE(message);
}

static void check_move(const Position *position, Move move, Seen *seen) {
    static const Score FIXED[] = {-2000, -951, -450, -100, -1, 0, 1, 99, 100, 220, 500, 1500};
    Score see = slow_see(position, move);
    for (size_t i = 0; i < sizeof FIXED / sizeof FIXED[0]; i++)
        check_threshold(position, move, see, FIXED[i]);
    for (Score threshold = see - 1; threshold <= see + 1; threshold++)
        check_threshold(position, move, see, threshold);
    seen->moves++;
    seen->losing += see < 0;
    seen->winning += see > 0;
    seen->promotions += move_kind(move) == MOVE_PROMOTION;
    seen->castlings += move_kind(move) == MOVE_CASTLING;
    seen->en_passants += move_kind(move) == MOVE_EN_PASSANT;
}

static void check_position(const Position *position, Move next, void *context) {
    MoveList legal;
    (void)next;
    movegen_legal(position, &legal);
    for (int i = 0; i < legal.count; i++)
        check_move(position, legal.moves[i], context);
}

static void test_random_walks_agree_with_oracle(void) {
    Seen seen = {0};
    Walk walk = {{11}, WALK_PLIES, check_position, &seen};
    for (int i = 0; i < ROUND_NB; i++)
        walk_from_all_starts(&walk);
    TEST_ASSERT_GREATER_THAN_INT(40000, seen.moves);
    TEST_ASSERT_GREATER_THAN_INT(5000, seen.losing);
    TEST_ASSERT_GREATER_THAN_INT(1500, seen.winning);
    TEST_ASSERT_GREATER_THAN_INT(200, seen.promotions);
    TEST_ASSERT_GREATER_THAN_INT(50, seen.castlings);
    TEST_ASSERT_GREATER_THAN_INT(15, seen.en_passants);
}

/* ---- Crowded squares ---- */

/* Many pieces of both sides round one square make for longer exchanges than games do. */
static Position crowded_position(Random *random) {
    Position position = {.fullmove_number = 1, .en_passant = NO_SQUARE};
    for (Square s = 0; s < SQUARE_NB; s++)
        position.board[s] = NO_PIECE;
    for (int i = 0; i < 24; i++) {
        Square square = (Square)random_below(random, SQUARE_NB);
        Rank rank = square_rank(square);
        PieceType least = rank == RANK_1 || rank == RANK_8 ? KNIGHT : PAWN;
        PieceType type = least + (PieceType)random_below(random, (uint32_t)(KING - least));
        position.board[square] = make_piece((Colour)random_below(random, 2), type);
    }
    Square white = (Square)random_below(random, 32), black = (Square)(63 - white);
    position.board[white] = make_piece(WHITE, KING);
    position.board[black] = make_piece(BLACK, KING);
    position.side = (uint8_t)random_below(random, 2);
    position_refresh(&position);
    return position;
}

static bool is_playable(const Position *p) {
    Colour us = position_side(p);
    Square theirs = position_king(p, opponent(us));
    return !(attacks_king(position_king(p, us)) & square_bit(theirs)) &&
           !position_is_attacked(p, theirs, position_occupied(p), us);
}

static void test_crowded_boards_agree_with_oracle(void) {
    Random random = {12};
    Seen seen = {0};
    for (int i = 0; i < 6000; i++) {
        Position position = crowded_position(&random);
        if (is_playable(&position))
            check_position(&position, MOVE_NONE, &seen);
    }
    TEST_ASSERT_GREATER_THAN_INT(20000, seen.moves);
    TEST_ASSERT_GREATER_THAN_INT(5000, seen.losing);
    TEST_ASSERT_GREATER_THAN_INT(2000, seen.winning);
}

/* ---- Known exchanges ---- */

typedef struct Exchange {
    const char *fen;
    const char *uci;
    Score gain;
} Exchange;

static const Exchange EXCHANGES[] = {
    /* A free pawn; a guarded one; a quiet move into a pawn's mouth; one that nothing answers. */
    {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
    {"4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", 100 - 500},
    {"6k1/8/3p4/8/8/8/8/K3R3 w - - 0 1", "e1e5", -500},
    {"4k3/8/8/8/8/8/8/K2R4 w - - 0 1", "d1d5", 0},
    /* Knight takes, bishop takes back, and with both batteries in it the pawn was too dear. */
    {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320},
    /* Rooks behind each other: the second one wins the pawn that one rook could not. */
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500},
    /* A king takes what is left alone, but not what is guarded. */
    {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},
    {"8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", "d1d5", 100},
    {"8/3p4/4k3/8/8/8/8/3RK3 w - - 0 1", "d1d7", 100 - 500},
    /* Promotions gain the new piece less the pawn, and lose it where it is taken. */
    {"8/3P3k/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", 850},
    {"8/3P3k/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", 220},
    {"4r3/3P3k/8/8/8/8/8/K7 w - - 0 1", "d7d8q", 850 - 950},
    {"4r3/3P3k/8/8/8/8/8/K7 w - - 0 1", "d7d8n", 220 - 320},
    {"4r3/3P3k/8/8/8/8/8/K7 w - - 0 1", "d7e8q", 500 + 850},
    {"3rr3/3P4/7k/8/8/8/8/K7 w - - 0 1", "d7e8q", 500 + 850 - 950},
    /* En passant is a pawn even where the pawn is taken back, castling nothing. */
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0},
    /* Pins are not looked at: the pinned knight still guards. */
    {"4k3/8/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100 - 320},
};

static void test_known_exchanges(void) {
    for (size_t i = 0; i < sizeof EXCHANGES / sizeof EXCHANGES[0]; i++) {
        const Exchange *e = &EXCHANGES[i];
        Position position = position_of(e->fen);
        Move move = move_of(&position, e->uci);
        TEST_ASSERT_TRUE_MESSAGE(see_reaches(&position, move, e->gain), e->fen);
        TEST_ASSERT_FALSE_MESSAGE(see_reaches(&position, move, e->gain + 1), e->fen);
        TEST_ASSERT_EQUAL_INT_MESSAGE(e->gain, slow_see(&position, move), e->fen);
    }
}

int main(void) {
    startup_init();
    UNITY_BEGIN();
    RUN_TEST(test_random_walks_agree_with_oracle);
    RUN_TEST(test_crowded_boards_agree_with_oracle);
    RUN_TEST(test_known_exchanges);
    return UNITY_END();
}
