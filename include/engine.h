/* The engine as a whole: owns the game, the options, the table and the threads, and searches in
 * the background. One controlling thread calls these functions; what the search has to tell comes
 * through the callbacks, on a thread of its own. Several engines can live in one process. */
#ifndef CASTELLAN_ENGINE_H
#define CASTELLAN_ENGINE_H

#include "game.h"
#include "options.h"
#include "root.h"

typedef struct Engine Engine;

/* The rows of the option table, in the order in which they are advertised. */
typedef enum OptionId {
    OPTION_HASH,
    OPTION_THREADS,
    OPTION_MULTI_PV,
    OPTION_PONDER,
    OPTION_MOVE_OVERHEAD,
    OPTION_OWN_BOOK,
    OPTION_BOOK_FILE,
    OPTION_BOOK_DEPTH,
    OPTION_BOOK_VARIETY,
    OPTION_CHESS960,
    OPTION_SHOW_WDL,
    OPTION_ANALYSE_MODE,
    OPTION_LIMIT_STRENGTH,
    OPTION_ELO,
    OPTION_SKILL_LEVEL,
    OPTION_CLEAR_HASH,
#if defined(CASTELLAN_TUNE)
#define PARAM(name, value, minimum, maximum, step) OPTION_PARAMETER_##name,
#include "search_params.def"
#undef PARAM
#endif
    OPTION_NB
} OptionId;
extern const OptionRow engine_options[OPTION_NB];

/* What a search has to tell. `now` is filled in at the moment of the call. */
typedef struct EngineProgress {
    uint64_t nodes;
    int64_t milliseconds;
    int permille_full;
} EngineProgress;

/* A move that comes from the book rather than from a search. */
typedef struct EngineBookMove {
    Move move;
    int count;   /* of moves that the book has for the position */
    int percent; /* of their weight that is this one's */
} EngineBookMove;

typedef struct EngineEvents {
    void *context;
    void (*on_report)(void *context, const SearchReport *report, const EngineProgress *now);
    void (*on_current_move)(void *context, Move move, int number);
    /* Once for every search that was begun; `ponder` may be MOVE_NONE, `best` is where the side
     * to move is mated or stalemated. */
    void (*on_best_move)(void *context, Move best, Move ponder);
    /* Before the report of a move from the book; NULL where that is not of interest. */
    void (*on_book_move)(void *context, const EngineBookMove *book_move);
} EngineEvents;

/* What `go` asks for. */
typedef struct GoRequest {
    TimeControl time;
    int depth;      /* 0: not limited */
    uint64_t nodes; /* 0: not limited */
    int mate;
    bool is_infinite, is_ponder;
    bool has_move_list; /* only `moves` are to be considered */
    MoveList moves;     /* legal ones */
} GoRequest;

/* NULL when memory or threads cannot be had. */
Engine *engine_create(const EngineEvents *events);
void engine_destroy(Engine *engine);

/* The current game, free to be changed at any time: a search works on a copy. */
Game *engine_game(Engine *engine);
int engine_option(const Engine *engine, OptionId id); /* not of a string */

/* The rest changes the engine's state and is refused (false) while a search is under way, or, for
 * options, for the reason given. */
bool engine_set_option(Engine *engine, const char *arguments, Reason *notice);
bool engine_new_game(Engine *engine);
bool engine_go(Engine *engine, const GoRequest *request);

/* Both are fine at any time, and do nothing where there is nothing to do. */
void engine_stop(Engine *engine);
void engine_ponder_hit(Engine *engine);

/* True from `engine_go` until its best move has been handed over. */
bool engine_is_searching(Engine *engine);

/* Waits for the end of the current search, which may need `engine_stop`. */
void engine_wait(Engine *engine);

/* Whether the current search ends by itself. */
bool engine_search_is_finite(Engine *engine);

/* Whether there is a search whose limits or `engine_stop` have ended it, and nothing holds its
 * answer back. */
bool engine_is_stopping(Engine *engine);

uint64_t engine_nodes(Engine *engine);

#endif
