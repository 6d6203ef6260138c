#!/bin/sh
# The tuner says what is wrong with its input, in one line and with a failing status.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch
terms=$root/include/eval_terms.def

# complains STATUS WORDS ARGUMENT...: whether the tuner ends so and its only line has the words.
complains() {
    expected=$1
    words=$2
    shift 2
    "$TOOLS/tune" "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq "$expected" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q "$words" "$scratch/err"
}

echo 'GROUP(One, EVAL_LINEAR) TERM(A, S(1, 2))' >"$scratch/terms"
cp "$scratch/terms" "$scratch/kept"
check help_is_printed "$TOOLS/tune" --help
check games_are_required complains 2 'no file of games'
check unknown_flag_is_refused complains 2 'no --colour' --colour games
check unknown_groups_are_named complains 1 'no group of terms called Nothing$' --without Space,Nothing games
check missing_games_are_refused complains 1 'missing' --terms "$terms" "$scratch/missing"
check other_files_are_refused complains 1 'not a file of games' --terms "$terms" "$scratch/terms"
check missing_terms_are_refused complains 1 'cannot be opened' --terms "$scratch/missing" games
check other_terms_are_refused complains 1 '1 pairs' --terms "$scratch/terms" games
check refused_terms_stay_untouched cmp "$scratch/terms" "$scratch/kept"
finish_tests
