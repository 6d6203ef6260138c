#!/bin/sh
# Checks that assertions which do not hold really fail, whichever Unity the tests are built with.
# UNITY_FAILURES names the program built from unity_failures.c (build/tests/unity_failures unless
# set).

set -u
. "$(dirname -- "$0")/unity_shell.sh"

program=${UNITY_FAILURES:-build/tests/unity_failures}
output=$("$program" 2>&1)
status=$?

# count PATTERN: how many lines of the output match.
count() {
    printf '%s\n' "$output" | grep -cE "$1"
}

summary=$(printf '%s\n' "$output" | grep -E '^[0-9]+ Tests')
tests=${summary%% *}
failures=$((${tests:-0} - 1))

check has_many_tests [ "${tests:-0}" -gt 30 ]
check_equal all_but_one_fail_and_that_is_ignored "$tests Tests $failures Failures 1 Ignored" \
    "${summary% }"
check_equal every_failure_has_a_line "$failures" "$(count ':[0-9]+:test_[a-z0-9_]+:FAIL(:|$)')"
check_equal nothing_passes 0 "$(count ':PASS')"
check_equal ignored_test_shows_its_reason 1 "$(count ':test_ignored:IGNORE: ignored on purpose')"
check_equal messages_are_shown "$(count ':test_[a-z0-9_]+_message:FAIL')" \
    "$(count ':test_[a-z0-9_]+_message:FAIL: .*explained')"
check_equal failures_end_their_test 1 "$(count '^0 tests went on after they had ended')"
check_equal exit_status_is_the_number_of_failures "$failures" "$status"

finish_tests
