#include "handicap.h"

enum {
    LEAST_NODES = 1500, /* at the least Elo; doubled every NODES_DOUBLING Elo */
    NODES_DOUBLING = 260,
    MOST_BLUR = 900,
    ELO_PER_SKILL = 80,
    SURE_MATE_PLIES = 4, /* such mates, in two moves at most, everybody sees */
};

Handicap handicap_of_elo(int elo) {
    int above = elo - HANDICAP_LEAST_ELO, below = HANDICAP_MOST_ELO - elo;
    int range = HANDICAP_MOST_ELO - HANDICAP_LEAST_ELO;
    int doublings = above / NODES_DOUBLING, rest = above % NODES_DOUBLING;
    uint64_t nodes = (uint64_t)LEAST_NODES << doublings;
    return (Handicap){
        .is_active = true,
        .nodes = nodes + nodes * (uint64_t)rest / NODES_DOUBLING,
        .blur = MOST_BLUR * below / range * below / range,
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
