#!/bin/sh
# tools/match: its command line, what it asks of cutechess-cli, and that an interrupted run goes on
# where it was. A stand-in plays for cutechess-cli.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

# A project of its own, so that nothing here is touched, whose engine is a script.
project=$scratch/project
mkdir -p "$project/tools" "$project/books" "$scratch/bin"
cp "$root/tools/match" "$project/tools/match"
cp "$here/fake_cutechess.sh" "$scratch/bin/cutechess-cli"
# shellcheck disable=SC2016 # the variables are make's
printf 'all:\n\tprintf "#!/bin/sh\\n# $(VERSION)\\n" >$(EXE)\n\tchmod +x $(EXE)\nVERSION := 1\n' \
    >"$project/Makefile"
for side in w b; do
    for file in a b c d e f g h; do
        echo "4k3/8/8/8/8/8/P7/4K3 $side - - 0 1" | sed "s/P7/$(echo "$file" |
            sed 's/a/P7/; s/b/1P6/; s/c/2P5/; s/d/3P4/; s/e/4P3/; s/f/5P2/; s/g/6P1/; s/h/7P/')/"
    done
done >"$project/books/balanced.epd"
for engine in one two; do
    printf '#!/bin/sh\n' >"$scratch/bin/$engine"
done
chmod +x "$scratch/bin/"* "$project/tools/match"

MATCH_REPORT=$TOOLS/match_report
FAKE_NOTES=$scratch/notes
CUTECHESS=$scratch/bin/cutechess-cli
PATH=$scratch/bin:$PATH
export MATCH_REPORT FAKE_NOTES CUTECHESS PATH
unset MAKEFLAGS MAKELEVEL MFLAGS GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# match ARGUMENT...: leaves the results in $status, $out and $err, and in $notes what the stand-in
# was told.
match() {
    : >"$FAKE_NOTES"
    (cd "$project" && tools/match "$@" </dev/null) >"$scratch/out" 2>"$scratch/err"
    status=$?
    collect
    notes=$(cat "$FAKE_NOTES")
}

# How many games a run has.
games_of() {
    grep -c '^\[Result ' "$project/build/match/$1/games.pgn"
}

# ---- Command lines ----

match --help
check_equal help_is_there "0 yes" "$status $(has "$out" 'tools/match gauntlet ENGINE')"
match sprt --help
check_equal help_after_a_command "0 yes" "$status $(has "$out" '--concurrency N')"
match
check_equal nothing_shows_the_usage "2 yes" "$status $(has "$out" 'usage: ')"

# expect_refusal NAME COMPLAINT ARGUMENT...
expect_refusal() {
    name=$1
    complaint=$2
    shift 2
    match "$@"
    check_equal "$name" "2 tools/match: $complaint" "$status $(printf '%s\n' "$err" | sed 's/; try.*//')"
}
expect_refusal unknown_command "'swiss' is not one of sprt, gauntlet and chess960" swiss one
expect_refusal unknown_option 'there is no --time' gauntlet one --time 3
expect_refusal option_without_value '--tc needs a value' gauntlet one --tc
expect_refusal number_is_needed "--games: 'x' is not a whole number" gauntlet one --games x
expect_refusal no_games '--games, --threads, --start and --concurrency must be at least 1' \
    gauntlet one --games 0
expect_refusal bounds_are_for_sprt '--elo0 is for sprt' gauntlet one --elo0 1
expect_refusal bounds_are_numbers "--elo1: 'much' is not a number" sprt . --elo1=much
expect_refusal names_are_plain \
    "--name: '../x' must be of letters, digits, '.', '_' and '-'" gauntlet one --name ../x
expect_refusal options_are_pairs "--option: 'Hash' is not NAME=VALUE" gauntlet one --option Hash
expect_refusal gauntlet_needs_an_engine 'gauntlet needs an ENGINE' gauntlet
expect_refusal engine_must_exist \
    "there is no engine 'three': it is neither a program here nor on the PATH" gauntlet three
expect_refusal openings_must_exist \
    'there is no none.epd; name a file of start positions by --openings FILE' \
    gauntlet one --openings none.epd
expect_refusal random_openings_are_for_chess960 '--openings random is for chess960 only' \
    gauntlet one --openings random

