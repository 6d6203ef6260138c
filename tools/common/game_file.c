#include "game_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game_code.h"
#include "platform.h"

enum {
    MAGIC_SIZE = 8,
    FRAME_SIZE = 6, /* length and checksum before each payload */
    /* More than a writer that was cut off can have left unfinished. Damage farther from the end
     * has another cause, and good games may follow it. */
    UNFINISHED_MAX = 1 << 20,
};

/* Like PNG's: not text, and changed by whatever converts the ends of lines. */
static const uint8_t MAGIC[MAGIC_SIZE] = {0x89, 'C', 'G', 'F', '\r', '\n', 0x1A, 1};

struct GameReader {
    FILE *file;
    uint64_t offset; /* behind the last whole game */
    uint64_t count;  /* of whole games */
    bool is_damaged;
    Reason damage;
};

struct GameWriter {
    FILE *file;
    uint64_t count;
    bool has_failed;
};

static uint32_t checksum(uint32_t hash, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * UINT32_C(16777619);
    return hash;
}

static uint32_t checksum_of(const uint8_t frame[FRAME_SIZE], const uint8_t *payload,
                            size_t length) {
    return checksum(checksum(UINT32_C(2166136261), frame, 2), payload, length);
}

/* ---- Reading ---- */

static bool check_magic(FILE *file, const char *path, Reason *reason) {
    uint8_t magic[MAGIC_SIZE];
    if (fread(magic, 1, MAGIC_SIZE, file) != MAGIC_SIZE ||
        memcmp(magic, MAGIC, MAGIC_SIZE - 1) != 0)
        return reason_refuse(reason, "'%.100s' is not a file of games", path);
    return magic[MAGIC_SIZE - 1] == MAGIC[MAGIC_SIZE - 1] ||
           reason_refuse(reason, "'%.100s' has version %d, but only %d is known", path,
                         magic[MAGIC_SIZE - 1], MAGIC[MAGIC_SIZE - 1]);
}

GameReader *game_reader_open(const char *path, Reason *reason) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        reason_refuse(reason, "'%.100s' cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    GameReader *reader = NULL;
    if (check_magic(file, path, reason)) {
        reader = calloc(1, sizeof *reader);
        if (reader == NULL)
            reason_refuse(reason, "no memory to read '%.100s'", path);
    }
    if (reader == NULL) {
        fclose(file);
        return NULL;
    }
    reader->file = file;
    reader->offset = MAGIC_SIZE;
    return reader;
}

static GameRead report_damage(GameReader *reader, const char *what) {
    reader->is_damaged = true;
    reason_refuse(&reader->damage, "game %" PRIu64 " at byte %" PRIu64 ": %.100s",
                  reader->count + 1, reader->offset, what);
    return GAME_DAMAGED;
}

static GameRead read_game(GameReader *reader, GameRecord *game) {
    uint8_t frame[FRAME_SIZE], payload[GAME_CODE_MAX];
    size_t got = fread(frame, 1, FRAME_SIZE, reader->file);
    Reason fault;
    if (ferror(reader->file))
        return report_damage(reader, "the file cannot be read");
    if (got == 0)
        return GAME_END;
    if (got < FRAME_SIZE)
        return report_damage(reader, "the file ends within the game");
    size_t length = frame[0] | (size_t)frame[1] << 8;
    if (length > GAME_CODE_MAX)
        return report_damage(reader, "the length is impossible");
    if (fread(payload, 1, length, reader->file) != length)
        return report_damage(reader, "the file ends within the game");
    uint32_t sum =
        frame[2] | (uint32_t)frame[3] << 8 | (uint32_t)frame[4] << 16 | (uint32_t)frame[5] << 24;
    if (sum != checksum_of(frame, payload, length))
        return report_damage(reader, "the checksum does not fit");
    if (!game_decode(payload, length, game, &fault))
        return report_damage(reader, fault.text);
    reader->offset += FRAME_SIZE + length;
    reader->count++;
    return GAME_READ;
}

GameRead game_reader_next(GameReader *reader, GameRecord *game, Reason *reason) {
    GameRead outcome = reader->is_damaged ? GAME_DAMAGED : read_game(reader, game);
    if (outcome == GAME_DAMAGED)
        *reason = reader->damage;
    return outcome;
}

uint64_t game_reader_offset(const GameReader *reader) {
    return reader->offset;
}

