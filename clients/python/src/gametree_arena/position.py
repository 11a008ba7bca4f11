"""The input of a bot: a position with its legal moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from . import rules

Side = Literal["first", "second"]
Json = Mapping[str, Any]


def other(side: Side) -> Side:
    """The opponent of a side."""
    return "second" if side == "first" else "first"


@dataclass(frozen=True)
class Diagram:
    """The board. The server's docs/protocol.md describes the cell contents of each game."""

    kind: str
    columns: int
    rows: int
    cells: tuple[str, ...]
    """Row by row from the top; ``""`` for an empty cell."""
    points: tuple[str, ...] = ()
    """The name of each cell, as used in moves. Empty if the game does not name its cells."""
    last: tuple[str, ...] = ()
    """The points of the last move."""
    raw: Json = field(default_factory=dict, repr=False)
    """The diagram as the server sent it."""

    @staticmethod
    def parse(raw: Json) -> Diagram:
        """Parses the diagram of a message."""
        return Diagram(
            kind=raw["kind"],
            columns=raw["columns"],
            rows=raw["rows"],
            cells=tuple(raw["cells"]),
            points=tuple(raw.get("points", ())),
            last=tuple(raw.get("last", ())),
            raw=raw,
        )

    def changed(self, changes: Json) -> Diagram:
        """Returns the diagram after the changes of a move."""
        cells = list(self.raw["cells"])
        for index, content in changes["cells"]:
            cells[index] = content
        # The marks replace the ones before, even if they are absent.
        marks = ("last", "line", "check")
        kept = {key: value for key, value in self.raw.items() if key not in marks}
        new = {key: changes[key] for key in marks if key in changes}
        return Diagram.parse({**kept, **new, "cells": cells})

    def at(self, point: str) -> str:
        """Returns the contents of the cell with this name.

        Raises:
            KeyError: no cell has this name.
        """
        try:
            return self.cells[self.points.index(point)]
        except ValueError:
            raise KeyError(point) from None

    def __str__(self) -> str:
        width = max((len(cell) for cell in self.cells), default=1)
        rows = (self.cells[start : start + self.columns] for start in range(0, len(self.cells), self.columns))
        return "\n".join(" ".join((cell or ".").ljust(width) for cell in row).rstrip() for row in rows)


@dataclass(frozen=True)
class Clock:
    """The remaining time in milliseconds when the bot is asked for a move."""

    mine_ms: int
    opponent_ms: int
    increment_ms: int


@dataclass(frozen=True)
class Verdict:
    """The result of a match."""

    outcome: Literal["first", "second", "draw"] | None
    """The winner; None for a void match."""
    by: str
    """The reason for the end, such as ``rules``, ``resignation`` or ``timeout``."""
    detail: str | None = None
    won: bool | None = None
    """True if the bot won; None for a draw and for a void match."""

    @staticmethod
    def parse(raw: Json, side: Side | None) -> Verdict:
        """Parses the verdict of a message for the bot on this side."""
        outcome = raw["outcome"]
        won = None if outcome in (None, "draw") or side is None else outcome == side
        return Verdict(outcome, raw["by"], raw.get("detail"), won)

    def __str__(self) -> str:
        """Returns a text such as ``won by resignation``."""
        if self.outcome is None:
            return f"void ({self.by})"
        ended = {True: "won", False: "lost", None: "drawn"}[self.won]
        return f"{ended} by {self.by}"


@dataclass(frozen=True)
class Position:
    """A position in which the bot is to move."""

    match: str
    """The id of the match."""
    game: str
    options: Json
    """The options of the game, such as the board size."""
    start: str | None
    """The initial position in the game's notation; None for the standard position."""
    opening: tuple[str, ...]
    """The opening moves that the server made for the players."""
    moves: tuple[str, ...]
    """All moves so far."""
    ply: int
    """The number of the move to make, starting at 0."""
    side: Side
    """The bot's side."""
    legal: tuple[str, ...]
    """The legal moves in the protocol's notation."""
    diagram: Diagram
    opponent: str
    """The opponent's name."""

    def rules(self) -> rules.Position:
        """Returns the position with its rules, to look ahead and to search. Needs ``gametree-arena-rules``.

        Raises:
            ArenaError: the package is not installed.
        """
        # The library works without it.
        from . import rules

        return rules.Position(self.game, self.options, self.start, self.moves)

    def __str__(self) -> str:
        return f"{self.diagram}\n{self.side} to move: {' '.join(self.legal)}"


