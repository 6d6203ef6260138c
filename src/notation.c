#include "notation.h"

#include <string.h>

#include "letters.h"
#include "movegen.h"

/* The piece that a promotion letter in either case names, or NO_PIECE_TYPE. */
static PieceType read_promotion(char letter) {
    PieceType type = type_from_letter(to_upper(letter));
    return type == PAWN || type == KING ? NO_PIECE_TYPE : type;
}

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
