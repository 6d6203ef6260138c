#!/bin/sh
# Hundreds of damaged files, through the programs that read them: none crashes one or breaks a rule
# of the sanitizers, and what is refused is named, in printable words. $CASTELLAN is the engine and
# $DAMAGE the program that does the damage.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

engine=${CASTELLAN:?CASTELLAN must be the path of the engine}
make_scratch

# Files of each kind. The sanitizers make each run an order of magnitude dearer.
count=180
[ "${MODE:-release}" = debug ] && count=60

# ---- What is damaged ----

mkdir "$scratch/pgn" "$scratch/bin" "$scratch/epd"
{
    sed -n 1,60p "$root/books/openings.pgn"
    printf '[Event "A \\"name\\""]\n[SetUp "1"]\n[FEN "%s"]\n[Result "1-0"]\n\n' \
        'nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1'
    printf '{Before} 1. e4 $1 {[%%clk 0:01:00]} (1. d4 d5 (1... Nf6) 2. c4) e5 ; rest\n%% escape\n1-0\n'
} >"$scratch/games.pgn"
cat >"$scratch/suite.epd" <<'END_OF_SUITE'
6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; dm 1; id "mate";
6k1/5ppp/8/8/8/8/8/R6K w - - am Kg1; hmvc 3; fmvn 40;
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - c0 "Bb5=10, Bc4=7, d4=5"; id "x";

# a comment
rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm dxe3 c5; am a6; c0 "c5=3, a6=1";
END_OF_SUITE
run "$TOOLS/book" make --min-games 1 --out games.bin games.pgn
check_equal whole_games_are_read '0 ' "$status $err"
run "$TOOLS/book" verify games.bin
check_equal whole_book_is_good 0 "$status"
run "$engine" epd --nodes 1 suite.epd
check_equal whole_suite_is_read 0 "$(printf '%s\n' "$err" | grep -c .)"

for name in games.pgn games.bin suite.epd; do
    check "damage_is_done_to_$name" "${DAMAGE:?}" "$scratch/$name" "$count" "$scratch/${name#*.}"
done

# ---- What becomes of it ----

# try MOST FILE COMMAND...: adds to $faults unless it ends with a status of 0 to MOST, names the file
# where the status is MOST, and prints nothing that a terminal should not see.
try() {
    most=$1
    file=$2
    shift 2
    run "$@"
    fault=''
    [ "$status" -le "$most" ] || fault="status $status"
    case $out$err in
    *Sanitizer* | *'runtime error'*) fault="$fault, sanitizer" ;;
    *[!\ -~"$newline"]*) fault="$fault, unprintable" ;;
    esac
    if [ "$status" -eq "$most" ]; then
        case $out$err in
        *"$file"* | *'no move is left'*) ;;
        *) fault="$fault, silent" ;;
        esac
    fi
    tried=$((tried + 1))
    [ "$status" -lt "$most" ] || refused=$((refused + 1))
    [ -z "$fault" ] || faults="$faults $file: ${fault#, };"
}
newline='
'

# survey NAME KIND MOST COMMAND...: tries the command on every file of a kind. Some must be refused,
# otherwise they were not damaged, and some must not.
survey() {
    name=$1 kind=$2 limit_of_status=$3
    shift 3
    tried=0 refused=0 faults=''
    for path in "$scratch/$kind"/*; do
        try "$limit_of_status" "${path##*/}" "$@" "$kind/${path##*/}"
    done
    check_equal "$name" "$count " "$tried $faults"
    check "some_are_refused_by_$name" test "$refused" -gt 0 -a "$refused" -lt "$tried"
}

# play_with BOOK: two searches of an engine that shall use it; status 9 unless both have their move.
play_with() {
    "$engine" "setoption name BookFile value $1" 'setoption name OwnBook value true' 'go nodes 1' \
        'position startpos moves e2e4' 'go nodes 1' >played
    answer=$?
    cat played
    [ "$(grep -cE '^bestmove ([a-h][27][a-h][3-6]|[bg][18][acfh][36])' played)" -eq 2 ] || answer=9
    return $answer
}

# Letters beyond ASCII are no different from noise.
LC_ALL=C
export LC_ALL
survey damaged_games_are_read pgn 1 "$TOOLS/book" make --min-games 1 --out made.bin
survey damaged_books_are_shown bin 1 "$TOOLS/book" show
survey damaged_books_are_verified bin 1 "$TOOLS/book" verify
survey damaged_books_are_merged bin 1 "$TOOLS/book" merge --out merged.bin games.bin
survey damaged_books_are_played_with bin 1 play_with
survey damaged_suites_are_run epd 2 "$engine" epd --nodes 1 --hash 1

finish_tests
