/* What the fuzz targets share. A target feeds arbitrary bytes to one parser and says in a few words
 * which promise of that parser was broken, or returns NULL. All of them are linked into one program
 * that replays the corpus (replay.c); compiled with CASTELLAN_LIBFUZZER, each target's file alone
 * is a target of clang's libFuzzer. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "startup.h"
#include "text.h"

typedef const char *(*FuzzTarget)(const uint8_t *data, size_t size);

const char *fuzz_book(const uint8_t *data, size_t size); /* an opening book */
const char *fuzz_epd(const uint8_t *data, size_t size);  /* a file of positions */
const char *fuzz_fen(const uint8_t *data, size_t size);  /* the bytes are a FEN */
const char *fuzz_move(const uint8_t *data, size_t size); /* a line with a FEN, then moves */
const char *fuzz_pgn(const uint8_t *data, size_t size);  /* a file of games */
const char *fuzz_uci(const uint8_t *data, size_t size);  /* a conversation */

/* A copy of the bytes with a terminator; the caller frees it. */
static inline char *fuzz_copy_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Whether a reason is one printable line, not empty and not cut off. */
static inline bool fuzz_is_good_reason(const Reason *reason) {
    size_t length = 0;
    for (; length < sizeof reason->text && reason->text[length] != '\0'; length++)
        if (reason->text[length] < ' ' || reason->text[length] > '~')
            return false;
    return length > 0 && length < sizeof reason->text - 1;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The body of a target's entry point. */
static inline int fuzz_run(FuzzTarget target, const uint8_t *data, size_t size) {
    static bool is_ready = false;
    if (!is_ready) {
        startup_init();
        is_ready = true;
    }
    const char *fault = target(data, size);
    if (fault != NULL) {
        fprintf(stderr, "broken promise: %s\n", fault);
        abort();
    }
    return 0;
}
#endif

#endif
