#!/bin/sh
# Talks to the built engine as a GUI or a person at the shell would: through pipes and by its
# command line. $CASTELLAN is the engine.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

engine=${CASTELLAN:?CASTELLAN must be the path of the engine}
make_scratch

kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

# Where the engine is started.
folder=.

# talk INPUT [ARGUMENT...]: pipes INPUT, a format of printf, into the engine; leaves the results in
# $status, $out and $err.
talk() {
    # shellcheck disable=SC2059 # the format is the input
    printf "$1" >"$scratch/in"
    shift
    # shellcheck disable=SC2002 # a pipe, not a file, is what a GUI gives
    cat "$scratch/in" | (cd "$folder" && exec "$engine" "$@") >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    await
    collect
}

# call ARGUMENT...: the same without any input.
call() {
    talk '' "$@"
}

first_line() {
    printf '%s\n' "$1" | sed -n 1p
}

last_line() {
    printf '%s\n' "$1" | tail -n 1
}

# How many leaves the output counts.
leaves() {
    printf '%s\n' "$out" | sed -n 's/^Nodes searched: //p'
}

# ---- Handshake ----

talk 'uci\n'
check_equal uci_ends_with_uciok 'uciok' "$(last_line "$out")"
check_equal uci_begins_with_the_name 'id name' "$(first_line "$out" | cut -c 1-7)"
check_equal uci_succeeds '0 ' "$status $err"

talk 'isready\n'
check_equal isready_is_the_first_command '0 readyok' "$status $out"

talk ''
check_equal nothing_is_said_unasked '0  ' "$status $out $err"

talk 'quit\n'
check_equal quit_is_silent '0  ' "$status $out $err"

talk 'isready\nquit\nisready\n'
check_equal nothing_is_done_after_quit '0 readyok' "$status $out"

talk 'xboard\nprotover 2\nuci\n'
check_equal other_protocols_are_survived 'uciok' "$(last_line "$out")"

# ---- Ends of lines and of input ----

talk 'isready\r\nposition startpos moves e2e4\r\nd\r\nquit\r\n'
check_equal crlf_is_answered 'readyok' "$(first_line "$out")"
check_equal crlf_keeps_the_last_move 'Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' \
    "$(printf '%s\n' "$out" | grep '^Fen: ')"

talk 'isready'
check_equal last_line_needs_no_end '0 readyok' "$status $out"

talk '\n\n   \n\t\nisready\n\n'
check_equal blank_lines_are_ignored '0 readyok' "$status $out"

talk 'is\000ready\n'
check_equal nul_bytes_are_dropped '0 readyok' "$status $out"

# ---- Flushing ----

# Whether the output holds the text within the limit; the first looks come without a pause.
appears() {
    looks=0
    until grep -qx "$1" "$scratch/out"; do
        looks=$((looks + 1))
        [ $looks -lt 100 ] || sleep 1
        [ $looks -lt $((100 + limit)) ] || return 1
    done
}

# Standard input stays open all the while, as it does with a GUI.
mkfifo "$scratch/fifo"
: >"$scratch/out"
"$engine" <"$scratch/fifo" >"$scratch/out" 2>"$scratch/err" &
pid=$!
exec 3>"$scratch/fifo"
echo isready >&3
check answer_comes_at_once appears readyok
echo uci >&3
check second_answer_comes_at_once appears uciok
echo 'go perft 1' >&3
check third_answer_comes_at_once appears 'Nodes searched: 20'
exec 3>&-
await
check_equal end_of_input_ends_the_engine 0 "$status"

# ---- Command line ----

call perft 3
check_equal perft_on_the_command_line '0 8902' "$status $(leaves)"
call perft 3 "$kiwipete"
check_equal perft_of_a_quoted_fen '0 97862' "$status $(leaves)"
# shellcheck disable=SC2086 # the words of the FEN are meant to be split
call perft 2 $kiwipete
check_equal perft_of_a_split_fen '0 2039' "$status $(leaves)"
# The sanitizers make the full depths too dear.
if [ "${MODE:-release}" = release ]; then
    call perft 6
    check_equal perft_of_the_start 119060324 "$(leaves)"
    call perft 5 "$kiwipete"
    check_equal perft_of_kiwipete 193690690 "$(leaves)"
