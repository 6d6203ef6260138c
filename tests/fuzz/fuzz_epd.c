/* A file of EPD lines of any bytes. Whatever is accepted is a sound position with legal moves that
 * reads back the same when it is written; every other line has a good reason and no effect. */
#include "fuzz.h"

#include "epd.h"
#include "movegen.h"

static const char *check_moves(const Position *position, const MoveList *list) {
    for (int i = 0; i < list->count; i++) {
        if (!movegen_is_legal(position, list->moves[i]))
            return "a move is illegal";
        for (int j = 0; j < i; j++)
            if (list->moves[i] == list->moves[j])
                return "a move is listed twice";
    }
    return NULL;
}

static bool is_inside(Word word, const char *line) {
    return word.start >= line && word.start + word.length <= line + strlen(line);
}

static const char *check_operations(const Epd *epd, const char *line) {
    if (epd->operation_count > EPD_MAX_OPERATIONS)
        return "there are more operations than may be";
    for (int i = 0; i < epd->operation_count; i++)
        if (epd->operations[i].code.length == 0 || !is_inside(epd->operations[i].code, line) ||
            !is_inside(epd->operations[i].operands, line))
            return "an operation lies outside the line";
    return NULL;
}

static const char *check_points(const Epd *epd) {
    EpdPoints points;
    Reason reason = {""};
    if (!epd_points(epd, &points, &reason) && !fuzz_is_good_reason(&reason))
        return "refused points have no good reason";
    for (int i = 0; i < points.moves.count; i++)
        if (points.points[i] > points.most)
            return "a move has more points than the most";
    return check_moves(&epd->position, &points.moves);
}

static const char *check_accepted(const Epd *epd, const char *line) {
    char text[EPD_SIZE];
    Epd again;
    Reason reason;
    const char *fault = check_moves(&epd->position, &epd->best);
    fault = fault != NULL ? fault : check_moves(&epd->position, &epd->avoid);
    fault = fault != NULL ? fault : check_operations(epd, line);
    fault = fault != NULL ? fault : check_points(epd);
    if (fault != NULL || !position_is_consistent(&epd->position))
        return fault != NULL ? fault : "an accepted position is inconsistent";
    epd_print(&epd->position, text);
    if (!epd_parse(text, &again, &reason))
        return "a written line is refused";
    return memcmp(&epd->position, &again.position, sizeof again.position) == 0
               ? NULL
               : "a written line means another position";
}

static const char *check_line(const char *line) {
    static const Epd UNTOUCHED = {.mate = 77};
    Epd epd;
    Reason reason = {""};
    memcpy(&epd, &UNTOUCHED, sizeof epd); /* with its padding, to be compared */
    if (epd_parse(line, &epd, &reason))
        return epd_is_blank(line) ? "a blank line is a position" : check_accepted(&epd, line);
    if (memcmp(&epd, &UNTOUCHED, sizeof epd) != 0)
        return "a refused line has an effect";
    return fuzz_is_good_reason(&reason) ? NULL : "a refused line has no good reason";
}

const char *fuzz_epd(const uint8_t *data, size_t size) {
    char *text = fuzz_copy_text(data, size), *line = text;
    const char *fault = NULL;
    while (fault == NULL && line < text + size) {
        char *end = line + strcspn(line, "\n");
        *end = '\0';
        fault = check_line(line);
        line = end + 1;
    }
    free(text);
    return fault;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_epd, data, size);
}
#endif
