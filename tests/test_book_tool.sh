#!/bin/sh
# The tool for opening books: what it makes of games, shows, merges and finds wrong.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

# The tool with files of the scratch folder.
book() {
    (cd "$scratch" && "$TOOLS/book" "$@")
}

# moves BOOK [MOVE...]: what the book has, as "MOVE WEIGHT" with blanks between.
moves() {
    book show "$@" | tr -d '\r' | sed -n 's/^  \([^ ]*\) *[^ ]* *\([0-9]*\) *[0-9.]*%$/\1 \2/p' |
        tr '\n' ' '
}

same() {
    cmp -s "$scratch/$1" "$scratch/$2" && echo same || echo different
}

# game RESULT MOVES: a game of a PGN file.
game() {
    printf '[Event "test"]\n[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$1"
}

{
    game 1-0 '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'
    game 1-0 '1. e4 c5 2. Nf3 d6'
    game 0-1 '1. e4 c5 2. Nc3 Nc6'
    game 1/2-1/2 '1. d4 d5 2. c4 e6'
    game '*' '1. d4 Nf6 2. c4 g6'
} >"$scratch/games.pgn"

# ---- From games ----

run book make --out games.bin --min-games 1 games.pgn
check_equal games_are_counted '0 5 games, 0 broken ones left out, 22 moves
games.bin: 11 positions, 13 moves; left out: 0 of too few games, 5 without points' "$status $out"
check_equal wins_count_two_and_draws_one 'e4 4 d4 2 ' "$(moves games.bin)"
check_equal weights_are_those_of_the_side_that_moved 'c5 2 ' "$(moves games.bin e4)"
check_equal later_moves_are_there 'Nf3 2 ' "$(moves games.bin 1.e4 1...c5)"
check_equal uci_moves_are_understood 'c4 1 ' "$(moves games.bin d2d4 d7d5)"
check_equal lost_moves_are_left_out '' "$(moves games.bin e4 e5 Nf3)"

run book make --out again.bin --min-games 1 --memory 1 games.pgn
check_equal books_are_repeatable same "$(same games.bin again.bin)"
book make --out piped.bin --min-games 1 - <"$scratch/games.pgn" >/dev/null
check_equal standard_input_is_read same "$(same games.bin piped.bin)"

run book make --out uniform.bin --uniform --min-games 1 games.pgn
check_equal uniform_weights_count_games 'e4 3 d4 2 ' "$(moves uniform.bin)"
check_equal uniform_weights_keep_lost_moves 'c5 2 e5 1 ' "$(moves uniform.bin e4)"
run book make --out common.bin --uniform --min-games 2 games.pgn
check_equal rare_moves_are_left_out 'c5 2 ' "$(moves common.bin e4)"
run book make --out short.bin --uniform --min-games 1 --depth 1 games.pgn
check_equal depth_is_kept 'e4 3 d4 2 |' "$(moves short.bin)|$(moves short.bin e4)"

# Lines of a repertoire have no results; each counts once wherever it passes.
{
    game '*' '1. e4 c5 2. Nf3'
    game '*' '1. e4 c5 2. c3'
    game '*' '1. e4 e5'
} >"$scratch/lines.pgn"
run book make --out lines.bin --min-games 1 lines.pgn
check_equal lines_weigh_by_number 'e4 3 |c5 2 e5 1 |Nf3 1 c3 1 ' \
    "$(moves lines.bin)|$(moves lines.bin e4)|$(moves lines.bin e4 c5)"

{
    game 1-0 '1. e4 e5 2. Nf3'
    game 1-0 '1. e4 e5 2. Ke3'
    game 1-0 '1. d4'
} >"$scratch/broken.pgn"
run book make --out broken.bin --min-games 1 broken.pgn
check_equal broken_games_are_located 1 "$(printf '%s\n' "$err" | grep -c '^book: broken.pgn: line 9: ')"
check_equal broken_games_are_skipped '1 2 games, 1 broken ones left out' \
    "$status $(printf '%s\n' "$out" | sed -n 1p | cut -d , -f 1-2)"
check_equal others_are_kept 'd4 2 e4 2 ' "$(moves broken.bin)"

