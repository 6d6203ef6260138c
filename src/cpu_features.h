/* The CPU features that compilers use on their own account, as bits. Shared by the code that
 * records what the program was compiled for and the code that asks the CPU. */
#ifndef CASTELLAN_CPU_FEATURES_H
#define CASTELLAN_CPU_FEATURES_H

enum {
    CPU_SSE3 = 1 << 0,
    CPU_SSSE3 = 1 << 1,
    CPU_SSE41 = 1 << 2,
    CPU_SSE42 = 1 << 3,
    CPU_POPCNT = 1 << 4,
    CPU_AVX = 1 << 5,
    CPU_AVX2 = 1 << 6,
    CPU_BMI1 = 1 << 7,
    CPU_BMI2 = 1 << 8,
    CPU_FMA = 1 << 9,
    CPU_AVX512F = 1 << 10,
    CPU_AVX512BW = 1 << 11,
    CPU_AVX512DQ = 1 << 12,
    CPU_AVX512VL = 1 << 13,
    CPU_AVX512VBMI = 1 << 14,
    CPU_AVX512VNNI = 1 << 15,
};

/* Defined in a file compiled like the engine; plain data, safe to read on any CPU. */
extern const unsigned cpu_features_compiled_for;

#endif
