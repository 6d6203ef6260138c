#!/bin/sh
# Checks that the magic multipliers in the source are those that their finder finds.

set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/unity_shell.sh"

scratch=$(mktemp -d "${TMPDIR:-/tmp}/castellan-test.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

check finder_runs sh -c "'${TOOLS:-build}/find_magics' >'$scratch/raw'"
# Windows ends lines in its own way.
tr -d '\r' <"$scratch/raw" >"$scratch/found"
tr -d '\r' <"$here/../src/magics.h" >"$scratch/committed"
check committed_magics_are_those_found diff "$scratch/committed" "$scratch/found"

finish_tests
