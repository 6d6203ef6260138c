#include "book_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polyglot.h"

enum { MAX_WEIGHT = UINT16_MAX, PATH_ROOM = 4096 };

struct BookWriter {
    const char *path;
    char beside[PATH_ROOM];
    FILE *file;
    bool has_failed;
    uint64_t least_games;
    BookWriterCounts counts;
    TallyRecord group[MAX_MOVES]; /* the moves of the current position */
    int group_count;
};

BookWriter *book_writer_open(const char *path, uint64_t least_games, Reason *reason) {
    BookWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        reason_refuse(reason, "no memory to write '%.100s'", path);
        return NULL;
    }
    writer->path = path;
    writer->least_games = least_games;
    int length = snprintf(writer->beside, sizeof writer->beside, "%s.new", path);
    if (length > 0 && (size_t)length < sizeof writer->beside)
        writer->file = fopen(writer->beside, "wb");
    else
        errno = ENAMETOOLONG;
    if (writer->file != NULL)
        return writer;
    reason_refuse(reason, "'%.100s' cannot be written: %s", path, strerror(errno));
    free(writer);
    return NULL;
}

static int compare_points(const void *left, const void *right) {
    const TallyRecord *a = left, *b = right;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return (int)a->move - (int)b->move;
}

/* No move that has points loses all of them. */
static uint16_t scale(uint64_t points, uint64_t most) {
    if (most <= MAX_WEIGHT)
        return (uint16_t)points;
    double weight = (double)points * MAX_WEIGHT / (double)most;
    return weight < 1 ? 1 : (uint16_t)weight;
}

static void write_group(BookWriter *writer) {
    qsort(writer->group, (size_t)writer->group_count, sizeof *writer->group, compare_points);
    for (int i = 0; i < writer->group_count; i++) {
        const TallyRecord *record = &writer->group[i];
        uint8_t bytes[POLYGLOT_ENTRY_SIZE];
        polyglot_pack(&(PolyglotEntry){.key = record->key,
                                       .move = record->move,
                                       .weight = scale(record->points, writer->group[0].points)},
                      bytes);
        writer->has_failed |= fwrite(bytes, 1, sizeof bytes, writer->file) != sizeof bytes;
    }
    writer->counts.positions += writer->group_count > 0;
    writer->counts.entries += (uint64_t)writer->group_count;
    writer->group_count = 0;
}

void book_writer_add(BookWriter *writer, const TallyRecord *record) {
    bool is_rare = record->games < writer->least_games, is_worthless = record->points == 0;
    writer->counts.rare += is_rare;
    writer->counts.worthless += !is_rare && is_worthless;
    if (is_rare || is_worthless)
        return;
    if (writer->group_count > 0 && writer->group[0].key != record->key)
        write_group(writer);
    /* Only positions whose keys collide have more moves than there is room for. */
    if (writer->group_count < MAX_MOVES)
        writer->group[writer->group_count++] = *record;
}

/* Some systems do not rename over a file that is there. */
static bool put_in_place(const BookWriter *writer) {
    return rename(writer->beside, writer->path) == 0 ||
           (remove(writer->path) == 0 && rename(writer->beside, writer->path) == 0);
}

bool book_writer_close(BookWriter *writer, bool is_complete, BookWriterCounts *counts,
                       Reason *reason) {
    write_group(writer);
    bool is_written = fclose(writer->file) == 0 && !writer->has_failed;
    *counts = writer->counts;
    bool is_fine = true;
    if (!is_written)
        is_fine =
            reason_refuse(reason, "'%.100s' cannot be written: %s", writer->path, strerror(errno));
    else if (!is_complete)
        is_fine = reason_refuse(reason, "'%.100s' is not written", writer->path);
    else if (counts->entries == 0)
        is_fine = reason_refuse(reason,
                                "no move is left for '%.100s': %" PRIu64 " are of too few "
                                "games, %" PRIu64 " have no points",
                                writer->path, counts->rare, counts->worthless);
    else if (!put_in_place(writer))
        is_fine =
            reason_refuse(reason, "'%.100s' cannot be replaced: %s", writer->path, strerror(errno));
    if (!is_fine)
        remove(writer->beside);
    free(writer);
    return is_fine;
}
