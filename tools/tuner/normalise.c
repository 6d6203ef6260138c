#include "normalise.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Fewer agreements may be chance. */
    MIN_EVIDENCE = 100,
    /* More would only take longer. */
    MAX_POSITIONS = 500000,
};

/* A table and the weights that have agreed with the sum of its entries so far. */
typedef struct Suspect {
    const EvalRow *table;
    int *candidates; /* NORMALISE_NOWHERE, then indices in ascending order */
    int candidate_count;
    size_t evidence; /* positions in which the table counted at all */
} Suspect;

typedef struct Inquiry {
    Suspect *suspects;
    int suspect_count;
    int *net; /* White's counts minus Black's in the position at hand, by weight */
} Inquiry;

static bool open_suspect(Inquiry *inquiry, const EvalRow *table, const Terms *terms) {
    Suspect *suspect = &inquiry->suspects[inquiry->suspect_count];
    *suspect = (Suspect){.table = table};
    suspect->candidates = malloc(((size_t)terms->count + 1) * sizeof *suspect->candidates);
    if (suspect->candidates == NULL)
        return false;
    suspect->candidates[suspect->candidate_count++] = NORMALISE_NOWHERE;
    for (int i = 0; i < terms->count; i++)
        if (terms->kinds[i] == EVAL_LINEAR &&
            (i < table->first || i >= table->first + table->count))
            suspect->candidates[suspect->candidate_count++] = i;
    inquiry->suspect_count++;
    return true;
}

static bool open_inquiry(Inquiry *inquiry, const Terms *terms, const RowList *rows) {
    *inquiry = (Inquiry){
        .suspects = calloc((size_t)rows->count + 1, sizeof *inquiry->suspects),
        .net = calloc((size_t)terms->count + 1, sizeof *inquiry->net),
    };
    bool is_open = inquiry->suspects != NULL && inquiry->net != NULL;
    for (int i = 0; is_open && i < rows->count; i++)
        if (rows->rows[i].kind == EVAL_LINEAR && rows->rows[i].count > 1)
            is_open = open_suspect(inquiry, &rows->rows[i], terms);
    return is_open;
}

static void close_inquiry(Inquiry *inquiry) {
    for (int i = 0; i < inquiry->suspect_count; i++)
        free(inquiry->suspects[i].candidates);
    free(inquiry->suspects);
    free(inquiry->net);
}

/* Drops the candidates that disagree with the position at hand. */
static void question(Suspect *suspect, const int *net) {
    int sum = 0, kept = 0;
    bool has_counted = false;
    for (int i = 0; i < suspect->table->count; i++) {
        int count = net[suspect->table->first + i];
        sum += count;
        has_counted = has_counted || count != 0;
    }
    for (int i = 0; i < suspect->candidate_count; i++) {
        int candidate = suspect->candidates[i];
        if (sum == (candidate == NORMALISE_NOWHERE ? 0 : net[candidate]))
            suspect->candidates[kept++] = candidate;
    }
    suspect->candidate_count = kept;
    suspect->evidence += has_counted;
}

static void read_sample(const Sample *sample, int *net, uint32_t *seen) {
    const int8_t *counts = sample_counts(sample);
    for (int i = 0; i < sample->entry_counts[PART_LINEAR]; i++) {
        net[sample->indices[i]] += counts[i];
        seen[sample->indices[i]] += (uint32_t)abs(counts[i]);
    }
}

static void forget_sample(const Sample *sample, int *net) {
    for (int i = 0; i < sample->entry_counts[PART_LINEAR]; i++)
        net[sample->indices[i]] = 0;
}

static void investigate(Inquiry *inquiry, const SampleSet *set, uint32_t *seen) {
    size_t count = set->count < MAX_POSITIONS ? set->count : MAX_POSITIONS;
    for (size_t i = 0; i < count; i++) {
        read_sample(&set->samples[i], inquiry->net, seen);
        for (int s = 0; s < inquiry->suspect_count; s++)
            if (inquiry->suspects[s].candidate_count > 0)
                question(&inquiry->suspects[s], inquiry->net);
        forget_sample(&set->samples[i], inquiry->net);
    }
}

static void conclude(Normaliser *normaliser, const Inquiry *inquiry) {
    for (int i = 0; i < inquiry->suspect_count; i++) {
        const Suspect *suspect = &inquiry->suspects[i];
        if (suspect->candidate_count > 0 && suspect->evidence >= MIN_EVIDENCE)
            normaliser->found[normaliser->count++] =
                (Redundancy){suspect->table, suspect->candidates[0]};
    }
}

bool normaliser_create(Normaliser *normaliser, const SampleSet *set, const Terms *terms,
                       const RowList *rows) {
    Inquiry inquiry;
    *normaliser = (Normaliser){
        .seen = calloc((size_t)terms->count + 1, sizeof *normaliser->seen),
        .found = calloc((size_t)rows->count + 1, sizeof *normaliser->found),
    };
    bool is_ready = open_inquiry(&inquiry, terms, rows) && normaliser->seen != NULL &&
                    normaliser->found != NULL;
    if (is_ready) {
        investigate(&inquiry, set, normaliser->seen);
        conclude(normaliser, &inquiry);
    }
    close_inquiry(&inquiry);
    if (!is_ready)
        normaliser_free(normaliser);
    return is_ready;
}

/* Entries that are never seen do not weigh in. */
static Weight table_mean(const Normaliser *normaliser, const EvalRow *table,
                         const Weight *weights) {
    double mg = 0, eg = 0, total = 0;
    for (int i = table->first; i < table->first + table->count; i++) {
        mg += (double)weights[i].mg * normaliser->seen[i];
        eg += (double)weights[i].eg * normaliser->seen[i];
        total += normaliser->seen[i];
    }
    return total > 0 ? (Weight){(float)(mg / total), (float)(eg / total)} : (Weight){0, 0};
}

/* They move along with the others, except for places where nothing can stand, such as pawns on
 * the first rank: their zero is no value, and a number there would only puzzle readers. */
static bool is_void(const Normaliser *normaliser, const Weight *weights, int i) {
    return normaliser->seen[i] == 0 && weights[i].mg == 0 && weights[i].eg == 0;
}

static void shift_table(const Normaliser *normaliser, const EvalRow *table, Weight mean,
                        Weight *weights) {
    for (int i = table->first; i < table->first + table->count; i++)
        if (!is_void(normaliser, weights, i)) {
            weights[i].mg -= mean.mg;
            weights[i].eg -= mean.eg;
        }
}

void normaliser_apply(const Normaliser *normaliser, Weight *weights) {
    for (int r = 0; r < normaliser->count; r++) {
        const Redundancy *redundancy = &normaliser->found[r];
        Weight mean = table_mean(normaliser, redundancy->table, weights);
        shift_table(normaliser, redundancy->table, mean, weights);
        if (redundancy->weight != NORMALISE_NOWHERE) {
            weights[redundancy->weight].mg += mean.mg;
            weights[redundancy->weight].eg += mean.eg;
        }
    }
}

void normaliser_free(Normaliser *normaliser) {
    free(normaliser->seen);
    free(normaliser->found);
    *normaliser = (Normaliser){0};
}
