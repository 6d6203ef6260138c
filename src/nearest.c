#include "nearest.h"

#include <string.h>

enum { MOST_LETTERS = 24 };

/* How many letters may be wrong: a third, but one in any word of two letters and more. */
static int tolerance(size_t length) {
    return length < 2 ? 0 : length < 6 ? 1 : (int)(length / 3);
}

static bool is_same_letter(char a, char b) {
    return word_is_nocase((Word){&a, 1}, (char[]){b, '\0'});
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Row by row the distances between all beginnings of the two; a swap looks two rows back. */
static int distance_between(Word word, Word name) {
    int rows[3][MOST_LETTERS + 1] = {0};
    for (size_t j = 0; j <= name.length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= word.length; i++) {
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        int *row = rows[i % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= name.length; j++) {
            char a = word.start[i - 1], b = name.start[j - 1];
            int changed = last[j - 1] + (is_same_letter(a, b) ? 0 : 1);
            row[j] = least(changed, 1 + least(last[j], row[j - 1]));
            if (i > 1 && j > 1 && is_same_letter(a, name.start[j - 2]) &&
                is_same_letter(word.start[i - 2], b))
                row[j] = least(row[j], 1 + before[j - 2]);
        }
    }
    return rows[word.length % 3][name.length];
}

void nearest_consider(Nearest *nearest, const char *name) {
    Word known = {name, strlen(name)};
    if (nearest->word.length > MOST_LETTERS || known.length > MOST_LETTERS)
        return;
    int distance = distance_between(nearest->word, known);
    int limit = nearest->name == NULL ? tolerance(nearest->word.length) : nearest->distance - 1;
    if (distance > limit)
        return;
    nearest->name = name;
    nearest->distance = distance;
}
