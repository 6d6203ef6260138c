/* The tables that are filled once, before anything else and before any thread. */
#ifndef CASTELLAN_STARTUP_H
#define CASTELLAN_STARTUP_H

void startup_init(void);

#endif
