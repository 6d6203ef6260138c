#include "positions.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "notation.h"
#include "unity.h"

const char *const START_FENS[] = {
    /* Standard chess. */
    FEN_START,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQ - 3 8",
    "rnb1kbnr/pp1ppppp/8/q1p5/4P3/2NP4/PPP2PPP/R1BQKBNR b KQkq - 0 3",
    "3r1rk1/pb2qppp/1pn1p3/2p1P3/3P4/P1PB1N2/5PPP/R2QR1K1 b - - 1 17",
    "4k3/p1p1p1p1/1pPpPpPp/1P1P1P1P/8/8/8/4K3 w - - 12 40",

    /* Endgames. */
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/5k2/8/8/8/8/1p6/K7 w - - 4 60",
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/8/8/8/3BN3/2k5/8/4K3 b - - 20 80",
    "8/5kp1/7p/4q3/8/7P/5QP1/6K1 b - - 6 50",
    "8/p4k2/1p4p1/2p2p1p/2P2P1P/1P2K1P1/P7/8 w - - 0 33",
    "8/8/2k5/8/8/2NN4/2K4p/8 w - - 1 90",

    /* Castling: all of it, some of it, rooks about to be taken, attacked squares on the way. */
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/8/8/4R3/8/8/8/4K3 b kq - 0 1",
    "r3k2r/pppbqppp/2n2n2/1B1pp3/1b1PP3/2N2N2/PPPBQPPP/R3K2R b KQkq - 7 8",

    /* Chess960, the last group with different files for either side. */
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "rkr5/ppp5/8/8/8/8/PPP5/RKR5 w CAca - 0 1",
    "5rkr/5ppp/8/8/8/8/5PPP/5RKR b HFhf - 0 1",
    "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
    "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "2rk4/8/8/8/8/8/8/2RK4 w Cc - 0 1",
    "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
    "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
    "rr2k1rr/pppp4/8/8/8/8/4PPPP/RR2K1RR w GBgb - 0 1",
    "1r1kr3/8/8/8/8/8/8/R2K3R w HAeb - 0 1",
    "bqrnnkrb/pppppppp/8/8/8/8/PPPPPPPP/RKNBBQNR w HAgc - 0 1",
    "rn1bkqnr/p1p2ppp/1p1pb3/4p3/4P3/1P1PN3/P1PB1PPP/1RKQN1BR b HBha - 2 7",

    /* En passant: free, by either of two pawns, pinned in every direction, in answer to check. */
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    "4r3/8/8/3pP3/8/8/1k6/4K3 w - d6 0 1",
    "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1",
    "8/1b6/8/3Pp3/8/5K2/8/4k3 w - e6 0 1",
    "4k3/8/8/K1pP3q/8/8/8/8 w - c6 0 1",
    "8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1",
    "8/8/7k/8/3pP3/8/8/2B1K3 b - e3 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "8/6k1/8/8/3Pp3/8/8/B3K3 b - d3 0 1",
    "3rk3/8/8/1PpP4/8/3K4/8/8 w - c6 0 1",
    "4k3/8/8/8/2pPp3/8/8/K3R3 b - d3 0 1",

    /* Promotions. */
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "1r1q4/2P1P1P1/7k/8/8/7K/2p1p1p1/1R1Q4 b - - 0 1",
    "k2r4/3P4/8/8/8/8/8/3K4 w - - 0 1",

    /* Checks by every piece, double checks, pins along every kind of line. */
    "4k3/8/8/8/8/3n4/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1",
    "4r1k1/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1",
    "3k4/8/8/8/8/5n2/2Q1r3/R3K2R w KQ - 0 1",
    "4r1k1/8/8/8/1b6/8/8/RN1QKB1R w KQ - 0 1",
    "rn1qkb1r/8/8/1B6/8/8/8/4R1K1 b kq - 0 1",
    "4k3/8/4r3/8/1b5b/8/3NRN2/q2QKB1r w - - 0 1",
    "q3r3/7b/k1B1R3/5P2/q1N1K1Br/8/2R1Q1N1/1b2q2b w - - 0 1",
    "1B2Q2B/2r1q1n1/8/Q1n1k1bR/5p2/K1b1r3/7B/Q3R3 b - - 0 1",
    "4r1k1/8/8/b7/8/6b1/3PPP2/R3K2R w KQ - 0 1",
    "r3k2r/3ppp2/6B1/8/B7/8/8/4R1K1 b kq - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",

    /* As many moves as there can be, and none. */
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 99 70",
};

