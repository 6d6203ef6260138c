#!/bin/sh
# Fails when a function under src/ or tools/ is longer than 60 lines, or a file than 500, unless
# it stands in the list of exceptions below with the length that it may have.
set -eu
cd "$(dirname "$0")/.."

# Functions that may be longer: name and limit, one a line.
exceptions='
'
awk -v exceptions="$exceptions" '
    BEGIN {
        count = split(exceptions, words)
        for (i = 1; i < count; i += 2) limit[words[i]] = words[i + 1]
    }
    FNR == 1 { if (path) finish(); path = FILENAME; inside = 0 }
    { lines = FNR }
    # The layout is clang-format'"'"'s: a definition begins and ends without indentation.
    !inside && /^[A-Za-z].*\(/ && !/;$/ {
        start = FNR; name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); inside = 1
    }
    /^}/ {
        if (inside) {
            length_of = FNR - start + 1
            allowed = (name in limit) ? limit[name] : 60
            if (length_of > allowed) fail(path ":" start ": " name " has " length_of " lines, more than " allowed)
            if (length_of > longest && start) { longest = length_of; longest_name = name }
            functions++
        }
        inside = 0
    }
    /;$/ && /^[^ \t}]/ { inside = 0 }
    function finish() { if (lines > 500) fail(path ": " lines " lines, more than 500") }
    function fail(text) { print text; failures++ }
    END {
        finish()
        if (functions == 0) fail("check_sizes: no functions found")
        if (failures) exit 1
        print "sizes: " functions " functions, the longest " longest_name " with " longest " lines"
    }
' src/*.[ch] include/*.h tools/*.c tools/*/*.[ch]
