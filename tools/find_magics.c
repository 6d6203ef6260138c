/* Finds the magic multipliers of src/magics.h, from a fixed seed so that every run finds the
 * same ones:
 *
 *     build/find_magics > src/magics.h
 *
 * A multiplier is good when it maps every relevant occupancy of its square to an index of as many
 * bits as the square has relevant squares, without two occupancies of different attack sets
 * falling together. Candidates are sparse random numbers, tried until one is good. */
#include <stdio.h>

#include "attacks.h"
#include "random.h"

enum { MAX_SUBSETS = 1 << 12 };

typedef struct Search {
    Random random;
    int subsets;
    Bitboard occupied[MAX_SUBSETS];
    Bitboard attacks[MAX_SUBSETS];
    /* The set found at an index, valid where `tried_in` names the current candidate. */
    Bitboard found[MAX_SUBSETS];
    uint64_t tried_in[MAX_SUBSETS];
    uint64_t candidates;
} Search;

static void list_subsets(Search *search, PieceType type, Square square, Bitboard mask) {
    Bitboard occupied = 0;
    search->subsets = 0;
    do {
        search->occupied[search->subsets] = occupied;
        search->attacks[search->subsets++] = attacks_walk_rays(type, square, occupied);
        occupied = (occupied - mask) & mask;
    } while (occupied != 0);
}

static bool is_good(Search *search, Bitboard magic, int shift) {
    search->candidates++;
    for (int i = 0; i < search->subsets; i++) {
        uint64_t index = search->occupied[i] * magic >> shift;
        if (search->tried_in[index] == search->candidates) {
            if (search->found[index] != search->attacks[i])
                return false;
        } else {
            search->tried_in[index] = search->candidates;
            search->found[index] = search->attacks[i];
        }
    }
    return true;
}

static Bitboard find_magic(Search *search, PieceType type, Square square) {
    Bitboard mask = attacks_relevant_mask(type, square);
    list_subsets(search, type, square, mask);
    for (;;) {
        Bitboard magic = random_next(&search->random) & random_next(&search->random) &
                         random_next(&search->random);
        /* A product that leaves the top byte nearly empty cannot spread the indices. */
        if (bits_count(mask * magic >> 56) >= 6 && is_good(search, magic, 64 - bits_count(mask)))
            return magic;
    }
}

static void print_magics(Search *search, PieceType type, const char *name) {
    printf("static const Bitboard %s[SQUARE_NB] = {\n", name);
    for (Square s = 0; s < SQUARE_NB; s++)
        printf("%sUINT64_C(0x%016llX),%s", s % 3 == 0 ? "    " : "",
               (unsigned long long)find_magic(search, type, s),
               s % 3 == 2 || s == SQUARE_NB - 1 ? "\n" : " ");
    printf("};\n");
}

int main(void) {
    static Search search = {.random = {UINT64_C(0xCA57E11A)}};
    printf(
        "/* Magic multipliers, one per square from a1 to h8. Made by tools/find_magics.c: change\n"
        " * that, not this. */\n"
        "#ifndef CASTELLAN_MAGICS_H\n#define CASTELLAN_MAGICS_H\n\n#include \"types.h\"\n\n");
    print_magics(&search, BISHOP, "BISHOP_MAGICS");
    printf("\n");
    print_magics(&search, ROOK, "ROOK_MAGICS");
    printf("\n#endif\n");
    return 0;
}
