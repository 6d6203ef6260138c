/* Bit tricks on bitboards, and the sole home of compiler builtins and vendor intrinsics. */
#ifndef CASTELLAN_BITS_H
#define CASTELLAN_BITS_H

#include "types.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define BITS_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define BITS_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/* For templates: functions whose constant arguments must be folded into each caller. */
#define BITS_ALWAYS_INLINE static inline __attribute__((always_inline))

#define FILE_A_BITS      UINT64_C(0x0101010101010101)
#define FILE_H_BITS      UINT64_C(0x8080808080808080)
#define RANK_1_BITS      UINT64_C(0x00000000000000FF)
#define DARK_SQUARE_BITS UINT64_C(0xAA55AA55AA55AA55) /* a1 is dark */

static inline Bitboard square_bit(Square square) {
    return UINT64_C(1) << square;
}

static inline Bitboard rank_bits(Rank rank) {
    return RANK_1_BITS << (8 * rank);
}

static inline Bitboard file_bits(File file) {
    return FILE_A_BITS << file;
}

static inline int bits_count(Bitboard bits) {
    return __builtin_popcountll(bits);
}

static inline bool bits_has_several(Bitboard bits) {
    return (bits & (bits - 1)) != 0;
}

/* Square of the lowest set bit; `bits` must not be empty. */
static inline Square bits_lowest(Bitboard bits) {
    return (Square)__builtin_ctzll(bits);
}

/* Of the bits nearest to `colour`'s back rank, one; `bits` must not be empty. */
static inline Square bits_rearmost(Colour colour, Bitboard bits) {
    return colour == WHITE ? bits_lowest(bits) : (Square)(63 ^ __builtin_clzll(bits));
}

/* Removes the lowest set bit and returns its square; `*bits` must not be empty. */
static inline Square bits_pop(Bitboard *bits) {
    Square square = bits_lowest(*bits);
    *bits &= *bits - 1;
    return square;
}

/* All bits one rank towards `colour`'s opponent. */
static inline Bitboard bits_forward(Colour colour, Bitboard bits) {
    return colour == WHITE ? bits << 8 : bits >> 8;
}

/* The bits and all squares of their files further towards `colour`'s opponent. */
static inline Bitboard bits_fill_forward(Colour colour, Bitboard bits) {
    bits |= colour == WHITE ? bits << 8 : bits >> 8;
    bits |= colour == WHITE ? bits << 16 : bits >> 16;
    return bits | (colour == WHITE ? bits << 32 : bits >> 32);
}

/* All squares of the ranks that `colour` has ahead of a square. */
static inline Bitboard ranks_ahead(Colour colour, Square square) {
    /* In two steps, since no rank may be ahead. */
    return colour == WHITE ? ~UINT64_C(0) << (square & 56) << 8 : ~(~UINT64_C(0) << (square & 56));
}

static inline Bitboard bits_east(Bitboard bits) {
    return (bits & ~FILE_H_BITS) << 1;
}

static inline Bitboard bits_west(Bitboard bits) {
    return (bits & ~FILE_A_BITS) >> 1;
}

/* The bits with those on either side of them. */
static inline Bitboard bits_widen(Bitboard bits) {
    return bits | bits_east(bits) | bits_west(bits);
}

/* Gathers the bits of `value` selected by `mask` into the low bits of the result, one loop turn
 * per mask bit: for start-up and for CPUs without the instruction. */
static inline uint64_t bits_extract_portable(uint64_t value, uint64_t mask) {
    uint64_t result = 0;
    for (uint64_t bit = 1; mask != 0; bit <<= 1) {
        if (value & mask & (~mask + 1))
            result |= bit;
        mask &= mask - 1;
    }
    return result;
}

static inline uint64_t bits_extract(uint64_t value, uint64_t mask) {
#if defined(__BMI2__)
    return _pext_u64(value, mask);
#else
    return bits_extract_portable(value, mask);
#endif
}

/* The upper half of the 128-bit product. */
static inline uint64_t bits_multiply_high(uint64_t a, uint64_t b) {
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)((Wide)a * b >> 64);
}

static inline void bits_prefetch(const void *address) {
    __builtin_prefetch(address);
}

#endif
