# Lets shell tests report in Unity's format, so that tests/run.sh can run them like any other test.
# A test sources this file, calls the check_ functions and ends with finish_tests.
# shellcheck shell=sh

# The folder of the tests, that of the project, and that of the built tools.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(dirname "$here")
TOOLS=${TOOLS:-$root/build}

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

# make_scratch: a folder $scratch that is gone when the script ends.
make_scratch() {
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/castellan-test.XXXXXX") || exit 1
    trap 'rm -rf "$scratch"' EXIT
}

# collect: leaves what a run has printed to $scratch/out and $scratch/err in $out and $err.
collect() {
    out=$(tr -d '\r' <"$scratch/out")
    err=$(tr -d '\r' <"$scratch/err")
}

# run COMMAND...: runs it in the scratch folder, with nothing to read, and leaves the results in
# $status, $out and $err.
run() {
    (cd "$scratch" && "$@") >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    collect
}

# first_words TEXT N: so many words of its first line.
first_words() {
    printf '%s\n' "$1" | sed -n 1p | cut -d ' ' -f "1-$2"
}

# has TEXT WORDS: yes if the words stand in the text, otherwise no.
has() {
    case $1 in *"$2"*) echo yes ;; *) echo no ;; esac
}

# Only a hanging program ever needs so many seconds.
limit=60

# watch PID FILE: kills the process after $limit seconds, unless the file is gone by then.
watch() {
    second=0
    while [ -e "$2" ]; do
        sleep 1
        second=$((second + 1))
        [ $second -lt "$limit" ] || kill -9 "$1"
    done
}

# await: waits for the process $pid and leaves its exit status in $status.
await() {
    : >"$scratch/running.$pid"
    watch "$pid" "$scratch/running.$pid" >/dev/null 2>&1 &
    wait "$pid" 2>/dev/null
    status=$?
    rm "$scratch/running.$pid"
}

# Ends the script; its status is the number of failed tests.
finish_tests() {
    echo
    echo "-----------------------"
    echo "$shell_tests Tests $shell_failures Failures 0 Ignored"
    [ "$shell_failures" -eq 0 ] && echo OK || echo FAIL
    exit "$shell_failures"
}
