"""Compares the Syzygy tables' results and distances with python-chess, over random positions of every table.

Usage: syzygy.py PROGRAM POSITIONS. PROGRAM is the example `probe` of the crate arena-syzygy. ``ARENA_SYZYGY`` names the
folder of the tables.
"""

import os
import pathlib
import random
import subprocess
import sys

import chess
import chess.syzygy

# En passant is rare in random positions, so that many more of these are compared.
WITH_EN_PASSANT = "KPvKP"


def random_position(rng: random.Random, table: str, en_passant: bool) -> chess.Board | None:
    """Places the pieces of a table at random. Returns None if the position is invalid."""
    board = chess.Board(None)
    white, black = rng.sample(table.split("v"), 2)
    pieces = white.upper() + black.lower()
    for letter, square in zip(pieces, rng.sample(chess.SQUARES, len(pieces)), strict=True):
        if letter in "Pp" and chess.square_rank(square) in (0, 7):
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.choice(chess.COLORS)
    if en_passant:
        behind = 8 if board.turn else -8
        passed = [square + behind for square in board.pieces(chess.PAWN, not board.turn)]
        board.ep_square = next((square for square in passed if 0 <= square < 64), None)
        if not board.has_legal_en_passant():
            return None
    return board if board.is_valid() else None


def main() -> None:
    program, count = sys.argv[1], int(sys.argv[2])
    folder = os.environ["ARENA_SYZYGY"]
    tables = sorted(path.stem for path in pathlib.Path(folder).glob("*.rtbw"))
    rng = random.Random(20261127)
    positions: list[chess.Board] = []
    for table, en_passant in [*((table, False) for table in tables), (WITH_EN_PASSANT, True)]:
        wanted = len(positions) + count
        while len(positions) < wanted:
            position = random_position(rng, table, en_passant)
            if position is not None:
                positions.append(position)
    fens = "".join(f"{position.fen()}\n" for position in positions)
    ours = subprocess.run([program, folder], input=fens, stdout=subprocess.PIPE, check=True, text=True).stdout
    answers = ours.splitlines()
    wrong = 0
    with chess.syzygy.open_tablebase(folder) as known:
        for position, answer in zip(positions, answers, strict=True):
            expected = f"{known.probe_wdl(position)} {known.probe_dtz(position)}"
            if answer != expected:
                wrong += 1
                print(f"{position.fen()}: {answer}, but python-chess finds {expected}")
    print(f"{len(positions)} positions of {len(tables)} tables compared, {wrong} differ")
    sys.exit(wrong > 0 or not tables)


main()
