#include "book_survey.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "progress.h"

/* A position of the book that waits to be looked at. */
typedef struct Place {
    Position position;
    Move last;
} Place;

typedef struct Level {
    Place *places;
    size_t count, capacity;
} Level;

typedef struct Search {
    Book *book;
    BookSurvey *survey;
    void (*on_fault)(void *context, const char *fault);
    void *context;
    Progress progress;
    uint16_t moves[MAX_MOVES]; /* of the current key, while entries are read */
    int move_count;
    uint8_t *seen; /* one bit an entry: the position whose first entry it is has been met */
    Level next;    /* a ply further from the start */
} Search;

/* ---- Entry by entry ---- */

static void report_entry(Search *search, uint64_t index, const char *what) {
    char text[96];
    snprintf(text, sizeof text, "entry %" PRIu64 " %s", index + 1, what);
    search->on_fault(search->context, text);
}

/* Whether the move has stood under the same key before; from now on it has. */
static bool is_repeated(Search *search, uint16_t move) {
    for (int i = 0; i < search->move_count; i++)
        if (search->moves[i] == move)
            return true;
    if (search->move_count < MAX_MOVES)
        search->moves[search->move_count++] = move;
    return false;
}

static void check_entry(Search *search, uint64_t index, const PolyglotEntry *entry) {
    if (book_is_heading(entry))
        return;
    search->survey->weightless += entry->weight == 0;
    if (!polyglot_is_move(entry->move))
        report_entry(search, index, "holds no move");
    else if (is_repeated(search, entry->move))
        report_entry(search, index, "repeats an earlier one");
}

static bool read_entries(Search *search) {
    BookSurvey *survey = search->survey;
    Key before = 0;
    for (uint64_t i = 0; i < survey->entries; i++) {
        PolyglotEntry entry;
        if (!book_read(search->book, i, &entry))
            return false;
        if (entry.key < before)
            report_entry(search, i, "is out of order");
        if (entry.key != before) {
            survey->positions++;
            search->move_count = 0;
        }
        before = entry.key;
        check_entry(search, i, &entry);
        if (i % 4096 == 0 && progress_is_due(&search->progress, 0))
            progress_show(&search->progress, 0, "entry %" PRIu64 " of %" PRIu64, i,
                          survey->entries);
    }
    return true;
}

/* ---- Move by move ---- */

static bool add_place(Level *level, const Position *position, Move last) {
    if (level->count == level->capacity) {
        size_t capacity = 2 * level->capacity + 64;
        Place *places = realloc(level->places, capacity * sizeof *places);
        if (places == NULL)
            return false;
        level->places = places;
        level->capacity = capacity;
    }
    level->places[level->count++] = (Place){*position, last};
    return true;
}

/* Has the position looked at on the next level, if it is in the book and new; false when memory
 * runs out. */
static bool meet(Search *search, const Position *position, Move last) {
    Key key = polyglot_key(position, last);
    uint64_t index = book_find(search->book, key);
    PolyglotEntry entry;
    if (!book_read(search->book, index, &entry) || entry.key != key)
        return true;
    uint8_t bit = (uint8_t)(1 << index % 8);
    if (search->seen[index / 8] & bit)
        return true;
    search->seen[index / 8] |= bit;
    search->survey->reached_positions++;
    return add_place(&search->next, position, last);
}

static void report_illegal(Search *search, const Position *position, int count) {
    char fen[FEN_SIZE], text[FEN_SIZE + 64];
    fen_print(position, fen);
    snprintf(text, sizeof text, "%d illegal moves in %s", count, fen);
    search->on_fault(search->context, text);
}

static bool look_at(Search *search, const Place *place) {
    BookMoves moves;
    book_probe(search->book, &place->position, place->last, &moves);
    if (moves.dropped > 0)
        report_illegal(search, &place->position, moves.dropped);
    search->survey->reached_moves += (uint64_t)moves.count;
    for (int i = 0; i < moves.count; i++) {
        Position child;
        position_make_move(&child, &place->position, moves.moves[i].move);
        if (!meet(search, &child, moves.moves[i].move))
            return false;
    }
    if (progress_is_due(&search->progress, 0))
        progress_show(&search->progress, 0, "%" PRIu64 " positions reached",
                      search->survey->reached_positions);
    return true;
}

/* Level by level, so that every position is met on one of its shortest ways. */
static bool follow_moves(Search *search) {
    Level level = {0};
    Position start;
    Reason reason;
    bool is_fine = fen_parse(FEN_START, &start, &reason) && meet(search, &start, MOVE_NONE);
    while (is_fine && search->next.count > 0) {
        Level done = level;
        level = search->next;
        search->next = (Level){done.places, 0, done.capacity};
        search->survey->depth++;
        for (size_t i = 0; is_fine && i < level.count; i++)
            is_fine = look_at(search, &level.places[i]);
    }
    free(level.places);
    return is_fine;
}

bool book_survey(Book *book, BookSurvey *survey, void (*on_fault)(void *context, const char *fault),
                 void *context) {
    Search search = {.book = book, .survey = survey, .on_fault = on_fault, .context = context};
    *survey = (BookSurvey){.entries = book_count(book)};
    search.seen = calloc((size_t)(survey->entries / 8 + 1), 1);
    progress_begin(&search.progress);
    bool is_fine = search.seen != NULL && read_entries(&search) && follow_moves(&search);
    progress_end(&search.progress);
    free(search.seen);
    free(search.next.places);
    return is_fine;
}
