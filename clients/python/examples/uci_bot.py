"""Connects a UCI chess engine to the arena. ``ARENA_ENGINE`` names the program; the default is ``stockfish``."""

import os
import subprocess

from gametree_arena import Bot, Clock, Position


class UciBot(Bot):
    games = ("chess",)

    def __init__(self) -> None:
        program = os.environ.get("ARENA_ENGINE", "stockfish")
        self.engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci", until="uciok")

    def choose(self, position: Position, clock: Clock | None) -> str:
        start = "startpos" if position.start is None else f"fen {position.start}"
        self.say(f"position {start} moves {' '.join(position.opening + position.moves)}")
        if clock is None:
            go = "go movetime 200"
        else:
            mine, theirs = ("w", "b") if position.side == "first" else ("b", "w")
            go = f"go {mine}time {clock.mine_ms} {theirs}time {clock.opponent_ms} {mine}inc {clock.increment_ms} {theirs}inc {clock.increment_ms}"
        return self.say(go, until="bestmove").split()[1]

    def say(self, line: str, until: str | None = None) -> str:
        """Sends a line. Returns the first line of the answer that begins with the given word."""
        assert self.engine.stdin is not None and self.engine.stdout is not None
        self.engine.stdin.write(line + "\n")
        if until is None:
            return ""
        for told in self.engine.stdout:
            if told.startswith(until):
                return told
        raise RuntimeError("the engine has ended")
