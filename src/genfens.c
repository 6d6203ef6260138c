#include "genfens.h"

#include <stdlib.h>
#include <string.h>

#include "epd.h"
#include "fen.h"
#include "openings.h"

enum {
    HASH_MB = 1,
    BOOK_PLIES = 4,     /* random ones after a position of the book */
    MAX_ATTEMPTS = 200, /* for one opening */
    MAX_BOOK = 1 << 24, /* positions; more are left out */
    PATH_SIZE = 1024,
};

typedef struct Request {
    int64_t count, seed;
    char book[PATH_SIZE]; /* empty: none */
    OpeningStart start;
} Request;

/* ---- Words ---- */

static bool read_number(Word word, const char *name, int64_t minimum, int64_t *value,
                        Reason *reason) {
    if (!word_to_int64(word, value) || *value < minimum)
        return reason_refuse(reason, "the %s '%s' is not a number from %d on", name,
                             word_excerpt(word).text, (int)minimum);
    return true;
}

static bool read_book(Word word, Request *request, Reason *reason) {
    if (word.length == 0 || word.length >= PATH_SIZE)
        return reason_refuse(reason, "book needs the path of a file, or None");
    bool is_none = word_is_nocase(word, "none");
    snprintf(request->book, PATH_SIZE, "%.*s", is_none ? 0 : (int)word.length, word.start);
    return true;
}

static bool read_request(const char *arguments, Request *request, Reason *reason) {
    *request = (Request){0};
    if (!read_number(text_next_word(&arguments), "number of openings", 1, &request->count, reason))
        return false;
    for (Word word = text_next_word(&arguments); word.length > 0;
         word = text_next_word(&arguments)) {
        bool is_fine = true;
        if (word_is(word, "seed"))
            is_fine = read_number(text_next_word(&arguments), "seed", 0, &request->seed, reason);
        else if (word_is(word, "book"))
            is_fine = read_book(text_next_word(&arguments), request, reason);
        else if (word_is_nocase(word, "frc"))
            request->start = OPENING_OF_CHESS960;
        else if (word_is_nocase(word, "dfrc"))
            request->start = OPENING_OF_DOUBLE_CHESS960;
        else
            is_fine = reason_refuse(reason, "'%s' is not one of seed, book, frc and dfrc",
                                    word_excerpt(word).text);
        if (!is_fine)
            return false;
    }
    return true;
}

/* ---- The book ---- */

typedef struct Book {
    Position *positions;
    size_t count, capacity;
} Book;

static bool add_position(Book *book, const Position *position) {
    if (book->count == book->capacity) {
        size_t capacity = book->capacity == 0 ? 1024 : 2 * book->capacity;
        Position *positions = realloc(book->positions, capacity * sizeof *positions);
        if (positions == NULL)
            return false;
        book->positions = positions;
        book->capacity = capacity;
    }
    book->positions[book->count++] = *position;
    return true;
}

static bool read_lines(FILE *file, Book *book, Reason *reason) {
    Line line = {0};
    bool is_fine = true;
    for (int number = 1; is_fine && book->count < MAX_BOOK && line_read(&line, file); number++) {
        Epd epd;
        Reason why;
        if (epd_is_blank(line.text))
            continue;
        if (!epd_parse(line.text, &epd, &why))
            is_fine = reason_refuse(reason, "line %d of the book: %.120s", number, why.text);
        else if (!add_position(book, &epd.position))
            is_fine = reason_refuse(reason, "out of memory");
    }
    line_free(&line);
    return is_fine;
}

static bool load_book(const char *path, Book *book, Reason *reason) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return reason_refuse(reason, "the book '%s' cannot be opened",
                             word_excerpt((Word){path, strlen(path)}).text);
    bool is_fine = read_lines(file, book, reason);
    fclose(file);
    if (is_fine && book->count == 0)
        return reason_refuse(reason, "there is no position in the book");
    return is_fine;
}

/* ---- Openings ---- */

/* Each opening depends on its number alone, whatever came before. */
static bool find_opening(OpeningRules rules, Random random, Solo *solo, Game *game) {
    solo_forget(solo);
    for (int i = 0; i < MAX_ATTEMPTS; i++)
        if (opening_draw(&rules, &random, solo, game))
            return true;
    return false;
}

static bool print_openings(const Request *request, const Book *book, Solo *solo, FILE *out) {
    Game game = {0};
    bool is_found = true;
    for (int64_t i = 0; is_found && i < request->count; i++) {
        OpeningRules rules = {
            .start = request->start,
            .book = book->positions,
            .book_size = book->count,
            .plies = (int)((book->count > 0 ? BOOK_PLIES : OPENING_PLIES) + i % 2),
            .nodes = OPENING_NODES,
            .limit = OPENING_LIMIT,
        };
        char fen[FEN_SIZE];
        Random random = opening_random((uint64_t)request->seed, (uint64_t)i);
        is_found = find_opening(rules, random, solo, &game);
        if (is_found) {
            fen_print(&game.position, fen);
            fprintf(out, "info string genfens %s\n", fen);
            fflush(out);
        }
    }
    game_free(&game);
    return is_found;
}

bool genfens_run(const char *arguments, FILE *out, Reason *reason) {
    Request request;
    Book book = {0};
    if (!read_request(arguments, &request, reason))
        return false;
    bool is_fine = request.book[0] == '\0' || load_book(request.book, &book, reason);
    Solo *solo = is_fine ? solo_create(HASH_MB) : NULL;
    if (is_fine && solo == NULL)
        is_fine = reason_refuse(reason, "out of memory");
    if (is_fine && !print_openings(&request, &book, solo, out))
        is_fine = reason_refuse(reason, "no opening was found that both sides can play");
    solo_destroy(solo);
    free(book.positions);
    return is_fine;
}
