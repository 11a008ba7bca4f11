#!/bin/bash
# Measures the time from a change of one file to the end of `cargo test --no-run`, which builds everything that
# `cargo test` would run: `benches/edit_loop.sh [FILE…]`, by default one file each of the games, the search and the server.
# Two profiles take turns: the project's original one (optimised, line tables for backtraces, a test harness for the
# program) and the present one. Elapsed and processor time are printed. The change adds a line after the file's first
# comment, so that all following lines move, and then removes it again; both builds are measured. The first build of each
# profile is not measured.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- src/games/reversi/rules.rs src/search/move_loop.rs src/server/lobby.rs
export SKIP_WEB=1
before='--lib --bins --tests --config profile.dev.package.minimax-arena.opt-level=1
    --config profile.dev.package.minimax-arena.debug="line-tables-only"'

# $1: the profile
build() {
    # The profile consists of several words.
    # shellcheck disable=SC2086
    cargo test --quiet --all-features --no-run $1 2>/dev/null
}

# $1: the profile. Prints elapsed and processor time in seconds.
seconds() {
    { time -p build "$1"; } 2>&1 | awk '{ of[$1] = $2 } END { printf "%.1f (%.1f)", of["real"], of["user"] + of["sys"] }'
}

saved=$(mktemp)
changed=
trap '[ -z "$changed" ] || cp "$saved" "$changed"; rm -f "$saved"' EXIT
trap 'exit 1' INT TERM
for profile in "$before" ''; do build "$profile"; done
echo "seconds by the clock (of processors) after a line more, and after it is gone again: before; now"
for file in "$@"; do
    cp "$file" "$saved"
    changed=$file
    line="$file:"
    for profile in "$before" ''; do
        sed '0,/^$/s//const _: () = ();\n/' "$saved" > "$file"
        line="$line $(seconds "$profile")"
        cp "$saved" "$file"
        line="$line $(seconds "$profile");"
    done
    changed=
    echo "$line"
done
