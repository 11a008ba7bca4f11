"""Matches and tournaments in this process, without a server. Needs ``gametree-arena-rules``::

    from gametree_arena.offline import play_match

    print(play_match(MyBot(), "connect4-club", games=20))
"""

from __future__ import annotations

import asyncio
import html
import inspect
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from . import rules
from .bot import Bot
from .connection import ArenaError
from .position import Clock, Diagram, Position, Side, Verdict, other

Entrant = Bot | str | Mapping[str, Any]
"""A bot of your own, the name of one of the arena's bots, or the configuration of one."""

MOST_PLIES = 1_000
"""Longer matches are drawn. No game of the arena takes as long without a repetition."""


def position_for(position: rules.Position, match: str = "offline", opponent: str = "?", opening: int = 0) -> Position:
    """Returns a position as a server would send it to a bot."""
    return Position(
        match=match,
        game=position.game,
        options=position.options,
        start=position.start,
        opening=position.moves[:opening],
        moves=position.moves,
        ply=len(position.moves),
        side=position.side,
        legal=position.legal,
        diagram=Diagram.parse(position.diagram),
        opponent=opponent,
    )


def ask(bot: Bot, position: Position, clock: Clock | None = None) -> str:
    """Returns the bot's move. It may be awaitable, also where a loop runs already, as in a notebook."""
    given = bot.choose(position, clock)
    if not inspect.isawaitable(given):
        return given
    awaitable = given

    async def awaited() -> str:
        return await awaitable

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(awaited())
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, awaited()).result()


@dataclass(frozen=True)
class Match:
    """A finished match."""

    names: tuple[str, str]
    position: rules.Position
    """The last position, with all moves."""
    verdict: Verdict
    record: Mapping[str, Any]
    """The match as ``arena stats``, ``arena verify`` and ``arena export`` read it."""

    @property
    def result(self) -> str:
        """Who won, and how."""
        winner = {"first": f"{self.names[0]} won", "second": f"{self.names[1]} won", "draw": "draw"}
        outcome = winner[self.verdict.outcome] if self.verdict.outcome else "void"
        return f"{outcome} by {self.verdict.by}" + (f" ({self.verdict.detail})" if self.verdict.detail else "")

    def __str__(self) -> str:
        return f"{self.names[0]} – {self.names[1]}: {self.result}, {len(self.position.moves)} moves"

    def _repr_svg_(self) -> str:
        return self.position.to_svg()

    def _repr_html_(self) -> str:
        return f"<figure><figcaption>{html.escape(str(self))}</figcaption>{self.position.to_svg()}</figure>"


@dataclass(frozen=True)
class _Seated:
    """An entrant with its name."""

    name: str
    bot: Bot | rules.HouseBot

    def chooser(self, start: rules.Position, side: Side, seed: int, match: str, opponent: str) -> _Chooser:
        """Takes a seat. The result returns a move, the nodes searched for it and its value."""
        bot = self.bot
        if isinstance(bot, Bot):
            opening = len(start.moves)
            return lambda position: (ask(bot, position_for(position, match, opponent, opening)), 0, None)
        return bot.seat(start, side, seed).choose

    @property
    def seat(self) -> dict[str, Any]:
        """The seat in a record."""
        return {"name": self.name} if isinstance(self.bot, Bot) else {"name": self.name, "spec": self.bot.spec}


_Chooser = Callable[[rules.Position], tuple[str, int, int | None]]


def _play(seated: tuple[_Seated, _Seated], start: rules.Position, seed: int, number: int, time_ms: int | None) -> Match:
    names = (seated[0].name, seated[1].name)
    match = rules.match_id(names, seed, number)
    sides: tuple[Side, Side] = ("first", "second")
    for index, entrant in enumerate(seated):
        if isinstance(entrant.bot, Bot):
            entrant.bot.started(match, start.game, names[1 - index])
    choosers = {
        side: seated[index].chooser(start, side, seed + number, match, names[1 - index])
        for index, side in enumerate(sides)
    }
    position = start
    nodes: list[int] = [0] * len(start.moves)
    values: list[int | None] = [None] * len(start.moves)
    ended: tuple[str, str, str | None] | None = None
    while ended is None and position.legal:
        side = position.side
        began = time.monotonic()
        try:
            move, searched, value = choosers[side](position)
        except Exception as error:
            ended = other(side), "crash", f"{type(error).__name__}: {error}"
            break
        took_ms = round((time.monotonic() - began) * 1_000)
        if move not in position.legal:
            ended = other(side), "illegal", f"{move!r} is not legal; legal: {' '.join(position.legal[:12])}"
        elif time_ms is not None and took_ms > time_ms:
            ended = other(side), "timeout", f"took {took_ms} ms of {time_ms} ms"
        else:
            position = position.play(move)
            nodes.append(searched)
            values.append(value)
            if position.legal and len(position.moves) >= MOST_PLIES:
                ended = "draw", "adjudicated-length", None
    outcome, by, detail = ended or (position.outcome, "rules", None)
    verdict = {"outcome": outcome, "by": by} | ({} if detail is None else {"detail": detail})
    record: dict[str, Any] = {
        "id": match,
        "game": start.game,
        "options": start.options,
        "opening": {"moves": list(start.moves)},
        "seats": [entrant.seat for entrant in seated],
        "seed": seed + number,
        "moves": list(position.moves),
        "verdict": verdict,
        "nodes": nodes,
    }
    if any(value is not None for value in values):
        record["values"] = values
    if any(isinstance(entrant.bot, Bot) for entrant in seated):
        record["reproducible"] = False
    for index, entrant in enumerate(seated):
        if isinstance(entrant.bot, Bot):
            told = Verdict.parse(verdict, sides[index])
            entrant.bot.ended(match, told, told.won)
    return Match(names, position, Verdict.parse(verdict, None), record)


