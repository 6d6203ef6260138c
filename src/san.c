#include "san.h"

#include <string.h>

#include "letters.h"
#include "movegen.h"
#include "notation.h"

/* ---- Printing ---- */

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

void san_print(const Position *position, Move move, char text[SAN_SIZE]) {
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

/* ---- Reading ---- */

enum { NOT_GIVEN = -1 };

/* What a text says about the move it means; NO_... and NOT_GIVEN where it is silent. */
typedef struct SanPattern {
    PieceType type, promotion;
    Square to; /* of castling: the king's destination */
    int from_file, from_rank;
    bool is_castling, is_en_passant;
} SanPattern;

static bool has_full_origin(const SanPattern *pattern) {
    return pattern->from_file != NOT_GIVEN && pattern->from_rank != NOT_GIVEN;
}

static Word without_marks(Word text) {
    while (text.length > 0 && strchr("+#!?", text.start[text.length - 1]) != NULL)
        text.length--;
    return text;
}

/* Removes the ending; false where the text has none such, or nothing else. */
static bool cut_ending(Word *text, const char *ending) {
    size_t length = strlen(ending);
    if (text->length <= length)
        return false;
    Word last = {text->start + text->length - length, length};
    if (!word_is(last, ending))
        return false;
    text->length -= length;
    return true;
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

/* Takes a promotion off the end of the text; false where what stands there is none. */
static bool read_promotion(const char *start, const char **end, SanPattern *pattern) {
    if (*end - start < 3 || is_rank_digit((*end)[-1]))
        return true;
    PieceType type = type_from_letter(to_upper((*end)[-1]));
    if (type == NO_PIECE_TYPE || type == PAWN || type == KING)
        return false;
    pattern->promotion = type;
    *end -= (*end)[-2] == '=' ? 2 : 1;
    return true;
}

/* Reads from the end: promotion, destination, then what is left of the origin. A text without a
 * letter speaks of a pawn, unless it names the square that some piece stands on. */
static bool read_piece_move(Word text, const Position *p, SanPattern *pattern) {
    const char *end = text.start + text.length, *start = text.start;
    PieceType named = text.length == 0 ? NO_PIECE_TYPE : type_from_letter(*start);
    if (named != NO_PIECE_TYPE)
        start++;
    if (!read_promotion(start, &end, pattern) || end - start < 2)
        return false;
    end -= 2;
    pattern->to = read_square(end);
    if (end > start && (end[-1] == 'x' || end[-1] == '-'))
        end--;
    if (start < end && is_file_letter(*start))
        pattern->from_file = *start++ - 'a';
    if (start < end && is_rank_digit(*start))
        pattern->from_rank = *start++ - '1';
    if (named == NO_PIECE_TYPE && has_full_origin(pattern)) {
        Square from = make_square((File)pattern->from_file, (Rank)pattern->from_rank);
        named = piece_type(p->board[from]);
    }
    pattern->type = named == NO_PIECE_TYPE ? PAWN : named;
    return start == end && pattern->to != NO_SQUARE &&
           (pattern->type == PAWN || pattern->promotion == NO_PIECE_TYPE);
}

static bool read_pattern(const Position *p, Word text, SanPattern *pattern) {
    *pattern = (SanPattern){PAWN, NO_PIECE_TYPE, NO_SQUARE, NOT_GIVEN, NOT_GIVEN, false, false};
    Word body = without_marks(text);
    pattern->is_en_passant = cut_ending(&body, "e.p.") || cut_ending(&body, "ep");
    body = without_marks(body);
    return read_castling(body, p, pattern) || read_piece_move(body, p, pattern);
}

/* The squares that the pattern admits as origin. */
static Bitboard admitted_origins(const SanPattern *pattern) {
    Bitboard squares = ~UINT64_C(0);
    if (pattern->from_file != NOT_GIVEN)
        squares &= file_bits((File)pattern->from_file);
    if (pattern->from_rank != NOT_GIVEN)
        squares &= rank_bits((Rank)pattern->from_rank);
    return squares;
}

static bool fits(const Position *p, Move move, const SanPattern *pattern) {
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLING || pattern->is_castling)
        return kind == MOVE_CASTLING && pattern->is_castling &&
               castling_king_target(from, to) == pattern->to;
    PieceType promoted = kind == MOVE_PROMOTION ? move_promotion(move) : NO_PIECE_TYPE;
    return to == pattern->to && piece_type(p->board[from]) == pattern->type &&
           promoted == pattern->promotion && (!pattern->is_en_passant || kind == MOVE_EN_PASSANT) &&
           (admitted_origins(pattern) & square_bit(from)) != 0;
}

/* ---- Refusing ---- */

static bool refuse(Reason *reason, Word text, const char *why) {
    return reason_refuse(reason, "illegal move '%s': %s", word_excerpt(text).text, why);
}

static bool refuse_ambiguous(Bitboard origins, Word text, Reason *reason) {
    char squares[4 * SQUARE_NB] = "";
    char *out = squares;
    while (origins != 0) {
        print_square(bits_pop(&origins), out);
        out += 2;
        if (origins != 0) {
            const char *separator = bits_has_several(origins) ? ", " : " and ";
            strcpy(out, separator);
            out += strlen(separator);
        }
    }
    return reason_refuse(reason, "'%s' is ambiguous: the pieces on %s can move so",
                         word_excerpt(text).text, squares);
}

static bool refuse_castling(const Position *p, Word text, Square king_to, Reason *reason) {
    Colour us = position_side(p);
    Square king = position_king(p, us);
    Bitboard rooks = p->castling_rooks & p->by_colour[us];
    while (rooks != 0) {
        Square rook = bits_pop(&rooks);
        if (castling_king_target(king, rook) != king_to)
            continue;
        if (p->checkers)
            return refuse(reason, text, "the king is in check");
        Square rook_to = castling_rook_target(king, rook);
        Bitboard way = squares_between(king, rook) | squares_between(king, king_to) |
                       squares_between(rook, rook_to) | square_bit(king_to) | square_bit(rook_to);
        Bitboard others = position_occupied(p) & ~square_bit(king) & ~square_bit(rook);
        return refuse(reason, text,
                      way & others ? "a piece stands in the way"
                                   : "the king would pass or reach an attacked square");
    }
    return refuse(reason, text, "there is no right to castle on this side");
}

/* Where pieces of ours stand that could go to a square if checks did not matter. */
static Bitboard pieces_reaching(const Position *p, PieceType type, Square to) {
    Colour us = position_side(p);
    Bitboard occupied = position_occupied(p), pieces = position_pieces(p, us, type);
    if (type != PAWN)
        return attacks_piece(type, to, occupied) & pieces;
    if (p->board[to] != NO_PIECE || to == p->en_passant)
        return attacks_pawn(opponent(us), to) & pieces;
    Bitboard behind = bits_forward(opponent(us), square_bit(to));
    bool is_double = relative_rank(us, square_rank(to)) == RANK_4 && !(behind & occupied);
    return (behind | (is_double ? bits_forward(opponent(us), behind) : 0)) & pieces;
}

static bool refuse_pattern(const Position *p, Word text, const SanPattern *pattern,
                           Reason *reason) {
    static const char *const NAMES[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    Colour us = position_side(p);
    char to[3];
    print_square(pattern->to, to);
    if (p->by_colour[us] & square_bit(pattern->to))
        return reason_refuse(reason, "illegal move '%s': an own piece stands on %s",
                             word_excerpt(text).text, to);
    Bitboard origins = pieces_reaching(p, pattern->type, pattern->to);
    if (!(origins & admitted_origins(pattern)))
        return reason_refuse(reason, "illegal move '%s': no %s%s can go to %s",
                             word_excerpt(text).text, NAMES[pattern->type],
                             origins ? " from there" : "", to);
    bool is_last_rank = relative_rank(us, square_rank(pattern->to)) == RANK_8;
    if (pattern->type == PAWN && is_last_rank && pattern->promotion == NO_PIECE_TYPE)
        return refuse(reason, text, "no promotion piece is given");
    if (pattern->type == PAWN && !is_last_rank && pattern->promotion != NO_PIECE_TYPE)
        return refuse(reason, text, "pawns are promoted on the last rank only");
    if (pattern->is_en_passant && pattern->to != p->en_passant)
        return refuse(reason, text, "it does not capture en passant");
    return refuse(reason, text, "it leaves the king in check");
}

/* ---- Both ---- */

bool san_parse(const Position *position, Word text, Move *move, Reason *reason) {
    SanPattern pattern;
    /* Castling by the squares of the king is known to UCI only. */
    if (notation_parse_uci(position, without_marks(text), move, reason))
        return true;
    if (!read_pattern(position, text, &pattern))
        return reason_refuse(reason, "'%s' is not a move such as Nf3, exd5 or O-O",
                             word_excerpt(text).text);
    MoveList list;
    Move found = MOVE_NONE;
    Bitboard origins = 0;
    movegen_legal(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (fits(position, list.moves[i], &pattern)) {
            found = list.moves[i];
            origins |= square_bit(move_from(found));
        }
    }
    if (bits_has_several(origins))
        return refuse_ambiguous(origins, text, reason);
    if (found == MOVE_NONE && pattern.is_castling)
        return refuse_castling(position, text, pattern.to, reason);
    if (found == MOVE_NONE)
        return refuse_pattern(position, text, &pattern, reason);
    *move = found;
    return true;
}
