#!/bin/sh
# Random openings as OpenBench asks for them. $CASTELLAN is the engine.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

engine=${CASTELLAN:?CASTELLAN must be the path of the engine}
make_scratch

# ask ARGUMENT...: leaves the results in $status, $out and $err.
ask() {
    run "$engine" "$@"
}

fens() {
    printf '%s\n' "$out" | sed -n 's/^info string genfens //p'
}

# Whether every FEN is one that the engine reads, with a legal move.
are_playable() {
    fens | while read -r fen; do
        "$engine" perft 1 "$fen" | grep -q '^Nodes searched: [1-9]' || echo "$fen"
    done
}

# ---- Forms ----

ask 'genfens 6 seed 1 book None' quit
first=$out
check_equal every_line_is_an_opening '0 6 6' \
    "$status $(fens | wc -l | tr -d ' ') $(printf '%s\n' "$out" | wc -l | tr -d ' ')"
check_equal openings_are_playable '' "$(are_playable)"
check_equal openings_are_distinct 6 "$(fens | sort -u | wc -l | tr -d ' ')"
check_equal both_sides_are_to_move 'w b w b w b' "$(fens | cut -d ' ' -f 2 | tr '\n' ' ' | sed 's/ $//')"
check_equal openings_have_eight_or_nine_plies 5 "$(fens | cut -d ' ' -f 6 | sort -u)"
ask 'genfens 6 seed 1 book None' quit
check_equal same_seed_gives_the_same "$first" "$out"
ask genfens 6 seed 1 book None
check_equal words_need_no_quotes "$first" "$out"
printf 'genfens 6 seed 1 book None\nquit\n' | "$engine" | tr -d '\r' >"$scratch/typed"
check_equal prompt_gives_the_same "$first" "$(cat "$scratch/typed")"
ask 'genfens 2 seed 1 book None'
check_equal fewer_are_the_first_of_more "$(printf '%s\n' "$first" | head -n 2)" "$out"
ask 'genfens 6 seed 2 book None'
check_equal other_seeds_give_others 12 \
    "$(printf '%s\n%s\n' "$first" "$out" | sort -u | wc -l | tr -d ' ')"

# ---- Chess960 ----

ask 'genfens 3 seed 5 book None frc'
check_equal chess960_is_playable '0 3 ' "$status $(fens | wc -l | tr -d ' ') $(are_playable)"
frc=$out
ask 'genfens 3 seed 5 book None dfrc'
check_equal double_chess960_is_playable '0 3 ' "$status $(fens | wc -l | tr -d ' ') $(are_playable)"
check_equal variants_differ 6 "$(printf '%s\n%s\n' "$frc" "$out" | sort -u | wc -l | tr -d ' ')"

# ---- Books ----

cat >"$scratch/book.epd" <<'END'
# two lines
8/4k3/4p3/8/8/4P3/4K3/8 w - - bm Kd3; id "x";
8/4k3/4p3/8/8/4P3/4K3/8 b - - 4 20

END
ask 'genfens 4 seed 1 book book.epd'
check_equal book_is_begun_with '0 4 ' "$status $(fens | wc -l | tr -d ' ') $(are_playable)"
check_equal book_pieces_are_kept 4 "$(fens | cut -d ' ' -f 1 | tr -d '0-9/' | grep -ciE '^[kKpP]{2,4}$')"

# refused NAME COMPLAINT COMMAND
refused() {
    ask "$3"
    check_equal "$1" "1 info string genfens: $2" "$status $out"
}
refused missing_book_is_named "the book 'no.epd' cannot be opened" 'genfens 1 seed 1 book no.epd'
echo nonsense >"$scratch/bad.epd"
ask 'genfens 1 seed 1 book bad.epd'
check_equal bad_book_is_located '1 info string genfens: line 1 of the book' "$status $(printf '%s\n' "$out" | cut -c 1-39)"
: >"$scratch/empty.epd"
refused empty_book_is_refused 'there is no position in the book' 'genfens 1 seed 1 book empty.epd'
echo '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' >"$scratch/over.epd"
refused book_of_ended_games_is_refused 'no opening was found that both sides can play' \
    'genfens 1 seed 1 book over.epd'

# ---- Words that make no sense ----

refused number_is_needed "the number of openings '' is not a number from 1 on" genfens
refused number_is_positive "the number of openings '0' is not a number from 1 on" 'genfens 0'
refused seed_is_a_number "the seed 'x' is not a number from 0 on" 'genfens 1 seed x'
refused book_needs_a_path 'book needs the path of a file, or None' 'genfens 1 seed 1 book'
refused unknown_word_is_named "'fast' is not one of seed, book, frc and dfrc" \
    'genfens 1 seed 1 book None fast'

finish_tests
