#!/bin/sh
# The tool that measures how fast `stop` is obeyed still works; what it measures is not judged.
# $LATENCY is the tool, $CASTELLAN the engine.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

said=$("${LATENCY:?LATENCY must be the path of the tool}" 3 | tr -d '\r')
row='^threads [12] samples 3 p50 [0-9.]+ ms p99 [0-9.]+ ms max [0-9.]+ ms$'
case $said in
*:IGNORE*) report latency_is_measured_where_there_are_pipes ;;
*) check_equal latency_is_measured_with_one_and_two_threads 2 \
    "$(printf '%s\n' "$said" | grep -cE "$row")" ;;
esac

finish_tests
