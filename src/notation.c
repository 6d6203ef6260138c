#include "notation.h"

#include <string.h>

#include "letters.h"
#include "movegen.h"

/* The piece that a promotion letter in either case names, or NO_PIECE_TYPE. */
static PieceType read_promotion(char letter) {
    PieceType type = type_from_letter(to_upper(letter));
    return type == PAWN || type == KING ? NO_PIECE_TYPE : type;
}

/* ---- UCI ---- */

static bool is_standard_castling(Square king, Square rook) {
    File file = square_file(rook);
    return square_file(king) == FILE_E && (file == FILE_A || file == FILE_H);
}

void notation_print_uci(Move move, bool chess960, char text[MOVE_TEXT_SIZE]) {
    Square from = move_from(move), to = move_to(move);
    if (move == MOVE_NONE || move == MOVE_NULL) {
        strcpy(text, "0000");
        return;
    }
    if (move_kind(move) == MOVE_CASTLING && !chess960 && is_standard_castling(from, to))
        to = castling_king_target(from, to);
    print_square(from, text);
    print_square(to, text + 2);
    if (move_kind(move) == MOVE_PROMOTION) {
        text[4] = to_lower(letter_of_type(move_promotion(move)));
        text[5] = '\0';
    }
}

/* Whether `to` names the destination of a legal move, for castling in either notation. A king's
 * step to a neighbouring square is never castling in disguise. */
static bool lands_on(Move move, Square to) {
    if (move_to(move) == to)
        return true;
    if (move_kind(move) != MOVE_CASTLING)
        return false;
    Square king_to = castling_king_target(move_from(move), move_to(move));
    return king_to == to && !(attacks_king(move_from(move)) & square_bit(to)) &&
           king_to != move_from(move);
}

static bool explain_illegal(const Position *p, Word text, Square from, Reason *reason) {
    Excerpt shown = word_excerpt(text);
    char square[3];
    print_square(from, square);
    if (p->board[from] == NO_PIECE)
        return reason_refuse(reason, "illegal move '%s': there is no piece on %s", shown.text,
                             square);
    if (piece_colour(p->board[from]) != position_side(p))
        return reason_refuse(reason, "illegal move '%s': the piece on %s is the opponent's",
                             shown.text, square);
    return reason_refuse(reason, "illegal move '%s'%s", shown.text,
                         p->checkers ? " (the king is in check)" : "");
}

bool notation_parse_uci(const Position *position, Word text, Move *move, Reason *reason) {
    bool is_long_enough = text.length == 4 || text.length == 5;
    Square from = is_long_enough ? read_square(text.start) : NO_SQUARE;
    Square to = is_long_enough ? read_square(text.start + 2) : NO_SQUARE;
    PieceType promotion = text.length == 5 ? read_promotion(text.start[4]) : NO_PIECE_TYPE;
    if (from == NO_SQUARE || to == NO_SQUARE || (text.length == 5 && promotion == NO_PIECE_TYPE))
        return reason_refuse(reason, "'%s' is not a move such as e2e4 or e7e8q",
                             word_excerpt(text).text);
    MoveList list;
    movegen_legal(position, &list);
    for (int i = 0; i < list.count; i++) {
        Move m = list.moves[i];
        PieceType promoted = move_kind(m) == MOVE_PROMOTION ? move_promotion(m) : NO_PIECE_TYPE;
        if (move_from(m) == from && lands_on(m, to) && promoted == promotion) {
            *move = m;
            return true;
        }
    }
    return explain_illegal(position, text, from, reason);
}

/* ---- SAN ---- */

/* Writes what tells the moving piece from others of its kind that could go to the same square:
 * nothing, its file, its rank, or both, in this order of preference. */
static char *print_origin(const Position *p, Move move, char *out) {
    Square from = move_from(move), to = move_to(move);
    Bitboard rivals = 0;
    MoveList list;
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        Move m = list.moves[i];
        bool is_rival = move_to(m) == to && move_from(m) != from && move_kind(m) != MOVE_CASTLING &&
                        p->board[move_from(m)] == p->board[from];
        if (is_rival)
            rivals |= square_bit(move_from(m));
    }
    if (rivals == 0)
        return out;
    bool file_is_shared = (rivals & file_bits(square_file(from))) != 0;
    bool rank_is_shared = (rivals & rank_bits(square_rank(from))) != 0;
    if (!file_is_shared || rank_is_shared)
        *out++ = file_letter(square_file(from));
    if (file_is_shared)
        *out++ = rank_digit(square_rank(from));
    return out;
}

