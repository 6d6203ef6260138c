/* The commands of the text interface: what they are called, and what they do. */
#ifndef CASTELLAN_UCI_COMMANDS_H
#define CASTELLAN_UCI_COMMANDS_H

#include "commands.h"
#include "info.h"
#include "uci.h"

typedef bool UciCommandRun(Uci *uci, const char *arguments); /* false ends the conversation */

/* How they are described and, by the same places, carried out. */
extern const CommandTable uci_commands;
extern UciCommandRun *const uci_command_runs[];

/* How moves and scores are written now. */
static inline InfoStyle uci_info_style(const Uci *uci) {
    return (InfoStyle){engine_option(uci->engine, OPTION_CHESS960) != 0,
                       engine_option(uci->engine, OPTION_SHOW_WDL) != 0};
}

#endif
