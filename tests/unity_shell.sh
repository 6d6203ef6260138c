# Lets shell tests report in Unity's format, so that tests/run.sh can run them like any other test.
# A test sources this file, calls the check_ functions and ends with finish_tests.
# shellcheck shell=sh

shell_tests=0
shell_failures=0

# report NAME [REASON]: one finished test, failed if a reason is given. The line shown is where the
# script first mentions the name.
report() {
    shell_tests=$((shell_tests + 1))
    line=$(grep -n -e "$1" "$0" | sed -e 's/:.*//' -e 1q)
    where=${0##*/}:${line:-0}
    if [ $# -eq 1 ]; then
        echo "$where:$1:PASS"
    else
        shell_failures=$((shell_failures + 1))
        printf '%s:%s:FAIL: %s\n' "$where" "$1" "$2"
    fi
}

# check_equal NAME EXPECTED ACTUAL
check_equal() {
    if [ "$2" = "$3" ]; then
        report "$1"
    else
        report "$1" "Expected '$2' Was '$3'"
    fi
}

# check NAME COMMAND...: the command must succeed.
check() {
    name=$1
    shift
    if "$@" >/dev/null 2>&1; then
        report "$name"
    else
        report "$name" "failed: $*"
    fi
}

# Ends the script; its status is the number of failed tests.
finish_tests() {
    echo
    echo "-----------------------"
    echo "$shell_tests Tests $shell_failures Failures 0 Ignored"
    [ "$shell_failures" -eq 0 ] && echo OK || echo FAIL
    exit "$shell_failures"
}
