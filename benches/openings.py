#!/usr/bin/env python3
"""Writes a list of openings: random plies, kept if a bot's search finds the position even.

Usage: benches/openings.py [--arena PROGRAM] [--seed N] [--number N] [--plies N] [--bot NAME] [--nodes N] [--margin N] GAME

Prints a file for config/openings/. The same arguments print the same file, except `--arena`, the program to use, if the
evaluation of the bot has not changed. No two openings lead to the same position.
"""

import argparse
import json
import random
import subprocess


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arena", default="target/release/arena")
    numbers = {"--seed": 1, "--number": 32, "--plies": 4, "--nodes": 30_000, "--margin": 40}
    for name, default in numbers.items():
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--bot", required=True)
    parser.add_argument("game")
    given = parser.parse_args()

    def analyse(line, *switches):
        command = [given.arena, "analyse", given.game, "--moves", " ".join(line), "--json", *switches]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    rng = random.Random(given.seed)
    title = f"{given.plies} random plies each, kept if {given.bot} values the position between"
    print(f"# {title} -{given.margin} and {given.margin} after {given.nodes} nodes.")
    settings = " ".join(f"{name} {getattr(given, name[2:])}" for name in [*numbers, "--bot"])
    print(f"# Made by: benches/openings.py {settings} {given.game}")
    found = set()
    while len(found) < given.number:
        line = []
        for _ in range(given.plies):
            moves = sorted(move["move"] for move in analyse(line, "--depth", "1")["root"])
            line.append(moves[int(rng.random() * len(moves))])
        searched = analyse(line, "--bot", given.bot, "--nodes", str(given.nodes))
        # Neither the counters nor the order of the moves make another opening.
        position = " ".join(searched["position"].split()[:2])
        if abs(searched["value"]) <= given.margin and position not in found:
            found.add(position)
            print(*line, flush=True)


if __name__ == "__main__":
    main()
