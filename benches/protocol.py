"""Measures the overhead of the protocol of `arena engine`: the reaction to `stop`, and nodes per second through a pipe.

Usage: python3 benches/protocol.py ARENA [ROUNDS]      (standard library only; default 5 rounds)

`stop`: an endless search is stopped 200 times, each time after a different delay. The elapsed time includes the load of the
machine, as do the answers to `isready`, which are timed for comparison. The processor time that the engine uses from `stop` to
its move (Linux) includes only its own work.

Nodes per second: `arena tournament` plays the same matches of a bot against itself twice in turns, once with the built-in bots
and once with two processes of `arena engine`. Each move searches a fixed number of nodes, one move after the other, so both do
the same work. The loss is 1 minus the ratio of nodes per second of processor time, which other load affects less than elapsed
time. The loss by elapsed time is printed too.
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BOT = "chess-strong"
NODES = 100_000
ENCOUNTERS = 1
STOPS = 200


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def stops(program: str) -> dict[str, list[float]]:
    """Returns the times of `stop` and `isready`, and the engine's processor time for `stop`, in milliseconds."""
    with subprocess.Popen(
        [program, "engine", "chess", "--bot", BOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as engine:
        lines = os.fdopen(os.dup(engine.stdout.fileno()), "rb")

        def say(text: str) -> None:
            engine.stdin.write((text + "\n").encode())

        def until(word: bytes) -> None:
            while not (line := lines.readline()).startswith(word):
                if not line:
                    raise RuntimeError("the engine has ended")

        def timed(command: str, answer: bytes) -> float:
            began = time.perf_counter()
            say(command)
            until(answer)
            return (time.perf_counter() - began) * 1_000

        def used() -> float:
            # The clock id of another process, computed like clock_getcpuclockid.
            return time.clock_gettime((~engine.pid << 3) | 2) * 1_000

        say("uci")
        until(b"uciok")
        say("setoption name Hash value 64")
        chance = random.Random(1)
        times: dict[str, list[float]] = {"stop": [], "stop, processor time": [], "isready": []}
        for _ in range(STOPS):
            say("position startpos moves e2e4 e7e5 g1f3 b8c6")
            say("go infinite")
            time.sleep(chance.uniform(0.005, 0.2))
            # During the search: the time taken by the machine and the pipe alone.
            times["isready"].append(timed("isready", b"readyok"))
            before = used()
            times["stop"].append(timed("stop", b"bestmove"))
            times["stop, processor time"].append(used() - before)
        say("quit")
        return times


def tournament(program: str, folder: str, entrants: str) -> tuple[int, float, float]:
    """Returns nodes, elapsed seconds and processor seconds of all processes."""
    file = os.path.join(folder, "bench.toml")
    with open(file, "w", encoding="utf-8") as text:
        text.write(
            f'name = "protocol"\ngame = "chess"\nrounds = {ENCOUNTERS}\nseed = 1\nopenings = {{ random_plies = 6 }}\n'
            f"limits = {{ nodes = {NODES} }}\nadjudication = {{ max_plies = 40 }}\n{entrants}"
        )
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [program, "tournament", file, "--concurrency", "1", "--json", os.path.join(folder, "out.json"), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(os.path.join(folder, "out.json"), encoding="utf-8") as text:
        report = json.load(text)
    # Every move searches the maximum number of nodes, so the reported counts are not needed.
    nodes = NODES * sum(row["moves"] for row in report["entrants"])
    return nodes, took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(program: str, rounds: int) -> None:
    program = os.path.realpath(program)
    for name, times in stops(program).items():
        middle, most = statistics.median(times), max(times)
        over = sum(1 for time in times if time > 2)
        print(f"{name}: {middle:.2f} ms at the median, {quantile(times, 0.99):.2f} at p99, {most:.2f} at most; {over} over 2 ms")
    inside = "".join(f'[[entrants]]\nbot = "{BOT}"\nname = "{name}"\n' for name in "ab")
    engine = f'engine = {{ protocol = "uci", command = ["{program}", "engine", "chess", "--bot", "{BOT}"] }}'
    piped = "".join(f'[[entrants]]\nname = "{name}"\n{engine}\n' for name in "ab")
    found: dict[str, list[tuple[int, float, float]]] = {"inside": [], "piped": []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, entrants in [("inside", inside), ("piped", piped)]:
                found[name].append(tournament(program, folder, entrants))
    rates: dict[str, dict[str, float]] = {}
    for name, runs in found.items():
        clock = statistics.median(nodes / took for nodes, took, _ in runs)
        processor = statistics.median(nodes / used for nodes, _, used in runs)
        rates[name] = {"clock": clock, "processor": processor}
        print(f"{name}: {runs[0][0]:,} nodes; {processor:,.0f} a second of processor time, {clock:,.0f} by the clock")
    for measure in ["processor", "clock"]:
        lost = 100 * (1 - rates["piped"][measure] / rates["inside"][measure])
        print(f"lost to the protocol, by the {measure}: {lost:.1f} %")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)
