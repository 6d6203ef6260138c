#!/bin/sh
# Fails when a file under src/ or include/ includes a module of a higher layer, or one further
# down in its own layer, and when a module is missing from the list. Tools may include public
# headers and those of tools/common only.
#
#     tools/check_layers.sh [FOLDER]      FOLDER: the project, by default this one
set -eu
root=${1:-$(dirname "$0")/..}
cd "$root"

awk '
    FNR == 1 { module = FILENAME; sub(/.*\//, "", module); sub(/\.([ch]|def)$/, "", module) }
    FILENAME == "tools/layers.txt" {
        if ($0 ~ /^#/ || NF == 0) next
        if ($1 < last_layer) fail("layers.txt: " $2 " is out of order")
        last_layer = $1
        rows++
        count = split($2, stems, ",")
        for (i = 1; i <= count; i++) { row[stems[i]] = rows; layer[stems[i]] = $1 }
        next
    }
    FILENAME !~ /^tools\// && FNR == 1 {
        files++
        if (!(module in row)) fail(FILENAME ": module " module " is not in tools/layers.txt")
    }
    # The parts of a tool may include one another.
    FILENAME ~ /^tools\// && /^[ \t]*#[ \t]*include[ \t]*"/ {
        beside = $0; sub(/^[^"]*"/, "", beside); sub(/".*/, "", beside)
        folder = FILENAME; sub(/[^\/]*$/, "", folder)
        found = (getline line < (folder beside)) >= 0
        close(folder beside)
        if (found) next
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        included = $0; sub(/^[^"]*"/, "", included); sub(/".*/, "", included)
        name = included; sub(/.*\//, "", name); sub(/\.(h|def)$/, "", name)
        if (FILENAME ~ /^tools\//) {
            if (!is_there("include/" included) && !is_there("tools/common/" included))
                fail(FILENAME ":" FNR ": includes " included ", which is not public")
        } else if (!(name in row))
            fail(FILENAME ":" FNR ": includes " included ", which is not in tools/layers.txt")
        else if (name != module && (module in row) && row[name] > row[module])
            fail(FILENAME ":" FNR ": " module " (layer " layer[module] ") includes " name " (layer " layer[name] "), which stands after it")
    }
    function is_there(path,    line, found) {
        found = (getline line < path) >= 0
        close(path)
        return found
    }
    function fail(text) { print text; failures++ }
    END {
        if (files == 0) fail("check_layers: no source files found")
        if (failures) exit 1
        print "layers: " files " files in order"
    }
' tools/layers.txt $(find src include tools -name '*.[ch]' -o -name '*.def' | sort)
