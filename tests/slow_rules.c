/* Mailbox rules of chess: walk rays over an 8x8 array, make every candidate move on a copy of the
 * board, and keep it if the own king is safe there. Being obvious matters here; speed does not. */

#include "slow_rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY = ' ', NOBODY = -1, SQUARES = 64, MAX_MEN = 16, MAX_COUNTER = 9999 };

/* A square of the board, or the difference between two. */
typedef struct Spot {
    int file, rank;
} Spot;

/* What a move means (castling, en passant, double step) follows from the board it is played on. */
typedef struct Step {
    Spot from, to;
    char promotion; /* lower-case letter, or '\0' */
} Step;

/* A FEN within the limit of men yields at most 15 queens of 27 moves each and a king, so the
 * candidate moves always fit. */
typedef struct StepList {
    int count;
    Step step[SLOW_MAX_MOVES];
} StepList;

/* How a piece other than a pawn moves. */
typedef struct Gait {
    char letter;
    bool slides;
    int count;
    Spot delta[8];
} Gait;

static const Gait GAITS[] = {
    {'n', false, 8, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}},
    {'b', true, 4, {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}},
    {'r', true, 4, {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}},
    {'q', true, 8, {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}},
    {'k', false, 8, {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}},
};

/* ---- Squares and pieces ---- */

/* For loops over the whole board, from a1 to h8. */
static Spot nth_spot(int n) {
    return (Spot){n % 8, n / 8};
}

static bool is_inside(Spot spot) {
    return spot.file >= 0 && spot.file < 8 && spot.rank >= 0 && spot.rank < 8;
}

static bool is_same(Spot a, Spot b) {
    return a.file == b.file && a.rank == b.rank;
}

static Spot shifted(Spot spot, Spot delta) {
    return (Spot){spot.file + delta.file, spot.rank + delta.rank};
}

static char piece_at(const SlowBoard *board, Spot spot) {
    return board->piece[spot.rank][spot.file];
}

static void put(SlowBoard *board, Spot spot, char piece) {
    board->piece[spot.rank][spot.file] = piece;
}

static char lower(char letter) {
    return (char)tolower((unsigned char)letter);
}

static char upper(char letter) {
    return (char)toupper((unsigned char)letter);
}

static char letter_for(int side, char letter) {
    return side == SLOW_WHITE ? upper(letter) : lower(letter);
}

static int side_of(char piece) {
    if (piece == EMPTY)
        return NOBODY;
    return isupper((unsigned char)piece) ? SLOW_WHITE : SLOW_BLACK;
}

static int other(int side) {
    return side == SLOW_WHITE ? SLOW_BLACK : SLOW_WHITE;
}

static int home_rank(int side) {
    return side == SLOW_WHITE ? 0 : 7;
}

static int forward(int side) {
    return side == SLOW_WHITE ? 1 : -1;
}

/* The rank on which pawns of this side capture en passant. */
static int ep_rank(int side) {
    return side == SLOW_WHITE ? 5 : 2;
}

static Spot find_king(const SlowBoard *board, int side) {
    for (int n = 0; n < SQUARES; n++)
        if (piece_at(board, nth_spot(n)) == letter_for(side, 'k'))
            return nth_spot(n);
    abort(); /* slow_set_fen lets no board without kings through */
}

/* ---- Attacks ---- */

/* Whether all squares strictly between two squares on one line are empty. */
static bool is_line_clear(const SlowBoard *board, Spot from, Spot to) {
    int files = to.file - from.file;
    int ranks = to.rank - from.rank;
    Spot delta = {(files > 0) - (files < 0), (ranks > 0) - (ranks < 0)};
    for (Spot spot = shifted(from, delta); !is_same(spot, to); spot = shifted(spot, delta))
        if (piece_at(board, spot) != EMPTY)
            return false;
    return true;
}

