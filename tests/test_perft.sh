#!/bin/sh
# Perft counts of our own positions, and that the tool which checks them can also say no.
#
# tests/data/perft-known.epd holds the well-known positions and special cases of the rules, the
# other files positions reached by random play; every count was confirmed with another engine.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch
suite=$TOOLS/perft_suite

# The sanitizers make every leaf an order of magnitude dearer.
nodes=100000000
[ "${MODE:-release}" = debug ] && nodes=100000

for file in "$here"/data/perft-*.epd; do
    check "counts_of_$(basename "$file" .epd)" "$suite" --depth 9 --nodes "$nodes" "$file"
done

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
says() {
    printf '%s\n' "$1" >"$scratch/suite.epd"
    "$suite" "$scratch/suite.epd" >"$scratch/out" 2>&1
    echo "$? $(sed -e 's/^.*suite.epd:/line /' -e 1q "$scratch/out")"
}
check_equal wrong_count_is_found '1 line 1: depth 2 has 400 leaves, not 401' \
    "$(says "$start ;D1 20 ;D2 401")"
check_equal bad_fen_is_reported "1 line 1: the side to move is 'x', not w or b" \
    "$(says '8/8/8/8/8/8/8/K1k5 x - - 0 1 ;D1 3')"
check_equal bad_count_is_reported "1 line 1: 'X1 20' is not a count such as D3 8902" \
    "$(says "$start ;X1 20")"
check_equal nothing_checked_is_no_success 1 "$(says '' | cut -d' ' -f1)"
check_equal limits_may_stand_behind_the_file 0 \
    "$("$suite" "$here/data/perft-known.epd" --nodes 100 >/dev/null; echo $?)"
check_equal file_is_needed 2 "$("$suite" --depth 3 2>/dev/null; echo $?)"
check_equal missing_file_is_reported 1 "$("$suite" "$scratch/none.epd" >/dev/null; echo $?)"
finish_tests
