#include "tt.h"

#include <string.h>

#include "bits.h"
#include "platform.h"

enum {
    GENERATION_NB = 32,
    /* An entry loses this much depth for every search that it was not met in. */
    AGE_PENALTY = 4,
    /* An inexact result displaces one of the same position unless shallower by more than this. */
    DEPTH_SLACK = 4,
    SAMPLE_CLUSTERS = 200,
};

/* The word: move, score, eval (16 bits each), depth (8), bound (2), pv (1), generation (5). */
static uint64_t pack(const TtEntry *entry, unsigned generation) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)entry->was_pv << 58 |
           (uint64_t)generation << 59;
}

static TtEntry unpack(uint64_t data) {
    return (TtEntry){
        .move = (Move)data,
        .score = (int16_t)(data >> 16),
        .eval = (int16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = (data >> 56) & 3,
        .was_pv = (data >> 58) & 1,
        .is_found = true,
    };
}

static unsigned generation_of(uint64_t data) {
    return (unsigned)(data >> 59);
}

static uint32_t check_of(Key key, uint64_t data) {
    return (uint32_t)key ^ (uint32_t)data ^ (uint32_t)(data >> 32);
}

/* The high bits choose the cluster, whatever their number; the low ones are in the check. */
static TtCluster *cluster_of(const TranspositionTable *tt, Key key) {
    return &tt->clusters[bits_multiply_high(key, tt->cluster_count)];
}

/* Mates are kept as distances from the position, which may be met at another ply. */
static Score score_to_table(Score score, int ply) {
    return score_is_win(score) ? score + ply : score_is_loss(score) ? score - ply : score;
}

static Score score_from_table(Score score, int ply) {
    if (score == SCORE_NONE)
        return score;
    return score_is_win(score) ? score - ply : score_is_loss(score) ? score + ply : score;
}

bool tt_resize(TranspositionTable *tt, size_t megabytes) {
    uint64_t count = ((uint64_t)megabytes << 20) / sizeof(TtCluster);
    if (count == tt->cluster_count) {
        tt_clear_slice(tt, 0, 1);
        return true;
    }
    TtCluster *clusters = platform_allocate_large(count * sizeof(TtCluster));
    if (clusters == NULL)
        return false;
    platform_free_large(tt->clusters, tt->cluster_count * sizeof(TtCluster));
    tt->clusters = clusters;
    tt->cluster_count = count;
    tt->generation = 0;
    return true;
}

void tt_free(TranspositionTable *tt) {
    platform_free_large(tt->clusters, tt->cluster_count * sizeof(TtCluster));
    *tt = (TranspositionTable){0};
}

void tt_clear_slice(TranspositionTable *tt, int index, int count) {
    uint64_t begin = tt->cluster_count / (uint64_t)count * (uint64_t)index;
    uint64_t end = index + 1 == count ? tt->cluster_count
                                      : tt->cluster_count / (uint64_t)count * (uint64_t)(index + 1);
    memset(tt->clusters + begin, 0, (end - begin) * sizeof *tt->clusters);
    if (index == 0)
        tt->generation = 0;
}

void tt_age(TranspositionTable *tt) {
    tt->generation = (tt->generation + 1) % GENERATION_NB;
}

/* Index of the key's entry in its cluster, with the data seen there, or -1. */
static int find(TtCluster *cluster, Key key, uint64_t *data) {
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
        *data = atomic_load_explicit(&cluster->data[i], memory_order_relaxed);
        uint32_t check = atomic_load_explicit(&cluster->check[i], memory_order_relaxed);
        if (check == check_of(key, *data) && *data != 0)
            return i;
    }
    return -1;
}

TtEntry tt_probe(const TranspositionTable *tt, Key key, int ply) {
    uint64_t data;
    if (find(cluster_of(tt, key), key, &data) < 0)
        return (TtEntry){.score = SCORE_NONE, .eval = SCORE_NONE};
    TtEntry entry = unpack(data);
    entry.score = (int16_t)score_from_table(entry.score, ply);
    return entry;
}

/* What an entry is worth keeping: empty ones nothing, deep and fresh ones most. */
static int keep_value(const TranspositionTable *tt, uint64_t data) {
    int age = (int)((GENERATION_NB + tt->generation - generation_of(data)) % GENERATION_NB);
    return data == 0 ? INT32_MIN : (uint8_t)(data >> 48) - AGE_PENALTY * age;
}

static int least_valuable(const TranspositionTable *tt, TtCluster *cluster) {
    int worst = 0, worst_value = INT32_MAX;
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
        int value = keep_value(tt, atomic_load_explicit(&cluster->data[i], memory_order_relaxed));
        if (value < worst_value) {
            worst = i;
            worst_value = value;
        }
    }
    return worst;
}

void tt_store(TranspositionTable *tt, Key key, int ply, TtEntry entry) {
    TtCluster *cluster = cluster_of(tt, key);
    uint64_t data;
    int index = find(cluster, key, &data);
    if (index < 0) {
        index = least_valuable(tt, cluster);
    } else {
        TtEntry known = unpack(data);
        bool is_current = generation_of(data) == tt->generation;
        if (entry.bound != BOUND_EXACT && is_current && entry.depth + DEPTH_SLACK < known.depth)
            return;
        if (entry.move == MOVE_NONE)
            entry.move = known.move;
    }
    entry.score = (int16_t)score_to_table(entry.score, ply);
    data = pack(&entry, tt->generation);
    atomic_store_explicit(&cluster->data[index], data, memory_order_relaxed);
    atomic_store_explicit(&cluster->check[index], check_of(key, data), memory_order_relaxed);
}

int tt_permille_full(const TranspositionTable *tt) {
    int used = 0;
    uint64_t sample = tt->cluster_count < SAMPLE_CLUSTERS ? tt->cluster_count : SAMPLE_CLUSTERS;
    for (uint64_t c = 0; c < sample; c++)
        for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
            uint64_t data = atomic_load_explicit(&tt->clusters[c].data[i], memory_order_relaxed);
            used += data != 0 && generation_of(data) == tt->generation;
        }
    return (int)((uint64_t)used * 1000 / (sample * TT_CLUSTER_ENTRIES));
}

void tt_prefetch(const TranspositionTable *tt, Key key) {
    bits_prefetch(cluster_of(tt, key));
}
