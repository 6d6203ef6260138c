#!/bin/sh
# Checks that the magic multipliers in the source are those that their finder finds.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

check finder_runs sh -c "'$TOOLS/find_magics' >'$scratch/raw'"
# Windows ends lines in its own way.
tr -d '\r' <"$scratch/raw" >"$scratch/found"
tr -d '\r' <"$root/src/magics.h" >"$scratch/committed"
check committed_magics_are_those_found diff "$scratch/committed" "$scratch/found"

finish_tests