static bool is_attacked_from(const SlowBoard *board, Spot to, Spot from) {
    char piece = piece_at(board, from);
    int files = abs(to.file - from.file);
    int ranks = abs(to.rank - from.rank);
    bool straight = (files == 0) != (ranks == 0);
    bool diagonal = files == ranks && files != 0;
    switch (lower(piece)) {
    case 'p':
        return files == 1 && to.rank - from.rank == forward(side_of(piece));
    case 'n':
        return (files == 1 && ranks == 2) || (files == 2 && ranks == 1);
    case 'b':
        return diagonal && is_line_clear(board, from, to);
    case 'r':
        return straight && is_line_clear(board, from, to);
    case 'q':
        return (straight || diagonal) && is_line_clear(board, from, to);
    case 'k':
        return files <= 1 && ranks <= 1 && (straight || diagonal);
    default:
        return false;
    }
}

static bool is_attacked_by(const SlowBoard *board, Spot to, int side) {
    for (int n = 0; n < SQUARES; n++) {
        Spot from = nth_spot(n);
        if (side_of(piece_at(board, from)) == side && is_attacked_from(board, to, from))
            return true;
    }
    return false;
}

static bool is_king_attacked(const SlowBoard *board, int side) {
    return is_attacked_by(board, find_king(board, side), other(side));
}

/* ---- What a move means ---- */

static bool is_castling(const SlowBoard *board, Step step) {
    return side_of(piece_at(board, step.to)) == board->side;
}

static bool is_en_passant(const SlowBoard *board, Step step) {
    return lower(piece_at(board, step.from)) == 'p' && step.from.file != step.to.file &&
           piece_at(board, step.to) == EMPTY;
}

static bool is_capture(const SlowBoard *board, Step step) {
    return side_of(piece_at(board, step.to)) == other(board->side) || is_en_passant(board, step);
}

static int castling_wing(Step step) {
    return step.to.file > step.from.file ? SLOW_KING_SIDE : SLOW_QUEEN_SIDE;
}

static int castled_king_file(int wing) {
    return wing == SLOW_KING_SIDE ? 6 : 2;
}

static int castled_rook_file(int wing) {
    return wing == SLOW_KING_SIDE ? 5 : 3;
}

static Step step_from_text(const char *uci) {
    Spot from = {uci[0] - 'a', uci[1] - '1'};
    Spot to = {uci[2] - 'a', uci[3] - '1'};
    return (Step){from, to, uci[4]};
}

static void step_to_text(Step step, char text[6]) {
    text[0] = (char)('a' + step.from.file);
    text[1] = (char)('1' + step.from.rank);
    text[2] = (char)('a' + step.to.file);
    text[3] = (char)('1' + step.to.rank);
    text[4] = step.promotion;
    text[5] = '\0';
}

/* ---- Playing a move ---- */

/* A right dies when its king moves and when anything leaves or reaches its rook's square. */
static void drop_rights(SlowBoard *board, Step step) {
    if (lower(piece_at(board, step.from)) == 'k')
        for (int wing = 0; wing < 2; wing++)
            board->castle_file[board->side][wing] = SLOW_NO_FILE;
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++) {
            Spot rook = {board->castle_file[side][wing], home_rank(side)};
            if (is_same(step.from, rook) || is_same(step.to, rook))
                board->castle_file[side][wing] = SLOW_NO_FILE;
        }
}

static void move_pieces(SlowBoard *board, Step step) {
    char piece = piece_at(board, step.from);
    if (is_castling(board, step)) {
        int wing = castling_wing(step);
        char rook = piece_at(board, step.to);
        put(board, step.from, EMPTY);
        put(board, step.to, EMPTY);
        put(board, (Spot){castled_king_file(wing), step.from.rank}, piece);
        put(board, (Spot){castled_rook_file(wing), step.from.rank}, rook);
        return;
    }
    if (is_en_passant(board, step))
        put(board, (Spot){step.to.file, step.from.rank}, EMPTY);
    put(board, step.from, EMPTY);
    put(board, step.to, step.promotion ? letter_for(board->side, step.promotion) : piece);
}

