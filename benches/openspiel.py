"""Compares the time of OpenSpiel's Python alpha-beta with this search on the same trees.

    python3 benches/openspiel.py [RIVALS]

RIVALS is the built program of `cargo bench --bench rivals`; without it, cargo builds it. With `--bare`, that program prints
the times of this search. Installs OpenSpiel into a virtual environment under target/ on the first run. Both search
tic-tac-toe to its end and connect four to depth 8, where unfinished positions count 0, with plain alpha-beta in the order
of the rules. They take turns, and the medians of 15 rounds are printed.
"""

import os
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "openspiel"
ROUNDS = 15
SEARCHES = [("tic_tac_toe", 9), ("connect_four", 8)]


def rival(name, depth):
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)
    began = time.perf_counter()
    value, _ = minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)
    return time.perf_counter() - began, int(value)


def ours(command):
    """Returns value, nodes and median time of 15 searches in seconds, by name and depth."""
    run = subprocess.run([*command, "--bare", "15"], check=True, capture_output=True, text=True, cwd=ROOT)
    found = {}
    for line in run.stdout.splitlines():
        name, depth, value, nodes, seconds = line.split()
        found[name, int(depth)] = int(value), int(nodes), float(seconds)
    return found


def measure(command):
    theirs, here = {}, {}
    for _ in range(ROUNDS):
        for search in SEARCHES:
            theirs.setdefault(search, []).append(rival(*search))
        for search, found in ours(command).items():
            here.setdefault(search, []).append(found)
    for search in SEARCHES:
        rivals_time = statistics.median(seconds for seconds, _ in theirs[search])
        time_here = statistics.median(seconds for _, _, seconds in here[search])
        values = {value for _, value in theirs[search]} | {value for value, _, _ in here[search]}
        name, depth = search
        print(
            f"{name} to depth {depth}, {here[search][0][1]} nodes: OpenSpiel {rivals_time:.4f} s,"
            f" here {time_here:.6f} s ({rivals_time / time_here:.0f} times fewer);"
            f" values {'equal' if len(values) == 1 else f'DIFFERENT: {values}'}"
        )


def main():
    command = sys.argv[1:] or ["cargo", "bench", "--quiet", "--bench", "rivals", "--"]
    if "MEASURE" in os.environ:
        return measure(command)
    python = FOLDER / "bin" / "python"
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    subprocess.run([python, __file__, *sys.argv[1:]], check=True, env={**os.environ, "MEASURE": "1"})


if __name__ == "__main__":
    main()
