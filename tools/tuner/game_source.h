/* All games of several files, one after another and numbered, for several threads at once. */
#ifndef CASTELLAN_TUNER_GAME_SOURCE_H
#define CASTELLAN_TUNER_GAME_SOURCE_H

#include "game_file.h"

typedef struct PathList {
    const char *const *paths;
    int count;
} PathList;

typedef struct GameSource GameSource;

/* NULL with the reason when one of the files cannot be opened, is not one of ours, or there is
 * none. With `allows_damage` the games before the damage in a file are used; without, damage ends
 * the reading. The paths must outlive the source. */
GameSource *game_source_open(const PathList *paths, bool allows_damage, Reason *reason);

/* The next game and its number, from 0 in the order of the files. False when there is none or a
 * fault ended the reading. Safe to call from several threads. */
bool game_source_next(GameSource *source, GameRecord *game, uint32_t *number);

/* What has been read of all bytes, 0 .. 1. Safe to call from several threads. */
double game_source_share(GameSource *source);

/* The last damage that was met; NULL when there was none. Only when nobody reads any more. */
const char *game_source_damage(const GameSource *source);

void game_source_close(GameSource *source); /* NULL is fine */

#endif
