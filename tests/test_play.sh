#!/bin/sh
# `castellan play` by its command line and through pipes. $CASTELLAN is the engine.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

engine=${CASTELLAN:?CASTELLAN must be the path of the engine}
make_scratch

# play INPUT [ARGUMENT...]: types INPUT, a format of printf; leaves the results in $status, $out
# and $err.
play() {
    # shellcheck disable=SC2059 # the format is the input
    printf "$1" >"$scratch/in"
    shift
    # shellcheck disable=SC2002 # a pipe, not a file, is what another program gives
    cat "$scratch/in" | (cd "$scratch" && exec "$engine" play "$@") >"$scratch/out" 2>"$scratch/err"
    status=$?
    collect
}

# Whether the output has this line, perhaps among others.
# shellcheck disable=SC2317 # called by name
says() {
    printf '%s\n' "$out" | grep -qxF -e "$1"
}

# refuse NAME MESSAGE [ARGUMENT...]: the arguments must be refused with this message.
refuse() {
    name=$1 message="castellan play: $2; try castellan play --help"
    shift 2
    play '' "$@"
    check_equal "$name" "2  $message" "$status $out $err"
}

games="$scratch/my games.pgn"
mate='7k/5Q2/6K1/8/8/8/8/8 w - - 0 1'

# ---- Games ----

play ''
check_equal nothing_typed_is_a_game_left 0 "$status"
check_equal nothing_is_asked_through_a_pipe 0 "$(printf '%s\n' "$out" | grep -c '?')"
check_equal no_sequences_go_through_a_pipe 0 "$(tr -dc '\033' <"$scratch/out" | wc -c | tr -d ' ')"

play 'Qg7\n' --fen "$mate" --full --nodes 100
check_equal mate_is_given 0 "$status"
check mate_is_announced says 'Checkmate: White wins, 1-0.'

play 'e5\r\nKe3\r\nquit\r\n' --color=black --elo 1200 --movetime 0.05
check_equal crlf_is_understood 2 "$(printf '%s\n' "$out" | grep -c '^Castellan plays ')"
check crlf_is_not_shown says "Illegal move 'Ke3': no king can go to e3."

play 'Qg7\nquit\n' --fen "$mate" --nodes 100 --pgn "$games" --name 'Anna B.' --time 5+3
check_equal game_is_written 0 "$status"
check_equal players_are_written '[White "Anna B."]' "$(sed -n 5p "$games")"
check_equal time_control_is_written '[TimeControl "300+3"]' "$(grep TimeControl "$games")"
play 'Qf1\n' --fen "$mate" --nodes 100 --pgn "$games"
check_equal games_are_added 2 "$(grep -c '^.Event' "$games")"
check_equal unfinished_game_says_so '[Result "*"]' "$(grep '^.Result' "$games" | tail -n 1)"
play 'Qg7\n' --fen "$mate" --nodes 100 --pgn no/such/folder.pgn
check_equal unwritten_game_fails 1 "$status"

play '' --chess960 0
check chess960_starts_by_number says ' 1  B  B  Q  N  N  R  K  R     > Player'
play '' --chess960 random --ascii
check_equal chess960_starts_by_lot 0 "$status"

# ---- Flags ----

play '' --help
check_equal help_is_given '0 usage: castellan play' \
    "$status $(first_words "$out" 3)"
check_equal help_has_every_flag 12 "$(printf '%s\n' "$out" | grep -c '^  --')"
refuse bad_colour "--colour: 'blue' is not a colour: white, black or random" --colour blue
refuse bad_elo "--elo: '100' is not a strength: an Elo from 1200 to 2800, or full" --elo 100
refuse bad_fen '--fen: White has 0 kings, not one' --fen '8/8/8/8/8/8/8/8 w - - 0 1'
refuse bad_chess960 "--chess960: '960' is not a start position: 0 to 959, or random" --chess960 960
refuse bad_seconds "--movetime: '-1' is not a number of seconds, as in 2 or 0.5" --movetime -1
refuse bad_flag 'there is no --colur, perhaps --colour is meant' --colur white
refuse two_strengths '--elo and --full exclude one another' --elo 1500 --full
refuse two_times '--time and --movetime exclude one another' --time 5 --movetime 2
refuse two_starts '--fen and --chess960 exclude one another' --fen "$mate" --chess960 1
refuse stray_word "'black' is not expected here" black
play '' --time soon
check_equal bad_time 2 "$status"

finish_tests
