#include "game_source.h"

#include <pthread.h>
#include <stdlib.h>

struct GameSource {
    pthread_mutex_t mutex; /* guards everything below */
    PathList paths;
    bool allows_damage, is_at_end;
    GameReader *reader; /* of the file at hand, NULL between two */
    int next_path;
    uint32_t next_number;
    uint64_t total_bytes, finished_bytes;
    bool is_damaged;
    Reason damage;
};

static uint64_t file_bytes(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    fclose(file);
    return size > 0 ? (uint64_t)size : 0;
}

/* Every file is opened once beforehand: a typing mistake should not show after half an hour. */
static bool check_files(GameSource *source, Reason *reason) {
    for (int i = 0; i < source->paths.count; i++) {
        GameReader *reader = game_reader_open(source->paths.paths[i], reason);
        if (reader == NULL)
            return false;
        game_reader_close(reader);
        source->total_bytes += file_bytes(source->paths.paths[i]);
    }
    return source->paths.count > 0 || reason_refuse(reason, "there is no file of games");
}

GameSource *game_source_open(const PathList *paths, bool allows_damage, Reason *reason) {
    GameSource *source = calloc(1, sizeof *source);
    if (source == NULL) {
        reason_refuse(reason, "not enough memory");
        return NULL;
    }
    source->paths = *paths;
    source->allows_damage = allows_damage;
    if (!check_files(source, reason)) {
        free(source);
        return NULL;
    }
    pthread_mutex_init(&source->mutex, NULL);
    return source;
}

static void record_damage(GameSource *source, const Reason *reason) {
    source->is_damaged = true;
    source->is_at_end = source->is_at_end || !source->allows_damage;
    reason_refuse(&source->damage, "%.80s: %.100s", source->paths.paths[source->next_path - 1],
                  reason->text);
}

static void close_file(GameSource *source) {
    if (source->reader != NULL)
        source->finished_bytes += game_reader_offset(source->reader);
    game_reader_close(source->reader);
    source->reader = NULL;
}

static void open_file(GameSource *source) {
    Reason reason;
    source->is_at_end = source->next_path == source->paths.count;
    if (source->is_at_end)
        return;
    source->reader = game_reader_open(source->paths.paths[source->next_path++], &reason);
    if (source->reader == NULL)
        record_damage(source, &reason);
}

static bool read_next(GameSource *source, GameRecord *game) {
    Reason reason;
    while (!source->is_at_end) {
        if (source->reader == NULL) {
            open_file(source);
            continue;
        }
        GameRead outcome = game_reader_next(source->reader, game, &reason);
        if (outcome == GAME_READ)
            return true;
        if (outcome == GAME_DAMAGED)
            record_damage(source, &reason);
        close_file(source);
    }
    return false;
}

bool game_source_next(GameSource *source, GameRecord *game, uint32_t *number) {
    pthread_mutex_lock(&source->mutex);
    bool is_read = read_next(source, game);
    if (is_read)
        *number = source->next_number++;
    pthread_mutex_unlock(&source->mutex);
    return is_read;
}

double game_source_share(GameSource *source) {
    pthread_mutex_lock(&source->mutex);
    uint64_t done = source->finished_bytes;
    if (source->reader != NULL)
        done += game_reader_offset(source->reader);
    double share = source->total_bytes > 0 ? (double)done / (double)source->total_bytes : 1;
    pthread_mutex_unlock(&source->mutex);
    return share;
}

const char *game_source_damage(const GameSource *source) {
    return source->is_damaged ? source->damage.text : NULL;
}

void game_source_close(GameSource *source) {
    if (source == NULL)
        return;
    close_file(source);
    pthread_mutex_destroy(&source->mutex);
    free(source);
}
