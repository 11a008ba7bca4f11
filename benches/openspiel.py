"""Seconds of OpenSpiel's Python alpha-beta, against `arena analyse --json` of the same searches.

    python3 benches/openspiel.py [ARENA]

ARENA is the built program, `target/release/arena` unless given. Installs the package into a virtual environment under
target/ the first time. Both search tic-tac-toe to its end and connect four to depth 8, worth 0 where the game goes on,
by plain alpha-beta in the order of the rules; they take turns, and medians of 15 runs are told. Starting the program
takes longer than the search, so what a search to depth 1 takes is subtracted.
"""

import json
import os
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "openspiel"
RUNS = 15
SEARCHES = [("tic_tac_toe", "tictactoe", 9), ("connect_four", "connect4", 8)]


def rival(name, depth):
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)
    began = time.perf_counter()
    value, _ = minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)
    return time.perf_counter() - began, int(value)


def ours(arena, name, depth):
    switches = "--pruning alpha-beta --ordering natural --distance false --evaluation zero".split()
    began = time.perf_counter()
    run = subprocess.run(
        [arena, "analyse", name, "--depth", str(depth), *switches, "--json"], check=True, capture_output=True
    )
    return time.perf_counter() - began, json.loads(run.stdout)


def measure(arena):
    for rivals_name, name, depth in SEARCHES:
        theirs, whole, start, nodes, values = [], [], [], 0, set()
        for _ in range(RUNS):
            seconds, value = rival(rivals_name, depth)
            theirs.append(seconds)
            start.append(ours(arena, name, 1)[0])
            seconds, found = ours(arena, name, depth)
            whole.append(seconds)
            nodes = found["nodes"]
            values |= {value, found["value"]}
        rivals_time, process, begun = map(statistics.median, (theirs, whole, start))
        search = max(process - begun, 1e-4)
        print(
            f"{name} to depth {depth}, {nodes} nodes: OpenSpiel {rivals_time:.4f} s, arena {search:.4f} s"
            f" ({rivals_time / search:.1f} times fewer), and {begun:.4f} s to start;"
            f" values {'equal' if len(values) == 1 else f'DIFFERENT: {values}'}"
        )


def main():
    arena = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target" / "release" / "arena")
    if "MEASURE" in os.environ:
        return measure(arena)
    python = FOLDER / "bin" / "python"
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    subprocess.run([python, __file__, arena], check=True, env={**os.environ, "MEASURE": "1"})


if __name__ == "__main__":
    main()
