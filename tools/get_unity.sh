#!/bin/sh
# Puts the Unity test framework (unity.c, unity.h, unity_internals.h) into a folder.
#
# usage: tools/get_unity.sh DEST
#
# Takes the first of these that works and says in one line which it was:
#   1. the folder named by the environment variable UNITY_DIR, or its src/
#   2. the copy installed by Debian's package cmock (Debian 13 and later)
#   3. the copy inside Debian's source package ntpsec, fetched without root and without touching
#      the system's package lists
#   4. Unity's own repository, at a fixed release
#   5. our stand-in, tests/unity_standin, which needs no unity_internals.h
# UNITY=standin goes straight to 5. Nothing is done or said if DEST already holds a complete copy.

set -u
LC_ALL=C
export LC_ALL

UNITY_TAG=v2.6.1
UNITY_COMMIT=cbcd08fa7de711053a3deec6339ee89cad5d2697
UNITY_REPOSITORY=https://github.com/ThrowTheSwitch/Unity

# Installing Unity itself gives headers and a library without unity.c, so this is the only usual
# place worth looking at.
CMOCK_DIR=/usr/share/cmock/vendor/unity/src

# Seconds for any one command that uses the network.
APT_LIMIT=60
GIT_LIMIT=30

die() {
    echo "get_unity.sh: $*" >&2
    exit 1
}

# Unity 2.5 or later: older ones lack assertions that our tests use.
is_unity() {
    grep -q 'UnityBegin(' "$1/unity.c" 2>/dev/null &&
        grep -q 'TEST_ASSERT_EQUAL_size_t(' "$1/unity.h" 2>/dev/null &&
        grep -q 'UNITY_BEGIN()' "$1/unity_internals.h" 2>/dev/null
}

is_same_as_dest() {
    cmp -s "$1/unity.c" "$dest/unity.c" && cmp -s "$1/unity.h" "$dest/unity.h"
}

# Every file gets its name only once it is whole, and unity.c comes last, so an interrupted run is
# either complete or recognised as incomplete by the next one.
install_from() {
    mkdir -p "$dest" 2>/dev/null || die "cannot create the folder $dest"
    for file in unity_internals.h unity.h unity.c; do
        if [ ! -f "$1/$file" ]; then
            rm -f "$dest/$file"
        else
            cp "$1/$file" "$dest/.$file.$$" && mv -f "$dest/.$file.$$" "$dest/$file"
        fi 2>/dev/null || die "cannot write to $dest"
    done
}

# install_real DIR DESCRIPTION: takes DIR if Unity is really there.
install_real() {
    is_unity "$1" || return 1
    install_from "$1"
    echo "Unity: using $2"
}

install_standin() {
    [ -f "$standin/unity.c" ] || die "$standin is missing"
    install_from "$standin"
    echo "Unity: $1using the built-in stand-in (tests/unity_standin)"
}

# limited SECONDS COMMAND...: the options of timeout differ between systems, and macOS has none but
# brings perl, where a pending alarm survives the exec.
limited() {
    seconds=$1
    shift
    if timeout --foreground -k 5 5 true; then
        timeout --foreground -k 5 "$seconds" "$@"
    elif timeout 5 true; then
        timeout "$seconds" "$@"
    elif command -v perl; then
        perl -e 'alarm shift; exec @ARGV or exit 127' "$seconds" "$@"
    else
        "$@"
    fi
} </dev/null >/dev/null 2>&1

# Rewrites deb822 stanzas (stdin) as one-line entries, one for each URI and suite.
flatten_deb822() {
    awk '
        function print_entries(    uris, uri, suites, suite, i, j, options) {
            if (field["types"] ~ /deb/ && tolower(field["enabled"]) !~ /^(no|false|0)$/) {
                split("signed-by trusted check-valid-until", names, " ")
                for (i = 1; i in names; i++)
                    if (field[names[i]] != "")
                        options = options " " names[i] "=" field[names[i]]
                if (options != "")
                    options = "[" options " ]"
                uris = split(field["uris"], uri, " ")
                suites = split(field["suites"], suite, " ")
                for (i = 1; i <= uris; i++)
                    for (j = 1; j <= suites; j++)
                        print "deb", options, uri[i], suite[j], field["components"]
            }
            split("", field)
        }
        /^#/ { next }
        /^[ \t\r]*$/ { print_entries(); next }
        /^[ \t]/ { field[name] = field[name] $0; next }
        {
            name = tolower(substr($0, 1, index($0, ":") - 1))
            value = substr($0, index($0, ":") + 1)
            gsub(/^[ \t]+|[ \t\r]+$/, "", value)
            field[name] = value
        }
        END { print_entries() }'
}

