"""The rules, searches and bots of minimax-arena.

A position is a value: playing a move gives the next one::

    from gametree_arena_rules import Position

    position = Position("connect4").play("d").play("d")
    print(position, position.legal)
    print(position.search(depth=8).best)
"""

from ._rules import (
    HouseBot,
    Node,
    Position,
    RootMove,
    RulesError,
    Search,
    Seat,
    bots,
    games,
    licenses,
    match_id,
    report,
    statistics,
)

__all__ = [
    "HouseBot",
    "Node",
    "Position",
    "RootMove",
    "RulesError",
    "Search",
    "Seat",
    "bots",
    "games",
    "licenses",
    "match_id",
    "report",
    "statistics",
]
