/* Files of a few kilobytes, and random damage to them that the same numbers repeat. */
#ifndef MUTATE_H
#define MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random.h"

enum { MAX_INPUT = 1 << 14 };

typedef struct Input {
    uint8_t data[MAX_INPUT];
    size_t size;
} Input;

/* Its first MAX_INPUT bytes; false when the file cannot be read. */
bool input_read(Input *input, const char *path);

/* Makes a few changes of different kinds. `donor` is another input of the same sort, whose parts
 * fit in well. */
void mutate(Input *input, const Input *donor, Random *random);

#endif