yes "$(game '*' '1. e5')" | head -200 >"$scratch/worse.pgn"
run book make --out worse.bin worse.pgn
check_equal complaints_are_few '1 22' "$status $(printf '%s\n' "$err" | wc -l | tr -d ' ')"
check_equal no_book_is_made no "$([ -e "$scratch/worse.bin" ] && echo yes || echo no)"
run book make --out games.bin --min-games 100 games.pgn
check_equal nothing_left_is_said '1 no move is left' \
    "$status $(printf '%s\n' "$err" | sed 's/book: \(no move is left\).*/\1/')"
check_equal old_book_stays same "$(same games.bin again.bin)"
run book make --out some.bin --min-games 1 missing.pgn games.pgn
check_equal missing_games_are_named '1 book: missing.pgn: No such file or directory' "$status $err"
check_equal other_games_are_read same "$(same games.bin some.bin)"
run book make --out no/such/folder.bin --min-games 1 games.pgn
check_equal impossible_book_is_refused 1 "$status"
check_equal nothing_is_left_behind '' "$(ls "$scratch" | grep -e runs -e new)"

# ---- From books ----

run book make --out first.bin --min-games 1 --uniform broken.pgn
run book merge --out merged.bin uniform.bin first.bin
check_equal weights_are_added '0 e4 4 d4 3 ' "$status $(moves merged.bin)"
run book merge --out self.bin games.bin
check_equal one_book_stays_itself '0 same' "$status $(same games.bin self.bin)"
run book merge --out part.bin missing.bin games.bin
check_equal missing_book_is_named '1 same' "$status $(same games.bin part.bin)"

# ---- Looking ----

run book show games.bin e4
check_equal position_is_shown '0 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
key 823c9b50fd114196, moves: 1
  c5      c7c5        2 100.00%' "$status $out"
run book show --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' games.bin Kd1
check_equal other_positions_are_shown '0 4k3/8/8/8/8/8/8/3K4 b - - 1 1' "$status $(printf '%s\n' "$out" | sed -n 1p)"
run book show games.bin e5
check_equal illegal_move_is_refused 2 "$status"
run book show --fen nonsense games.bin
check_equal bad_fen_is_refused 2 "$status"

run book verify games.bin
check_equal good_book_is_good '0 no faults' "$status $(printf '%s\n' "$out" | sed -n '$p')"
cat "$scratch/games.bin" "$scratch/games.bin" >"$scratch/unsorted.bin"
run book verify unsorted.bin
check_equal unsorted_book_is_bad '1 1' "$status $(printf '%s\n' "$err" | grep -c 'out of order')"
head -c 100 "$scratch/games.bin" >"$scratch/cut.bin"
run book verify cut.bin
check_equal truncated_book_is_bad '1 1' "$status $(printf '%s\n' "$err" | grep -c 'is cut off')"
: >"$scratch/empty.bin"
run book show empty.bin
check_equal empty_book_is_bad '1 1' "$status $(printf '%s\n' "$err" | grep -c 'is empty')"
run book show games.pgn
check_equal other_file_is_no_book '1 1' "$status $(printf '%s\n' "$err" | grep -c 'not a Polyglot book')"

# ---- Command lines ----

run book
check_equal command_is_needed '2 usage:' "$status $(printf '%s\n' "$err" | sed -n 1p | cut -d ' ' -f 1)"
run book burn
check_equal unknown_command_is_refused "2 book: there is no command 'burn'; try book --help" "$status $err"
run book mrge
check_equal mistyped_command_is_guessed_at \
    "2 book: there is no command 'mrge', perhaps merge is meant; try book --help" "$status $err"
run book --help
check_equal help_is_there '0 usage: book' "$status $(first_words "$out" 2)"
for command in make show merge verify; do
    run book $command --help
    check_equal "help_of_${command}" "0 usage: book $command" \
        "$status $(first_words "$out" 3)"
    run book $command
    check_equal "operands_of_${command}" 2 "$status"
done

# Our own book is what the tool makes of our lines.
book make --min-games 1 --depth 60 --out own.bin "$root/books/openings.pgn" >/dev/null 2>&1
check own_book_is_made_of_our_lines cmp "$scratch/own.bin" "$root/books/castellan.bin"

finish_tests
