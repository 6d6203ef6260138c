/* Writes damaged copies of a file, always the same ones:
 *
 *     damage FILE COUNT FOLDER
 *
 * They are called FOLDER/NUMBER-NAME, with the NAME of the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate.h"

static bool write_copy(const Input *copy, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool is_written = fwrite(copy->data, 1, copy->size, file) == copy->size;
    return fclose(file) == 0 && is_written;
}

int main(int argc, char **argv) {
    static Input original, copy;
    Random random = {2026};
    if (argc != 4 || !input_read(&original, argv[1])) {
        fputs("usage: damage FILE COUNT FOLDER\n", stderr);
        return EXIT_FAILURE;
    }
    const char *slash = strrchr(argv[1], '/'), *name = slash == NULL ? argv[1] : slash + 1;
    for (int number = 1; number <= atoi(argv[2]); number++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%03d-%s", argv[3], number, name);
        copy = original;
        mutate(&copy, &original, &random);
        if (!write_copy(&copy, path)) {
            fprintf(stderr, "damage: %s cannot be written\n", path);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
