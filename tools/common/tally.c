#include "tally.h"

#include <stdio.h>
#include <stdlib.h>

#include "platform.h"

/* A sorted run: what of it is in memory, and where in the file the rest begins. */
typedef struct Run {
    TallyRecord *records;
    size_t next, count, room;
    uint64_t offset, left; /* records */
} Run;

struct Tally {
    const char *path;
    FILE *file;
    uint64_t written; /* records */
    bool has_failed;

    TallyRecord *records; /* the runs share this room when they are merged */
    size_t count, capacity;
    Run *runs;
    size_t run_count;
    Run **heap; /* the run with the smallest record first */
    size_t heap_count;
};

Tally *tally_create(const char *path, size_t bytes) {
    Tally *tally = calloc(1, sizeof *tally);
    if (tally == NULL)
        return NULL;
    tally->path = path;
    tally->capacity = bytes / 2 / sizeof *tally->records;
    tally->records = malloc(tally->capacity * sizeof *tally->records);
    if (tally->records != NULL && tally->capacity > 0)
        return tally;
    tally_free(tally);
    return NULL;
}

void tally_free(Tally *tally) {
    if (tally == NULL)
        return;
    if (tally->file != NULL) {
        fclose(tally->file);
        remove(tally->path);
    }
    free(tally->records);
    free(tally->runs);
    free(tally->heap);
    free(tally);
}

bool tally_has_failed(const Tally *tally) {
    return tally->has_failed;
}

static bool fail(Tally *tally) {
    tally->has_failed = true;
    return false;
}

/* ---- Adding ---- */

static int compare(const void *left, const void *right) {
    const TallyRecord *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (int)a->move - (int)b->move;
}

static void sum_up(TallyRecord *sum, const TallyRecord *record) {
    sum->points += record->points;
    sum->games += record->games;
}

static void sort_and_sum(Tally *tally) {
    size_t kept = 0;
    qsort(tally->records, tally->count, sizeof *tally->records, compare);
    for (size_t i = 0; i < tally->count; i++)
        if (kept > 0 && compare(&tally->records[kept - 1], &tally->records[i]) == 0)
            sum_up(&tally->records[kept - 1], &tally->records[i]);
        else
            tally->records[kept++] = tally->records[i];
    tally->count = kept;
}

static bool add_run(Tally *tally, Run run) {
    Run *runs = realloc(tally->runs, (tally->run_count + 1) * sizeof *runs);
    if (runs == NULL)
        return fail(tally);
    tally->runs = runs;
    runs[tally->run_count++] = run;
    return true;
}

static bool write_run(Tally *tally) {
    if (tally->file == NULL)
        tally->file = fopen(tally->path, "w+b");
    if (tally->file == NULL ||
        fwrite(tally->records, sizeof *tally->records, tally->count, tally->file) != tally->count)
        return fail(tally);
    if (!add_run(tally, (Run){.offset = tally->written, .left = tally->count}))
        return false;
    tally->written += tally->count;
    tally->count = 0;
    return true;
}

bool tally_add(Tally *tally, const TallyRecord *record) {
    if (tally->has_failed)
        return false;
    if (tally->count == tally->capacity) {
        sort_and_sum(tally);
        if (tally->count > tally->capacity / 2 && !write_run(tally))
            return false;
    }
    tally->records[tally->count++] = *record;
    return true;
}

/* ---- Merging ---- */

/* Reads on where the part in memory is used up; false at the end of the run. */
static bool has_record(Tally *tally, Run *run) {
    if (run->next < run->count)
        return true;
    if (run->left == 0)
        return false;
    run->next = 0;
    run->count = run->left < run->room ? (size_t)run->left : run->room;
    if (!platform_seek(tally->file, run->offset * sizeof *run->records) ||
        fread(run->records, sizeof *run->records, run->count, tally->file) != run->count)
        return fail(tally);
    run->offset += run->count;
    run->left -= run->count;
    return true;
}

static bool is_before(const Run *a, const Run *b) {
    return compare(&a->records[a->next], &b->records[b->next]) < 0;
}

/* Lets the run at `place` sink to where it belongs. */
static void sift_down(Tally *tally, size_t place) {
    Run **heap = tally->heap, *run = heap[place];
    for (size_t child = 2 * place + 1; child < tally->heap_count; child = 2 * place + 1) {
        if (child + 1 < tally->heap_count && is_before(heap[child + 1], heap[child]))
            child++;
        if (!is_before(heap[child], run))
            break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = run;
}

static bool build_heap(Tally *tally) {
    tally->heap = malloc((tally->run_count + 1) * sizeof(Run *));
    if (tally->heap == NULL)
        return fail(tally);
    for (size_t i = 0; i < tally->run_count; i++)
        if (has_record(tally, &tally->runs[i]))
            tally->heap[tally->heap_count++] = &tally->runs[i];
    for (size_t i = tally->heap_count / 2; i-- > 0;)
        sift_down(tally, i);
    return !tally->has_failed;
}

bool tally_finish(Tally *tally) {
    if (tally->has_failed)
        return false;
    sort_and_sum(tally);
    if (tally->run_count == 0) {
        if (!add_run(tally, (Run){.records = tally->records, .count = tally->count}))
            return false;
    } else if (!write_run(tally)) {
        return false;
    }
    size_t room = tally->capacity / tally->run_count;
    if (tally->file != NULL && (room == 0 || fflush(tally->file) != 0))
        return fail(tally);
    for (size_t i = 0; tally->file != NULL && i < tally->run_count; i++) {
        tally->runs[i].records = tally->records + i * room;
        tally->runs[i].room = room;
    }
    return build_heap(tally);
}

static void take_first(Tally *tally, TallyRecord *record) {
    Run *run = tally->heap[0];
    *record = run->records[run->next++];
    if (!has_record(tally, run))
        tally->heap[0] = tally->heap[--tally->heap_count];
    if (tally->heap_count > 0)
        sift_down(tally, 0);
}

bool tally_next(Tally *tally, TallyRecord *record) {
    if (tally->heap_count == 0)
        return false;
    take_first(tally, record);
    while (tally->heap_count > 0) {
        const Run *run = tally->heap[0];
        TallyRecord other;
        if (compare(&run->records[run->next], record) != 0)
            break;
        take_first(tally, &other);
        sum_up(record, &other);
    }
    return !tally->has_failed;
}