static void play(SlowBoard *board, Step step) {
    bool is_pawn = lower(piece_at(board, step.from)) == 'p';
    bool is_double_step = is_pawn && abs(step.to.rank - step.from.rank) == 2;
    bool resets_clock = is_pawn || is_capture(board, step);
    drop_rights(board, step);
    move_pieces(board, step);
    board->ep_file = is_double_step ? step.to.file : SLOW_NO_FILE;
    board->halfmove_clock = resets_clock ? 0 : board->halfmove_clock + 1;
    if (board->side == SLOW_BLACK)
        board->fullmove_number++;
    board->side = other(board->side);
}

/* ---- Candidate moves ---- */

static void add(StepList *list, Spot from, Spot to, char promotion) {
    list->step[list->count++] = (Step){from, to, promotion};
}

static void add_pawn_step(StepList *list, Spot from, Spot to) {
    if (to.rank != home_rank(SLOW_WHITE) && to.rank != home_rank(SLOW_BLACK)) {
        add(list, from, to, '\0');
        return;
    }
    for (const char *promotion = "nbrq"; *promotion; promotion++)
        add(list, from, to, *promotion);
}

static void add_pawn_advances(const SlowBoard *board, Spot from, StepList *list) {
    Spot ahead = {0, forward(board->side)};
    Spot one = shifted(from, ahead);
    if (piece_at(board, one) != EMPTY)
        return;
    add_pawn_step(list, from, one);
    Spot two = shifted(one, ahead);
    if (from.rank == home_rank(board->side) + forward(board->side) && piece_at(board, two) == EMPTY)
        add_pawn_step(list, from, two);
}

static void add_pawn_captures(const SlowBoard *board, Spot from, StepList *list) {
    for (int files = -1; files <= 1; files += 2) {
        Spot to = shifted(from, (Spot){files, forward(board->side)});
        if (!is_inside(to))
            continue;
        bool is_ep = to.file == board->ep_file && to.rank == ep_rank(board->side);
        if (is_ep || side_of(piece_at(board, to)) == other(board->side))
            add_pawn_step(list, from, to);
    }
}

static void add_piece_moves(const SlowBoard *board, Spot from, StepList *list) {
    const Gait *gait = GAITS;
    while (gait->letter != lower(piece_at(board, from)))
        gait++;
    for (int i = 0; i < gait->count; i++) {
        Spot to = shifted(from, gait->delta[i]);
        while (is_inside(to) && side_of(piece_at(board, to)) != board->side) {
            add(list, from, to, '\0');
            if (!gait->slides || piece_at(board, to) != EMPTY)
                break;
            to = shifted(to, gait->delta[i]);
        }
    }
}

/* Whether every square from one to the other, both included, is empty. */
static bool is_stretch_empty(const SlowBoard *board, Spot from, Spot to) {
    return piece_at(board, from) == EMPTY && piece_at(board, to) == EMPTY &&
           is_line_clear(board, from, to);
}

/* The king may not be in check, nor cross or reach an attacked square. A king exposed only by the
 * departure of the rook is left to the final test that all candidate moves undergo. */
static bool can_castle(const SlowBoard *board, Spot king, Spot rook) {
    int wing = castling_wing((Step){king, rook, '\0'});
    Spot king_to = {castled_king_file(wing), king.rank};
    Spot rook_to = {castled_rook_file(wing), king.rank};
    SlowBoard lifted = *board;
    put(&lifted, king, EMPTY);
    put(&lifted, rook, EMPTY);
    if (!is_stretch_empty(&lifted, king, king_to) || !is_stretch_empty(&lifted, rook, rook_to))
        return false;
    int first = king.file < king_to.file ? king.file : king_to.file;
    int last = king.file < king_to.file ? king_to.file : king.file;
    for (int file = first; file <= last; file++)
        if (is_attacked_by(board, (Spot){file, king.rank}, other(board->side)))
            return false;
    return true;
}

static void add_castling(const SlowBoard *board, StepList *list) {
    Spot king = find_king(board, board->side);
    for (int wing = 0; wing < 2; wing++) {
        Spot rook = {board->castle_file[board->side][wing], king.rank};
        if (rook.file != SLOW_NO_FILE && can_castle(board, king, rook))
            add(list, king, rook, '\0');
    }
}