const size_t START_NB = sizeof START_FENS / sizeof START_FENS[0];

Position position_of(const char *fen) {
    Position position = {0};
    Reason reason;
    if (!fen_parse(fen, &position, &reason)) {
        char message[sizeof reason.text + FEN_SIZE];
        snprintf(message, sizeof message, "%s: %s", fen, reason.text);
        TEST_FAIL_MESSAGE(message);
    }
    return position;
}

static void set_slow_rights(SlowBoard *board, const Position *p, Colour colour) {
    int *files = board->castle_file[colour];
    Square king = position_king(p, colour);
    files[SLOW_KING_SIDE] = files[SLOW_QUEEN_SIDE] = SLOW_NO_FILE;
    for (Bitboard rooks = p->castling_rooks & p->by_colour[colour]; rooks != 0;) {
        Square rook = bits_pop(&rooks);
        files[rook > king ? SLOW_KING_SIDE : SLOW_QUEEN_SIDE] = (int)square_file(rook);
    }
}

SlowBoard slow_board_of(const Position *p) {
    SlowBoard board = {
        .side = position_side(p) == WHITE ? SLOW_WHITE : SLOW_BLACK,
        .ep_file = p->en_passant == NO_SQUARE ? SLOW_NO_FILE : (int)square_file(p->en_passant),
        .halfmove_clock = p->halfmove_clock,
        .fullmove_number = p->fullmove_number,
    };
    for (Square s = 0; s < SQUARE_NB; s++)
        board.piece[square_rank(s)][square_file(s)] = fen_piece_letter(p->board[s]);
    set_slow_rights(&board, p, WHITE);
    set_slow_rights(&board, p, BLACK);
    return board;
}

FenText fen_of(const Position *position) {
    FenText fen;
    fen_print(position, fen.text);
    return fen;
}

FenText placement_of(const Position *position) {
    FenText fen = fen_of(position);
    char *cursor = fen.text;
    for (int field = 0; field < 4; field++)
        cursor = strchr(cursor, ' ') + 1;
    cursor[-1] = '\0';
    return fen;
}

Move move_of(const Position *position, const char *uci) {
    MoveList list;
    movegen_legal(position, &list);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_print_uci(list.moves[i], true, text);
        if (strcmp(text, uci) == 0)
            return list.moves[i];
    }
    TEST_FAIL_MESSAGE(uci);
    return MOVE_NONE;
}

Position position_after(const Position *start, const char *moves) {
    Position position = *start;
    for (Word word = text_next_word(&moves); word.length > 0; word = text_next_word(&moves)) {
        Position parent = position;
        position_make_move(&position, &parent, move_of(&parent, word_excerpt(word).text));
    }
    return position;
}

static Move choose_move(const Position *position, Random *random) {
    MoveList list;
    movegen_legal(position, &list);
    if (list.count == 0)
        return MOVE_NONE;
    Move special[MAX_MOVES];
    uint32_t special_count = 0;
    for (int i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) != MOVE_NORMAL)
            special[special_count++] = list.moves[i];
    if (special_count > 0 && random_below(random, 2) == 0)
        return special[random_below(random, special_count)];
    return list.moves[random_below(random, (uint32_t)list.count)];
}

void walk_from(Walk *walk, const char *fen) {
    Position position = position_of(fen);
    for (int ply = 0; ply < walk->plies; ply++) {
        Move next = choose_move(&position, &walk->random);
        walk->visit(&position, next, walk->context);
        if (next == MOVE_NONE)
            return;
        Position parent = position;
        position_make_move(&position, &parent, next);
    }
    walk->visit(&position, MOVE_NONE, walk->context);
}

void walk_from_all_starts(Walk *walk) {
    for (size_t i = 0; i < START_NB; i++)
        walk_from(walk, START_FENS[i]);
}

void walk_all(uint64_t seed, WalkVisitor visit, void *context) {
    Walk walk = {{seed}, WALK_PLIES, visit, context};
    for (int i = 0; i < WALKS_PER_START; i++)
        walk_from_all_starts(&walk);
}
