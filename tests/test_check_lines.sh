#!/bin/sh
# Opening lines judged by the engine: good ones pass, lost ones and slips are named with their place.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

# judge FLAG...: leaves the exit status in $status and what is said, without the folder, in $out.
judge() {
    out=$("$TOOLS/check_lines" --hash 1 "$@" "$scratch/lines.pgn" 2>&1 </dev/null)
    status=$?
    out=$(printf '%s\n' "$out" | tr -d '\r' | sed "s|^$scratch/||")
}

cat >"$scratch/lines.pgn" <<'END'
[Event "?"]
[ECO "C44"]
[Opening "King's Pawn Game"]
[Variation "Two Knights"]

1. e4 e5 2. Nf3 Nc6 *

[Event "?"]
[ECO "C20"]

1. e4 e5 2. d4 exd4 3. Qxd4 *
END
judge --movetime 600000 --nodes 3000
check_equal good_lines_pass \
    '0 2 lines, faults: 0; 2 within 200' "$status $(echo "$out" | sed 's/; .*,/;/')"
judge --movetime 0 --depth 6
check_equal good_moves_pass '0 2 lines, faults: 0' "$status $out"

cat >>"$scratch/lines.pgn" <<'END'

[Event "?"]
[ECO "A00"]
[Opening "Fool's Mate"]
[Variation "Invited"]

1. f3 e5 2. g4 *
END
judge --movetime 600000 --nodes 3000
check_equal lost_line_is_named \
    "1 lines.pgn: line 13: A00 Fool's Mate, Invited: ends with a score of -31999" \
    "$status $(echo "$out" | sed -n 1p)"
judge --movetime 0 --depth 6 --drop 1000
check_equal slip_is_named "1 lines.pgn: line 13: A00 Fool's Mate, Invited: 2. g4 gives away" \
    "$status $(echo "$out" | sed -n '1s/ [0-9]*$//p')"

printf '\n1. e4 e5 2. Ke3 *\n' >>"$scratch/lines.pgn"
judge --movetime 0
check_equal illegal_line_is_named \
    "1 lines.pgn: line 20: illegal move 'Ke3': no king can go to e3
3 lines, faults: 1" "$status $out"

rm "$scratch/lines.pgn"
judge
check_equal missing_file_is_named \
    "1 lines.pgn: cannot be opened" "$status $(echo "$out" | sed -n 1p)"
"$TOOLS/check_lines" >/dev/null 2>&1
check_equal file_is_needed 2 $?

finish_tests
