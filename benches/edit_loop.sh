#!/bin/bash
# Measures the time from a change of one file to built tests of its crate: `benches/edit_loop.sh [FILE…]`, by default one
# file each of the games, the search and the server. Elapsed time is printed, and processor time in brackets. The change
# adds a line after the file's first comment, so that all following lines move, and then removes it again; both builds are
# measured. The first build of each crate is not measured.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- src/games/reversi/rules.rs src/search/move_loop.rs src/server/lobby.rs
export SKIP_WEB=1

# $1: a file in src/CRATE/
build() {
    cargo test --quiet --all-features --no-run -p "arena-$(cut -d / -f 2 <<< "$1")" 2>/dev/null
}

# $1: the file. Prints elapsed and processor time in seconds.
seconds() {
    { time -p build "$1"; } 2>&1 | awk '{ of[$1] = $2 } END { printf "%.1f (%.1f)", of["real"], of["user"] + of["sys"] }'
}

saved=$(mktemp)
changed=
trap '[ -z "$changed" ] || cp "$saved" "$changed"; rm -f "$saved"' EXIT
trap 'exit 1' INT TERM
for file in "$@"; do
    build "$file"
    cp "$file" "$saved"
    changed=$file
    sed '0,/^$/s//const _: () = ();\n/' "$saved" > "$file"
    added=$(seconds "$file")
    cp "$saved" "$file"
    echo "$file: $added after a line more, $(seconds "$file") after it is gone again"
    changed=
done