else
    call perft 5
    check_equal perft_of_the_start 4865609 "$(leaves)"
    call perft 4 "$kiwipete"
    check_equal perft_of_kiwipete 4085603 "$(leaves)"
fi
call 'perft 2'
check_equal perft_in_one_argument '0 400' "$status $(leaves)"

call 'position startpos moves e2e4 e7e5' 'go perft 1'
check_equal commands_as_arguments '0 29' "$status $(leaves)"
call isready quit isready
check_equal arguments_end_with_quit '0 readyok' "$status $out"
call uci
check_equal single_command_as_argument 'uciok' "$(last_line "$out")"

call --help
check_equal help_describes_the_usage '0 usage:' "$status $(first_line "$out" | cut -d ' ' -f 1)"
check_equal help_mentions_every_form 'play epd perft bench genfens help "COMMAND" --help --version' \
    "$(printf '%s\n' "$out" | sed -n 's/^       castellan \([^ ]*\).*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
usage=$out
call -h
check_equal help_has_a_short_form "0 $usage" "$status $out"
call --version
check_equal version_is_one_line '0 1' "$status $(printf '%s\n' "$out" | wc -l | tr -d ' ')"
version=$out
call -v
check_equal version_has_a_short_form "0 $version" "$status $out"
call -V
check_equal version_has_another_short_form "0 $version" "$status $out"
talk 'uci\n'
check_equal version_is_the_name "id name $version" "$(first_line "$out")"

call help
check_equal help_on_the_command_line '0 The UCI protocol' "$status $(first_line "$out")"
call help go
check_equal help_on_a_command '0 go [LIMIT...]' "$status $(first_line "$out" | cut -d ' ' -f 1-2)"
call help play
check_equal help_on_a_subcommand '0 usage: castellan play' \
    "$status $(first_line "$out" | cut -d ' ' -f 1-3)"
call help nonsense
check_equal help_on_nothing_fails 1 "$status"

call nonsense
check_equal unknown_argument_is_named "1 info string unknown command 'nonsense', try help" \
    "$status $out"
call pisition
check_equal mistyped_argument_is_guessed \
    "1 info string unknown command 'pisition', did you mean position? try help" "$status $out"
call perft x
check_equal refused_argument_fails 1 "$status"
talk 'isready\n' --foreign=1 --other
check_equal foreign_flags_do_not_keep_from_uci '0 readyok' "$status $out"
check_equal foreign_flags_are_named 2 "$(printf '%s\n' "$err" | grep -c 'is unknown and ignored')"
call perft many
check_equal bad_depth_is_named 'info string perft: expected a depth from 0 to 99' \
    "$(printf '%s\n' "$out" | cut -d , -f 1)"
call perft 2 '8/8/8/8/8/8/8/8 w - - 0 1'
check_equal bad_fen_is_named 'info string perft: White has 0 kings, not one' "$out"

# ---- Where it runs ----

mkdir "$scratch/a place with spaces" "$scratch/empty"
cp "$engine" "$scratch/a place with spaces/"
engine="$scratch/a place with spaces/${engine##*/}"
folder=$scratch/empty
talk 'uci\nisready\nposition startpos\ngo depth 3\n'
check_equal path_with_spaces_from_another_folder '0 bestmove' \
    "$status $(last_line "$out" | cut -d ' ' -f 1)"
check_equal no_files_are_left_behind 0 "$(find "$scratch/empty" | grep -c empty/)"

"$engine" isready 'go depth 3' >"$scratch/out" 2>&- </dev/null &
pid=$!
await
collect
check_equal standard_error_may_be_closed '0 readyok bestmove' \
    "$status $(first_line "$out") $(last_line "$out" | cut -d ' ' -f 1)"

finish_tests
