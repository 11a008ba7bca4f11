#!/bin/sh
# Counts the instructions of the searches in instructions.rs with callgrind: `benches/instructions.sh DATA`, where DATA is
# a folder with the test sets named in instructions.rs. To compare two builds, run this in both; the nodes and hashes must
# be equal. Needs valgrind and jq.
set -eu
data=${1:?"which folder? benches/instructions.sh DATA"}
cd "$(dirname "$0")/.."
bench=$(cargo bench --bench instructions --no-run --message-format=json |
    jq -r 'select(.target.name == "instructions") | .executable // empty')
for case in $("$bench"); do
    log=$(mktemp)
    counted=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$case" "$data" 2>"$log")
    echo "$(sed -n 's/.*Collected : //p' "$log") instructions, $counted"
    rm "$log"
done
