/* The inside of an engine, for the files that it is made of. The functions are those that one of
 * them needs of another; what they say of threads is in engine.h. */
#ifndef CASTELLAN_ENGINE_STATE_H
#define CASTELLAN_ENGINE_STATE_H

#include <pthread.h>

#include "book.h"
#include "engine.h"
#include "handicap.h"
#include "workers.h"

/* What the book says instead of a search. */
typedef struct BookAnswer {
    EngineBookMove news;
    Move pv[2]; /* its move and, where it has one, the reply */
    int pv_length;
} BookAnswer;

struct Engine {
    EngineEvents events;
    int values[OPTION_NB];
    char book_path[OPTION_TEXT_SIZE]; /* the option `BookFile` */
    Book *book;                       /* NULL unless there is one and it is to be used */
    Game game;
    TranspositionTable tt;
    Workers *workers;
    Searcher **searchers; /* one a worker */

    /* The search under way. */
    SearchShared shared;
    Handicap handicap;
    Game searched;
    BookAnswer book_answer;
    MoveList root_moves;
    pthread_mutex_t mutex;   /* guards what follows, and the waiting for it */
    pthread_cond_t released; /* one of them has changed */
    bool is_searching;
    bool is_held;    /* the answer waits for `stop` or `ponderhit` */
    bool is_endless; /* for `stop` alone */
    int helpers;     /* threads but the main one that are still searching */
};

/* ---- engine_options.c ---- */

/* Replaces the threads; false, with the old ones kept, when not even one can be had. */
bool engine_start_threads(Engine *engine, int count);
void engine_end_threads(Engine *engine);

void engine_empty_table(Engine *engine);
void engine_forget(Engine *engine); /* what the threads have learnt */

/* ---- engine_book.c ---- */

/* The options `OwnBook` and `BookFile`. */
void engine_set_own_book(void *owner, int *value, Reason *notice);
void engine_set_book_file(void *owner, const char *path, Reason *notice);

/* Fills the answer to the request in, if the book is to be used and has one. */
bool engine_consult_book(Engine *engine, const GoRequest *request);

#endif