static char *print_san_body(const Position *p, Move move, char *out) {
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(p->board[from]);
    bool is_capture = p->board[to] != NO_PIECE || move_kind(move) == MOVE_EN_PASSANT;
    if (type == PAWN) {
        if (is_capture)
            *out++ = file_letter(square_file(from));
    } else {
        *out++ = letter_of_type(type);
        out = print_origin(p, move, out);
    }
    if (is_capture)
        *out++ = 'x';
    print_square(to, out);
    out += 2;
    if (move_kind(move) == MOVE_PROMOTION) {
        *out++ = '=';
        *out++ = letter_of_type(move_promotion(move));
    }
    return out;
}

void notation_print_san(const Position *position, Move move, char text[MOVE_TEXT_SIZE]) {
    char *out = text;
    if (move_kind(move) == MOVE_CASTLING) {
        const char *castling = move_to(move) > move_from(move) ? "O-O" : "O-O-O";
        strcpy(text, castling);
        out += strlen(castling);
    } else {
        out = print_san_body(position, move, out);
    }
    Position after;
    position_make_move(&after, position, move);
    if (after.checkers)
        *out++ = movegen_has_legal_move(&after) ? '+' : '#';
    *out = '\0';
}

/* What a SAN text says about the move it means; NO_... where it is silent. */
typedef struct SanPattern {
    PieceType type, promotion;
    Square to;
    int from_file, from_rank; /* -1: not given */
    bool is_castling;
} SanPattern;

static Word without_marks(Word text) {
    while (text.length > 0 && strchr("+#!?", text.start[text.length - 1]) != NULL)
        text.length--;
    return text;
}

static bool read_castling(Word text, const Position *p, SanPattern *pattern) {
    bool is_short = word_is(text, "O-O") || word_is(text, "0-0");
    bool is_long = word_is(text, "O-O-O") || word_is(text, "0-0-0");
    if (!is_short && !is_long)
        return false;
    Rank back_rank = relative_rank(position_side(p), RANK_1);
    pattern->is_castling = true;
    pattern->to = make_square(is_short ? FILE_G : FILE_C, back_rank);
    return true;
}

/* Reads from the end: promotion, destination, then what is left of the origin. */
static bool read_piece_move(Word text, SanPattern *pattern) {
    const char *end = text.start + text.length, *start = text.start;
    PieceType named = text.length == 0 ? NO_PIECE_TYPE : type_from_letter(*start);
    if (named != NO_PIECE_TYPE) {
        pattern->type = named;
        start++;
    }
    if (end - start >= 3 && !is_rank_digit(end[-1])) {
        pattern->promotion = read_promotion(end[-1]);
        if (pattern->promotion == NO_PIECE_TYPE || pattern->type != PAWN)
            return false;
        end -= end[-2] == '=' ? 2 : 1;
    }
    if (end - start < 2)
        return false;
    end -= 2;
    pattern->to = read_square(end);
    if (end > start && (end[-1] == 'x' || end[-1] == '-'))
        end--;
    if (start < end && is_file_letter(*start))
        pattern->from_file = *start++ - 'a';
    if (start < end && is_rank_digit(*start))
        pattern->from_rank = *start++ - '1';
    return start == end && pattern->to != NO_SQUARE;
}

static bool fits(const Position *p, Move move, const SanPattern *pattern) {
    Square from = move_from(move), to = move_to(move);
    bool is_castling = move_kind(move) == MOVE_CASTLING;
    if (is_castling || pattern->is_castling)
        return is_castling && pattern->is_castling && castling_king_target(from, to) == pattern->to;
    PieceType promoted = move_kind(move) == MOVE_PROMOTION ? move_promotion(move) : NO_PIECE_TYPE;
    return to == pattern->to && piece_type(p->board[from]) == pattern->type &&
           promoted == pattern->promotion &&
           (pattern->from_file < 0 || pattern->from_file == (int)square_file(from)) &&
           (pattern->from_rank < 0 || pattern->from_rank == (int)square_rank(from));
}

bool notation_parse_san(const Position *position, Word text, Move *move, Reason *reason) {
    SanPattern pattern = {PAWN, NO_PIECE_TYPE, NO_SQUARE, -1, -1, false};
    Word body = without_marks(text);
    if (!read_castling(body, position, &pattern) && !read_piece_move(body, &pattern))
        return reason_refuse(reason, "'%s' is not a move such as Nf3, exd5 or O-O",
                             word_excerpt(text).text);
    MoveList list;
    Move found = MOVE_NONE;
    movegen_legal(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (!fits(position, list.moves[i], &pattern))
            continue;
        if (found != MOVE_NONE)
            return reason_refuse(reason, "'%s' is ambiguous: more than one piece can move so",
                                 word_excerpt(text).text);
        found = list.moves[i];
    }
    if (found == MOVE_NONE)
        return reason_refuse(reason, "illegal move '%s'", word_excerpt(text).text);
    *move = found;
    return true;
}
