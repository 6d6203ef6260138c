#include "game_code.h"

#include <string.h>

#include "fen.h"
#include "movegen.h"

enum {
    CASTLING_ROOK = 6, /* as a type of piece, in the code only */
    NO_FILE = 8,
    FILE_SHIFT = 1,
    RESULT_SHIFT = 5,
    VARINT_MAX = 3, /* bytes; enough for the difference of any two scores */
};

/* Whether the FEN reader takes the position as it is; it knows all that a position may not be. */
static bool is_sound(const Position *position, Reason *reason) {
    char fen[FEN_SIZE];
    Position read;
    fen_print(position, fen);
    if (!fen_parse(fen, &read, reason))
        return false;
    return memcmp(&read, position, sizeof read) == 0 ||
           reason_refuse(reason, "the rights or counters of the start position are impossible");
}

/* How many legal moves have a smaller value. */
static int rank_of(const MoveList *list, Move move) {
    int rank = 0;
    for (int i = 0; i < list->count; i++)
        rank += list->moves[i] < move;
    return rank;
}

/* ---- Encoding ---- */

static void put_varint(uint8_t **out, unsigned value) {
    for (; value >= 0x80; value >>= 7)
        *(*out)++ = (uint8_t)(value | 0x80);
    *(*out)++ = (uint8_t)value;
}

static unsigned piece_code(const Position *p, Square square) {
    Piece piece = p->board[square];
    bool can_castle = (p->castling_rooks & square_bit(square)) != 0;
    return can_castle ? make_piece(piece_colour(piece), (PieceType)CASTLING_ROOK) : piece;
}

static void put_position(uint8_t **out, const Position *p, GameResult result) {
    Bitboard occupied = position_occupied(p);
    for (int i = 0; i < 8; i++)
        *(*out)++ = (uint8_t)(occupied >> 8 * i);
    while (occupied != 0) {
        unsigned pair = piece_code(p, bits_pop(&occupied));
        if (occupied != 0)
            pair |= piece_code(p, bits_pop(&occupied)) << 4;
        *(*out)++ = (uint8_t)pair;
    }
    unsigned file = p->en_passant == NO_SQUARE ? NO_FILE : (unsigned)square_file(p->en_passant);
    *(*out)++ = (uint8_t)(p->side | file << FILE_SHIFT | (unsigned)result << RESULT_SHIFT);
    put_varint(out, p->halfmove_clock);
    put_varint(out, p->fullmove_number);
}

static void put_score(uint8_t **out, int score, int expected) {
    int difference = score - expected;
    put_varint(out, difference >= 0 ? 2u * (unsigned)difference : 2u * (unsigned)-difference - 1);
}

size_t game_encode(const GameRecord *game, uint8_t code[GAME_CODE_MAX]) {
    Reason reason;
    Position position = game->start, next;
    uint8_t *out = code;
    if (!is_sound(&position, &reason) || game->ply_count < 0 || game->ply_count > GAME_MAX_PLIES ||
        (unsigned)game->result > RESULT_WHITE_WINS)
        return 0;
    put_position(&out, &position, game->result);
    put_varint(&out, (unsigned)game->ply_count);
    for (int i = 0; i < game->ply_count; i++) {
        MoveList list;
        if (!movegen_is_legal(&position, game->moves[i]))
            return 0;
        movegen_legal(&position, &list);
        *out++ = (uint8_t)rank_of(&list, game->moves[i]);
        put_score(&out, game->scores[i], i == 0 ? 0 : -game->scores[i - 1]);
        position_make_move(&next, &position, game->moves[i]);
        position = next;
    }
    return (size_t)(out - code);
}

/* ---- Decoding ---- */

typedef struct Source {
    const uint8_t *at, *end;
} Source;

static bool take_byte(Source *in, unsigned *byte) {
    if (in->at == in->end)
        return false;
    *byte = *in->at++;
    return true;
}

