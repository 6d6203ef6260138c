#include "startup.h"

#include "attacks.h"
#include "endgame.h"
#include "eval_weights.h"
#include "margins.h"
#include "psqt.h"
#include "zobrist.h"

void startup_init(void) {
    attacks_init();
    zobrist_init();
    eval_weights_init();
    psqt_init();
    endgame_init();
    margins_init();
}
