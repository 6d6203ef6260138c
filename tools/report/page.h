/* The report of a match as one HTML file that needs nothing else. */
#ifndef CASTELLAN_PAGE_H
#define CASTELLAN_PAGE_H

#include "record.h"

typedef struct Page {
    const Record *record; /* with at least one game */
    const Sprt *sprt;     /* NULL where nothing is tested */
    const char *title;    /* NULL: the names of the engines */
    const char *note;     /* the conditions of the match; NULL for none */
} Page;

/* False when the stream reports an error. */
bool page_write(FILE *output, const Page *page);

#endif
