/* Prints every search constant as OpenBench's SPSA input wants it: name, type, value, minimum,
 * maximum, step at the end and learning rate.
 *
 *     build/spsa_list
 */
#include <stdio.h>

int main(void) {
#define PARAM(name, value, minimum, maximum, step)                                                 \
    printf("%s, int, %d, %d, %d, %d, 0.002\n", #name, value, minimum, maximum, step);
#include "search_params.def"
#undef PARAM
    return 0;
}