@dataclass
class Tournament:
    """Every entrant meets every other one.

    Each encounter is two matches with exchanged seats and the same random opening. The figures are those of
    ``arena stats``, from the program's own code.
    """

    entrants: Sequence[Entrant]
    game: str | None = None
    """The game. Not needed if one of the entrants plays only one."""
    games: int = 20
    """The number of matches of each pair, an even one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game."""
    opening: int = 2
    """The plies of the random openings."""
    seed: int = 0
    """Openings and the chance of the arena's bots derive from it."""
    time_ms: int | None = None
    """A bot that takes longer for a move loses. It is not interrupted."""
    sprt: tuple[float, float] | None = None
    """Of two entrants: end as soon as a sequential test accepts one of these differences in normalised Elo."""
    matches: list[Match] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ArenaError("a tournament needs at least two entrants")
        if self.games < 2 or self.games % 2:
            raise ArenaError(f"games must be an even number from 2 on, because seats are exchanged; got {self.games}")
        if self.sprt is not None and len(self.entrants) != 2:
            raise ArenaError(f"sprt tests two entrants, not {len(self.entrants)}")
        made = [entrant if isinstance(entrant, Bot) else rules.HouseBot(entrant, self.game) for entrant in self.entrants]
        known = [bot.game if isinstance(bot, rules.HouseBot) else games[0] for bot in made if (games := _games(bot))]
        game = self.game or (known[0] if known else None)
        if game is None:
            raise ArenaError('no entrant says which game it plays; give one, such as game="connect4"')
        for bot in made:
            if (games := _games(bot)) and game not in games:
                name = bot.name if isinstance(bot, rules.HouseBot) else type(bot).__name__
                raise ArenaError(f"{name} plays {', '.join(games)}, not {game}")
        self.game = game
        self._start = rules.Position(game, self.options)
        self._seated: list[_Seated] = []
        for bot in made:
            name = bot.name if isinstance(bot, rules.HouseBot) else type(bot).__name__
            taken = {seated.name for seated in self._seated}
            unused = (f"{name} {number}" if number > 1 else name for number in range(1, len(made) + 1))
            self._seated.append(_Seated(next(one for one in unused if one not in taken), bot))

    def play(self) -> Tournament:
        """Plays all matches that are left. Returns itself, so that a notebook shows the results."""
        for _ in self.run():
            pass
        return self

    def run(self) -> Iterator[Match]:
        """Plays the matches that are left, and gives each when it has ended."""
        schedule = [pair for _ in range(self.games // 2) for pair in combinations(self._seated, 2)]
        for encounter, (one, two) in enumerate(schedule):
            opening = self._opening(encounter * self.games // 2 // len(schedule))
            for leg, seated in enumerate([(one, two), (two, one)]):
                number = 2 * encounter + leg
                if number < len(self.matches):
                    continue
                self.matches.append(_play(seated, opening, self.seed, number, self.time_ms))
                yield self.matches[-1]
            if self.sprt is not None and self.statistics["accepted"] is not None:
                return

    def _opening(self, round_number: int) -> rules.Position:
        """Returns the position after a random opening that leaves a game to play."""
        position = self._start.random_opening(self.opening, self.seed, round_number)
        if position is None:
            raise ArenaError(f"no random opening of {self.opening} plies leaves a game to play; choose a shorter one")
        return position

    @property
    def records(self) -> list[str]:
        """The matches as lines of JSON, as ``arena stats --records`` reads them."""
        return [json.dumps(match.record, separators=(",", ":")) for match in self.matches]

    def save(self, path: str | Path) -> None:
        """Writes the records to a file."""
        Path(path).write_text("".join(f"{record}\n" for record in self.records))

    @property
    def _sides(self) -> tuple[str, str] | None:
        # With a test or two entrants, the figures are those of the first.
        return (self._seated[0].name, self._seated[1].name) if len(self._seated) == 2 else None

    @property
    def statistics(self) -> dict[str, Any]:
        """The figures of ``arena stats --json``: scores, Elo with half of its 95 % interval, the sequential test."""
        return rules.statistics(self.records, self._sides, self.sprt)

    @property
    def report(self) -> str:
        """The text of ``arena stats``."""
        return rules.report(self.records, self._sides, self.sprt)

    def __str__(self) -> str:
        return self.report if self.matches else "no match was played"

    def _repr_html_(self) -> str:
        shown = "".join(f"<td>{match._repr_html_()}</td>" for match in self.matches[-4:])
        return f"<pre>{html.escape(str(self))}</pre><table><tr>{shown}</tr></table>"


def _games(bot: Bot | rules.HouseBot) -> tuple[str, ...]:
    if isinstance(bot, rules.HouseBot):
        return (bot.game,)
    # A plain string is accepted, because it is easy to forget the comma of a tuple with one element.
    return (bot.games,) if isinstance(bot.games, str) else bot.games


def play_match(
    bot: Entrant,
    opponent: Entrant,
    game: str | None = None,
    *,
    games: int = 20,
    options: Mapping[str, Any] | None = None,
    opening: int = 2,
    seed: int = 0,
    time_ms: int | None = None,
    sprt: tuple[float, float] | None = None,
) -> Tournament:
    """Plays two entrants against each other. The parameters are those of :class:`Tournament`."""
    return Tournament(
        [bot, opponent],
        game,
        games=games,
        options=options or {},
        opening=opening,
        seed=seed,
        time_ms=time_ms,
        sprt=sprt,
    ).play()
