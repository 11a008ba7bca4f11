#!/usr/bin/env bash
# Measures the speedup by a second worker, and the overhead outside of the workers. One worker with one thread, and then
# two of them, play a tournament of connect four at depth 6. Each worker has its own processor; the NATS server and the
# leader run on the same machine.
#
# Usage: benches/workers.sh [MATCHES]      (default 20,000; ARENA is the path of the program)
#
# Needs nats-server, taskset and a release build with the feature cluster. The leader's records of both runs must be
# identical.

set -euo pipefail
matches=${1:-20000}
arena=${ARENA:-$(dirname "$0")/../target/release/arena}
arena=$(realpath "$arena")
export PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
port=${PORT:-14222}
started=()
finish() {
  for one in "${started[@]}"; do kill "$one" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

cat >t.toml <<END
name = "Workers"
game = "connect4"
rounds = $((matches / 2))
seed = 1
[openings]
random_plies = 4
[[entrants]]
name = "static"
depth = 6
ordering = "static"
ties = "random"
[[entrants]]
name = "natural"
depth = 6
ties = "random"
END

# Prints the processor time of a process in seconds.
processor() {
  awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print ($12 + $13) / hz }' "/proc/$1/stat"
}

measure() {
  local count=$1 workers=() began ended leader nats spent=0 worker
  nats-server -a 127.0.0.1 -p "$port" >nats.log 2>&1 &
  nats=$!
  started+=("$nats")
  sleep 1
  for ((worker = 0; worker < count; worker++)); do
    taskset -c "$worker" "$arena" worker --nats "nats://127.0.0.1:$port" --threads 1 2>>workers.log &
    workers+=($!)
    started+=($!)
  done
  sleep 3
  began=$(date +%s.%N)
  # Bash counts the time of its children after they have exited.
  local TIMEFORMAT='%U %S'
  { time "$arena" tournament t.toml --quiet --nats "nats://127.0.0.1:$port" --data "data-$count" \
    --records "records-$count" >table 2>leader.log; } 2>time.log
  ended=$(date +%s.%N)
  leader=$(awk '{ print $1 + $2 }' time.log)
  for worker in "${workers[@]}"; do spent=$(awk -v a="$spent" -v b="$(processor "$worker")" 'BEGIN { print a + b }'); done
  awk -v workers="$count" -v matches="$matches" -v took="$(echo "$ended $began" | awk '{ print $1 - $2 }')" \
    -v spent="$spent" -v leader="$leader" -v nats="$(processor "$nats")" 'BEGIN {
      printf "%d worker(s): %.2f s, %.0f matches a second; processor: workers %.2f s, leader %.2f s, NATS %.2f s: %.1f %% beside\n",
        workers, took, matches / took, spent, leader, nats, 100 * (leader + nats) / spent
      print took >"took-" workers }'
  kill "${workers[@]}" "$nats"
  wait "${workers[@]}" "$nats" 2>/dev/null || true
  started=()
}

measure 1
measure 2
cmp records-1 records-2 && echo "the records are the same bytes"
paste took-1 took-2 | awk '{ printf "two workers take %.2f of the time of one\n", $2 / $1 }'
