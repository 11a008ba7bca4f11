"""What the author of a bot writes."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass

from .position import Clock, Json, Position, Verdict


@dataclass(frozen=True)
class OpenMatch:
    """A match of the lobby that waits for somebody to sit down."""

    id: str
    game: str
    options: Json
    opponent: str
    """The name of who waits, or ``?``."""
    initial_ms: int | None
    """The time on the clock at the start; None without a clock."""
    increment_ms: int

    @staticmethod
    def parse(raw: Json) -> OpenMatch | None:
        """A row of the lobby, if somebody waits there for anybody."""
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


class Bot:
    """A player. Only :meth:`choose` has to be written; methods may be ``async`` or plain.

    A plain ``choose`` runs on a thread of its own, so that it may think as long as it likes while the connection lives.
    One object plays all matches, several at a time where that was asked for; what belongs to one match is best kept by
    ``position.match``.
    """

    games: tuple[str, ...] = ()
    """The games that it plays, by the server's names such as ``connect4``; empty for all."""

    def choose(self, position: Position, clock: Clock | None) -> str | Awaitable[str]:
        """The move to make: one of ``position.legal``."""
        raise NotImplementedError

    def accepts(self, match: OpenMatch) -> bool:
        """Whether to sit down at a match of the lobby, when it joins open ones."""
        return not self.games or match.game in self.games

    def accepts_draw(self, position: Position) -> bool:
        """Whether to take the opponent's offer of a draw."""
        return False

    def started(self, match: str, game: str, opponent: str) -> None:
        """A match begins, or goes on after this program was started again."""

    def ended(self, match: str, verdict: Verdict, won: bool | None) -> None:
        """A match is over; ``won`` is None for a draw and for a match that does not count."""
