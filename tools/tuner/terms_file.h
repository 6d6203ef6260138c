/* The definition file of the evaluation as text: finds the numbers of every S(mg, eg) in it and
 * puts others in their place, leaving comments and layout as they are. */
#ifndef CASTELLAN_TUNER_TERMS_FILE_H
#define CASTELLAN_TUNER_TERMS_FILE_H

#include "score.h"
#include "text.h"

/* A number with the blanks before it, as offsets into the text. */
typedef struct TermsField {
    size_t start, end;
    int value;
} TermsField;

typedef struct TermsPair {
    TermsField mg, eg;
    int block; /* pairs of one table, or of neighbouring terms, share their columns */
} TermsPair;

typedef struct TermsFile {
    char *text;
    size_t length;
    TermsPair *pairs; /* in the order of the file, which is that of the weights */
    int count;
} TermsFile;

/* False with the reason, and nothing to free, when the file cannot be read or understood. */
bool terms_file_read(TermsFile *file, const char *path, Reason *reason);
void terms_file_free(TermsFile *file);

/* Whether the file holds exactly these weights; otherwise the program was built from another. */
bool terms_file_matches(const TermsFile *file, const ScorePair *weights, int count, Reason *reason);

/* Writes the text with other values (`file->count` of them) to `path`, by way of a file beside it
 * so that an interruption leaves the old or the new one, never half of either. */
bool terms_file_write(const TermsFile *file, const char *path, const ScorePair *weights,
                      Reason *reason);

#endif
