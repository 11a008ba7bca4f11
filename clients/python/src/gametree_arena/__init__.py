"""Bots for a minimax-arena server.

A bot chooses moves. This package connects, waits for turns, reconnects, and respects the
server's limits::

    from gametree_arena import Bot, Clock, Position

    class MyBot(Bot):
        def choose(self, position: Position, clock: Clock | None) -> str:
            return position.legal[0]

Run it by ``arena-bot my_bot.py --url http://127.0.0.1:8080``, or from a program by :class:`Player`.
"""

from .bot import Bot, Challenge, OpenMatch, Rules
from .connection import ArenaError, Closed, Connection, Refused
from .player import Player, Wish
from .position import Clock, Diagram, Position, Verdict
from .server import server

__all__ = [
    "ArenaError",
    "Bot",
    "Challenge",
    "Clock",
    "Closed",
    "Connection",
    "Diagram",
    "OpenMatch",
    "Player",
    "Position",
    "Refused",
    "Rules",
    "Verdict",
    "Wish",
    "server",
]
