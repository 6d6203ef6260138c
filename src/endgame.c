#include "endgame.h"

#include "eval_weights.h"

KpkTable kpk_table;

/* ---- King and pawn against king ---- */

/* The squares from where a king steps to one of `squares`. */
static Bitboard one_step_to(Bitboard squares) {
    Bitboard beside = bits_east(squares) | bits_west(squares), rows = beside | squares;
    return beside | rows << 8 | rows >> 8;
}

static int kpk_pawn_index(Square pawn) {
    return (int)square_file(pawn) * 6 + (int)square_rank(pawn) - RANK_2;
}

static Square kpk_pawn_square(int index) {
    return make_square((File)(index / 6), (Rank)(index % 6 + RANK_2));
}

/* Where the lone king may stand; when it is the strong side's turn, not in check. */
static Bitboard kpk_legal(Square pawn, Square king, Colour side) {
    Bitboard taken = square_bit(pawn) | square_bit(king) | attacks_king(king);
    return ~(taken | (side == WHITE ? attacks_pawn(WHITE, pawn) : 0));
}

/* Where the lone king loses after a push of the pawn to `to`. A new queen, or where that would be
 * stalemate a rook, wins unless it is taken at once. */
static Bitboard kpk_after_push(Square to, Square king) {
    if (square_rank(to) == RANK_8)
        return attacks_king(king) & square_bit(to) ? ~UINT64_C(0) : ~attacks_king(to);
    return kpk_table.wins[BLACK][kpk_pawn_index(to)][king];
}

/* The strong side to move: one of its moves wins. */
static Bitboard kpk_strong_wins(Square pawn, Square king) {
    Square one = (Square)(pawn + 8), two = (Square)(pawn + 16);
    Bitboard wins = 0;
    if (one != king) {
        wins |= kpk_after_push(one, king) & ~square_bit(one);
        if (square_rank(pawn) == RANK_2 && two != king)
            wins |= kpk_after_push(two, king) & ~square_bit(one) & ~square_bit(two);
    }
    for (Bitboard to = attacks_king(king) & ~square_bit(pawn); to != 0;)
        wins |= kpk_table.wins[BLACK][kpk_pawn_index(pawn)][bits_pop(&to)];
    return wins & kpk_legal(pawn, king, WHITE);
}

/* The lone king to move: it has moves, and all of them lose. Taking the pawn is among the moves
 * and never loses. */
static Bitboard kpk_weak_loses(Square pawn, Square king) {
    Bitboard targets = ~(attacks_king(king) | square_bit(king) | attacks_pawn(WHITE, pawn));
    Bitboard saving = targets & ~kpk_table.wins[WHITE][kpk_pawn_index(pawn)][king];
    Bitboard in_check = attacks_pawn(WHITE, pawn);
    return ~one_step_to(saving) & (one_step_to(targets) | in_check) & kpk_legal(pawn, king, BLACK);
}

/* One round for one pawn: whether more wins have been found. */
static bool kpk_improve(int pawn) {
    bool found = false;
    Square square = kpk_pawn_square(pawn);
    for (Square king = 0; king < SQUARE_NB; king++) {
        Bitboard strong = 0, weak = 0;
        if (king != square) {
            strong = kpk_strong_wins(square, king);
            kpk_table.wins[WHITE][pawn][king] = strong;
            weak = kpk_weak_loses(square, king);
        }
        found = found || weak != kpk_table.wins[BLACK][pawn][king];
        kpk_table.wins[BLACK][pawn][king] = weak;
    }
    return found;
}

/* From the seventh rank back, since a pawn's wins rest on those of the pawn further ahead. */
void endgame_init(void) {
    for (int rank = RANK_7; rank >= RANK_2; rank--)
        for (int file = FILE_A; file <= FILE_D; file++)
            while (kpk_improve(kpk_pawn_index(make_square((File)file, (Rank)rank))))
                continue;
}

bool endgame_kpk_wins(Square white_king, Square pawn, Square black_king, Colour side) {
    int mirror = square_file(pawn) > FILE_D ? 7 : 0;
    int index = kpk_pawn_index((Square)(pawn ^ mirror));
    return kpk_table.wins[side][index][white_king ^ mirror] &
           square_bit((Square)(black_king ^ mirror));
}

/* ---- Against a bare king ---- */

/* As if the strong side were White. */
static Square seen_by(Colour strong, Square square) {
    return (Square)(square ^ (strong == WHITE ? 0 : 56));
}

static int material_of(const Position *p, Colour strong) {
    int sum = 0;
    for (int type = PAWN; type <= QUEEN; type++)
        sum += pair_eg(eval_weights.Material[type]) *
               bits_count(position_pieces(p, strong, (PieceType)type));
    return sum;
}

