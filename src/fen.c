#include "fen.h"

#include <stdio.h>
#include <string.h>

#include "letters.h"

static const char *const COLOUR_NAMES[COLOUR_NB] = {"White", "Black"};

enum {
    /* Beyond any game, yet far from the limits of the counters that go on from here. */
    MAX_CLOCK = 9999,
    MAX_MOVE_NUMBER = 9999,
};

char fen_piece_letter(Piece piece) {
    if (piece == NO_PIECE)
        return ' ';
    char letter = letter_of_type(piece_type(piece));
    return piece_colour(piece) == WHITE ? letter : to_lower(letter);
}

static Piece piece_from_letter(char letter) {
    PieceType type = type_from_letter(to_upper(letter));
    return type == NO_PIECE_TYPE ? NO_PIECE : make_piece(is_lower(letter) ? BLACK : WHITE, type);
}

static bool parse_board(Word field, Position *p, Reason *reason) {
    int file = 0, rank = RANK_8;
    memset(p->board, NO_PIECE, sizeof p->board);
    for (size_t i = 0; i < field.length; i++) {
        char c = field.start[i];
        Piece piece = piece_from_letter(c);
        if (c == '/') {
            if (file != 8)
                return reason_refuse(reason, "rank %d of the board has %d files, not 8", rank + 1,
                                     file);
            if (rank == RANK_1)
                return reason_refuse(reason, "the board has more than 8 ranks");
            rank--;
            file = 0;
            continue;
        }
        if (piece == NO_PIECE && (c < '1' || c > '8'))
            return reason_refuse(reason,
                                 "'%s' is not a piece, a digit 1-8 or a slash (board, rank %d)",
                                 word_excerpt((Word){field.start + i, 1}).text, rank + 1);
        int width = piece == NO_PIECE ? c - '0' : 1;
        if (file + width > 8)
            return reason_refuse(reason, "rank %d of the board has more than 8 files", rank + 1);
        if (piece != NO_PIECE)
            p->board[make_square((File)file, (Rank)rank)] = piece;
        file += width;
    }
    if (rank != RANK_1 || file != 8)
        return reason_refuse(reason,
                             "the board ends on rank %d after %d files, not on rank 1 after 8",
                             rank + 1, file);
    return true;
}

/* Counts that no game can reach are refused: they would also break the limit of MAX_MOVES. */
static bool check_material(const Position *p, Colour colour, Reason *reason) {
    static const int AT_START[PIECE_TYPE_NB] = {8, 2, 2, 2, 1, 1};
    const char *name = COLOUR_NAMES[colour];
    int count[NO_PIECE_TYPE + 1] = {0}, promoted = 0;
    for (Square s = 0; s < SQUARE_NB; s++) {
        Piece piece = p->board[s];
        if (piece == NO_PIECE || piece_colour(piece) != colour)
            continue;
        count[piece_type(piece)]++;
        Rank rank = square_rank(s);
        if (piece_type(piece) == PAWN && (rank == RANK_1 || rank == RANK_8))
            return reason_refuse(reason, "%s has a pawn on rank %d", name, rank + 1);
    }
    if (count[KING] != 1)
        return reason_refuse(reason, "%s has %d kings, not one", name, count[KING]);
    if (count[PAWN] > 8)
        return reason_refuse(reason, "%s has %d pawns, more than 8", name, count[PAWN]);
    for (int type = KNIGHT; type <= QUEEN; type++)
        promoted += count[type] > AT_START[type] ? count[type] - AT_START[type] : 0;
    if (promoted > 8 - count[PAWN])
        return reason_refuse(reason, "%s has %d promoted pieces, but only %d pawns are gone", name,
                             promoted, 8 - count[PAWN]);
    return true;
}

