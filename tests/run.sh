#!/bin/sh
# Runs test programs one after another and adds up their results.
#
# usage: tests/run.sh PROGRAM...
#
# A program is an executable or a .sh script that prints its results in Unity's format. Whatever
# does not end with a proper account of its tests counts as one failed test: a crash, no summary, no
# tests, or a failing exit status that no failed test explains. The last line of the run is
# "N passed, N failed", followed by ", N skipped" if tests were ignored; the exit status is 0 only
# if nothing failed and something passed.
#
# The full output of every program is kept in $TEST_LOG_DIR (build/test-logs unless set).

set -u

log_dir=${TEST_LOG_DIR:-build/test-logs}
total_passed=0
total_failed=0
total_skipped=0

# One result line in Unity's format, whatever the path before it looks like.
result_line=':[0-9]+:[^:]*:'

# Prints how many lines of the log match an extended regular expression.
count_lines() {
    grep -cE "$1" "$log"
}

# Sets $tests, $failures and $ignored from the summaries in the log; $tests is empty if there is
# none. A program that runs several suites prints several.
read_summary() {
    summary=$(awk '
        /^[0-9]+ Tests [0-9]+ Failures [0-9]+ Ignored *$/ { n++; t += $1; f += $3; i += $5 }
        END { if (n) print t, f, i }' "$log")
    tests=${summary%% *}
    ignored=${summary##* }
    failures=${summary#* }
    failures=${failures% *}
}

# Without a summary, the result lines printed so far are all there is to count.
count_results() {
    failures=$(count_lines "${result_line}FAIL(:|\$)")
    ignored=$(count_lines "${result_line}IGNORE(:|\$)")
    tests=$(($(count_lines "${result_line}PASS(:|\$)") + failures + ignored))
}

# Prints why the program as a whole failed, or nothing. Its exit status is normally the number of
# failed tests, so a status above 128 is a signal only if it is not that number.
find_fault() {
    if [ -z "$tests" ] && { [ "$status" -eq 126 ] || [ "$status" -eq 127 ]; }; then
        echo "could not be run"
    elif [ "$status" -gt 128 ] && [ "$status" -le 192 ] && [ "$status" -ne "${failures:-0}" ]; then
        echo "crashed (signal $((status - 128)))"
    elif [ -z "$tests" ]; then
        echo "ended without a test summary (exit status $status)"
    elif [ "$tests" -eq 0 ]; then
        echo "ran no tests"
    elif [ "$tests" -lt $((failures + ignored)) ] ||
        [ "$(count_lines "${result_line}FAIL(:|\$)")" -gt "$failures" ]; then
        echo "printed a summary that contradicts its results"
    elif [ "$status" -ne 0 ] && [ "$failures" -eq 0 ]; then
        echo "exited with status $status although no test failed"
    fi
}

# Leaves standard output in $log and standard error in $errors: mixed in one file, either could cut
# a line of the other in two. The outer redirection hides what the shell itself says about a crash.
run_program() {
    case $1 in
    *.sh) set -- sh "$1" ;;
    */*) ;;
    *) set -- "./$1" ;;
    esac
    rm -f "$log" "$errors"
    started=$(date +%s)
    { "$@" </dev/null >"$log.raw" 2>"$errors"; } 2>/dev/null
    status=$?
    seconds=$(($(date +%s) - started))
    tr -d '\r' <"$log.raw" >"$log"
    rm -f "$log.raw"
}

print_report() {
    printf '%d passed' "$passed"
    [ "$failed" -eq 0 ] || printf ', %d failed' "$failed"
    [ "$ignored" -eq 0 ] || printf ', %d skipped' "$ignored"
    [ "$seconds" -le 2 ] || printf ' (%d s)' "$seconds"
    echo
    grep -E "${result_line}(FAIL|IGNORE)(:|\$)" "$log" | sed 's/^/    /'
    if [ -n "$fault" ]; then
        echo "    FAIL: $name $fault; see $log"
        sed -e 's/^/    | /' -e 15q "$errors"
    fi
}

test_program() {
    name=${1##*/}
    name=${name%.exe}
    log=$log_dir/$name.log
    errors=$log_dir/$name.err
    printf '%-28s ' "$name"
    run_program "$1"
    read_summary
    fault=$(find_fault)
    if [ -z "$tests" ] || [ "$tests" -lt $((failures + ignored)) ]; then
        count_results
    fi
    passed=$((tests - failures - ignored))
    failed=$failures
    [ -z "$fault" ] || failed=$((failed + 1))
    print_report
    if [ -s "$errors" ]; then
        { echo "--- standard error ---"; cat "$errors"; } >>"$log"
    fi
    rm -f "$errors"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    total_skipped=$((total_skipped + ignored))
}

trap 'exit 130' INT
trap 'exit 143' TERM HUP

if mkdir -p "$log_dir"; then
    for program in "$@"; do
        test_program "$program"
    done
fi
if [ $((total_passed + total_failed)) -eq 0 ]; then
    echo "FAIL: no test was run"
    total_failed=1
fi
skipped=
[ "$total_skipped" -eq 0 ] || skipped=", $total_skipped skipped"
echo "$total_passed passed, $total_failed failed$skipped"
[ "$total_failed" -eq 0 ]
