#!/bin/sh
# Releases: what is packed, under which names, and that nothing goes out that plays other chess. The
# compilers and emulators are stand-ins, and the engine is a script.

set -u
. "$(dirname -- "$0")/unity_shell.sh"

make_scratch

project=$scratch/project
mkdir -p "$project/tools" "$project/tests" "$project/include" "$project/books" "$scratch/bin"
cp "$root/tools/release.sh" "$project/tools"
echo '#define CASTELLAN_VERSION "7.5"' >"$project/include/version.h"
echo 4711 >"$project/tests/bench.txt"
echo 'Read this.' >"$project/README.md"
echo 'Do as you like.' >"$project/LICENSE"
echo book >"$project/books/castellan.bin"

# make_engine NODES: what every compiler makes from now on.
make_engine() {
    # shellcheck disable=SC2016 # the variables are make's
    printf '%s\n\t%s\n\t%s\n' 'all:' \
        "@printf '#!/bin/sh\\necho \$(ARCH)\\necho $1 nodes 5 nps\\n' >\$(EXE)" \
        '@chmod +x $(EXE)' >"$project/Makefile"
}

# make_tool NAME LINE: a program that stands first on the path.
make_tool() {
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
make_tool gcc 'echo x86_64-linux-gnu'
make_tool clang 'echo x86_64-linux-gnu'
make_tool aarch64-linux-gnu-gcc 'echo aarch64-linux-gnu'
make_tool x86_64-w64-mingw32-gcc 'echo x86_64-w64-mingw32'
make_tool uname 'echo x86_64'
for runner in qemu-aarch64-static wine64; do
    make_tool "$runner" 'exec "$@"'
done

PATH=$scratch/bin:$PATH
SOURCE_DATE_EPOCH=1700000000
export PATH SOURCE_DATE_EPOCH
unset MAKEFLAGS MAKELEVEL MFLAGS ALLOW_MISSING OS

# release [PLATFORM...]: leaves the results in $status, $out and $err.
release() {
    run sh "$project/tools/release.sh" "$@"
}

made() {
    (cd "$project/build/release" && echo *)
}

make_engine 4711
if ! tar --version 2>/dev/null | grep -q GNU && ! command -v gtar >/dev/null; then
    release
    check_equal gnu_tar_is_needed '1 tools/release.sh: GNU tar is needed' "$status $err"
    finish_tests
fi

# ---- What is packed ----

release linux-x86-64-v3 linux-arm64
check_equal archives_are_made \
    '0 SHA256SUMS castellan-7.5-linux-arm64.tar.gz castellan-7.5-linux-x86-64-v3.tar.gz' \
    "$status $(made)"
check_equal signatures_are_checked 2 "$(printf '%s\n' "$out" | grep -c 'bench 4711, as it has to be')"
check sums_are_right sh -c "cd '$project/build/release' && sha256sum -c SHA256SUMS"
tar -xzf "$project/build/release/castellan-7.5-linux-x86-64-v3.tar.gz" -C "$scratch"
unpacked=$scratch/castellan-7.5-linux-x86-64-v3
check_equal archive_holds_what_it_should 'LICENSE README.md books books/castellan.bin castellan' \
    "$(cd "$unpacked" && find . -mindepth 1 | sed 's|^./||' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
check_equal engine_runs_from_the_archive x86-64-v3 "$("$unpacked/castellan" | sed -n 1p)"

first=$(cat "$project/build/release/SHA256SUMS")
touch "$project/README.md" "$project/LICENSE"
release linux-x86-64-v3 linux-arm64
check_equal archives_are_repeatable "$first" "$(cat "$project/build/release/SHA256SUMS")"

# The book has to be where an engine that was just unpacked looks for it.
check_equal book_is_where_the_engine_looks book "$(cat "$unpacked/$("$TOOLS/options_table" |
    sed -n 's/^| `BookFile` | a text | \([^ ]*\) .*/\1/p' | tr -d '\r')")"

if command -v zip >/dev/null && command -v unzip >/dev/null; then
    release
    check_equal all_platforms_are_built '0 8' "$status $(made | wc -w | tr -d ' ')"
    first=$(cat "$project/build/release/SHA256SUMS")
    release
    check_equal all_archives_are_repeatable "$first" "$(cat "$project/build/release/SHA256SUMS")"
    check_equal windows_has_one_program 1 \
        "$(unzip -l "$project/build/release/castellan-7.5-windows-x86-64.zip" | grep -c 'castellan\.exe$')"
fi

# ---- What is refused ----

make_engine 4712
release linux-arm64
check_equal other_chess_is_refused \
    "1 tools/release.sh: linux-arm64: bench gives '4712' where tests/bench.txt has 4711" "$status $err"
make_engine 4711

make_tool qemu-aarch64-static 'echo illegal instruction; exit 4'
release linux-arm64
check_equal broken_build_is_refused \
    "1 tools/release.sh: linux-arm64: bench gives 'nothing' where tests/bench.txt has 4711" "$status $err"
make_tool uname 'echo riscv64'
release linux-x86-64
check_equal foreign_build_is_not_checked "0 yes" "$status $(has "$out" 'not checked: this machine is riscv64')"

make_tool aarch64-linux-gnu-gcc 'exit 1'
release linux-x86-64 linux-arm64
check_equal missing_compiler_is_named "yes" "$(has "$out" 'skipped: aarch64-linux-gnu-gcc is not installed')"
check_equal missing_compiler_is_a_failure "1 SHA256SUMS castellan-7.5-linux-x86-64.tar.gz" \
    "$status $(made)"
ALLOW_MISSING=1
export ALLOW_MISSING
release linux-x86-64 linux-arm64
check_equal missing_compiler_may_be_accepted 0 "$status"
release linux-arm64
check_equal nothing_at_all_is_a_failure '1 tools/release.sh: nothing could be built' "$status $err"

release amiga
check_equal unknown_platform_is_refused "1 tools/release.sh: there is no platform 'amiga'" \
    "$status $(printf '%s\n' "$err" | cut -d ';' -f 1)"
echo 'all: ; false' >"$project/Makefile"
release linux-x86-64
check_equal failed_build_is_reported \
    '1 tools/release.sh: linux-x86-64 cannot be built; see build/release/linux-x86-64.log' "$status $err"

finish_tests