static void find_candidates(const SlowBoard *board, StepList *list) {
    list->count = 0;
    for (int n = 0; n < SQUARES; n++) {
        Spot from = nth_spot(n);
        if (side_of(piece_at(board, from)) != board->side)
            continue;
        if (lower(piece_at(board, from)) == 'p') {
            add_pawn_advances(board, from, list);
            add_pawn_captures(board, from, list);
        } else {
            add_piece_moves(board, from, list);
        }
    }
    add_castling(board, list);
}

static void find_legal(const SlowBoard *board, StepList *legal) {
    StepList candidates;
    find_candidates(board, &candidates);
    legal->count = 0;
    for (int i = 0; i < candidates.count; i++) {
        SlowBoard after = *board;
        play(&after, candidates.step[i]);
        if (!is_king_attacked(&after, board->side))
            legal->step[legal->count++] = candidates.step[i];
    }
}

/* ---- Reading a FEN ---- */

static bool read_placement(SlowBoard *board, const char *text) {
    memset(board->piece, EMPTY, sizeof board->piece);
    Spot spot = {0, 7};
    for (; *text; text++) {
        if (*text == '/' && spot.file == 8 && spot.rank > 0) {
            spot = (Spot){0, spot.rank - 1};
        } else if (*text >= '1' && *text <= '8' && spot.file + (*text - '0') <= 8) {
            spot.file += *text - '0';
        } else if (strchr("PNBRQKpnbrqk", *text) && spot.file < 8) {
            put(board, spot, *text);
            spot.file++;
        } else {
            return false;
        }
    }
    return spot.file == 8 && spot.rank == 0;
}

static bool has_sane_men(const SlowBoard *board) {
    int men[2] = {0, 0}, kings[2] = {0, 0};
    for (int n = 0; n < SQUARES; n++) {
        Spot spot = nth_spot(n);
        char piece = piece_at(board, spot);
        if (piece == EMPTY)
            continue;
        men[side_of(piece)]++;
        if (lower(piece) == 'k')
            kings[side_of(piece)]++;
        if (lower(piece) == 'p' && (spot.rank == 0 || spot.rank == 7))
            return false;
    }
    return men[SLOW_WHITE] <= MAX_MEN && men[SLOW_BLACK] <= MAX_MEN && kings[SLOW_WHITE] == 1 &&
           kings[SLOW_BLACK] == 1;
}

/* The file of the rook farthest from the king on this wing; SLOW_NO_FILE if there is none. */
static int outermost_rook(const SlowBoard *board, int side, int wing) {
    Spot king = find_king(board, side);
    int inward = wing == SLOW_KING_SIDE ? -1 : 1;
    for (int file = wing == SLOW_KING_SIDE ? 7 : 0; file != king.file; file += inward)
        if (board->piece[king.rank][file] == letter_for(side, 'r'))
            return file;
    return SLOW_NO_FILE;
}

static bool read_right(SlowBoard *board, char letter) {
    int side = side_of(letter);
    Spot king = find_king(board, side);
    int file = lower(letter) - 'a';
    int wing = file > king.file ? SLOW_KING_SIDE : SLOW_QUEEN_SIDE;
    if (strchr("KQkq", letter)) {
        wing = lower(letter) == 'k' ? SLOW_KING_SIDE : SLOW_QUEEN_SIDE;
        file = outermost_rook(board, side, wing);
    }
    if (king.rank != home_rank(side) || file < 0 || file > 7 ||
        board->piece[king.rank][file] != letter_for(side, 'r') ||
        board->castle_file[side][wing] != SLOW_NO_FILE)
        return false;
    board->castle_file[side][wing] = file;
    return true;
}

static bool read_castling(SlowBoard *board, const char *text) {
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++)
            board->castle_file[side][wing] = SLOW_NO_FILE;
    if (strcmp(text, "-") == 0)
        return true;
    for (; *text; text++)
        if (!read_right(board, *text))
            return false;
    return true;
}