class Match:
    """The state of one match, built from the server's snapshots and events."""

    def __init__(self, id: str, state: Json, seq: int) -> None:
        self.id = id
        self.renew(state, seq)

    def renew(self, state: Json, seq: int) -> None:
        """Replaces the state with a ``snapshot``."""
        self.seq = seq
        self.position_seq = seq
        """The sequence number of the event or snapshot that brought the current position."""
        self.game: str = state["game"]
        self.options: Json = state.get("options", {})
        start = state.get("start", {})
        self.start: str | None = start.get("position")
        self.opening = tuple(start.get("moves", ()))
        self.seats: list[Json] = list(state["seats"])
        self.side: Side | None = state.get("you")
        self.moves: list[str] = list(state["moves"])
        self.ply: int = state["ply"]
        self.turn: Side | None = state.get("turn")
        self.legal: Sequence[str] = state.get("legal", ())
        self.diagram = Diagram.parse(state["diagram"])
        self.clocks: Json | None = state.get("clocks")
        self.verdict = Verdict.parse(state["verdict"], self.side) if "verdict" in state else None
        self.draw_offered_by: Side | None = state.get("offers", {}).get("draw")

    def take(self, seq: int, event: Json) -> bool:
        """Applies an event. Returns False if an earlier event is missing. Ignores an event that is already known."""
        if seq <= self.seq:
            return True
        if seq != self.seq + 1:
            return False
        self.seq = seq
        kind = event["kind"]
        if kind == "seated":
            self.seats[0 if event["side"] == "first" else 1] = event["seat"]
        elif kind == "moved":
            self._back_to(event["ply"])
            self.moves.append(event["move"])
            self.ply += 1
            if self.draw_offered_by != event["side"]:
                self.draw_offered_by = None
        elif kind == "taken_back":
            self._back_to(event["ply"])
            self.draw_offered_by = None
        elif kind == "offered" and event["what"] == "draw":
            self.draw_offered_by = event["side"]
        elif kind == "answered" and event["what"] == "draw":
            self.draw_offered_by = None
        elif kind == "ended":
            self.verdict = Verdict.parse(event["verdict"], self.side)
            self.turn, self.legal = None, ()
        if kind in ("started", "moved", "taken_back"):
            self.position_seq = seq
            # A move on a grid brings only the changes.
            self.diagram = self.diagram.changed(event["changed"]) if "changed" in event else Diagram.parse(event["diagram"])
            self.turn, self.legal = event.get("turn"), event.get("legal", ())
        if "clocks" in event:
            self.clocks = {**(self.clocks or {}), **event["clocks"]}
        return True

    def _back_to(self, ply: int) -> None:
        keep = len(self.moves) - (self.ply - ply)
        del self.moves[max(keep, 0) :]
        self.ply = ply

    @property
    def is_my_turn(self) -> bool:
        """True if the server waits for the bot's move."""
        return self.verdict is None and self.turn is not None and self.turn == self.side and bool(self.legal)

    @property
    def opponent(self) -> str:
        """The opponent's name, or ``?`` while the seat is open."""
        seat = self.seats[1 if self.side == "first" else 0]
        name = seat.get("name")
        return name if isinstance(name, str) else "?"

    def position(self) -> Position:
        """Returns the position to pass to the bot. Call it only on the bot's turn."""
        assert self.side is not None
        return Position(
            match=self.id,
            game=self.game,
            options=self.options,
            start=self.start,
            opening=self.opening,
            moves=tuple(self.moves),
            ply=self.ply,
            side=self.side,
            legal=tuple(self.legal),
            diagram=self.diagram,
            opponent=self.opponent,
        )

    def clock(self) -> Clock | None:
        """Returns the clock as of the last message, or None if the match has no clock."""
        if self.clocks is None or self.side is None:
            return None
        mine, theirs = self.clocks[self.side], self.clocks[other(self.side)]
        return Clock(mine, theirs, self.clocks.get("increment_ms", 0))
