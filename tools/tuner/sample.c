#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "psqt.h"

enum { BLOCK_CELLS = 8 << 20 };

struct ArenaBlock {
    ArenaBlock *next;
    size_t used; /* cells */
    uint16_t cells[BLOCK_CELLS];
};

/* A position before its place in an arena is known. */
typedef struct Draft {
    size_t length;
    uint16_t indices[SAMPLE_ENTRY_MAX];
    int8_t counts[SAMPLE_ENTRY_MAX];
} Draft;

/* A count beyond the range of a byte is written as several entries of the same weight: rare,
 * exact, and no reader needs to know of it. */
static bool draft_add(Draft *draft, int index, int count) {
    while (count != 0) {
        int step = count > INT8_MAX ? INT8_MAX : count < -INT8_MAX ? -INT8_MAX : count;
        if (draft->length == SAMPLE_ENTRY_MAX)
            return false;
        draft->indices[draft->length] = (uint16_t)index;
        draft->counts[draft->length++] = (int8_t)step;
        count -= step;
    }
    return true;
}

static int count_in_part(const SampleSource *source, SamplePart part, int index) {
    switch (part) {
    case PART_LINEAR:
        return source->white[index] - source->black[index];
    case PART_DANGER_BLACK:
        return source->black[index];
    default:
        return source->white[index];
    }
}

/* The weights that count at all, so that a thousand others are looked at once rather than once
 * for every part. */
typedef struct Touched {
    const Terms *terms;
    const SampleSource *source;
    int count;
    uint16_t indices[SAMPLE_ENTRY_MAX];
} Touched;

static bool find_touched(Touched *touched, const Terms *terms, const SampleSource *source) {
    touched->terms = terms;
    touched->source = source;
    touched->count = 0;
    for (int i = 0; i < terms->count; i++)
        if ((source->white[i] | source->black[i]) != 0) {
            if (touched->count == SAMPLE_ENTRY_MAX)
                return false;
            touched->indices[touched->count++] = (uint16_t)i;
        }
    return true;
}

static bool draft_part(Draft *draft, const Touched *touched, SamplePart part) {
    static const EvalKind KINDS[PART_NB] = {EVAL_LINEAR, EVAL_DANGER, EVAL_DANGER, EVAL_COMPLEXITY};
    for (int t = 0; t < touched->count; t++) {
        int i = touched->indices[t];
        if (touched->terms->kinds[i] == KINDS[part] &&
            !draft_add(draft, i, count_in_part(touched->source, part, i)))
            return false;
    }
    return true;
}

static uint16_t *allocate_cells(SampleSet *set, size_t count) {
    if (set->blocks == NULL || set->blocks->used + count > BLOCK_CELLS) {
        ArenaBlock *block = platform_allocate_large(sizeof *block);
        if (block == NULL)
            return NULL;
        block->next = set->blocks;
        set->blocks = block;
    }
    uint16_t *cells = set->blocks->cells + set->blocks->used;
    set->blocks->used += count;
    set->entry_bytes += count * sizeof *cells;
    return cells;
}

static size_t entry_cells(size_t entries) {
    return entries + (entries + 1) / 2;
}

static const uint16_t *store_draft(SampleSet *set, const Draft *draft) {
    uint16_t *cells = allocate_cells(set, entry_cells(draft->length));
    if (cells == NULL)
        return NULL;
    memcpy(cells, draft->indices, draft->length * sizeof *cells);
    memcpy(cells + draft->length, draft->counts, draft->length);
    return cells;
}

static bool reserve(SampleSet *set, size_t more) {
    if (set->count + more <= set->capacity)
        return true;
    size_t capacity = set->capacity < 1024 ? 1024 : set->capacity + set->capacity / 2;
    if (capacity < set->count + more)
        capacity = set->count + more;
    Sample *samples = realloc(set->samples, capacity * sizeof *samples);
    if (samples == NULL)
        return false;
    set->samples = samples;
    set->capacity = capacity;
    return true;
}

static bool draft_parts(Draft *draft, const Terms *terms, const SampleSource *source,
                        uint16_t *entry_counts) {
    Touched touched;
    if (!find_touched(&touched, terms, source))
        return false;
    draft->length = 0;
    for (int part = 0; part < PART_NB; part++) {
        size_t before = draft->length;
        if (!draft_part(draft, &touched, (SamplePart)part))
            return false;
        entry_counts[part] = (uint16_t)(draft->length - before);
    }
    return true;
}

bool sample_set_add(SampleSet *set, const Terms *terms, const SampleSource *source) {
    Draft draft;
    float damping = (float)source->damping / EVAL_DAMPING_FULL;
    float phase = (float)source->phase / PHASE_MAX;
    Sample sample = {
        .mg_share = phase * damping,
        .eg_share = (1 - phase) * damping * (float)source->scale / EVAL_SCALE_FULL,
        .target = (float)source->result / 2,
        .score = (int16_t)source->score,
        .result = (uint8_t)source->result,
    };
    if (!draft_parts(&draft, terms, source, sample.entry_counts))
        return false;
    sample.indices = store_draft(set, &draft);
    return sample.indices != NULL && sample_set_append(set, &sample, 1);
}

bool sample_set_append(SampleSet *set, const Sample *from, size_t count) {
    if (!reserve(set, count))
        return false;
    if (count > 0)
        memcpy(set->samples + set->count, from, count * sizeof *from);
    set->count += count;
    return true;
}

void sample_set_shuffle(SampleSet *set, Random *random) {
    for (size_t i = set->count; i > 1; i--) {
        size_t other = random_below(random, (uint32_t)i);
        Sample kept = set->samples[i - 1];
        set->samples[i - 1] = set->samples[other];
        set->samples[other] = kept;
    }
}

static void free_blocks(ArenaBlock *block) {
    while (block != NULL) {
        ArenaBlock *next = block->next;
        platform_free_large(block, sizeof *block);
        block = next;
    }
}

bool sample_set_gather(SampleSet *set) {
    ArenaBlock *before = set->blocks;
    bool is_gathered = true;
    set->blocks = NULL;
    set->entry_bytes = 0;
    for (size_t i = 0; is_gathered && i < set->count; i++) {
        Sample *sample = &set->samples[i];
        uint16_t *cells = allocate_cells(set, entry_cells(sample_entry_count(sample)));
        is_gathered = cells != NULL;
        if (is_gathered)
            sample->indices = memcpy(cells, sample->indices, sample_entry_bytes(sample));
    }
    free_blocks(before);
    return is_gathered;
}

void sample_set_free(SampleSet *set) {
    free_blocks(set->blocks);
    free(set->samples);
    *set = (SampleSet){0};
}