static bool read_ep(SlowBoard *board, const char *text) {
    board->ep_file = SLOW_NO_FILE;
    if (strcmp(text, "-") == 0)
        return true;
    Spot crossed = {text[0] - 'a', text[1] - '1'};
    if (strlen(text) != 2 || !is_inside(crossed) || crossed.rank != ep_rank(board->side))
        return false;
    Spot origin = shifted(crossed, (Spot){0, forward(board->side)});
    Spot pawn = shifted(crossed, (Spot){0, -forward(board->side)});
    board->ep_file = crossed.file;
    return piece_at(board, crossed) == EMPTY && piece_at(board, origin) == EMPTY &&
           piece_at(board, pawn) == letter_for(other(board->side), 'p');
}

static bool read_counter(int *counter, const char *text, int minimum) {
    char *end;
    long value = strtol(text, &end, 10);
    *counter = (int)value;
    return isdigit((unsigned char)text[0]) && *end == '\0' && value >= minimum &&
           value <= MAX_COUNTER;
}

bool slow_set_fen(SlowBoard *board, const char *fen) {
    char placement[80], side[8], castling[8], ep[8], clock[8] = "0", number[8] = "1", extra[2];
    int fields = sscanf(fen, "%79s %7s %7s %7s %7s %7s %1s", placement, side, castling, ep, clock,
                        number, extra);
    if ((fields != 4 && fields != 6) || (strcmp(side, "w") != 0 && strcmp(side, "b") != 0))
        return false;
    board->side = side[0] == 'w' ? SLOW_WHITE : SLOW_BLACK;
    return read_placement(board, placement) && has_sane_men(board) &&
           read_castling(board, castling) && read_ep(board, ep) &&
           read_counter(&board->halfmove_clock, clock, 0) &&
           read_counter(&board->fullmove_number, number, 1) &&
           !is_king_attacked(board, other(board->side));
}

/* ---- Writing a FEN: helpers write at the cursor and return the one behind their text ---- */

static char *write_placement(const SlowBoard *board, char *cursor) {
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < 8; file++) {
            char piece = board->piece[rank][file];
            if (piece == EMPTY) {
                gap++;
                continue;
            }
            if (gap > 0)
                *cursor++ = (char)('0' + gap);
            gap = 0;
            *cursor++ = piece;
        }
        if (gap > 0)
            *cursor++ = (char)('0' + gap);
        if (rank > 0)
            *cursor++ = '/';
    }
    return cursor;
}

static char *write_castling(const SlowBoard *board, char *cursor) {
    const char *start = cursor;
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++) {
            int file = board->castle_file[side][wing];
            if (file == SLOW_NO_FILE)
                continue;
            bool is_outermost = file == outermost_rook(board, side, wing);
            char letter = wing == SLOW_KING_SIDE ? 'k' : 'q';
            *cursor++ = letter_for(side, is_outermost ? letter : (char)('a' + file));
        }
    if (cursor == start)
        *cursor++ = '-';
    return cursor;
}

static char *write_ep(const SlowBoard *board, char *cursor) {
    StepList legal;
    find_legal(board, &legal);
    for (int i = 0; i < legal.count; i++)
        if (is_en_passant(board, legal.step[i])) {
            *cursor++ = (char)('a' + legal.step[i].to.file);
            *cursor++ = (char)('1' + legal.step[i].to.rank);
            return cursor;
        }
    *cursor++ = '-';
    return cursor;
}

void slow_get_fen(const SlowBoard *board, char *fen, size_t size) {
    char text[SLOW_FEN_SIZE];
    char *cursor = write_placement(board, text);
    *cursor++ = ' ';
    *cursor++ = board->side == SLOW_WHITE ? 'w' : 'b';
    *cursor++ = ' ';
    cursor = write_castling(board, cursor);
    *cursor++ = ' ';
    cursor = write_ep(board, cursor);
    *cursor = '\0';
    snprintf(fen, size, "%s %d %d", text, board->halfmove_clock, board->fullmove_number);
}

