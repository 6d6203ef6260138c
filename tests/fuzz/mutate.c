#include "mutate.h"

#include <stdio.h>
#include <string.h>

enum { MAX_CHANGES = 4, MAX_NOISE = 64 };

bool input_read(Input *input, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    input->size = fread(input->data, 1, MAX_INPUT, file);
    bool is_read = !ferror(file);
    fclose(file);
    return is_read;
}

/* Replaces `removed` bytes at `at` by `added` ones; what does not fit is cut off. */
static void splice(Input *input, size_t at, size_t removed, const uint8_t *bytes, size_t added) {
    size_t behind = input->size - at - removed;
    if (added > MAX_INPUT - at)
        added = MAX_INPUT - at;
    if (behind > MAX_INPUT - at - added)
        behind = MAX_INPUT - at - added;
    memmove(input->data + at + added, input->data + at + removed, behind);
    memcpy(input->data + at, bytes, added);
    input->size = at + added + behind;
}

static size_t choose_below(Random *random, size_t bound) {
    return bound == 0 ? 0 : random_below(random, (uint32_t)bound);
}

static void insert_noise(Input *input, size_t at, Random *random) {
    uint8_t noise[MAX_NOISE];
    size_t length = 1 + choose_below(random, MAX_NOISE);
    for (size_t i = 0; i < length; i++)
        noise[i] = (uint8_t)random_next(random);
    splice(input, at, 0, noise, length);
}

/* The length of the line that starts here, with its end. */
static size_t line_length(const Input *input, size_t start) {
    const uint8_t *end = memchr(input->data + start, '\n', input->size - start);
    return end == NULL ? input->size - start : (size_t)(end - input->data) - start + 1;
}

/* Puts the line around `at` behind the one that follows. */
static void swap_lines(Input *input, size_t at) {
    uint8_t line[MAX_INPUT];
    while (at > 0 && input->data[at - 1] != '\n')
        at--;
    size_t first = line_length(input, at), second = line_length(input, at + first);
    memcpy(line, input->data + at, first);
    memmove(input->data + at, input->data + at + first, second);
    memcpy(input->data + at + second, line, first);
}

/* Puts part of the donor in place of as much or nothing. */
static void transplant(Input *input, size_t at, const Input *donor, Random *random) {
    size_t from = choose_below(random, donor->size), rest = input->size - at;
    size_t length = choose_below(random, donor->size - from + 1);
    size_t removed = random_below(random, 2) == 0 ? 0 : length < rest ? length : rest;
    splice(input, at, removed, donor->data + from, length);
}

static void change(Input *input, const Input *donor, Random *random) {
    static const char WORDS[] = "/ -wbKQkqRNBPrnbp0123456789abcdefgh\t\r\n=x+#O";
    size_t at = choose_below(random, input->size + 1), rest = input->size - at;
    uint8_t byte = (uint8_t)random_next(random);
    uint8_t letter = (uint8_t)WORDS[choose_below(random, sizeof WORDS - 1)];
    switch (random_below(random, 9)) {
    case 0: /* flip a bit */
        if (rest > 0)
            input->data[at] ^= (uint8_t)(1 << byte % 8);
        break;
    case 1:
        splice(input, at, rest > 0, &byte, 1);
        break;
    case 2:
        splice(input, at, rest > 0, &letter, 1);
        break;
    case 3:
        splice(input, at, 0, &letter, 1);
        break;
    case 4: /* take a stretch out */
        splice(input, at, choose_below(random, rest + 1), &byte, 0);
        break;
    case 5: /* cut the end off */
        input->size = at;
        break;
    case 6:
        insert_noise(input, at, random);
        break;
    case 7:
        swap_lines(input, at);
        break;
    default:
        transplant(input, at, donor, random);
    }
}

void mutate(Input *input, const Input *donor, Random *random) {
    for (uint32_t changes = 1 + random_below(random, MAX_CHANGES); changes > 0; changes--)
        change(input, donor, random);
}
