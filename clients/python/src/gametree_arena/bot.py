"""The classes that a bot's author uses and extends."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, fields
from typing import Any

from .position import Clock, Json, Position, Verdict


@dataclass(frozen=True)
class OpenMatch:
    """An open match in the lobby."""

    id: str
    game: str
    options: Json
    opponent: str
    """The waiting player's name, or ``?``."""
    initial_ms: int | None
    """The time on the clock at the start; None without a clock."""
    increment_ms: int

    @staticmethod
    def parse(raw: Json) -> OpenMatch | None:
        """Parses a row of the lobby. Returns None if the match has no open seat."""
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
    """The time on the clock at the start, or for each move; None without a clock."""
    increment_ms: int
    rated: bool

    @staticmethod
    def parse(raw: Json) -> Challenge:
        """Parses a challenge in the server's format."""
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
    """The rules for accepting challenges. The server declines all others at once and gives the reason."""

    games: tuple[str, ...] = ()
    """The accepted games; empty for all."""
    clock: bool | None = None
    """True for timed games only, False for untimed games only, None for both."""
    initial_ms: tuple[int, int] | None = None
    """The minimum and maximum initial time."""
    rated: bool | None = None
    """True for rated matches only, False for unrated matches only, None for both."""
    rating: tuple[int, int] | None = None
    """The challenger's minimum and maximum rating. A player without a rating counts as 1500."""
    at_once: int | None = None
    """The maximum number of simultaneous matches."""
    closed: bool = False
    """True to decline all challenges."""

    @staticmethod
    def parse(raw: Json) -> Rules:
        """Parses rules from JSON. The keys are the field names.

        Raises:
            ValueError: a key is unknown.
        """
        known = {field.name for field in fields(Rules)}
        if unknown := raw.keys() - known:
            raise ValueError(f"there is no rule {sorted(unknown)[0]!r}; there are {', '.join(sorted(known))}")
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
        return Rules(**said)

    def told(self) -> Json:
        """Returns the rules in the server's format."""
        said: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and value != field.default:
                said[field.name] = list(value) if isinstance(value, tuple) else value
        return said


class Bot:
    """A player. Only :meth:`choose` is required. Methods may be ``async`` or plain.

    A plain ``choose`` runs on its own thread, so it can think for a long time without blocking the connection.
    One object plays all matches, possibly several at the same time. Store the state of a match under
    ``position.match``.
    """

    games: tuple[str, ...] = ()
    """The supported games by the server's names, such as ``connect4``; empty for all.

    The client refuses matches, leagues and pairings of other games, and declines challenges to them.
    """

    def choose(self, position: Position, clock: Clock | None) -> str | Awaitable[str]:
        """Returns the move to make: one of ``position.legal``."""
        raise NotImplementedError

    def accepts(self, match: OpenMatch) -> bool:
        """Returns True to join this open match. Called only if the player joins matches from the lobby."""
        return not self.games or match.game in self.games

    def takes(self, challenge: Challenge) -> bool:
        """Returns True to accept a challenge that fits the rules."""
        return not self.games or challenge.game in self.games

    def accepts_draw(self, position: Position) -> bool:
        """Returns True to accept the opponent's draw offer."""
        return False

    def started(self, match: str, game: str, opponent: str) -> None:
        """Called when a match begins, or continues after a restart of this program."""

    def ended(self, match: str, verdict: Verdict, won: bool | None) -> None:
        """Called when a match is over. ``won`` is None for a draw and for a void match."""