# Turns one-line entries (stdin) into deb-src ones, keeping only the main archive of Debian itself:
# its release names, its component, and no key but its own.
keep_debian_sources() {
    codename=$(sed -n 's/^VERSION_CODENAME="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' /etc/os-release)
    awk -v codename="$codename" '
        { sub(/[ \t\r]*(#.*)?$/, "") }
        $1 != "deb" && $1 != "deb-src" { next }
        {
            options = ""
            rest = $0
            sub(/^[ \t]*deb(-src)?[ \t]+/, "", rest)
            if (match(rest, /^\[[^]]*\][ \t]*/)) {
                options = substr(rest, 1, RLENGTH)
                rest = substr(rest, RLENGTH + 1)
            }
            split(rest, word, " ")
            if (word[1] ~ /^cdrom:/ || rest !~ /[ \t]main([ \t]|$)/)
                next
            if (word[2] != codename && word[2] !~ /^(oldstable|stable|testing|unstable|sid)$/)
                next
            if (options ~ /signed-by=/ && options !~ /signed-by=[^ ]*debian-archive/)
                next
            if (!seen[rest]++)
                print "deb-src", options rest
        }'
}

print_debian_sources() {
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -r "$file" ] || cat "$file"
        echo
    done | keep_debian_sources
    for file in /etc/apt/sources.list.d/*.sources; do
        [ ! -r "$file" ] || cat "$file"
        echo
    done | flatten_deb822 | keep_debian_sources
}

# A complete configuration for apt that keeps every file it writes below $1. The system's own is
# not read, because its hooks would act on the system; only how to reach the network is taken over.
print_apt_conf() {
    apt-config dump | grep -iE '^Acquire::(https?::|Check-Valid-Until)'
    cat <<END
Dir::Etc::main "/dev/null";
Dir::Etc::parts "$1/empty";
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "$1/empty";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "$1/empty";
Dir::State "$1/state";
Dir::State::status "$1/state/status";
Dir::Cache "$1/cache";
APT::Sandbox::User "";
Acquire::Retries "0";
Acquire::http::Timeout "10";
Acquire::https::Timeout "10";
END
}

install_from_ntpsec() {
    command -v apt-get >/dev/null 2>&1 && [ -r /etc/os-release ] || return 1
    apt=$scratch/apt
    mkdir -p "$apt/empty" "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/source"
    : >"$apt/state/status"
    print_debian_sources >"$apt/sources.list" 2>/dev/null
    [ -s "$apt/sources.list" ] || return 1
    print_apt_conf "$apt" >"$apt/apt.conf" 2>/dev/null
    (
        APT_CONFIG=$apt/apt.conf
        export APT_CONFIG
        cd "$apt/source" &&
            limited $APT_LIMIT apt-get update &&
            limited $APT_LIMIT apt-get source --download-only --tar-only ntpsec
    ) || return 1
    for tarball in "$apt"/source/ntpsec_*.orig.tar.?z*; do
        top=$(tar -tf "$tarball" 2>/dev/null | sed -n 's,/tests/unity/unity\.c$,,p')
        [ -n "$top" ] && tar -xf "$tarball" -C "$apt/source" "$top/tests/unity" 2>/dev/null &&
            install_real "$apt/source/$top/tests/unity" \
                "the copy in Debian's ntpsec source package" && return 0
    done
    return 1
}

install_from_git() {
    command -v git >/dev/null 2>&1 || return 1
    (
        # Set when a git hook runs the tests; they would point the clone at our own repository.
        unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY
        GIT_TERMINAL_PROMPT=0
        GIT_SSH_COMMAND='ssh -o BatchMode=yes -o ConnectTimeout=10'
        export GIT_TERMINAL_PROMPT GIT_SSH_COMMAND
        limited $GIT_LIMIT git -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=10 \
            -c credential.helper= -c advice.detachedHead=false \
            clone --depth 1 --branch "$UNITY_TAG" "$UNITY_REPOSITORY" "$scratch/git" &&
            [ "$(git -C "$scratch/git" rev-parse HEAD 2>/dev/null)" = "$UNITY_COMMIT" ]
    ) && install_real "$scratch/git/src" "release $UNITY_TAG from $UNITY_REPOSITORY"
}

# Prints the folder that UNITY_DIR stands for.
find_unity_dir() {
    for dir in "$UNITY_DIR" "$UNITY_DIR/src"; do
        if is_unity "$dir"; then
            echo "$dir"
            return 0
        fi
    done
    return 1
}

if [ $# -ne 1 ] || [ -z "$1" ]; then
    die "usage: tools/get_unity.sh DEST"
fi
dest=$1
case $dest in -*) dest=./$dest ;; esac
standin=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)/tests/unity_standin
case ${UNITY:-} in
'' | standin) ;;
*) die "UNITY='$UNITY' is not understood; leave it unset or use UNITY=standin" ;;
esac

scratch=
trap 'rm -rf ${scratch:+"$scratch"} "$dest"/.unity*.$$' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ "${UNITY:-}" = standin ]; then
    is_same_as_dest "$standin" && [ ! -f "$dest/unity_internals.h" ] && exit 0
    install_standin ""
    exit 0
fi

if [ -n "${UNITY_DIR:-}" ]; then
    dir=$(find_unity_dir) ||
        die "UNITY_DIR=$UNITY_DIR holds no Unity 2.5 or later (unity.c, unity.h, unity_internals.h)"
    is_same_as_dest "$dir" && is_unity "$dest" && exit 0
    install_real "$dir" "the copy in $dir"
    exit 0
fi

is_unity "$dest" && exit 0
is_same_as_dest "$standin" && exit 0

scratch=$(mktemp -d "${TMPDIR:-/tmp}/castellan-unity.XXXXXX") ||
    die "cannot create a temporary folder"
install_real "$CMOCK_DIR" "the copy in Debian's cmock package" ||
    install_from_ntpsec ||
    install_from_git ||
    install_standin "not obtainable here, "
