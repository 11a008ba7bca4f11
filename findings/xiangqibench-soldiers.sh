#!/usr/bin/env bash
# XiangqiBench 0.1.1 (PyPI), a suite of 119 composed mates of xiangqi.
#
# Expected: every position can occur in a game, so that any engine can read it.
# Found: in two positions a red soldier stands on Red's first rank. Soldiers start on the fourth and never go back. An
# engine that checks its input refuses these two; the suite counts them as not found.
#
# Fails if the number of such positions changes. Needs python3 with venv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps xiangqibench==0.1.1
"$folder/venv/bin/python" - "$folder/venv" <<'PYTHON'
import json
import pathlib
import sys

cases = next(pathlib.Path(sys.argv[1]).rglob("xiangqibench/data/cases.jsonl"))
boards = {case["id"]: case["fen"].split()[0].split("/") for case in map(json.loads, cases.open(encoding="utf-8"))}
# A FEN begins with Black's first rank. Red's soldiers are capital letters.
behind = sorted(id for id, ranks in boards.items() if any("P" in rank for rank in ranks[7:]) or any("p" in rank for rank in ranks[:3]))
print(f"{len(boards)} positions, {len(behind)} with a soldier behind its start: {behind}")
sys.exit((len(boards), len(behind)) != (119, 2))
PYTHON
