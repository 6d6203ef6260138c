#!/bin/sh
# What is written down about the engine is what the engine says of itself.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

# The README's table of options is the output of its tool, line for line.
table=$("$TOOLS/options_table" | tr -d '\r')
written=$(sed -n '/^| Option | Values/,/^$/p' "$root/README.md" | sed '/^$/d')
check_equal readme_has_the_options_table "$table" "$written"

# The signature is that of this very source, whatever the compiler and the CPU.
signature=$("$CASTELLAN" bench | tr -d '\r' | awk '/ nodes / { count = $1 } END { print count }')
check_equal bench_has_the_committed_signature "$(cat "$here/bench.txt")" "$signature"

# What the README names is there: targets of make, tools, files and pictures.
missing=''
for target in $(grep -o '`make [a-z-]*\|^make [a-z-]*' "$root/README.md" | sed 's/.*make //' | sort -u); do
    grep -q "^$target:" "$root/Makefile" || missing="$missing make-$target"
done
for tool in $(grep -o 'build/[a-z_]* ' "$root/README.md" | sed 's/build.//' | sort -u); do
    [ -f "$root/tools/$tool.c" ] || missing="$missing build/$tool"
done
for file in $(grep -o '](\.*[a-z][^):]*)' "$root/README.md" | sed 's/](//; s/)//' | sort -u); do
    [ -e "$root/$file" ] || missing="$missing $file"
done
check_equal readme_names_what_is_there '' "$missing"

# Its commands do what they are there for: the conversation at the prompt without a complaint,
# those of the shell with a status of success.
make_scratch
talk=$(sed -n '/^\$ .\/castellan$/,/^```$/p' "$root/README.md" | sed '1d;$d' | "$CASTELLAN")
check_equal readme_talks_at_the_prompt 'bestmove 0' \
    "$(printf '%s\n' "$talk" | grep -o '^bestmove') $(printf '%s\n' "$talk" | grep -c 'info string')"
echo '6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id "back rank";' >"$scratch/suite.epd"
sed -n 's/^\(\.\/castellan .*[^\\]\)$/\1/p' "$root/README.md" >"$scratch/commands"
ln -s "$CASTELLAN" "$scratch/castellan"
failed=''
while read -r command; do
    (cd "$scratch" && eval "$command" </dev/null >/dev/null 2>&1) || failed="$failed $command;"
done <"$scratch/commands"
check_equal readme_commands_succeed '' "$failed"
check readme_has_commands test "$(wc -l <"$scratch/commands")" -ge 5

finish_tests