static bool take_varint(Source *in, unsigned *value) {
    unsigned byte;
    *value = 0;
    for (int i = 0; i < VARINT_MAX; i++) {
        if (!take_byte(in, &byte))
            return false;
        *value |= (byte & 0x7F) << 7 * i;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool put_piece(Position *p, Square square, unsigned code) {
    bool can_castle = (code & 7) == CASTLING_ROOK;
    if ((code & 7) > CASTLING_ROOK)
        return false;
    p->board[square] = (Piece)(can_castle ? (code & 8) | ROOK : code);
    if (can_castle)
        p->castling_rooks |= square_bit(square);
    return true;
}

static bool take_pieces(Source *in, Position *p) {
    Bitboard occupied = 0;
    unsigned byte;
    int kings[COLOUR_NB] = {0};
    memset(p->board, NO_PIECE, sizeof p->board);
    for (int i = 0; i < 8; i++) {
        if (!take_byte(in, &byte))
            return false;
        occupied |= (Bitboard)byte << 8 * i;
    }
    for (bool is_low = true; occupied != 0; is_low = !is_low) {
        if (is_low && !take_byte(in, &byte))
            return false;
        Square square = bits_pop(&occupied);
        if (!put_piece(p, square, is_low ? byte & 15 : byte >> 4))
            return false;
        if (piece_type(p->board[square]) == KING)
            kings[piece_colour(p->board[square])]++;
    }
    return kings[WHITE] == 1 && kings[BLACK] == 1;
}

static bool take_position(Source *in, GameRecord *game, Reason *reason) {
    Position p = {0};
    unsigned flags, clock, number;
    if (!take_pieces(in, &p))
        return reason_refuse(reason, "the board of the start position is impossible");
    if (!take_byte(in, &flags) || !take_varint(in, &clock) || !take_varint(in, &number) ||
        clock > UINT16_MAX || number > UINT16_MAX)
        return reason_refuse(reason, "the counters of the start position are impossible");
    unsigned file = flags >> FILE_SHIFT & 15, result = flags >> RESULT_SHIFT;
    if (file > NO_FILE || result > RESULT_WHITE_WINS)
        return reason_refuse(reason, "the result or en passant square is none");
    p.side = flags & 1;
    p.en_passant = NO_SQUARE;
    if (file != NO_FILE)
        p.en_passant = make_square((File)file, relative_rank(position_side(&p), RANK_6));
    p.halfmove_clock = p.reversible_plies = (uint16_t)clock;
    p.fullmove_number = (uint16_t)number;
    position_refresh(&p);
    game->start = p;
    game->result = (GameResult)result;
    return is_sound(&p, reason);
}

/* The legal move that so many others are smaller than; MOVE_NONE when there is none. */
static Move move_of_rank(const MoveList *list, unsigned rank) {
    for (int i = 0; i < list->count; i++)
        if ((unsigned)rank_of(list, list->moves[i]) == rank)
            return list->moves[i];
    return MOVE_NONE;
}

static bool take_score(Source *in, int expected, int16_t *score) {
    unsigned code;
    if (!take_varint(in, &code))
        return false;
    int value = expected + (code & 1 ? -(int)(code / 2) - 1 : (int)(code / 2));
    *score = (int16_t)value;
    return value >= INT16_MIN && value <= INT16_MAX;
}

static bool take_plies(Source *in, GameRecord *game, Reason *reason) {
    Position position = game->start, next;
    for (int i = 0; i < game->ply_count; i++) {
        MoveList list;
        unsigned rank;
        movegen_legal(&position, &list);
        if (!take_byte(in, &rank) || (game->moves[i] = move_of_rank(&list, rank)) == MOVE_NONE)
            return reason_refuse(reason, "ply %d has no legal move", i + 1);
        if (!take_score(in, i == 0 ? 0 : -game->scores[i - 1], &game->scores[i]))
            return reason_refuse(reason, "ply %d has no score in range", i + 1);
        position_make_move(&next, &position, game->moves[i]);
        position = next;
    }
    return true;
}

bool game_decode(const uint8_t *code, size_t length, GameRecord *game, Reason *reason) {
    Source in = {code, code + length};
    unsigned count;
    if (!take_position(&in, game, reason))
        return false;
    if (!take_varint(&in, &count) || count > GAME_MAX_PLIES)
        return reason_refuse(reason, "the number of plies is impossible");
    game->ply_count = (int)count;
    if (!take_plies(&in, game, reason))
        return false;
    return in.at == in.end || reason_refuse(reason, "bytes follow the last ply");
}
