#!/bin/sh
# Runs test suites as at the shell: `castellan epd`. $CASTELLAN is the engine. All limits are
# depths and nodes, so that the results are the same everywhere.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

engine=${CASTELLAN:?CASTELLAN must be the path of the engine}
make_scratch

# suite ARGUMENT...: leaves the results in $status, $out and $err; what takes time and the number of
# nodes are cut off.
suite() {
    run "$engine" epd "$@"
    out=$(printf '%s\n' "$out" | sed 's/; [0-9]* nodes in .*//')
}

mate='6k1/5ppp/8/8/8/8/8/R6K w - -'
spanish='r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -'

# ---- Scores and status ----

cat >"$scratch/good.epd" <<END
$mate bm Ra8#; dm 1; id "mate";
$mate am Kg1; id "avoid";

# a comment
$mate c0 "Ra8=10, Kg1=1"; id "points";
END
suite --depth 4 good.epd
check_equal everything_is_solved '0 solved 3 of 3 (100.0 %), points 10 of 10 (100.0 %) ' "$status $out $err"

cat >"$scratch/bad.epd" <<END
$mate bm Kg1; id "wrong";
$mate bm Ra8; id "right";
$mate am Ra8 Ra7;
$mate c0 "Ra8=3, Kg1=10"; id "points";
END
suite --depth 4 bad.epd
check_equal failures_are_listed '1 line  id      expected         played     score  depth
   1  wrong   Kg1              Ra8#          #1      4
   3          not Ra8# or Ra7  Ra8#          #1      4
   4  points  Kg1              Ra8#          #1      4

solved 1 of 4 (25.0 %), points 3 of 10 (30.0 %) ' "$status $out $err"
suite --quiet --depth 4 bad.epd
check_equal quiet_prints_the_score_alone '1 solved 1 of 4 (25.0 %), points 3 of 10 (30.0 %)' \
    "$status $out"
suite --quiet --depth 4 bad.epd good.epd
check_equal files_are_summed '1 solved 4 of 7 (57.1 %), points 13 of 20 (65.0 %)' "$status $out"
suite --depth 4 --first 2 bad.epd good.epd
check_equal first_ones_only 'solved 1 of 2 (50.0 %)' "$(printf '%s\n' "$out" | tail -n 1)"
check_equal place_has_the_file 'bad.epd:1  wrong' "$(printf '%s\n' "$out" | sed -n 2p | cut -c 1-16)"

# ---- Limits and repeatability ----

cat >"$scratch/open.epd" <<END
$spanish bm Bb5 Bc4 d4; id "one";
$spanish am Ng1; id "two";
$spanish bm Ke2; id "three";
END
suite --nodes 3000 --hash 1 open.epd
first=$(sed 's/ in .*//' "$scratch/out")
suite --nodes 3000 --hash 1 open.epd
check_equal same_nodes_give_the_same "$first" "$(sed 's/ in .*//' "$scratch/out")"
check_equal nodes_are_counted yes \
    "$(sed -n 's/.*; \([0-9]*\) nodes in .*/\1/p' "$scratch/out" | awk '{ print ($1 > 3000 && $1 < 15000 ? "yes" : "no") }')"
suite --time 0.01 --threads 2 --quiet good.epd
check_equal time_and_threads_are_limits 0 "$status"

# ---- Damage ----

printf '%s\r\n%s\000\n%s\n%s\n%s\n%s' "$mate bm Ra8;" "$mate ; bm Ra8 + ; id x" "$mate bm Rb9;" \
    'not a position' "$mate id \"no test\";" "$mate bm bm Ra8" >"$scratch/dirty.epd"
suite --depth 3 dirty.epd
check_equal broken_lines_are_skipped '0 solved 3 of 3 (100.0 %), 3 lines skipped' "$status $out"
check_equal broken_lines_are_reported "dirty.epd:3: skipped: 'Rb9' is not a move such as Nf3, exd5 or O-O
dirty.epd:4: skipped: 'not' is not a position
dirty.epd:5: skipped: nothing to test: there is no bm, am, dm or c0 with points" \
    "$(printf '%s\n' "$err" | sed '2s/skipped: .*/skipped: '"'not' is not a position/")"

# refused COMPLAINT ARGUMENT...: the status is 2 and nothing else is printed.
refused() {
    name=$1
    complaint=$2
    shift 2
    suite "$@"
    check_equal "$name" "2  castellan epd: $complaint" "$status $out ${err%; try *}"
}
refused missing_file_is_named 'no.epd cannot be opened' good.epd no.epd
refused file_is_needed 'a file is needed' --depth 3
refused unknown_flag_is_named 'there is no --dept, perhaps --depth is meant' --dept 3 good.epd
refused flag_like_no_other_is_named 'there is no --wxyz' --wxyz 3 good.epd
refused bad_number_is_named "--depth: 'x' is not a number from 0 to 245" --depth x good.epd
: >"$scratch/empty.epd"
refused empty_file_is_refused 'empty.epd holds nothing to test' empty.epd
refused empty_files_are_refused 'none of the files holds anything to test' empty.epd empty.epd
yes nonsense | head -200 >"$scratch/other.txt"
suite --depth 3 other.txt good.epd
check_equal complaints_are_few '0 21' "$status $(printf '%s\n' "$err" | wc -l | tr -d ' ')"
check_equal all_skipped_lines_are_counted 'solved 3 of 3 (100.0 %), points 10 of 10 (100.0 %), 200 lines skipped' \
    "$out"
suite --help
check_equal help_is_there '0 usage: castellan epd' "$status $(first_words "$out" 3)"

finish_tests