CUTECHESS=$scratch/nowhere
match gauntlet one
check_equal missing_cutechess_is_explained "2 yes yes yes" \
    "$status $(has "$err" 'cutechess-cli was not found') $(has "$err" 'cmake -S') $(has "$err" 'Qt 6')"
CUTECHESS=
match gauntlet one --games 2 --name path
check_equal cutechess_is_found_on_the_path "0 2" "$status $(games_of path)"
CUTECHESS=$scratch/bin/cutechess-cli

# ---- What cutechess-cli is told ----

match gauntlet one 'xboard:Old-One=two --deep x' --games 3 --tc 1+0.1 --hash 8 --threads 3 \
    --concurrency 7 --option 'Move Overhead=9' --name words
check_equal both_opponents_are_met "0 2" "$status $(printf '%s\n' "$notes" | wc -l | tr -d ' ')"
first=$(printf '%s\n' "$notes" | sed -n 1p)
second=$(printf '%s\n' "$notes" | sed -n 2p)
check_equal engine_is_described yes "$(has "$first" \
    "-engine name=one cmd=$scratch/bin/one proto=uci option.Hash=8 option.Threads=3 -each")"
check_equal castellan_has_its_options yes "$(has "$first" 'option.Threads=3 option.Move Overhead=9')"
check_equal xboard_engine_is_described yes "$(has "$second" \
    "-engine name=Old-One cmd=$scratch/bin/two proto=xboard arg=--deep arg=x -each")"
check_equal conditions_are_passed_on yes "$(has "$first" '-each tc=1+0.1 timemargin=0 -variant standard')"
check_equal games_become_pairs yes "$(has "$first" '-games 2 -repeat 2 -rounds 2 -concurrency 7')"
check_equal openings_are_played_in_order yes \
    "$(has "$first" "file=$project/books/balanced.epd format=epd order=sequential start=1 ")"
check_equal gauntlets_are_played_out 'no no' "$(has "$first" ' -draw ') $(has "$first" ' -resign ')"
check_equal report_is_printed yes "$(has "$out" 'Old-One')"
check report_is_written grep -q '</html>' "$project/build/match/words/report.html"
check_equal zero_has_no_sign 0 "$(grep -c '>-0 %<' "$project/build/match/words/report.html")"

match chess960 one --games 4 --name chess960 --openings books/balanced.epd
check_equal chess960_is_another_variant "0 yes" "$status $(has "$notes" '-variant fischerandom')"
FAKE_WARNING="Two doesn't support variant fischerandom" FAKE_LAST=0
export FAKE_WARNING FAKE_LAST
match chess960 Two=two --games 4 --name other_rules
unset FAKE_WARNING FAKE_LAST
check_equal other_rules_are_explained '2 tools/match: Two does not play Chess960' "$status $err"
match chess960 one --games 4 --name random --dry-run
check_equal dry_run_only_prints "0 yes " "$status $(has "$out" '-srand 1 ') $notes"
check_equal dry_run_leaves_nothing no "$([ -e "$project/build/match/random" ] && echo yes || echo no)"

# ---- Going on ----

FAKE_LAST=3
export FAKE_LAST
match gauntlet one two --games 8 --name resumed
check_equal cut_off_run_has_some_games "0 6" "$status $(games_of resumed)"
unset FAKE_LAST
match gauntlet one two --games 8 --name resumed
check_equal whole_openings_count 'yes yes' \
    "$(has "$notes" 'start=3 -games 2 -repeat 2 -rounds 3 ') $(has "$out" '6 games, from opening 3 on')"
check_equal all_openings_are_played "0 18" "$status $(games_of resumed)"
match gauntlet one two --games 8 --name resumed
check_equal finished_run_is_only_reported "0  yes" "$status $notes $(has "$out" 'all')"
match gauntlet one two --games 12 --name resumed
check_equal finished_run_can_be_extended yes "$(has "$notes" 'start=6 -games 2 -repeat 2 -rounds 2 ')"

printf '[Event "?"]\n[White "castellan"]\n[Black "one"]\n[Result "1-0"]\n\n1. e4 {cut o' \
    >>"$project/build/match/resumed/games.pgn"
match gauntlet one two --games 14 --name resumed
check_equal cut_off_game_harms_no_other "0 yes yes" "$status $(has "$err" 'is not closed') \
$(has "$(cd "$project" && tools/match gauntlet one two --games 14 --name resumed 2>/dev/null)" 'one                          15')"

