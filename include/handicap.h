/* Playing below full strength: a limited look ahead, and moves chosen as a person might who sees
 * the good ones but cannot quite tell them apart. Pure. */
#ifndef CASTELLAN_HANDICAP_H
#define CASTELLAN_HANDICAP_H

#include "random.h"
#include "searcher.h"

enum {
    HANDICAP_LEAST_ELO = 1200,
    HANDICAP_MOST_ELO = 2800,
    HANDICAP_FULL_SKILL = 20, /* the skill level that is no handicap */
};

typedef struct Handicap {
    bool is_active;
    uint64_t nodes; /* that a move may be thought about */
    int blur;       /* how much worse a move may be and still be taken for the best */
} Handicap;

Handicap handicap_of_elo(int elo);
Handicap handicap_of_skill(int level);

/* Index of the move to play among `count` lines, best first. A mate in sight is never missed. */
int handicap_choose(const Handicap *handicap, const RootMove *lines, int count, Random *random);

#endif
