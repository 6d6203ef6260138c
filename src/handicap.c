#include "handicap.h"

enum {
    /* At the least Elo; found by matches between levels and against other limited engines. */
    LEAST_NODES = 860,
    MOST_BLUR = 400,
    NODES_DOUBLING = 320, /* Elo for twice as many nodes */
    BLUR_HALVING = 300,   /* Elo for half the blur */
    ELO_PER_SKILL = 80,
    SURE_MATE_PLIES = 4, /* such mates, in two moves at most, everybody sees */
};

/* Between two values, `part` of `whole` on the way. */
static int between(int from, int to, int part, int whole) {
    return from + (to - from) * part / whole;
}

Handicap handicap_of_elo(int elo) {
    int above = elo - HANDICAP_LEAST_ELO;
    int nodes = LEAST_NODES << above / NODES_DOUBLING, blur = MOST_BLUR >> above / BLUR_HALVING;
    return (Handicap){
        .is_active = true,
        .nodes = (uint64_t)between(nodes, 2 * nodes, above % NODES_DOUBLING, NODES_DOUBLING),
        .blur = between(blur, blur / 2, above % BLUR_HALVING, BLUR_HALVING),
    };
}

Handicap handicap_of_skill(int level) {
    if (level >= HANDICAP_FULL_SKILL)
        return (Handicap){.is_active = false};
    return handicap_of_elo(HANDICAP_LEAST_ELO + ELO_PER_SKILL * level);
}

/* Every line is seen through a blur of its own, small errors being likelier than large ones. */
int handicap_choose(const Handicap *handicap, const RootMove *lines, int count, Random *random) {
    int best = 0;
    Score best_seen = -SCORE_INFINITE;
    if (lines[0].score >= score_mates_at(SURE_MATE_PLIES))
        return 0;
    for (int i = 0; i < count; i++) {
        uint32_t bound = (uint32_t)handicap->blur + 1;
        uint32_t first = random_below(random, bound), second = random_below(random, bound);
        Score seen = lines[i].score + (Score)(first < second ? first : second);
        if (seen > best_seen) {
            best_seen = seen;
            best = i;
        }
    }
    return best;
}