match gauntlet one two --games 14 --name resumed --tc 5+0.05
check_equal other_settings_are_refused "2 yes yes" \
    "$status $(has "$err" 'other settings') $(has "$err" '5+0.05')"
match gauntlet one --games 2 --name resumed --tc 5+0.05 --fresh
check_equal old_games_are_set_aside "0 2 yes" \
    "$status $(games_of resumed) $([ -e "$project/build/match/resumed.old-1/games.pgn" ] && echo yes)"
match gauntlet one --games 60 --name wrapped --start 15
check_equal openings_begin_where_told yes "$(has "$notes" 'start=15 -games')"
match gauntlet one --games 64 --name wrapped --start 15
check_equal openings_begin_again_at_the_end yes "$(has "$notes" 'start=13 -games')"

# ---- Interruption ----

# Waits until the file $1 holds the text $2.
wait_for() {
    looks=0
    until grep -q "$2" "$1" 2>/dev/null; do
        looks=$((looks + 1))
        [ $looks -lt 60 ] || return 1
        sleep 1
    done
}

FAKE_WAIT=yes FAKE_LAST=5
export FAKE_WAIT FAKE_LAST
(cd "$project" && exec tools/match gauntlet one two --games 8 --name stopped --every 1 </dev/null) \
    >"$scratch/out" 2>"$scratch/err" &
pid=$!
wait_for "$scratch/out" '^5 games: '
kill -TERM $pid
await
collect
check_equal interruption_has_its_status "130 yes" "$status $(has "$out" 'The same command goes on')"
check_equal running_match_is_followed yes "$(has "$out" '5 games: +3 =0 -2, 60.0 %')"
check_equal interruption_ends_the_whole_run "5 yes" \
    "$(games_of stopped) $([ -e "$project/build/match/stopped/report.html" ] && echo yes)"
unset FAKE_WAIT FAKE_LAST

# ---- Tests of revisions ----

git_here() {
    git -C "$project" -c user.name=Nobody -c user.email=nobody@localhost \
        -c commit.gpgsign=false -c core.hooksPath=/dev/null "$@" >/dev/null 2>&1
}
git_here init
git_here add Makefile books
git_here commit -m 'Version 1'
git_here branch -M main
sed 's/:= 1/:= 2/' "$project/Makefile" >"$scratch/Makefile"
cp "$scratch/Makefile" "$project/Makefile"
git_here commit -a -m 'Version 2'
new=$(git -C "$project" rev-parse --short=8 HEAD)
base=$(git -C "$project" rev-parse --short=8 HEAD~1)

# Wins with either colour decide it long before all games are played.
FAKE_RESULTS='1-0 0-1' FAKE_LAST=60 FAKE_WAIT=yes
export FAKE_RESULTS FAKE_LAST FAKE_WAIT
match sprt HEAD HEAD~1 --elo1 200 --name decided
check_equal decided_test_ends_the_match "0 yes" "$status $(has "$out" 'H1 accepted')"
check_equal revisions_are_built yes "$(has "$notes" \
    "name=new-$new cmd=$project/build/match/engines/$new/castellan")"
check_equal base_is_built "# 1" "$(sed -n 2p "$project/build/match/engines/$base/castellan")"
check_equal tests_are_adjudicated 'yes yes' "$(has "$notes" \
    '-draw movenumber=40 movecount=8 score=10') $(has "$notes" '-resign movecount=4 score=600')"
match sprt HEAD HEAD~1 --elo1 200 --name decided
check_equal decided_test_stays_decided "0 " "$status $notes"
unset FAKE_WAIT FAKE_LAST
FAKE_RESULTS='0-1 1-0'
match sprt HEAD HEAD~1 --elo1 200 --games 60 --name lost
check_equal lost_test_has_its_status "1 yes" "$status $(has "$out" 'H0 accepted')"
unset FAKE_RESULTS
match sprt . --games 4
check_equal undecided_test_has_its_status "1 yes" "$status $(has "$out" undecided)"
expect_refusal same_revision_is_refused "NEW and BASE are the same, $new: there is nothing to test" \
    sprt HEAD
expect_refusal unknown_revision_is_refused "'nonsense' is not a git revision of this project" \
    sprt nonsense
echo 'all: ; false' >"$project/Makefile"
match sprt .
check_equal failed_build_is_reported "2 yes" "$status $(has "$err" 'the working tree cannot be built; see')"

finish_tests
