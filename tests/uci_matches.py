"""Plays a thousand matches of `arena engine` against itself under python-chess, without a warning.

Usage: python3 tests/uci_matches.py ARENA [MATCHES]      (needs python-chess: pip install chess)

Prints python-chess's warnings, the results, and the time that `stop` takes. Exits with 1 if there was a warning.
"""

import asyncio
import logging
import random
import statistics
import sys
import time

import chess
import chess.engine


class Complaints(logging.Handler):
    """Collects python-chess's warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


async def open_engine(program: str) -> chess.engine.UciProtocol:
    _, engine = await chess.engine.popen_uci([program, "engine", "chess", "--bot", "chess-club"])
    await engine.configure({"Hash": 1})
    return engine


async def play(players: list[chess.engine.UciProtocol], number: int) -> str:
    """Plays one match from a random opening, every fifth with pondering; returns its result."""
    chance = random.Random(number)
    board = chess.Board()
    while board.ply() < 6 and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    limit = chess.engine.Limit(nodes=200) if number % 2 else chess.engine.Limit(depth=2)
    while not board.is_game_over(claim_draw=True) and board.ply() < 600:
        mover = players[(board.ply() + number) % 2]
        # A new object per match makes python-chess send ucinewgame.
        asked = mover.play(board, limit, game=number, info=chess.engine.INFO_ALL, ponder=number % 5 == 0)
        found = await asyncio.wait_for(asked, 60)
        if found.move not in board.legal_moves:
            raise RuntimeError(f"match {number}: {found.move} in {board.fen()}")
        board.push(found.move)
    return board.result(claim_draw=True)


async def stops(engine: chess.engine.UciProtocol) -> list[float]:
    """The time that infinite searches take to end, in milliseconds."""
    times = []
    for _ in range(50):
        with await engine.analysis(chess.Board()) as analysis:
            await asyncio.sleep(0.05)
            began = time.perf_counter()
            analysis.stop()
            await analysis.wait()
            times.append((time.perf_counter() - began) * 1_000)
    return times


async def main(program: str, matches: int) -> int:
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    players = [await open_engine(program) for _ in range(2)]
    results: dict[str, int] = {}
    for number in range(matches):
        result = await play(players, number)
        results[result] = results.get(result, 0) + 1
    times = await stops(players[0])
    for engine in players:
        await engine.quit()
    print(f"{matches} matches: {results}; warnings: {len(complaints.said)}")
    print(f"stop: {statistics.median(times):.2f} ms in the middle, {max(times):.2f} ms at most, of {len(times)}")
    for line in complaints.said[:20]:
        print(f"  {line}")
    return int(bool(complaints.said))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)))
