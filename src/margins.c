#include "margins.h"

LogTable log_table;

/* Repeated squaring of the mantissa brings out the logarithm's digits one by one. */
static int log2_of(unsigned value) {
    int result = 0;
    while (value >> (result + 1))
        result++;
    uint64_t mantissa = ((uint64_t)value << 20) >> result; /* 1.0 to 2.0 in 2^-20ths */
    for (int digit = 0; digit < 8; digit++) {
        mantissa = mantissa * mantissa >> 20;
        bool is_set = mantissa >= UINT64_C(2) << 20;
        result = 2 * result + is_set;
        mantissa >>= is_set;
    }
    return result;
}

void margins_init(void) {
    for (unsigned n = 1; n < LOG_NB; n++)
        log_table.log2[n] = (int16_t)log2_of(n);
}
