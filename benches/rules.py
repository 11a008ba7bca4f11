"""Compares the Python package gametree-arena-rules with OpenSpiel's binding, python-chess and a search in plain Python, in
one run. Prints ratios, because times depend on the machine.

    pip install gametree-arena-rules open_spiel chess
    python3 benches/rules.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
import pyspiel
from gametree_arena_rules import Position

GAMES = 100_000
REPEATS = 3


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def games_of_arena() -> int:
    choose = random.Random(1)
    plies = 0
    start = Position("tictactoe")
    for _ in range(GAMES):
        position = start
        while legal := position.legal:
            position = position.play(choose.choice(legal))
            plies += 1
    return plies


def games_of_openspiel() -> int:
    choose = random.Random(1)
    plies = 0
    game = pyspiel.load_game("tic_tac_toe")
    for _ in range(GAMES):
        state = game.new_initial_state()
        while legal := state.legal_actions():
            state.apply_action(choose.choice(legal))
            plies += 1
    return plies


COLUMNS, ROWS = 7, 6


class Board:
    """Connect four in plain Python, on a bitboard with a spare row."""

    def __init__(self) -> None:
        self.sides = [0, 0]
        self.heights = [column * (ROWS + 1) for column in range(COLUMNS)]
        self.plies = 0
        self.nodes = 0

    def won(self) -> bool:
        stones = self.sides[1 - self.plies % 2]
        for step in (1, ROWS, ROWS + 1, ROWS + 2):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False


NEAR = [
    sum(((1 << ROWS) - 1) << column * (ROWS + 1) for column in range(COLUMNS) if abs(column - 3) <= distance)
    for distance in range(3)
]


def evaluate(board: Board) -> int:
    """The package's evaluation ``centre``."""
    mine, theirs = board.sides[board.plies % 2], board.sides[1 - board.plies % 2]
    return 2 * sum((mine & near).bit_count() - (theirs & near).bit_count() for near in NEAR)


def alpha_beta(board: Board, depth: int, alpha: int, beta: int) -> int:
    board.nodes += 1
    if board.won():
        return -1_000_000
    if board.plies == COLUMNS * ROWS:
        return 0
    if depth == 0:
        return evaluate(board)
    best = -2_000_000
    side = board.plies % 2
    for column in range(COLUMNS):
        cell = board.heights[column]
        if cell == column * (ROWS + 1) + ROWS:
            continue
        board.sides[side] ^= 1 << cell
        board.heights[column] += 1
        board.plies += 1
        value = -alpha_beta(board, depth - 1, -beta, -alpha)
        board.plies -= 1
        board.heights[column] -= 1
        board.sides[side] ^= 1 << cell
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def main() -> None:
    # Alternately, so that both see the same load.
    ours, theirs = [], []
    for _ in range(REPEATS):
        ours.append(seconds(games_of_arena))
        theirs.append(seconds(games_of_openspiel))
    print(f"{GAMES:,} random games of tic-tac-toe: {min(ours) / min(theirs):.2f} of OpenSpiel's time ({min(ours):.2f} s, {min(theirs):.2f} s)")

    start = Position("connect4")
    found, board = start.search(depth=8, evaluation="centre"), Board()
    assert (found.value, found.nodes) == (alpha_beta(board, 8, -2_000_000, 2_000_000), board.nodes), "the same search"
    fast = min(seconds(lambda: start.search(depth=8, evaluation="centre")) for _ in range(10))
    slow = seconds(lambda: alpha_beta(Board(), 8, -2_000_000, 2_000_000))
    print(f"connect four to depth 8: {slow / fast:.0f} times as fast as plain Python ({fast:.4f} s, {slow:.2f} s)")

    counts = Position("chess").perft(4), perft(chess.Board(), 4)
    assert counts[0] == counts[1], counts
    fast = min(seconds(lambda: Position("chess").perft(4)) for _ in range(10))
    slow = seconds(lambda: perft(chess.Board(), 4))
    print(f"chess, perft 4: {slow / fast:.0f} times as fast as python-chess ({fast:.4f} s, {slow:.2f} s)")


if __name__ == "__main__":
    main()
