#!/bin/sh
# Builds the engine for every platform it is released for, checks that each build plays the same
# chess, and packs it.
#
# usage: tools/release.sh [PLATFORM...]     all of them unless named; build/release is made anew
#
# A build that can be run here, be it with wine or qemu, must have the signature in tests/bench.txt;
# one that cannot is packed all the same and said to be unchecked. A platform without its compiler
# is skipped, which counts as a failure unless ALLOW_MISSING=1. Archives depend only on what is in
# them: names are sorted, times are that of the commit, or SOURCE_DATE_EPOCH.

set -u
LC_ALL=C
TZ=UTC
export LC_ALL TZ

all_platforms='linux-x86-64 linux-x86-64-v2 linux-x86-64-v3 linux-arm64'
all_platforms="$all_platforms windows-x86-64 windows-x86-64-v2 windows-x86-64-v3"

say() {
    printf '%-20s %s\n' "$platform" "$*"
}

die() {
    echo "tools/release.sh: $*" >&2
    exit 1
}

# first_of COMMAND...: the first one that is installed.
first_of() {
    for candidate; do
        command -v "$candidate" && return 0
    done
    return 1
}

# ---- Building ----

# compiler_for PATTERN COMMAND...: the first one that builds for such a machine.
compiler_for() {
    pattern=$1
    shift
    for candidate; do
        # shellcheck disable=SC2254 # it is a pattern
        case $("$candidate" -dumpmachine 2>/dev/null) in $pattern) echo "$candidate" && return 0 ;; esac
    done
    return 1
}

# Sets what the platform needs: $compiler, $wanted (what to install for it), $arch, $suffix.
choose_compiler() {
    suffix='' link='-static -s'
    case $platform in
    linux-x86-64*)
        arch=${platform#linux-} wanted=gcc
        compiler=$(compiler_for 'x86_64-*linux*' gcc clang x86_64-linux-gnu-gcc)
        ;;
    linux-arm64)
        arch=arm64 wanted=aarch64-linux-gnu-gcc
        compiler=$(compiler_for 'aarch64-*linux*' aarch64-linux-gnu-gcc gcc clang)
        ;;
    windows-x86-64*)
        arch=${platform#windows-} wanted=x86_64-w64-mingw32-gcc suffix=.exe
        link='-static -s -Wl,--no-insert-timestamp'
        compiler=$(compiler_for 'x86_64-*mingw*' x86_64-w64-mingw32-gcc gcc)
        ;;
    *) die "there is no platform '$platform'; there are $all_platforms" ;;
    esac
}

build() {
    engine=build/release/$platform/castellan$suffix
    log=build/release/$platform.log
    mkdir -p "${engine%/*}"
    "${MAKE:-make}" -j"$(nproc 2>/dev/null || echo 1)" CC="$compiler" ARCH="$arch" MODE=release \
        EXE="$engine" LDFLAGS="$link" >"$log" 2>&1 ||
        die "$platform cannot be built; see $log"
}

# ---- Checking ----

# Sets $runner, which may be nothing at all, or $obstacle.
choose_runner() {
    runner='' obstacle=''
    case $platform in
    linux-arm64)
        [ "$(uname -m)" = aarch64 ] || runner=$(first_of qemu-aarch64-static qemu-aarch64) ||
            obstacle='qemu-aarch64 is not installed'
        ;;
    windows-*)
        [ "${OS:-}" = Windows_NT ] || runner=$(first_of wine64 wine) ||
            obstacle='wine is not installed'
        ;;
    *) [ "$(uname -m)" = x86_64 ] || obstacle="this machine is $(uname -m)" ;;
    esac
}

# Plays `bench` and leaves the node count in $nodes. Wine gets a folder of its own.
run_bench() {
    output=$(WINEPREFIX=$PWD/build/wine WINEDEBUG=-all $runner "$engine" bench 2>&1 | tr -d '\r')
    nodes=$(printf '%s\n' "$output" | awk '$2 == "nodes" { count = $1 } END { print count }')
}

check() {
    choose_runner
    if [ -n "$obstacle" ]; then
        say "not checked: $obstacle"
        return
    fi
    run_bench
    case $output in *'built for a newer CPU'*)
        say 'not checked: this CPU is too old'
        return
        ;;
    esac
    [ "$nodes" = "$signature" ] ||
        die "$platform: bench gives '${nodes:-nothing}' where tests/bench.txt has $signature"
    say "bench $nodes, as it has to be"
}

# ---- Packing ----

# pack_tar FOLDER, pack_zip FOLDER: inside build/release, beside the folder.
pack_tar() {
    "$tar" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --format=ustar \
        -cf - "$1" | gzip -9n >"$1.tar.gz"
}

pack_zip() {
    find "$1" -exec touch -d "@$epoch" {} + && find "$1" -type f | sort | zip -q -9 -X "$1.zip" -@
}

pack() {
    folder=castellan-$version-$platform
    mkdir "build/release/$folder"
    cp "$engine" README.md LICENSE "build/release/$folder" || die "$folder cannot be filled"
    # Where the option BookFile looks for it.
    mkdir "build/release/$folder/books"
    cp books/castellan.bin "build/release/$folder/books" || die "$folder cannot have its book"
    find "build/release/$folder" -type f -exec chmod 644 {} +
    chmod 755 "build/release/$folder" "build/release/$folder/books" \
        "build/release/$folder/castellan$suffix"
    case $platform in windows-*) packer=pack_zip ;; *) packer=pack_tar ;; esac
    (cd build/release && "$packer" "$folder") || die "$folder cannot be packed"
    rm -r "build/release/$folder" "build/release/$platform" "$log"
}

release_platform() {
    choose_compiler
    if [ -z "$compiler" ]; then
        say "skipped: $wanted is not installed"
        missing=$((missing + 1))
        return
    fi
    case $platform in windows-*) command -v zip >/dev/null || die 'zip is needed for windows' ;; esac
    build
    check
    pack
}

# ---- All in order ----

cd "$(dirname "$0")/.." || exit 1
tar=$(first_of gtar tar)
"$tar" --version 2>/dev/null | grep -q GNU || die 'GNU tar is needed'
version=$(sed -n 's/^#define CASTELLAN_VERSION *"\(.*\)"$/\1/p' include/version.h)
signature=$(cat tests/bench.txt)
# No archive can hold times before 1980.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}

missing=0
# shellcheck disable=SC2086 # words without blanks
[ $# -gt 0 ] || set -- $all_platforms
for platform; do
    choose_compiler
done
rm -rf build/release
mkdir -p build/release || exit 1
for platform; do
    release_platform
done
cd build/release || exit 1
[ -n "$(ls)" ] || die 'nothing could be built'
sha256sum castellan-* >SHA256SUMS && echo && cat SHA256SUMS
[ "$missing" -eq 0 ] || [ "${ALLOW_MISSING:-}" = 1 ] ||
    die "$missing of the platforms were skipped; ALLOW_MISSING=1 accepts that"
