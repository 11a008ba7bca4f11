"""Measures matches per second of kaggle-environments, for comparison with `cargo bench --bench tournament`.

    python3 benches/kaggle.py [MATCHES]

Installs the package into a virtual environment under target/ on the first run. Its random agents play tic-tac-toe, and
its negamax (four plies deep) plays connect four against a random agent.
"""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "target" / "kaggle"


def measure(matches):
    from kaggle_environments import make

    for game, agents, count in [
        ("tictactoe", ["random", "random"], matches),
        ("connectx", ["negamax", "random"], max(1, matches // 50)),
    ]:
        environment = make(game)
        environment.run(agents)
        began, plies = time.perf_counter(), 0
        for _ in range(count):
            plies += len(environment.run(agents)) - 1
        seconds = time.perf_counter() - began
        rate, speed = count / seconds, plies / seconds
        print(f"{game}, {' against '.join(agents)}: {rate:.1f} matches/s, {speed:.0f} moves/s ({count} matches)")


def main():
    matches = sys.argv[1] if len(sys.argv) > 1 else "1000"
    if "MEASURE" in os.environ:
        return measure(int(matches))
    python = FOLDER / "bin" / "python"
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet"]
        # The last series of versions with tic-tac-toe. Its other dependencies are large and only needed by other games.
        subprocess.run([*install, "--no-deps", "kaggle-environments==1.14.15"], check=True)
        subprocess.run([*install, "jsonschema", "numpy", "requests", "flask"], check=True)
    subprocess.run([python, __file__, matches], check=True, env={**os.environ, "MEASURE": "1"})


if __name__ == "__main__":
    main()
