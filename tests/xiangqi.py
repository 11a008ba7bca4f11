#!/usr/bin/env python3
"""Plays random games of xiangqi with pyffish and writes a digest of the legal moves of every ply.

Usage: tests/xiangqi.py [--game SEED]

Without arguments it prints tests/data/xiangqi/random.txt: for each of 1,000 seeds the number of plies and a digest. A test
of the rules plays the same games and compares the digests. With `--game` it prints the legal moves of one game, a line for
each ply. Needs pyffish 0.0.90 from PyPI.
"""

import sys

import pyffish

SEEDS = 1_000
MASK = (1 << 64) - 1


def game(seed, show=False):
    state, digest, played = seed, 0xCBF29CE484222325, []
    start = pyffish.start_fen("xiangqi")
    # Games of different lengths: one call takes milliseconds.
    while True:
        legal = sorted(pyffish.legal_moves("xiangqi", start, played))
        if show:
            print(*legal)
        # FNV-1a over the moves and a line end.
        for byte in (" ".join(legal) + "\n").encode():
            digest = (digest ^ byte) * 0x100000001B3 & MASK
        if not legal or len(played) == 20 + seed % 121:
            return len(played), digest
        # The generator of Knuth's MMIX.
        state = (state * 6364136223846793005 + 1442695040888963407) & MASK
        played.append(legal[(state >> 33) % len(legal)])


def main():
    if sys.argv[1:2] == ["--game"]:
        game(int(sys.argv[2]), show=True)
        return
    for seed in range(SEEDS):
        plies, digest = game(seed)
        print(f"{seed} {plies} {digest:016x}")


if __name__ == "__main__":
    main()
