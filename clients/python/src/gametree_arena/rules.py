"""The rules, searches and bots of the arena, from the package ``gametree-arena-rules``."""

from .connection import ArenaError

try:
    from gametree_arena_rules import (
        HouseBot,
        Node,
        Position,
        RootMove,
        RulesError,
        Search,
        Seat,
        bots,
        games,
        match_id,
        report,
        statistics,
    )
except ImportError as error:
    raise ArenaError("the rules are not installed; install them by: pip install gametree-arena-rules") from error

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
    "match_id",
    "report",
    "statistics",
]
