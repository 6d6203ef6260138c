/* Opening books in files of the Polyglot format. A book stays on disk and is searched there, so
 * its size does not matter. A Book owns an open file; it is for one thread at a time. */
#ifndef CASTELLAN_BOOK_H
#define CASTELLAN_BOOK_H

#include "movegen.h"
#include "polyglot.h"
#include "random.h"
#include "text.h"

typedef struct Book Book;

/* NULL with the reason where there is no such file, it is empty or cut off, or a look at some of
 * its entries shows that it is not a book or not sorted. */
Book *book_open(const char *path, Reason *reason);
void book_close(Book *book); /* NULL is fine */

uint64_t book_count(const Book *book); /* of entries */

/* An entry by its index; false beyond the end or where the file cannot be read. One after the
 * other is fast. */
bool book_read(Book *book, uint64_t index, PolyglotEntry *entry);

/* The index of the first entry whose key is not smaller, or the number of entries. Where entries
 * are not sorted or cannot be read, some index. */
uint64_t book_find(Book *book, Key key);

/* Key 0 is said to be no position's: some books keep a heading there. */
static inline bool book_is_heading(const PolyglotEntry *entry) {
    return entry->key == 0;
}

typedef struct BookMove {
    Move move;
    uint32_t weight; /* 0: not to be played */
} BookMove;

typedef struct BookMoves {
    int count;
    int dropped;    /* entries whose move is not legal here */
    uint64_t total; /* sum of the weights */
    BookMove moves[MAX_MOVES];
} BookMoves;

/* The legal moves that the book has for the position to which the move `last` has led (see
 * polyglot_key), the heaviest first; of equals, the one that stands first in the file. The weights
 * of a move that stands there twice are added up. */
void book_probe(Book *book, const Position *position, Move last, BookMoves *moves);

/* One of the moves, or NULL where none has a weight. Variety goes from 0, always the heaviest, to
 * BOOK_FULL_VARIETY, by weight; in between the weights are raised to the power of
 * BOOK_FULL_VARIETY / variety, so that the heavy ones gain. */
enum { BOOK_FULL_VARIETY = 100 };
const BookMove *book_choose(const BookMoves *moves, int variety, Random *random);

#endif