/* Mates are given at the edge, with the kings close together. */
static Score drive_to_edge(const Position *p, Colour strong) {
    enum { EDGE = 30, CLOSENESS = 10 };
    Square king = position_king(p, opponent(strong));
    int file = (int)square_file(king), rank = (int)square_rank(king);
    int from_side = file < 4 ? file : 7 - file, from_end = rank < 4 ? rank : 7 - rank;
    return SCORE_KNOWN_WIN + material_of(p, strong) + EDGE * (6 - from_side - from_end) +
           CLOSENESS * (7 - steps_between(king, position_king(p, strong)));
}

/* Bishop and knight mate in a corner of the bishop's colour alone. */
static Score drive_to_corner(const Position *p, Colour strong) {
    enum { CORNER = 60, CLOSENESS = 10 };
    Square king = position_king(p, opponent(strong));
    /* Mirrored for a bishop on light squares, so that a1 and h8 are the corners. */
    bool is_dark = (p->by_type[BISHOP] & DARK_SQUARE_BITS) != 0;
    int file = is_dark ? (int)square_file(king) : FILE_H - (int)square_file(king);
    int from_a1 = file + (int)square_rank(king);
    int from_corner = from_a1 < 7 ? from_a1 : 14 - from_a1;
    return SCORE_KNOWN_WIN + material_of(p, strong) + CORNER * (7 - from_corner) +
           CLOSENESS * (7 - steps_between(king, position_king(p, strong)));
}

/* The pawn that is worth most if some pawn wins with the help of its king alone. */
static bool find_winning_pawn(const Position *p, Colour strong, Score *score) {
    enum { ADVANCE = 10 };
    Square king = seen_by(strong, position_king(p, strong));
    Square bare = seen_by(strong, position_king(p, opponent(strong)));
    Colour side = position_side(p) == strong ? WHITE : BLACK;
    int best = -1;
    for (Bitboard pawns = position_pieces(p, strong, PAWN); pawns != 0;) {
        Square pawn = seen_by(strong, bits_pop(&pawns));
        int rank = (int)square_rank(pawn);
        if (rank > best && endgame_kpk_wins(king, pawn, bare, side))
            best = rank;
    }
    *score = SCORE_KNOWN_WIN + material_of(p, strong) + ADVANCE * best;
    return best >= 0;
}

/* A bishop that does not control the corner where the pawns of an edge file promote. */
static bool is_wrong_bishop(const Position *p, Colour strong) {
    Bitboard pawns = position_pieces(p, strong, PAWN), bishops = p->by_type[BISHOP];
    bool on_edge = !(pawns & ~FILE_A_BITS) || !(pawns & ~FILE_H_BITS);
    if (!on_edge || !pawns || (p->by_type[KNIGHT] | p->by_type[ROOK] | p->by_type[QUEEN]))
        return false;
    Square corner = make_square(square_file(bits_lowest(pawns)), relative_rank(strong, RANK_8));
    Bitboard colour = square_bit(corner) & DARK_SQUARE_BITS ? DARK_SQUARE_BITS : ~DARK_SQUARE_BITS;
    return !(bishops & colour) && steps_between(position_king(p, opponent(strong)), corner) <= 1;
}

static bool judge_against_bare_king(const Position *p, Colour strong, Score *score) {
    Bitboard bishops = p->by_type[BISHOP], knights = p->by_type[KNIGHT];
    Bitboard majors = p->by_type[ROOK] | p->by_type[QUEEN], pawns = p->by_type[PAWN];
    bool has_both_colours = (bishops & DARK_SQUARE_BITS) && (bishops & ~DARK_SQUARE_BITS);
    bool has_pair = bishops != 0 && knights != 0;
    if (has_pair && !majors && bits_count(bishops | knights | pawns) == 2)
        *score = drive_to_corner(p, strong);
    else if (majors || has_both_colours || has_pair || bits_count(knights) > 2)
        *score = drive_to_edge(p, strong);
    else if (!pawns || is_wrong_bishop(p, strong))
        *score = SCORE_DRAW;
    else if (!find_winning_pawn(p, strong, score)) {
        /* With nothing else the table has spoken; with more, there may be other ways to win. */
        *score = SCORE_DRAW;
        return bits_count(pawns | bishops | knights) == 1;
    }
    return true;
}

bool endgame_probe(const Position *p, Score *score) {
    Bitboard pieces = position_occupied(p) & ~p->by_type[KING];
    bool has_white = (pieces & p->by_colour[WHITE]) != 0;
    bool has_black = (pieces & p->by_colour[BLACK]) != 0;
    if (has_white && has_black) {
        /* A minor piece each: neither can be forced. */
        bool are_minors = !(pieces & ~(p->by_type[KNIGHT] | p->by_type[BISHOP]));
        *score = SCORE_DRAW;
        return are_minors && bits_count(pieces) == 2;
    }
    Colour strong = has_white ? WHITE : BLACK;
    Score found;
    if (!judge_against_bare_king(p, strong, &found))
        return false;
    *score = strong == WHITE ? found : -found;
    return true;
}
