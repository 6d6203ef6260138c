/* Random openings for those who make games on many machines, in the words of OpenBench:
 *
 *     genfens 8 seed 1 book None
 *     genfens 8 seed 1 book books/balanced.epd
 *     genfens 8 seed 1 book None dfrc
 *
 * Equal words give equal lines. */
#ifndef CASTELLAN_GENFENS_H
#define CASTELLAN_GENFENS_H

#include <stdio.h>

#include "text.h"

/* Carries out what follows `genfens`: the number of openings, the seed, a file of EPD or FEN lines
 * to begin with or None, and frc or dfrc for Chess960 with equal or different arrangements. Prints
 * a line `info string genfens FEN` for each as soon as it is found. False with the reason when the
 * words make no sense, the file cannot be used, or no opening can be played by both sides. */
bool genfens_run(const char *arguments, FILE *out, Reason *reason);

#endif
