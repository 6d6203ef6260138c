/* Which of several known words somebody meant who mistyped one. Pure. */
#ifndef CASTELLAN_NEAREST_H
#define CASTELLAN_NEAREST_H

#include "text.h"

/* Start with the word alone, {.word = ...}, and consider one known name after the other; the
 * strings stay the caller's. */
typedef struct Nearest {
    Word word;
    const char *name; /* the nearest so far; NULL while none is near enough to be meant */
    int distance;     /* letters that are wrong, missing, too many or swapped with a neighbour */
} Nearest;

/* Letters count in either case. Of names equally near the first one stays. */
void nearest_consider(Nearest *nearest, const char *name);

#endif
