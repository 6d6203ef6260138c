#!/bin/sh
# Fails when the engine has mutable global state beyond the tables that are filled at start-up.
#
#     tools/check_globals.sh OBJECT...
set -eu

start_up_tables='attack_tables zobrist eval_rows psqt kpk_table log_table'

# Constant tables of pointers live in .data.rel.ro, which is read-only once the program runs; what
# begins with an underscore or a dot comes from the compiler.
nm -f sysv "$@" | awk -F '|' -v tables="$start_up_tables" '
    BEGIN { count = split(tables, names, " "); for (i = 1; i <= count; i++) allowed[names[i]] = 1 }
    { gsub(/ /, "", $1); gsub(/ /, "", $7) }
    $7 ~ /^\.(data|bss|tdata|tbss)/ && $7 !~ /rel\.ro/ && $1 !~ /^[_.]/ {
        if ($1 in allowed) found++
        else { print "mutable global: " $1; failures++ }
    }
    END {
        if (found == 0) { print "check_globals: the start-up tables were not found"; failures++ }
        if (failures) exit 1
        print "globals: none but the start-up tables"
    }
'
