/* Pieces of HTML: text that cannot break out of its place, and numbers as they are printed in
 * books. */
#ifndef CASTELLAN_HTML_H
#define CASTELLAN_HTML_H

#include <stdio.h>

/* Writes any text as text, be it between tags or inside a quoted attribute: what means something
 * to HTML is escaped, control characters become blanks. */
void html_text(FILE *output, const char *text);

/* Writes a number with its sign, a true minus, and the sign of infinity where it has to be. */
void html_signed(FILE *output, double number, int decimals);

#endif
