#!/bin/sh
# The maker of start positions for matches, and the file of them that stands in books/.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

# openings ARGUMENT...: leaves the results in $status, $out and $err.
openings() {
    run "$TOOLS/openings" "$@"
}

# make_some FILE ARGUMENT...: a few quick ones.
make_some() {
    file=$1
    shift
    openings --out "$file" --count 5 --plies 4 --nodes 60 --check-nodes 60 --limit 100 "$@"
}

same() {
    cmp -s "$scratch/$1" "$scratch/$2" && echo same || echo different
}

# ---- Making ----

make_some one.epd --threads 1
check_equal openings_are_made '0 5 openings' "$status $(printf '%s\n' "$out" | cut -d ' ' -f 1-2)"
check_equal every_line_is_one 5 "$(wc -l <"$scratch/one.epd" | tr -d ' ')"
check_equal counters_are_written 5 "$(grep -c ' w [KQkq]* [-a-h36]* hmvc [0-4]; fmvn 3;$' "$scratch/one.epd")"
make_some threads.epd --threads 3
check_equal threads_do_not_matter same "$(same one.epd threads.epd)"
make_some seed.epd --seed 2
check_equal seeds_do_matter different "$(same one.epd seed.epd)"
make_some no/such/folder.epd
check_equal impossible_file_is_refused '1 openings: the file cannot be written' "$status $err"

# ---- Checking ----

openings --check one.epd --plies 4 --count 5
check_equal good_file_passes '0 5 distinct positions, 0 faults' "$status $out"
openings --check one.epd --plies 4 --count 6
check_equal small_file_fails '1 5 distinct positions, 0 faults' "$status $out"
openings --check one.epd --plies 6 --count 5
check_equal wrong_counters_fail 1 "$status"
{
    cat "$scratch/one.epd"
    head -n 1 "$scratch/one.epd"
    echo 'rnbqkbnr/ppp2ppp/8/1B1pp3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - hmvc 1; fmvn 3;'
    echo '4k3/8/8/8/8/8/4q3/4K3 w - - fmvn 3;'
    echo nonsense
} >"$scratch/bad.epd"
openings --check bad.epd --plies 4 --count 5
check_equal faults_are_located "1 bad.epd:6: the position came before
bad.epd:7: the king is in check or there is no move
bad.epd:8: the king is in check or there is no move
bad.epd:9:" "$status $(printf '%s\n' "$out" | sed -e '$d' -e 's/^\(bad.epd:9:\).*/\1/')"
check_equal faults_are_counted '5 distinct positions, 4 faults' "$(printf '%s\n' "$out" | tail -n 1)"
openings --check missing.epd
check_equal missing_file_is_refused '1 openings: the file cannot be read' "$status $err"
openings
check_equal purpose_is_needed '2 openings: either --out or --check is needed; try openings --help' \
    "$status $err"
openings --help
check_equal help_is_there '0 usage: openings' "$status $(first_words "$out" 2)"

# ---- The book ----

openings --check "$root/books/balanced.epd" --count 5000
check_equal committed_openings_are_good '0 0 faults' "$status ${out##*, }"

finish_tests
