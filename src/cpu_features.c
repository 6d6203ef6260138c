#include "cpu_features.h"

const unsigned cpu_features_compiled_for = 0
#ifdef __SSE3__
                                           | CPU_SSE3
#endif
#ifdef __SSSE3__
                                           | CPU_SSSE3
#endif
#ifdef __SSE4_1__
                                           | CPU_SSE41
#endif
#ifdef __SSE4_2__
                                           | CPU_SSE42
#endif
#ifdef __POPCNT__
                                           | CPU_POPCNT
#endif
#ifdef __AVX__
                                           | CPU_AVX
#endif
#ifdef __AVX2__
                                           | CPU_AVX2
#endif
#ifdef __BMI__
                                           | CPU_BMI1
#endif
#ifdef __BMI2__
                                           | CPU_BMI2
#endif
#ifdef __FMA__
                                           | CPU_FMA
#endif
#ifdef __AVX512F__
                                           | CPU_AVX512F
#endif
#ifdef __AVX512BW__
                                           | CPU_AVX512BW
#endif
#ifdef __AVX512DQ__
                                           | CPU_AVX512DQ
#endif
#ifdef __AVX512VL__
                                           | CPU_AVX512VL
#endif
#ifdef __AVX512VBMI__
                                           | CPU_AVX512VBMI
#endif
#ifdef __AVX512VNNI__
                                           | CPU_AVX512VNNI
#endif
    ;
