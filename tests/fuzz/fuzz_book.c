/* An opening book of any bytes. A file that is refused has a good reason; one that is not gives
 * nothing but legal moves in their order, whatever stands in it. */
#include "fuzz.h"

#include "book.h"
#include "fen.h"
#include "platform.h"

enum { MAX_FOLLOWED = 12 };

static const char *check_choice(const BookMoves *moves, int variety, Random *random) {
    const BookMove *chosen = book_choose(moves, variety, random);
    if ((chosen == NULL) != (moves->total == 0))
        return "there is a choice where there should be none, or none";
    if (chosen != NULL &&
        (chosen->weight == 0 || chosen < moves->moves || chosen >= moves->moves + moves->count))
        return "a move is chosen that is not to be played";
    return NULL;
}

static const char *check_moves(const Position *position, const BookMoves *moves) {
    static const int VARIETIES[] = {0, 1, 30, BOOK_FULL_VARIETY};
    Random random = {moves->total};
    uint64_t total = 0;
    const char *fault = NULL;
    if (moves->count < 0 || moves->count > MAX_MOVES)
        return "the number of moves is impossible";
    for (int i = 0; i < moves->count; i++) {
        total += moves->moves[i].weight;
        if (!movegen_is_legal(position, moves->moves[i].move))
            return "a move is illegal";
        if (i > 0 && moves->moves[i].weight > moves->moves[i - 1].weight)
            return "moves are not sorted by weight";
        for (int k = 0; k < i; k++)
            if (moves->moves[k].move == moves->moves[i].move)
                return "a move comes twice";
    }
    for (size_t i = 0; fault == NULL && i < sizeof VARIETIES / sizeof *VARIETIES; i++)
        fault = check_choice(moves, VARIETIES[i], &random);
    return total == moves->total ? fault : "the weights do not add up";
}

/* Follows the book from the start of the game. */
static const char *check_book(Book *book) {
    Position position;
    Reason reason;
    Move last = MOVE_NONE;
    if (!fen_parse(FEN_START, &position, &reason))
        return "the start position is refused";
    for (int ply = 0; ply < MAX_FOLLOWED; ply++) {
        Position parent = position;
        BookMoves moves;
        if (book_find(book, polyglot_key(&position, last)) > book_count(book))
            return "something is found behind the end";
        book_probe(book, &position, last, &moves);
        const char *fault = check_moves(&position, &moves);
        if (fault != NULL || moves.count == 0)
            return fault;
        last = moves.moves[0].move;
        position_make_move(&position, &parent, last);
    }
    return NULL;
}

static const char *check_file(const char *path, size_t size) {
    Reason reason = {""};
    Book *book = book_open(path, &reason);
    if (book == NULL)
        return fuzz_is_good_reason(&reason) ? NULL : "a refused book has no good reason";
    const char *fault = book_count(book) * POLYGLOT_ENTRY_SIZE == size
                            ? check_book(book)
                            : "a book that is cut off is accepted";
    book_close(book);
    return fault;
}

const char *fuzz_book(const uint8_t *data, size_t size) {
    static char path[1024];
    if (path[0] == '\0') {
        const char *folder = getenv("TMPDIR");
        snprintf(path, sizeof path, "%s/castellan-fuzz-%llu.bin", folder == NULL ? "/tmp" : folder,
                 (unsigned long long)platform_now_ns());
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        return "no temporary file can be had";
    const char *fault = check_file(path, size);
    remove(path);
    return fault;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_book, data, size);
}
#endif