/* ---- Moves as text ---- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

void slow_legal_moves(const SlowBoard *board, SlowMoves *moves) {
    StepList legal;
    find_legal(board, &legal);
    moves->count = legal.count;
    for (int i = 0; i < legal.count; i++)
        step_to_text(legal.step[i], moves->text[i]);
    qsort(moves->text, (size_t)moves->count, sizeof moves->text[0], compare_texts);
}

void slow_play(SlowBoard *board, const char *uci) {
    play(board, step_from_text(uci));
}

bool slow_is_noisy(const SlowBoard *board, const char *uci) {
    return is_capture(board, step_from_text(uci)) || uci[4] != '\0';
}

/* ---- Standard algebraic notation ---- */

/* Appends to text the file, the rank or both of the square moved from, as far as other legal
 * moves of the same kind of piece to the same square demand. */
static void append_origin(const SlowBoard *board, Step step, char *text) {
    StepList legal;
    find_legal(board, &legal);
    int rivals = 0, on_file = 0, on_rank = 0;
    for (int i = 0; i < legal.count; i++) {
        Step rival = legal.step[i];
        if (piece_at(board, rival.from) != piece_at(board, step.from) ||
            !is_same(rival.to, step.to) || is_same(rival.from, step.from))
            continue;
        rivals++;
        on_file += rival.from.file == step.from.file;
        on_rank += rival.from.rank == step.from.rank;
    }
    text += strlen(text);
    if (rivals > 0 && (on_file == 0 || on_rank > 0))
        *text++ = (char)('a' + step.from.file);
    if (on_file > 0)
        *text++ = (char)('1' + step.from.rank);
    *text = '\0';
}

static const char *check_mark(const SlowBoard *board, Step step) {
    SlowBoard after = *board;
    play(&after, step);
    if (!slow_in_check(&after))
        return "";
    StepList replies;
    find_legal(&after, &replies);
    return replies.count == 0 ? "#" : "+";
}

void slow_san(const SlowBoard *board, const char *uci, char *san, size_t size) {
    Step step = step_from_text(uci);
    char piece = upper(piece_at(board, step.from));
    const char *mark = check_mark(board, step);
    if (is_castling(board, step)) {
        bool is_king_side = castling_wing(step) == SLOW_KING_SIDE;
        snprintf(san, size, "%s%s", is_king_side ? "O-O" : "O-O-O", mark);
        return;
    }
    char origin[4] = "", promotion[3] = "";
    if (piece != 'P') {
        origin[0] = piece;
        append_origin(board, step, origin);
    } else if (is_capture(board, step)) {
        origin[0] = uci[0];
    }
    if (step.promotion) {
        promotion[0] = '=';
        promotion[1] = upper(step.promotion);
    }
    snprintf(san, size, "%s%s%.2s%s%s", origin, is_capture(board, step) ? "x" : "", uci + 2,
             promotion, mark);
}

/* ---- The state of the game ---- */

bool slow_in_check(const SlowBoard *board) {
    return is_king_attacked(board, board->side);
}

bool slow_is_dead(const SlowBoard *board) {
    int knights = 0, bishops[2] = {0, 0}; /* bishops by square colour */
    for (int n = 0; n < SQUARES; n++) {
        Spot spot = nth_spot(n);
        char piece = lower(piece_at(board, spot));
        if (piece == 'p' || piece == 'r' || piece == 'q')
            return false;
        if (piece == 'n')
            knights++;
        if (piece == 'b')
            bishops[(spot.file + spot.rank) % 2]++;
    }
    if (knights > 0)
        return knights == 1 && bishops[0] + bishops[1] == 0;
    return bishops[0] == 0 || bishops[1] == 0;
}

uint64_t slow_perft(const SlowBoard *board, int depth) {
    if (depth == 0)
        return 1;
    StepList legal;
    find_legal(board, &legal);
    uint64_t leaves = 0;
    for (int i = 0; i < legal.count; i++) {
        SlowBoard after = *board;
        play(&after, legal.step[i]);
        leaves += slow_perft(&after, depth - 1);
    }
    return leaves;
}
