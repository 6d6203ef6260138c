/* What a match came to, gathered game by game from PGN: results of one engine against each of the
 * others, in the order in which they were written, how the games ended, and how deep both sides
 * looked.
 *
 * A Record owns its arrays. Start with {0}, release with `record_free`. */
#ifndef CASTELLAN_RECORD_H
#define CASTELLAN_RECORD_H

#include "pgn.h"
#include "statistics.h"

/* Games of which the second one from the same opening may still come, at most; as many as ever
 * run at the same time. */
enum { RECORD_WAITING = 64 };

/* How a game ended, by its Termination tag. */
typedef enum GameEnd {
    END_ON_BOARD, /* mate, stalemate and other rules; also resignation */
    END_ADJUDICATED,
    END_TIME,
    END_ILLEGAL_MOVE,
    END_DISCONNECTED,
    END_STALLED,
    END_NB,
} GameEnd;
enum { END_FIRST_FAULT = END_TIME };

/* What the ends are called, in lower case: of an engine that lost so, and in the plural. */
extern const char *const END_NAMES[END_NB];

/* A game that waits for the other one from its opening. */
typedef struct WaitingGame {
    Key opening;
    bool is_white;
    int half_points;
} WaitingGame;

typedef struct Player {
    char name[PGN_MAX_TAG_LENGTH + 1];
    Outcomes games, pairs;   /* of the hero against this player; of the hero against all */
    uint64_t losses[END_NB]; /* of this player, by the way they came about */
    uint64_t moves, depths;  /* moves with a depth in their comment, and the sum of those */
    uint64_t timed_moves;    /* moves with a time, and the sum of those */
    double seconds;
    WaitingGame waiting[RECORD_WAITING];
    int waiting_count;
} Player;

/* One game for the hero: 0, 1 or 2 half points; 0 to 4 if it completed a pair, otherwise -1. */
typedef struct GameEntry {
    int8_t half_points, pair;
} GameEntry;

typedef struct Record {
    Player *players; /* the hero first, then in order of appearance */
    size_t player_count, player_capacity;
    GameEntry *games; /* those of the hero */
    size_t game_count, game_capacity;
    uint64_t ends[END_NB];
    uint64_t unfinished, foreign; /* games that do not count: without a result, without the hero */
    char first_date[16], last_date[16]; /* as the tags have them; empty if there is none */
} Record;

/* Chooses the hero by name; otherwise it is the first game's White. False when memory runs out. */
bool record_begin(Record *record, const char *hero);

bool record_add(Record *record, const PgnGame *game);

void record_free(Record *record);

/* ---- What is in it ---- */

/* The results to judge by: pairs where most games stand in pairs, otherwise single games. */
const Outcomes *player_outcomes(const Player *player);

uint64_t player_faults(const Player *player); /* losses other than by chess */

uint64_t record_faults(const Record *record); /* of all players */

#endif
