"""The interface that a bot's author implements."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, fields
from typing import Any

from .position import Clock, Json, Position, Verdict


@dataclass(frozen=True)
class OpenMatch:
    """A match of the lobby with an open seat."""

    id: str
    game: str
    options: Json
    opponent: str
    """The name of the waiting player, or ``?``."""
    initial_ms: int | None
    """The initial time on the clock; None without a clock."""
    increment_ms: int

    @staticmethod
    def parse(raw: Json) -> OpenMatch | None:
        """A row of the lobby, if it has an open seat for anyone."""
        seats = raw["seats"]
        if raw["status"] != "open" or not any(seat["kind"] == "open" for seat in seats):
            return None
        waits = next((seat.get("name", "?") for seat in seats if seat["kind"] != "open"), "?")
        clock = raw.get("clock") or {}
        return OpenMatch(
            id=raw["match"],
            game=raw["game"],
            options=raw.get("options", {}),
            opponent=waits,
            initial_ms=clock.get("initial_ms"),
            increment_ms=clock.get("increment_ms", 0),
        )


@dataclass(frozen=True)
class Challenge:
    """A challenge to this player that waits for an answer."""

    id: str
    challenger: str
    """The challenger's name."""
    game: str
    options: Json
    initial_ms: int | None
    """The initial time on the clock, or the time per move; None without a clock."""
    increment_ms: int
    rated: bool

    @staticmethod
    def parse(raw: Json) -> Challenge:
        """A challenge in a message."""
        clock = raw.get("clock") or {}
        return Challenge(
            id=raw["challenge"],
            challenger=raw["challenger"]["name"],
            game=raw["game"],
            options=raw.get("options", {}),
            initial_ms=clock.get("initial_ms"),
            increment_ms=clock.get("increment_ms", 0),
            rated=raw["rated"],
        )


@dataclass(frozen=True)
class Rules:
    """The rules for accepting challenges. The server declines all others at once with a reason."""

    games: tuple[str, ...] = ()
    """The games; empty for all."""
    clock: bool | None = None
    """Only with a running clock (True) or only without (False); None for either."""
    initial_ms: tuple[int, int] | None = None
    """Minimum and maximum initial time."""
    rated: bool | None = None
    """Only rated matches (True) or only unrated ones (False); None for either."""
    rating: tuple[int, int] | None = None
    """Minimum and maximum rating of the challenger; an unknown one counts as 1500."""
    at_once: int | None = None
    """Maximum number of concurrent matches."""
    closed: bool = False
    """Whether no challenge is accepted."""

    @staticmethod
    def parse(raw: Json) -> Rules:
        """Parses rules from JSON, by the names of the fields.

        Raises:
            ValueError: unknown rule.
        """
        known = {field.name for field in fields(Rules)}
        if unknown := raw.keys() - known:
            raise ValueError(f"there is no rule {sorted(unknown)[0]!r}; there are {', '.join(sorted(known))}")
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
        return Rules(**said)

    def told(self) -> Json:
        """The rules as a message to the server."""
        said: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and value != field.default:
                said[field.name] = list(value) if isinstance(value, tuple) else value
        return said


class Bot:
    """A player. Only :meth:`choose` is required; methods may be ``async`` or plain.

    A plain ``choose`` runs on its own thread, so it may take long while the connection stays alive. One object plays all
    matches, possibly several at a time; use ``position.match`` to separate them.
    """

    games: tuple[str, ...] = ()
    """The games that it plays, by the server's names such as ``connect4``; empty for all.

    Matches, leagues and pairings of other games are refused, and challenges to them declined.
    """

    def choose(self, position: Position, clock: Clock | None) -> str | Awaitable[str]:
        """Returns the move to make, one of ``position.legal``."""
        raise NotImplementedError

    def accepts(self, match: OpenMatch) -> bool:
        """Whether to join an open match of the lobby."""
        return not self.games or match.game in self.games

    def takes(self, challenge: Challenge) -> bool:
        """Whether to accept a challenge that fits the rules."""
        return not self.games or challenge.game in self.games

    def accepts_draw(self, position: Position) -> bool:
        """Whether to accept the opponent's draw offer."""
        return False

    def started(self, match: str, game: str, opponent: str) -> None:
        """Called when a match begins, or continues after this program was restarted."""

    def ended(self, match: str, verdict: Verdict, won: bool | None) -> None:
        """Called when a match ends; ``won`` is None for a draw and for a void match."""