static bool parse_side(Word field, Position *p, Reason *reason) {
    if (!word_is(field, "w") && !word_is(field, "b"))
        return reason_refuse(reason, "the side to move is '%s', not w or b",
                             word_excerpt(field).text);
    p->side = field.start[0] == 'w' ? WHITE : BLACK;
    return true;
}

static Square find_king(const Position *p, Colour colour) {
    Square s = 0;
    while (p->board[s] != make_piece(colour, KING))
        s++;
    return s;
}

/* The rook that a castling letter speaks of, or NO_SQUARE where the board has none such. */
static Square castling_rook_for(const Position *p, char letter) {
    Colour colour = to_upper(letter) == letter ? WHITE : BLACK;
    Piece rook = make_piece(colour, ROOK);
    Square king = find_king(p, colour);
    Rank back_rank = relative_rank(colour, RANK_1);
    if (square_rank(king) != back_rank)
        return NO_SQUARE;

    char upper = to_upper(letter);
    if (upper != 'K' && upper != 'Q') {
        Square named = make_square((File)(upper - 'A'), back_rank);
        return p->board[named] == rook ? named : NO_SQUARE;
    }
    int inward = upper == 'K' ? -1 : 1;
    int corner = make_square(upper == 'K' ? FILE_H : FILE_A, back_rank);
    for (int s = corner; s != king; s += inward)
        if (p->board[s] == rook)
            return (Square)s;
    return NO_SQUARE;
}

/* The rest of the rank from `square` on, `square` itself left out. */
static Bitboard rest_of_rank(Square square, bool eastward) {
    Bitboard west = square_bit(square) - 1;
    return rank_bits(square_rank(square)) & (eastward ? ~west & ~square_bit(square) : west);
}

static bool parse_castling(Word field, Position *p, Reason *reason) {
    p->castling_rooks = 0;
    if (word_is(field, "-"))
        return true;
    for (size_t i = 0; i < field.length; i++) {
        char letter = field.start[i], upper = to_upper(letter);
        if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
            return reason_refuse(reason, "'%s' in the castling field is not one of KQkq, A-H, a-h",
                                 word_excerpt((Word){field.start + i, 1}).text);
        Square rook = castling_rook_for(p, letter);
        if (rook == NO_SQUARE)
            continue;
        /* At most one right on either side of a king. */
        Square king = find_king(p, upper == letter ? WHITE : BLACK);
        if (!(p->castling_rooks & rest_of_rank(king, rook > king)))
            p->castling_rooks |= square_bit(rook);
    }
    return true;
}

static bool parse_en_passant(Word field, Position *p, Reason *reason) {
    p->en_passant = NO_SQUARE;
    if (word_is(field, "-"))
        return true;
    Square square = field.length == 2 ? read_square(field.start) : NO_SQUARE;
    if (square == NO_SQUARE)
        return reason_refuse(reason, "the en passant field '%s' is neither a square nor -",
                             word_excerpt(field).text);
    Colour us = position_side(p);
    int step = pawn_step(us);
    bool is_borne_out = relative_rank(us, square_rank(square)) == RANK_6 &&
                        p->board[square] == NO_PIECE && p->board[square + step] == NO_PIECE &&
                        p->board[square - step] == make_piece(opponent(us), PAWN);
    if (is_borne_out)
        p->en_passant = square;
    return true;
}

static bool parse_counter(Word field, const char *name, int64_t maximum, int64_t *value,
                          Reason *reason) {
    if (!word_to_int64(field, value) || *value < 0)
        return reason_refuse(reason, "the %s '%s' is not a number from 0 on", name,
                             word_excerpt(field).text);
    if (*value > maximum)
        *value = maximum;
    return true;
}

