#!/bin/sh
# Stands in for cutechess-cli in tests of tools/match: takes its words, notes them in $FAKE_NOTES and
# writes games that were never played.
#
#   FAKE_RESULTS  results of the games for White, again and again (1-0 unless set)
#   FAKE_LAST     the game after which it ends as if it had been interrupted
#   FAKE_WARNING  what it warns of before the first game
#   FAKE_WAIT     if set, it waits for SIGINT after the last game
set -u
printf '%s\n' "$*" >>"$FAKE_NOTES"

first='' second='' rounds='' pgn='' openings='' start=1 previous=''
for word; do
    case $word in
    name=*) if [ -z "$first" ]; then first=${word#name=}; else second=${word#name=}; fi ;;
    file=*) openings=${word#file=} ;;
    start=*) start=${word#start=} ;;
    esac
    case $previous in
    -rounds) rounds=$word ;;
    -pgnout) pgn=$word ;;
    esac
    previous=$word
done

# put_game NUMBER RESULT
put_game() {
    white=$first black=$second
    [ $(($1 % 2)) -eq 1 ] || { white=$second black=$first; }
    fen=$(sed -n "$((start + ($1 - 1) / 2))p" "$openings")
    echo "Started game $1 of $((2 * rounds)) ($white vs $black)"
    printf '[Event "?"]\n[White "%s"]\n[Black "%s"]\n[SetUp "1"]\n[FEN "%s"]\n[Result "%s"]\n\n%s\n\n' \
        "$white" "$black" "$fen" "$2" "$2" >>"$pgn"
    echo "Finished game $1 ($white vs $black): $2"
}

[ -z "${FAKE_WARNING:-}" ] || echo "Warning: $FAKE_WARNING"
number=1
while [ "$number" -le $((2 * rounds)) ]; do
    for result in ${FAKE_RESULTS:-1-0}; do
        [ "$number" -le "${FAKE_LAST:-$((2 * rounds))}" ] || break 2
        [ "$number" -gt $((2 * rounds)) ] || put_game "$number" "$result"
        number=$((number + 1))
    done
done
[ -n "${FAKE_LAST:-}" ] && [ "$number" -le $((2 * rounds)) ] &&
    echo "Started game $number of $((2 * rounds)) ($first vs $second)"
# A shell that was started in the background cannot be reached by SIGINT. Only a hanging test ever
# needs so many seconds.
[ -z "${FAKE_WAIT:-}" ] || exec perl -e '$SIG{INT} = $SIG{TERM} = sub { exit }; sleep 60'
exit 0
