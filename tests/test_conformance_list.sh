#!/bin/sh
# CONFORMANCE.md names every line of its groups once, only tests that exist, and every test that is
# named after a line.

set -u
. "$(dirname -- "$0")/unity_shell.sh"
list=$here/CONFORMANCE.md

# The lines of the checklist, by group and number of the first and the last.
groups='A 1 15 B 1 25 C 1 11 D 1 19 E 1 24 F 1 12 G 1 14 H 1 23 I 1 7 J 1 12 K 1 15 L 1 7 M 1 9
    N 1 9 R 3 6 S 1 5'

expected_lines() {
    # shellcheck disable=SC2086 # the groups are words
    set -- $groups
    while [ $# -gt 0 ]; do
        number=$2
        while [ "$number" -le "$3" ]; do
            echo "$1$number"
            number=$((number + 1))
        done
        shift 3
    done
}

rows() {
    grep -E '^\| [A-Z][0-9]+ \|' "$list"
}

# What the column of tests names, one a line.
named_tests() {
    rows | cut -d '|' -f 3 | grep -oE '`[^`]+`' | tr -d '`' | sort -u
}

# Those of the names read that no program runs and no script reports.
missing_tests() {
    while read -r name; do
        grep -qF "RUN_TEST($name);" "$here"/test_*.c ||
            grep -qE "(check|check_equal|report) \"?$name" "$here"/test_*.sh ||
            echo "$name"
    done
}

check_equal every_line_stands_once "$(expected_lines)" "$(rows | cut -d ' ' -f 2)"
check_equal rows_without_tests_say_why '' \
    "$(rows | grep -E '^\| [A-Z][0-9]+ \| *\| *\|$' | cut -d ' ' -f 2)"
check_equal named_tests_exist '' "$(named_tests | missing_tests)"
check_equal missing_test_is_found test_of_nothing "$(echo test_of_nothing | missing_tests)"
check_equal tests_of_lines_are_named '' \
    "$(sed -n 's/^ *RUN_TEST(\(test_[A-Z][0-9][^)]*\));$/\1/p' "$here"/test_conformance*.c |
        sort -u | while read -r name; do named_tests | grep -qx "$name" || echo "$name"; done)"

finish_tests
