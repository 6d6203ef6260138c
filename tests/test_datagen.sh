#!/bin/sh
# Self-play games: the same settings give the same file, whatever the threads and interruptions,
# and the tool that looks at such files finds damage.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

# generate FILE [FLAG...]: small and fast games, half of them Chess960; leaves the exit status in
# $status and the output in $out and $err.
generate() {
    file=$1
    shift
    run "$TOOLS/datagen" --out "$file" --hash 1 --nodes 60 --opening-nodes 60 --chess960 50 \
        --win-score 500 --draw-after 20 "$@"
}

# inform FILE: the same for what there is to say about it.
inform() {
    run "$TOOLS/datainfo" "$1"
}

same() {
    cmp -s "$scratch/$1" "$scratch/$2" && echo same || echo different
}

size_of() {
    wc -c <"$scratch/$1" | tr -d ' '
}

# ---- One file, many ways ----

generate one --games 8 --threads 1
check_equal games_are_played '0 8 games,' "$status $(first_words "$out" 2)"
generate again --games 8 --threads 1
check_equal runs_are_repeatable same "$(same one again)"
generate threads --games 8 --threads 3
check_equal threads_do_not_matter same "$(same one threads)"
generate seed --games 8 --threads 2 --seed 2
check_equal seeds_do_matter different "$(same one seed)"

generate parts --games 3 --threads 1
generate parts --games 5 --threads 2
check_equal games_before_count '0 2 games,' "$status $(first_words "$out" 2)"
generate parts --games 8 --threads 1
check_equal parts_make_the_whole same "$(same one parts)"
generate parts --games 8
check_equal nothing_is_left_to_do '0 the file already holds 8 games' "$status $out"
check_equal nothing_was_added same "$(same one parts)"

head -c $(($(size_of one) - 5)) "$scratch/one" >"$scratch/cut"
generate cut --games 8 --threads 1
check_equal cut_off_game_is_reported 'datagen: cut back by' "$(first_words "$err" 4)"
check_equal cut_off_game_is_played_again same "$(same one cut)"

# ---- Interruption ----

# Waits until the file $1 has as many bytes as the one above.
wait_for_size() {
    looks=0
    until [ -e "$scratch/$1" ] && [ "$(size_of "$1")" -ge "$(size_of one)" ]; do
        looks=$((looks + 1))
        [ $looks -lt $limit ] || return 1
        sleep 1
    done
}

# interrupt SIGNAL: leaves the status of a run that it ends.
interrupt() {
    rm -f "$scratch/endless"
    "$TOOLS/datagen" --out "$scratch/endless" --hash 1 --nodes 60 --opening-nodes 60 \
        --chess960 50 --win-score 500 --draw-after 20 --hours 1 --threads 2 \
        >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    wait_for_size endless
    kill "-$1" "$pid"
    await
    head -c "$(size_of one)" "$scratch/endless" >"$scratch/beginning"
}

for signal in INT TERM; do
    interrupt "$signal"
    check_equal "interruption_by_${signal}_is_no_failure" 0 "$status"
    check_equal "games_before_${signal}_are_kept" same "$(same one beginning)"
    inform endless
    check_equal "file_is_whole_after_${signal}" '0 ' "$status $err"
done
interrupt KILL
check_equal games_before_a_kill_are_kept same "$(same one beginning)"

# ---- What is in the files ----

inform one
check_equal whole_file_is_fine '0 8 games,' "$status $(first_words "$out" 2)"
check_equal chess960_is_played 1 "$(printf '%s\n' "$out" | grep -c '^[1-7] begin with')"
check_equal no_result_is_contradicted 0 "$(printf '%s\n' "$out" | grep -c contradict)"

head -c $(($(size_of one) - 5)) "$scratch/one" >"$scratch/cut"
inform cut
check_equal damage_is_located '1 7 games, game 8 at byte' \
    "$status $(first_words "$out" 2) $(printf '%s\n' "$err" | sed -e 's/.*: game/game/' | cut -d ' ' -f 1-4)"
"$TOOLS/datainfo" "$scratch/one" "$scratch/cut" >"$scratch/out" 2>/dev/null
check_equal several_files_are_summed '1 15' "$? $(cut -d ' ' -f 1 "$scratch/out" | sed -n 1p)"
echo 'not a file of games' >"$scratch/text"
inform text
check_equal other_files_are_refused 1 "$status"
inform missing
check_equal missing_file_is_refused 1 "$status"
generate text --games 1
check_equal other_files_are_not_overwritten '1 not a file of games' "$status $(cat "$scratch/text")"
generate no/such/folder --games 1
check_equal impossible_file_is_refused 1 "$status"

# ---- Command lines ----

# refused FLAG...: the status and complaint.
refused() {
    "$TOOLS/datagen" "$@" 2>&1 </dev/null | tr -d '\r' | sed 's/; try.*//'
    "$TOOLS/datagen" "$@" >/dev/null 2>&1 </dev/null
    echo "status $?"
}
expect_refusal() {
    name=$1
    complaint=$2
    shift 2
    check_equal "$name" "datagen: $complaint
status 2" "$(refused "$@")"
}
expect_refusal file_is_needed '--out is needed' --games 1
expect_refusal end_is_needed '--games or --hours is needed' --out "$scratch/never"
expect_refusal unknown_flag_is_named 'there is no --node, perhaps --nodes is meant' --node 5
expect_refusal value_is_needed '--seed needs a value' --seed
expect_refusal number_is_needed "--hash: 'x' is not a number from 1 to 4096" --hash x
expect_refusal range_is_kept "--chess960: '101' is not a number from 0 to 100" --chess960=101
expect_refusal real_number_is_needed "--hours: '1h' is not a number from 0 to 100000" --hours 1h
expect_refusal operand_is_not_expected "'games' is not expected here" games
check_equal nothing_was_created no "$([ -e "$scratch/never" ] && echo yes || echo no)"
"$TOOLS/datagen" --help >"$scratch/out"
check_equal help_is_there '0 usage: datagen' "$? $(head -1 "$scratch/out" | cut -d ' ' -f 1-2)"
"$TOOLS/datainfo" >/dev/null 2>&1
check_equal datainfo_needs_a_file 2 $?

finish_tests
