/* A PGN file of any bytes. Every game that is read is legal and comes back the same when it is
 * written and read again; every other one has a good reason, and reading ends. */
#include "fuzz.h"

#include "movegen.h"
#include "pgn.h"

static const char *check_moves(const PgnGame *game) {
    Position position = game->start;
    for (size_t i = 0; i < game->ply_count; i++) {
        Position parent = position;
        if (!movegen_is_legal(&parent, game->plies[i].move))
            return "a move is illegal";
        position_make_move(&position, &parent, game->plies[i].move);
    }
    return position_is_consistent(&position) ? NULL : "the last position is inconsistent";
}

/* The tags that the writer takes from the game itself. */
static bool is_derived(const char *name) {
    return strcmp(name, "Result") == 0 || strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0 ||
           strcmp(name, "Variant") == 0;
}

static bool has_same_text(const PgnGame *a, const PgnGame *b) {
    if (strcmp(pgn_text(a, a->comment), pgn_text(b, b->comment)) != 0)
        return false;
    for (size_t i = 0; i < a->ply_count; i++)
        if (strcmp(pgn_text(a, a->plies[i].comment), pgn_text(b, b->plies[i].comment)) != 0)
            return false;
    for (size_t i = 0; i < a->tag_count; i++) {
        const char *name = pgn_text(a, a->tags[i].name), *value = pgn_tag(b, name);
        if (!is_derived(name) &&
            (value == NULL || strcmp(value, pgn_text(a, a->tags[i].value)) != 0))
            return false;
    }
    return true;
}

static const char *compare(const PgnGame *a, const PgnGame *b) {
    if (memcmp(&a->start, &b->start, sizeof a->start) != 0)
        return "the start position changes on the way";
    if (a->is_chess960 != b->is_chess960 || a->result != b->result)
        return "variant or result changes on the way";
    if (a->ply_count != b->ply_count)
        return "the number of moves changes on the way";
    for (size_t i = 0; i < a->ply_count; i++)
        if (a->plies[i].move != b->plies[i].move)
            return "a move changes on the way";
    return has_same_text(a, b) ? NULL : "tags or comments change on the way";
}

static const char *check_game(const PgnGame *game) {
    const char *fault = check_moves(game);
    PgnGame again = {0};
    PgnReader reader;
    Reason reason;
    FILE *file = tmpfile();
    if (file == NULL || !pgn_write(file, game))
        return "the game cannot be written";
    rewind(file);
    pgn_reader_init(&reader, file);
    if (fault == NULL && pgn_next(&reader, &again, &reason) != PGN_GAME)
        fault = "a written game cannot be read";
    if (fault == NULL)
        fault = compare(game, &again);
    if (fault == NULL && pgn_next(&reader, &again, &reason) != PGN_END)
        fault = "something follows a written game";
    pgn_free(&again);
    fclose(file);
    return fault;
}

static const char *check_file(FILE *file, size_t size) {
    PgnGame game = {0};
    PgnReader reader;
    Reason reason = {""};
    const char *fault = NULL;
    size_t games = 0;
    pgn_reader_init(&reader, file);
    for (PgnRead read; fault == NULL && (read = pgn_next(&reader, &game, &reason)) != PGN_END;) {
        if (++games > size)
            fault = "there are more games than bytes";
        else if (read == PGN_GAME)
            fault = check_game(&game);
        else if (strncmp(reason.text, "line ", 5) != 0 || !fuzz_is_good_reason(&reason))
            fault = "a broken game has no good reason";
    }
    pgn_free(&game);
    return fault;
}

const char *fuzz_pgn(const uint8_t *data, size_t size) {
    FILE *file = tmpfile();
    if (file == NULL || fwrite(data, 1, size, file) != size)
        return "no temporary file can be had";
    rewind(file);
    const char *fault = check_file(file, size);
    fclose(file);
    return fault;
}

#ifdef CASTELLAN_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_run(fuzz_pgn, data, size);
}
#endif
