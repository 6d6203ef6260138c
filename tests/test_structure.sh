#!/bin/sh
# The sources keep to their layers, sizes and lack of global state, and the checks of that notice
# when they do not.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

check layers_are_kept sh "$root/tools/check_layers.sh"
check sizes_are_kept sh "$root/tools/check_sizes.sh"

# A copy of the project with one line added to a file: FILE LINE. Says what the check answers.
spoilt() {
    rm -rf "$scratch/copy"
    mkdir "$scratch/copy"
    cp -R "$root/src" "$root/include" "$root/tools" "$scratch/copy"
    printf '%s\n' "$2" >>"$scratch/copy/$1"
    sh "$scratch/copy/tools/check_$3.sh" 2>&1
    echo "status $?"
}
refused() {
    case "$(spoilt "$@")" in *'status 1') echo yes ;; *) echo no ;; esac
}
check_equal upward_include_is_found yes "$(refused src/position.c '#include "uci.h"' layers)"
check_equal later_row_is_found yes "$(refused include/fen.h '#include "perft.h"' layers)"
check_equal unknown_module_is_found yes "$(refused src/stranger.c '#include "types.h"' layers)"
check_equal private_header_in_tool_is_found yes \
    "$(refused tools/find_magics.c '#include "generate.h"' layers)"
check_equal long_function_is_found yes \
    "$(refused src/draw.c "$(echo 'void long_one(void) {' && yes '    work();' | head -70 && echo '}')" sizes)"

# The state of object files can be read where GNU nm is there to read them.
if nm --help 2>/dev/null | grep -q sysv && [ "${MODE:-release}" = release ]; then
    check state_is_not_global sh "$root/tools/check_globals.sh" "$OBJECTS"/*.o
    echo 'int counter = 1; int next(void); int next(void) { static int n; return ++n + counter; }' |
        ${CC:-cc} -x c -c - -o "$scratch/state.o"
    check_equal global_state_is_found 2 \
        "$(sh "$root/tools/check_globals.sh" "$scratch/state.o" "$OBJECTS/zobrist.o" | grep -c 'mutable global')"
fi
finish_tests
