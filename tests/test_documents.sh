#!/bin/sh
# What is written down about the engine is what the engine says of itself.

set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/unity_shell.sh"
root=$(dirname "$here")

# The README's table of options is the output of its tool, line for line.
table=$("${TOOLS:-build}/options_table" | tr -d '\r')
written=$(sed -n '/^| Option | Values/,/^$/p' "$root/README.md" | sed '/^$/d')
check_equal readme_has_the_options_table "$table" "$written"

# The signature is that of this very source, whatever the compiler and the CPU.
signature=$("$CASTELLAN" bench | tr -d '\r' | awk '/ nodes / { count = $1 } END { print count }')
check_equal bench_has_the_committed_signature "$(cat "$here/bench.txt")" "$signature"

finish_tests
