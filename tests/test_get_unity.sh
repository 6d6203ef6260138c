#!/bin/sh
# Checks tools/get_unity.sh as far as that needs no network.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch
unset UNITY UNITY_DIR
dest=$scratch/deep/dest

# get [VARIABLE=VALUE]: leaves the exit status in $status, the output in $out and $err.
get() {
    run env "$@" sh "$root/tools/get_unity.sh" "$dest"
}

# unity DIR: the three files, with just enough in them to be taken for Unity.
unity() {
    mkdir -p "$1"
    echo 'void UnityBegin(const char *file);' >"$1/unity.c"
    echo '#define TEST_ASSERT_EQUAL_size_t(a, b)' >"$1/unity.h"
    echo '#define UNITY_BEGIN()' >"$1/unity_internals.h"
}

# shellcheck disable=SC2317 # called through check
is_standin() {
    cmp "$here/unity_standin/unity.c" "$dest/unity.c" &&
        cmp "$here/unity_standin/unity.h" "$dest/unity.h" && [ ! -e "$dest/unity_internals.h" ]
}

get UNITY=standin
check_equal standin_on_request "0 1 " "$status $(wc -l <"$scratch/out" | tr -d ' ') $err"
check standin_is_copied is_standin
get UNITY=standin
check_equal second_time_is_silent '0  ' "$status $out $err"
get UNITY=
check_equal standin_is_kept '0  ' "$status $out $err"

get UNITY_DIR="$scratch/nowhere"
check_equal wrong_folder_is_an_error "1  1" "$status $out $(wc -l <"$scratch/err" | tr -d ' ')"
check wrong_folder_changes_nothing is_standin

unity "$scratch/unity"
get UNITY_DIR="$scratch/unity"
check_equal given_folder "0 Unity: using the copy in $scratch/unity " "$status $out $err"
check given_folder_is_copied diff -r "$scratch/unity" "$dest"
get UNITY=
check_equal real_one_is_kept '0  ' "$status $out $err"

unity "$scratch/clone/src"
echo '/* another version */' >>"$scratch/clone/src/unity.c"
get UNITY_DIR="$scratch/clone"
check given_folder_with_src diff -r "$scratch/clone/src" "$dest"

rm "$scratch/unity/unity_internals.h"
get UNITY_DIR="$scratch/unity"
check_equal incomplete_folder_is_an_error 1 "$status"

get UNITY=standin
check standin_replaces_real_one is_standin

get UNITY=typo
check_equal unknown_choice_is_an_error 1 "$status"

dest=$scratch/unity/unity.c/dest
get UNITY=standin
check_equal impossible_destination_is_an_error "1  1" \
    "$status $out $(wc -l <"$scratch/err" | tr -d ' ')"

finish_tests
