/* The arguments of `go`. Pure. */
#ifndef CASTELLAN_GO_H
#define CASTELLAN_GO_H

#include "engine.h"

/* Reads limits in any order and combination; words that are none and numbers that are missing are
 * passed over, as are moves that are illegal in `position`. `notice` names the first of them; its
 * text is empty where there is none. */
GoRequest go_parse(const char *arguments, const Position *position, Reason *notice);

#endif
