#include "html.h"

#include <math.h>

void html_text(FILE *output, const char *text) {
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&':
            fputs("&amp;", output);
            break;
        case '<':
            fputs("&lt;", output);
            break;
        case '>':
            fputs("&gt;", output);
            break;
        case '"':
            fputs("&quot;", output);
            break;
        case '\'':
            fputs("&#39;", output);
            break;
        default:
            fputc(c < ' ' || c == 0x7F ? ' ' : c, output);
        }
    }
}

void html_signed(FILE *output, double number, int decimals) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    fputs(number < 0.0 ? "&minus;" : "+", output);
    fputs(isinf(number) ? "&infin;" : digits, output);
}
