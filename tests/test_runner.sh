#!/bin/sh
# Checks tests/run.sh on made-up test programs: one for every way in which a test program can end.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch
TEST_LOG_DIR=$scratch/logs
export TEST_LOG_DIR

# program NAME: makes NAME.sh from the lines on standard input.
program() {
    cat >"$scratch/$1.sh"
}

# run PROGRAM...: leaves the runner's exit status in $status and its output in $scratch/out.
run() {
    for name; do
        shift
        set -- "$@" "$scratch/$name.sh"
    done
    sh "$here/run.sh" "$@" >"$scratch/out" 2>&1
    status=$?
}

# expect NAME STATUS LAST_LINE: compares the last run's exit status (0 or 1) and last line.
expect() {
    [ "$status" -eq 0 ] || status=1
    check_equal "$1" "$2: $3" "$status: $(tail -n 1 "$scratch/out")"
}

# shellcheck disable=SC2317 # called through check
output_has() {
    grep -qF -e "$1" "$scratch/out"
}

program passing <<'END'
echo 'a.c:1:first:PASS'
echo 'a.c:2:second:PASS'
echo '2 Tests 0 Failures 0 Ignored '
echo OK
END
program failing <<'END'
echo 'a.c:1:first:PASS'
echo 'C:/a.c:9:second:FAIL: Expected 1 Was 2'
echo '2 Tests 1 Failures 0 Ignored'
echo FAIL
exit 1
END
program failing_quietly <<'END'
echo 'a.c:9:first:FAIL'
echo '1 Tests 1 Failures 0 Ignored'
exit 0
END
program skipping <<'END'
echo 'a.c:1:first:PASS'
echo 'a.c:2:second:IGNORE: no tablebases here'
echo '2 Tests 0 Failures 1 Ignored'
END
program skipping_all <<'END'
echo 'a.c:2:second:IGNORE: not today'
echo '1 Tests 0 Failures 1 Ignored'
END
program crashing <<'END'
echo 'a.c:1:first:PASS'
echo 'about to crash' >&2
kill -SEGV $$
END
program crashing_late <<'END'
echo 'a.c:1:first:PASS'
echo '1 Tests 0 Failures 0 Ignored'
kill -ABRT $$
END
program without_summary <<'END'
echo 'a.c:1:first:PASS'
END
program without_tests <<'END'
echo '0 Tests 0 Failures 0 Ignored'
END
program bad_status <<'END'
echo 'a.c:1:first:PASS'
echo '1 Tests 0 Failures 0 Ignored'
exit 23
END
program contradicting <<'END'
echo 'a.c:1:first:FAIL: Expected 1 Was 2'
echo '1 Tests 0 Failures 0 Ignored'
END
program impossible <<'END'
echo 'a.c:1:first:PASS'
echo '1 Tests 0 Failures 7 Ignored'
END
program two_suites <<'END'
echo 'a.c:1:first:FAIL: Expected 1 Was 2'
echo '1 Tests 1 Failures 0 Ignored'
echo 'b.c:1:first:PASS'
echo '1 Tests 0 Failures 0 Ignored'
END
program with_returns <<'END'
printf 'a.c:1:first:PASS\r\n1 Tests 0 Failures 0 Ignored\r\nOK\r\n'
END

run passing
expect passing_program 0 '2 passed, 0 failed'
check passing_program_has_a_line output_has 'passing.sh'

run failing
expect failing_program 1 '1 passed, 1 failed'
check failing_line_is_shown output_has 'C:/a.c:9:second:FAIL: Expected 1 Was 2'

run failing_quietly
expect failure_with_status_zero 1 '0 passed, 1 failed'

run skipping
expect skipped_test 0 '1 passed, 0 failed, 1 skipped'
check skipped_reason_is_shown output_has 'a.c:2:second:IGNORE: no tablebases here'

run skipping_all
expect everything_skipped 1 '0 passed, 1 failed, 1 skipped'

run crashing
expect crash_by_signal 1 '1 passed, 1 failed'
check crash_is_named output_has 'crashing.sh crashed (signal 11)'
check crash_shows_standard_error output_has 'about to crash'
check log_is_kept grep -q 'about to crash' "$TEST_LOG_DIR/crashing.sh.log"

run crashing_late
expect crash_after_summary 1 '1 passed, 1 failed'

run without_summary
expect missing_summary 1 '1 passed, 1 failed'

run without_tests
expect no_tests_in_program 1 '0 passed, 1 failed'

run bad_status
expect unexplained_exit_status 1 '1 passed, 1 failed'

run contradicting
expect summary_hides_failure 1 '1 passed, 1 failed'

run impossible
expect impossible_summary 1 '1 passed, 1 failed'

run two_suites
expect two_suites_are_added 1 '1 passed, 1 failed'

run with_returns
expect carriage_returns 0 '1 passed, 0 failed'

run passing failing skipping crashing
expect several_programs 1 '5 passed, 2 failed, 1 skipped'
check_equal no_escape_codes 0 "$(tr -cd '\033' <"$scratch/out" | wc -c | tr -d ' ')"

run crashing passing
expect failure_before_success 1 '3 passed, 1 failed'

run
expect no_programs 1 '0 passed, 1 failed'

run missing
expect missing_program 1 '0 passed, 1 failed'

# An executable that prints nothing: the shell itself, reading no commands.
sh "$here/run.sh" "$(command -v sh)" >"$scratch/out" 2>&1
status=$?
expect silent_executable 1 '0 passed, 1 failed'

finish_tests
