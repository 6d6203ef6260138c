/* What can be typed during a game besides moves: how it is called, and what it does. */
#ifndef CASTELLAN_PLAY_COMMANDS_H
#define CASTELLAN_PLAY_COMMANDS_H

#include "commands.h"
#include "play_session.h"

typedef void PlayCommandRun(Play *play, const char *arguments);

/* How they are described and, by the same places, carried out. */
extern const CommandTable play_commands;
extern PlayCommandRun *const play_command_runs[];

#endif