void game_reader_close(GameReader *reader) {
    if (reader == NULL)
        return;
    fclose(reader->file);
    free(reader);
}

/* ---- Writing ---- */

/* Whether there is nothing worth keeping: no file, or one cut off within its first bytes. */
static bool is_blank(const char *path) {
    uint8_t start[MAGIC_SIZE];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return errno == ENOENT;
    size_t got = fread(start, 1, MAGIC_SIZE, file);
    bool is_short = !ferror(file) && got < MAGIC_SIZE && memcmp(start, MAGIC, got) == 0;
    fclose(file);
    return is_short;
}

/* Bytes from the end of the last whole game to the end of the file, as far as they matter. */
static uint64_t measure_rest(const char *path, uint64_t offset) {
    FILE *file = fopen(path, "rb");
    uint64_t size = 0;
    char block[4096];
    size_t got;
    /* Not by seeking, since files may be larger than a long can say. */
    while (file != NULL && (got = fread(block, 1, sizeof block, file)) > 0)
        size += got;
    if (file != NULL)
        fclose(file);
    return size - offset;
}

static bool cut_back(const char *path, uint64_t offset, Reason *reason) {
    Reason damage = *reason;
    uint64_t rest = measure_rest(path, offset);
    if (rest > UNFINISHED_MAX)
        return reason_refuse(reason, "too far from the end to be cut off: %.150s", damage.text);
    if (!platform_truncate_file(path, offset))
        return reason_refuse(reason, "cannot be cut back: %.150s", damage.text);
    reason_refuse(reason, "cut back by %" PRIu64 " bytes: %.130s", rest, damage.text);
    return true;
}

/* Counts the games of an existing file and removes what an interrupted writer left behind. */
static bool mend(const char *path, uint64_t *count, Reason *reason) {
    GameReader *reader = game_reader_open(path, reason);
    GameRecord game;
    GameRead outcome;
    if (reader == NULL)
        return false;
    while ((outcome = game_reader_next(reader, &game, reason)) == GAME_READ)
        ;
    uint64_t offset = reader->offset;
    *count = reader->count;
    game_reader_close(reader);
    return outcome == GAME_END || cut_back(path, offset, reason);
}

static FILE *open_file(const char *path, bool is_new, Reason *reason) {
    FILE *file = fopen(path, is_new ? "wb" : "ab");
    if (file == NULL) {
        reason_refuse(reason, "'%.100s' cannot be written: %s", path, strerror(errno));
        return NULL;
    }
    if (is_new && (fwrite(MAGIC, 1, MAGIC_SIZE, file) != MAGIC_SIZE || fflush(file) != 0)) {
        reason_refuse(reason, "'%.100s' cannot be written", path);
        fclose(file);
        return NULL;
    }
    return file;
}

GameWriter *game_writer_open(const char *path, Reason *reason) {
    GameWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        reason_refuse(reason, "no memory to write '%.100s'", path);
        return NULL;
    }
    reason->text[0] = '\0';
    bool is_new = is_blank(path);
    if (is_new || mend(path, &writer->count, reason))
        writer->file = open_file(path, is_new, reason);
    if (writer->file != NULL)
        return writer;
    free(writer);
    return NULL;
}

uint64_t game_writer_count(const GameWriter *writer) {
    return writer->count;
}

bool game_writer_add(GameWriter *writer, const GameRecord *game) {
    uint8_t bytes[FRAME_SIZE + GAME_CODE_MAX], *payload = bytes + FRAME_SIZE;
    size_t length = game_encode(game, payload);
    /* Behind half a game, nothing could be read any more. */
    if (length == 0 || writer->has_failed)
        return false;
    bytes[0] = (uint8_t)length;
    bytes[1] = (uint8_t)(length >> 8);
    uint32_t sum = checksum_of(bytes, payload, length);
    for (int i = 0; i < 4; i++)
        bytes[2 + i] = (uint8_t)(sum >> 8 * i);
    size_t size = FRAME_SIZE + length;
    writer->has_failed = fwrite(bytes, 1, size, writer->file) != size || fflush(writer->file) != 0;
    writer->count += !writer->has_failed;
    return !writer->has_failed;
}

bool game_writer_close(GameWriter *writer) {
    if (writer == NULL)
        return true;
    bool is_fine = fclose(writer->file) == 0 && !writer->has_failed;
    free(writer);
    return is_fine;
}
