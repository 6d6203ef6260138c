/* Whatever text comes as a FEN is either refused with a reason and without effect, or becomes a
 * sound position that survives being written and read again. */
#include "fuzz.h"

#include "fen.h"
#include "movegen.h"

static const char *check_accepted(const Position *position) {
    char first[FEN_SIZE], second[FEN_SIZE];
    Position again;
    Reason reason;
    if (!position_is_consistent(position))
        return "an accepted position is inconsistent";
    MoveList list;
    movegen_legal(position, &list);
    if (list.count > MAX_MOVES || list.count != movegen_count_legal(position))
        return "the number of legal moves is wrong";
    fen_print(position, first);
    if (!fen_parse(first, &again, &reason))
        return "a printed FEN is refused";
    if (memcmp(position, &again, sizeof again) != 0)
        return "a printed FEN means another position";
    fen_print(&again, second);
    return strcmp(first, second) == 0 ? NULL : "a FEN prints differently the second time";
}

const char *fuzz_fen(const uint8_t *data, size_t size) {
    Position before, position;
    Reason reason = {""};
    if (!fen_parse(FEN_START, &before, &reason))
        return "the start position is refused";
    position = before;
    char *text = fuzz_copy_text(data, size);
    bool is_accepted = fen_parse(text, &position, &reason);
    free(text);
    if (is_accepted)
        return check_accepted(&position);
    if (memcmp(&before, &position, sizeof before) != 0)
        return "a refused FEN changes the position";
    return fuzz_is_good_reason(&reason) ? NULL : "a refused FEN has no good reason";
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_fen, data, size);
}
#endif
