#include "book.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"

enum {
    SAMPLE_NB = 128,
    /* Entries of one key that are looked at; more there cannot be unless the file is made so. */
    MAX_ENTRIES = 4 * MAX_MOVES,
};

struct Book {
    FILE *file;
    uint64_t count;
    uint64_t next; /* index of the entry at which the file stands */
};

/* ---- Entries ---- */

uint64_t book_count(const Book *book) {
    return book->count;
}

bool book_read(Book *book, uint64_t index, PolyglotEntry *entry) {
    uint8_t bytes[POLYGLOT_ENTRY_SIZE];
    if (index >= book->count)
        return false;
    /* Seeking throws away what was read ahead. */
    if (index != book->next && !platform_seek(book->file, index * POLYGLOT_ENTRY_SIZE))
        return false;
    book->next = UINT64_MAX;
    if (fread(bytes, 1, sizeof bytes, book->file) != sizeof bytes)
        return false;
    book->next = index + 1;
    *entry = polyglot_unpack(bytes);
    return true;
}

uint64_t book_find(Book *book, Key key) {
    uint64_t low = 0, high = book->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        PolyglotEntry entry;
        if (book_read(book, middle, &entry) && entry.key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Opening ---- */

/* The end of a path in printable form, which says more than its beginning. */
typedef struct PathText {
    char text[64];
} PathText;

static PathText shown(const char *path) {
    PathText shown;
    const size_t room = sizeof shown.text - 1, length = strlen(path);
    const char *from = length <= room ? path : path + length - room;
    for (size_t i = 0; i <= room && (i == 0 || from[i - 1] != '\0'); i++)
        shown.text[i] = from[i] == '\0' || (from[i] >= ' ' && from[i] <= '~') ? from[i] : '?';
    if (length > room)
        memcpy(shown.text, "...", 3);
    return shown;
}

/* Looks at pairs of neighbours from all over the file. */
static bool check_samples(Book *book, Reason *reason) {
    Key before = 0;
    uint64_t step = book->count / SAMPLE_NB + 2;
    for (uint64_t i = 0; i < book->count; i += i % step == 0 ? 1 : step - 1) {
        PolyglotEntry entry;
        if (!book_read(book, i, &entry))
            return reason_refuse(reason, "it cannot be read");
        if (entry.key < before)
            return reason_refuse(reason, "entry %" PRIu64 " is out of order", i + 1);
        /* The format has a move of 0 ignored. */
        if (!book_is_heading(&entry) && entry.move != 0 && !polyglot_is_move(entry.move))
            return reason_refuse(reason, "entry %" PRIu64 " holds no move", i + 1);
        before = entry.key;
    }
    return true;
}

static bool check_book(Book *book, const char *path, uint64_t bytes, Reason *reason) {
    Reason fault;
    if (bytes == 0)
        return reason_refuse(reason, "the book '%s' is empty", shown(path).text);
    if (!check_samples(book, &fault))
        return reason_refuse(reason, "'%s' is not a Polyglot book: %.60s", shown(path).text,
                             fault.text);
    return bytes % POLYGLOT_ENTRY_SIZE == 0 ||
           reason_refuse(reason,
                         "the book '%s' is cut off: its %" PRIu64 " bytes are no multiple of %d",
                         shown(path).text, bytes, POLYGLOT_ENTRY_SIZE);
}

Book *book_open(const char *path, Reason *reason) {
    uint64_t bytes = 0;
    FILE *file = platform_file_size(path, &bytes) ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        reason_refuse(reason, "the book '%s' cannot be opened: %s", shown(path).text,
                      strerror(errno));
        return NULL;
    }
    Book *book = malloc(sizeof *book);
    if (book == NULL) {
        reason_refuse(reason, "no memory for the book '%s'", shown(path).text);
        fclose(file);
        return NULL;
    }
    *book = (Book){file, bytes / POLYGLOT_ENTRY_SIZE, 0};
    if (check_book(book, path, bytes, reason))
        return book;
    book_close(book);
    return NULL;
}

void book_close(Book *book) {
    if (book == NULL)
        return;
    fclose(book->file);
    free(book);
}

/* ---- Probing ---- */

static void add_move(BookMoves *moves, Move move, uint32_t weight) {
    int i = 0;
    while (i < moves->count && moves->moves[i].move != move)
        i++;
    if (i == moves->count)
        moves->moves[moves->count++] = (BookMove){move, 0};
    moves->moves[i].weight += weight;
    moves->total += weight;
}

/* By insertion, which leaves equals in their order. */
static void sort_moves(BookMoves *moves) {
    for (int i = 1; i < moves->count; i++) {
        BookMove move = moves->moves[i];
        int place = i;
        for (; place > 0 && moves->moves[place - 1].weight < move.weight; place--)
            moves->moves[place] = moves->moves[place - 1];
        moves->moves[place] = move;
    }
}

void book_probe(Book *book, const Position *position, Move last, BookMoves *moves) {
    Key key = polyglot_key(position, last);
    uint64_t first = book_find(book, key);
    PolyglotEntry entry;
    moves->count = moves->dropped = 0;
    moves->total = 0;
    for (uint64_t i = first; i < first + MAX_ENTRIES && book_read(book, i, &entry); i++) {
        if (entry.key != key)
            break;
        Move move = polyglot_decode(position, entry.move);
        if (move == MOVE_NONE)
            moves->dropped++;
        else
            add_move(moves, move, entry.weight);
    }
    sort_moves(moves);
}

/* Relative to the heaviest, so that no power is too large for a number. */
static double sharpen(const BookMoves *moves, int index, double power) {
    return pow((double)moves->moves[index].weight / (double)moves->moves[0].weight, power);
}

const BookMove *book_choose(const BookMoves *moves, int variety, Random *random) {
    if (moves->total == 0)
        return NULL;
    if (variety <= 0)
        return &moves->moves[0];
    double power = (double)BOOK_FULL_VARIETY / variety, sum = 0;
    for (int i = 0; i < moves->count; i++)
        sum += sharpen(moves, i, power);
    double left = sum * ((double)(random_next(random) >> 11) / (double)(UINT64_C(1) << 53));
    for (int i = 0; i < moves->count; i++) {
        left -= sharpen(moves, i, power);
        if (left < 0)
            return &moves->moves[i];
    }
    /* Rounding has left a rest. */
    return &moves->moves[0];
}