static bool parse_counters(const char **cursor, Position *p, Reason *reason) {
    int64_t clock = 0, number = 1;
    Word clock_field = text_next_word(cursor), number_field = text_next_word(cursor);
    if (clock_field.length > 0 &&
        !parse_counter(clock_field, "half-move clock", MAX_CLOCK, &clock, reason))
        return false;
    if (number_field.length > 0 &&
        !parse_counter(number_field, "move number", MAX_MOVE_NUMBER, &number, reason))
        return false;
    p->halfmove_clock = p->reversible_plies = (uint16_t)clock;
    p->fullmove_number = (uint16_t)(number > 0 ? number : 1);

    Word extra = text_next_word(cursor);
    if (extra.length > 0)
        return reason_refuse(reason, "'%s' stands after the move number, where the FEN should end",
                             word_excerpt(extra).text);
    return true;
}

bool fen_parse(const char *text, Position *position, Reason *reason) {
    static const char *const FIELD_NAMES[] = {"board", "side to move", "castling rights",
                                              "en passant square"};
    Word fields[4];
    for (int i = 0; i < 4; i++) {
        fields[i] = text_next_word(&text);
        if (fields[i].length == 0)
            return reason_refuse(reason, "the FEN has no %s (field %d of at least 4)",
                                 FIELD_NAMES[i], i + 1);
    }
    Position p = {0};
    if (!parse_board(fields[0], &p, reason) || !check_material(&p, WHITE, reason) ||
        !check_material(&p, BLACK, reason) || !parse_side(fields[1], &p, reason) ||
        !parse_castling(fields[2], &p, reason) || !parse_en_passant(fields[3], &p, reason) ||
        !parse_counters(&text, &p, reason))
        return false;
    position_refresh(&p);
    Colour us = position_side(&p), them = opponent(us);
    if (position_is_attacked(&p, position_king(&p, them), position_occupied(&p), us))
        return reason_refuse(reason, "%s is in check, but it is %s's turn", COLOUR_NAMES[them],
                             COLOUR_NAMES[us]);
    *position = p;
    return true;
}

static char *print_board(const Position *p, char *out) {
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        char empty = '0';
        for (int file = FILE_A; file <= FILE_H; file++) {
            Piece piece = p->board[make_square((File)file, (Rank)rank)];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty != '0')
                *out++ = empty;
            empty = '0';
            *out++ = fen_piece_letter(piece);
        }
        if (empty != '0')
            *out++ = empty;
        *out++ = rank == RANK_1 ? ' ' : '/';
    }
    return out;
}

/* K or Q for the outermost rook on its side of the king, otherwise the letter of its file. */
static char castling_letter(const Position *p, Colour colour, Square rook) {
    bool is_king_side = rook > position_king(p, colour);
    Bitboard farther = position_pieces(p, colour, ROOK) & rest_of_rank(rook, is_king_side);
    char letter = farther ? file_letter(square_file(rook)) : is_king_side ? 'k' : 'q';
    return colour == WHITE ? to_upper(letter) : letter;
}

static char *print_castling(const Position *p, char *out) {
    if (p->castling_rooks == 0)
        *out++ = '-';
    for (int colour = WHITE; colour <= BLACK; colour++) {
        Bitboard rooks = p->castling_rooks & p->by_colour[colour];
        Bitboard below_king = square_bit(position_king(p, (Colour)colour)) - 1;
        Bitboard wings[2] = {rooks & ~below_king, rooks & below_king}; /* king side first */
        for (int i = 0; i < 2; i++)
            if (wings[i])
                *out++ = castling_letter(p, (Colour)colour, bits_lowest(wings[i]));
    }
    return out;
}

void fen_print(const Position *p, char fen[FEN_SIZE]) {
    char *out = print_board(p, fen);
    *out++ = position_side(p) == WHITE ? 'w' : 'b';
    *out++ = ' ';
    out = print_castling(p, out);
    char en_passant[3] = "-";
    if (p->en_passant != NO_SQUARE)
        print_square(p->en_passant, en_passant);
    snprintf(out, (size_t)(fen + FEN_SIZE - out), " %s %d %d", en_passant, p->halfmove_clock,
             p->fullmove_number);
}
