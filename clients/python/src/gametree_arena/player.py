"""A bot client: finds opponents, asks the bot for moves, and reconnects after a lost connection."""

from __future__ import annotations

import asyncio
import inspect
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, TypeVar

from .bot import Bot, Challenge, OpenMatch, Rules
from .connection import (
    ArenaError,
    Closed,
    Connection,
    Refused,
    UnknownKey,
    game_of_league,
    game_of_match,
    post,
    rating,
    standing,
    unfinished,
)
from .position import Json, Match, Verdict

log = logging.getLogger("gametree_arena")

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """The matches that a player wants to play."""

    create: str | None = None
    """The game to offer, either to anyone or to `against`."""
    against: str | None = None
    """The server's bot to play against in offered matches; None for any opponent."""
    join: bool = False
    """True to join open matches in the lobby if the bot accepts them."""
    take: Rules | None = None
    """The rules for accepting challenges; None to accept no challenges."""
    challenge: str | None = None
    """The id of a player to challenge. The game is `create`."""
    pair: str | None = None
    """The game for automatic pairing."""
    league: str | None = None
    """The name or id of the tournament or league to enter. The server starts its matches."""
    version: str | None = None
    """The name of this version of the bot in that league."""
    rated: bool = False
    """True to offer rated matches."""
    matches: tuple[str, ...] = ()
    """The ids of matches to join."""
    options: Json = field(default_factory=dict)
    """The game options of offered matches."""
    clock: tuple[int, int] | None = None
    """The initial time and increment of offered matches, in milliseconds; None without a clock."""
    side: str = "first"
    """The bot's side in offered matches: `first`, `second`, or `random`."""
    count: int | None = None
    """The number of matches to play; None for no limit."""
    at_once: int = 1
    """The maximum number of simultaneous matches."""


class Player:
    """Plays a bot's matches on a server until the requested number is complete."""

    def __init__(
        self,
        bot: Bot,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        wish: Wish = Wish(),
        keep: Callable[[str], None] | None = None,
    ) -> None:
        """Args:
            bot: the bot that chooses the moves.
            url: the server's address, such as ``http://127.0.0.1:8080``.
            name: the player's name; the default is the bot's class name.
            token: the token of an earlier run, to continue as the same player.
            wish: the matches to play.
            keep: receives the token of a new player and stores it for the next run.
        """
        self.bot = bot
        self.url = url
        self.name = name or type(bot).__name__
        self.token = token
        self.wish = wish
        self.keep = keep
        self.results: list[Verdict] = []
        """The verdicts of completed matches, in order."""
        self._connection: Connection | None = None
        self._playing: dict[str, Match] = {}
        self._seats: set[str] = set()
        self._open: dict[str, OpenMatch] = {}
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._wanted = list(wish.matches)
        self._has_resumed = False
        self._id = ""
        self._challenges: dict[str, Challenge] = {}
        self._sent: set[str] = set()
        self._is_waiting = False
        self._stopping: asyncio.Task[None] | None = None
        self._has_stopped = False
        self._played: set[str] = set()
        self._rules: Rules | None = None
        # Accept a plain string: it is easy to forget the comma of a tuple with one element.
        self._games = (bot.games,) if isinstance(bot.games, str) else tuple(bot.games)

    @property
    def _is_done(self) -> bool:
        if self._has_stopped:
            return True
        if self._playing or self._seats or not self._has_resumed:
            return False
        by_itself = self.wish.create is not None or self.wish.join
        by_itself = by_itself or self.wish.take is not None or self.wish.pair is not None or self.wish.league is not None
        if self.wish.count is not None and len(self.results) >= self.wish.count:
            return True
        return not by_itself and not self._wanted

    def stop(self) -> None:
        """Ends the run: resigns the running matches, so that no opponent waits for this player, and disconnects."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._say_goodbye())

    async def _say_goodbye(self) -> None:
        connection, running = self._connection, [match for match in self._playing.values() if match.verdict is None]
        try:
            if connection is not None:
                if self.wish.league is not None:
                    await self._try(connection.ask("rest", tournament=self.wish.league))
                for match in running:
                    log.info("leaving match %s", match.id)
                    # A match that has hardly begun is void. Others, and those of a tournament, are lost.
                    await self._try(connection.ask("abort", match=match.id))
                    await self._try(connection.ask("resign", match=match.id))
                for _ in range(20):
                    if not self._playing:
                        break
                    await asyncio.sleep(0.05)
        except Closed:
            pass
        finally:
            self._has_stopped = True
            if connection is not None:
                await connection.close()

    def standings(self) -> list[str]:
        """Returns the player's rank in the league, and its ratings in the games that it has played, as text."""
        found = [] if self.wish.league is None else [standing(self.url, self.wish.league, self._id)]
        for game in sorted(self._played):
            rated = rating(self.url, self._id, game)
            found.append(rated and f"rating in {game}: {rated}")
        return [text for text in found if text]

    async def run(self) -> None:
        """Plays until all requested matches are over.

        Raises:
            ArenaError: the server rejects this player, and a retry would not help.
        """
        self._must_play(self.wish.create)
        self._must_play(self.wish.pair)
        self._rules = None if self.wish.take is None else self._within(self.wish.take)
        pause = FIRST_PAUSE_S
        try:
            while not self._is_done:
                try:
                    await self._hello()
                    pause = FIRST_PAUSE_S
                    await self._live()
                except Closed as closed:
                    if self._is_done or self._stopping is not None:
                        break
                    wait = pause * random.uniform(0.5, 1.0)
                    log.warning("%s; back in %.1f s", closed, wait)
                    await asyncio.sleep(wait)
                    pause = min(pause * 2, LONGEST_PAUSE_S)
        finally:
            for task in self._moving.values():
                task.cancel()
            if self._connection is not None:
                await self._connection.close()

    def _plays(self, game: str) -> bool:
        return not self._games or game in self._games

    def _unplayed(self, game: str) -> str:
        return f"the bot plays {', '.join(self._games)} only, not {game}"

    def _must_play(self, game: str | None, what: str = "") -> None:
        """Raises an error if the game is known and the bot does not play it."""
        if game is not None and not self._plays(game):
            raise ArenaError(f"{self._unplayed(game)}{what}")

    def _within(self, rules: Rules) -> Rules:
        """Removes the games that the bot does not play, so that the server declines those challenges at once."""
        games = rules.games or self._games
        played = tuple(game for game in games if self._plays(game))
        if games and not played:
            self._must_play(games[0], ", which the rules take")
        return replace(rules, games=played)

    def _look_ahead(self) -> None:
        """Checks the games of the league and the requested matches before the bot connects."""
        if self.wish.league is not None:
            self._must_play(game_of_league(self.url, self.wish.league), f", the game of {self.wish.league}")
        for id in self.wish.matches:
            self._must_play(game_of_match(self.url, id), f", the game of match {id}")

    async def _hello(self) -> None:
        if self._games and not self._has_resumed:
            await asyncio.to_thread(self._look_ahead)
        self._connection = connection = await Connection.open(self.url)
        fields: dict[str, Any] = {"name": self.name}
        if self.token is not None:
            fields["token"] = self.token
        try:
            welcome = await connection.ask("hello", **fields)
        except Refused as refusal:
            if refusal.status == HTTPStatus.UNAUTHORIZED:
                raise UnknownKey("the server does not know this key (any more); leave it out to come as a new player")
            raise
        if "token" in welcome:
            self.token = welcome["token"]
            if self.keep is not None:
                self.keep(welcome["token"])
        self._id = welcome["player"]["id"]
        log.info("connected to %s as %s", self.url, welcome["player"]["name"])
        if self._rules is not None and self.token is not None:
            await asyncio.to_thread(post, self.url, "/api/challenges/rules", self.token, self._rules.told())
        if "token" in fields and not self._has_resumed:
            # Resume the matches of an earlier run. Skip other games: they belong to another bot with the same key.
            running = await asyncio.to_thread(unfinished, self.url, welcome["player"]["id"])
            self._seats.update(id for id, game in running.items() if id not in self._playing and self._plays(game))
        self._has_resumed = True

    async def _live(self) -> None:
        connection = self._here()
        for id in list(self._seats):
            await self._sit_down(id)
        for match in list(self._playing.values()):
            # The server sends the missed events, or a snapshot if there are too many.
            await self._try(connection.ask("join", match=match.id, since=match.seq))
            self._move_if_asked(match)
        if self.wish.league is not None:
            await self._enter(self.wish.league)
        if self.wish.join:
            self._open.clear()
            await connection.ask("subscribe", topic="lobby")
        self._is_waiting = False
        if self.wish.take is not None or self.wish.challenge is not None:
            self._challenges.clear()
            self._sent.clear()
            await connection.ask("subscribe", topic="challenges")
        else:
            await self._seek()
        while not self._is_done:
            await self._take(await connection.next())

    async def _take(self, told: Json) -> None:
        kind = told["type"]
        if kind == "snapshot":
            await self._snapshot(told)
        elif kind == "event":
            await self._event(told)
        elif kind == "lobby":
            for raw in told["matches"]:
                offered = OpenMatch.parse(raw)
                if offered is None:
                    self._open.pop(raw["match"], None)
                else:
                    self._open[offered.id] = offered
            for id in told["gone"]:
                self._open.pop(id, None)
            await self._seek()
        elif kind == "challenges":
            for raw in told["challenges"]:
                self._note(raw)
            await self._seek()
        elif kind == "challenge":
            self._note(told["challenge"])
            await self._seek()
        elif kind == "paired":
            self._is_waiting = False
            if told["match"] not in self._playing:
                await self._sit_down(told["match"])
        elif kind == "called":
            log.info("round %d: waiting for %s, for %d s at most", told["round"], told["opponent"], told["within_ms"] // 1_000)
        elif kind == "superseded":
            self._playing.pop(told["match"], None)
            log.warning("match %s is played by another connection of this player now", told["match"])
        elif kind == "error":
            log.warning("the server says: %s", told["message"])

    def _note(self, raw: Json) -> None:
        """Records a new challenge state, for a challenge from or to this player."""
        challenge = Challenge.parse(raw)
        stands, opponent = raw["state"] == "standing", raw.get("opponent") or {}
        if opponent.get("id") == self._id and self.wish.take is not None:
            if stands:
                self._challenges[challenge.id] = challenge
            else:
                self._challenges.pop(challenge.id, None)
        elif raw["challenger"]["id"] == self._id:
            if stands:
                self._sent.add(challenge.id)
                return
            self._sent.discard(challenge.id)
            if raw["state"] == "accepted" and raw["match"] not in self._playing:
                self._wanted.append(raw["match"])
            elif raw["state"] == "declined":
                log.info("the challenge was declined: %s", raw.get("reason", "no reason was given"))
                self._refuse()

    def _refuse(self) -> None:
        """Counts a declined challenge as one of the requested matches."""
        self.results.append(Verdict(None, "aborted", "the challenge was declined"))

    async def _snapshot(self, told: Json) -> None:
        id = told["match"]
        match = self._playing.get(id)
        if match is None:
            match = self._playing[id] = Match(id, told["state"], told["seq"])
        else:
            match.renew(told["state"], told["seq"])
        self._seats.discard(id)
        if match.side is not None and match.turn is not None and match.verdict is None:
            await self._asked(self.bot.started, id, match.game, match.opponent)
        await self._go_on(match)

    async def _event(self, told: Json) -> None:
        match = self._playing.get(told["match"])
        if match is None:
            return
        event = told["event"]
        if not match.take(told["seq"], event):
            # An event is missing. Request a snapshot.
            await self._try(self._here().ask("join", match=match.id))
            return
        if event["kind"] == "started":
            await self._asked(self.bot.started, match.id, match.game, match.opponent)
        if event["kind"] == "offered" and event["side"] != match.side:
            await self._offered(match, event["what"])
        await self._go_on(match)

    async def _offered(self, match: Match, what: str) -> None:
        accept = False
        if what == "draw" and match.side is not None:
            accept = bool(await self._asked(self.bot.accepts_draw, match.position()))
        await self._try(self._here().ask("answer", match=match.id, what=what, accept=accept))

    async def _go_on(self, match: Match) -> None:
        if match.verdict is not None:
            await self._end(match, match.verdict)
        else:
            self._move_if_asked(match)

    async def _end(self, match: Match, verdict: Verdict) -> None:
        del self._playing[match.id]
        moving = self._moving.pop(match.id, None)
        if moving is not None:
            moving.cancel()
        self.results.append(verdict)
        self._played.add(match.game)
        log.info("match %s (%s against %s): %s", match.id, match.game, match.opponent, verdict)
        await self._asked(self.bot.ended, match.id, verdict, verdict.won)
        await self._try(self._here().ask("leave", match=match.id))
        await self._seek()

    def _move_if_asked(self, match: Match) -> None:
        moving = self._moving.get(match.id)
        if match.is_my_turn and (moving is None or moving.done()):
            self._moving[match.id] = asyncio.create_task(self._move(match))

    async def _move(self, match: Match) -> None:
        """Asks the bot for a move in each position where it is the bot's turn.

        The opponent's reply may arrive before the acknowledgement of the bot's move. The loop therefore checks the
        position again
        after each move.
        """
        answered: int | None = None
        while self._playing.get(match.id) is match and match.is_my_turn and match.position_seq != answered:
            asked = match.position_seq
            try:
                if await self._moved(match):
                    answered = asked
            except Closed:
                # The client joins the match again after it reconnects.
                return

    async def _moved(self, match: Match) -> bool:
        """Makes the bot's move in the current position. Returns True if the position needs no further attempt."""
        asked = match.position_seq
        if not self._plays(match.game):
            # The game of a tournament match or a requested match may be unknown until it starts.
            log.error("%s, and it resigns match %s", self._unplayed(match.game), match.id)
            await self._try(self._here().ask("resign", match=match.id))
            return True
        try:
            move = await _called(self.bot.choose, match.position(), match.clock(), on_thread=True)
        except Exception:
            log.exception("the bot fails in match %s, and loses it", match.id)
            await self._try(self._here().ask("resign", match=match.id, because="crash"))
            return True
        if match.position_seq != asked or not match.is_my_turn:
            return False
        if move not in match.legal:
            log.error("the bot's move %r in match %s is not legal, and it loses", move, match.id)
            await self._try(self._here().ask("resign", match=match.id, because="illegal"))
            return True
        try:
            await self._here().ask("move", match=match.id, ply=match.ply, move=move)
            return True
        except Refused as refusal:
            if refusal.status != HTTPStatus.SERVICE_UNAVAILABLE:
                log.warning("the move %s in match %s was refused: %s", move, match.id, refusal)
                # Request a snapshot, because the local state may be wrong.
                await self._try(self._here().ask("join", match=match.id))
            await asyncio.sleep(1)
            return False

    async def _seek(self) -> None:
        """Finds matches while the bot has room for more."""
        while self._has_room():
            if self._wanted:
                await self._sit_down(self._wanted.pop(0))
            elif self._challenges:
                await self._answer(self._challenges.pop(next(iter(self._challenges))))
            elif self.wish.challenge is not None and self.wish.create is not None:
                if self._sent:
                    return
                await self._send_challenge(self.wish.challenge, self.wish.create)
            elif self.wish.create is not None:
                await self._offer(self.wish.create)
            elif self.wish.pair is not None:
                if not self._is_waiting:
                    self._is_waiting = True
                    await self._here().ask("pair", game=self.wish.pair, **self._terms())
                return
            elif self.wish.join and (found := await self._acceptable()) is not None:
                await self._sit_down(found.id)
            else:
                return

    def _has_room(self) -> bool:
        if self._stopping is not None:
            return False
        under_way = len(self._playing.keys() | self._seats)
        if self._wanted:
            return under_way < self.wish.at_once
        left = None if self.wish.count is None else self.wish.count - len(self.results) - under_way
        return under_way < self.wish.at_once and (left is None or left > 0)

    async def _acceptable(self) -> OpenMatch | None:
        while self._open:
            _, offered = self._open.popitem()
            is_another = offered.id not in self._playing and offered.opponent != self.name
            if is_another and self._plays(offered.game) and await self._asked(self.bot.accepts, offered):
                return offered
        return None

    async def _enter(self, league: str) -> None:
        """Enters a league, or reports that the bot is back and ready to play."""
        told = {} if self.wish.version is None else {"version": self.wish.version}
        try:
            await self._here().ask("enter", tournament=league, **told)
        except Refused as refusal:
            if refusal.status == HTTPStatus.SERVICE_UNAVAILABLE:
                raise Closed(str(refusal)) from refusal
            raise ArenaError(f"the league cannot be entered: {refusal}") from refusal
        log.info("entered %s", league)

    async def _sit_down(self, id: str) -> None:
        self._seats.add(id)
        try:
            await self._here().ask("join", match=id)
        except Refused as refusal:
            self._seats.discard(id)
            log.info("match %s: %s", id, refusal)

    async def _answer(self, challenge: Challenge) -> None:
        """Accepts a challenge that the bot takes, and declines any other."""
        try:
            if not (self._plays(challenge.game) and await self._asked(self.bot.takes, challenge)):
                await self._here().ask("decline", challenge=challenge.id, reason="the bot does not play this")
                return
            accepted = await self._here().ask("accept", challenge=challenge.id)
        except Refused as refusal:
            log.info("the challenge of %s: %s", challenge.challenger, refusal)
            return
        self._seats.add(accepted["match"])

    async def _send_challenge(self, player: str, game: str) -> None:
        asked: dict[str, Any] = {"opponent": player, "game": game, "seat": self.wish.side, **self._terms()}
        if self.wish.options:
            asked["options"] = dict(self.wish.options)
        try:
            made = await self._here().ask("challenge", **asked)
        except Refused as refusal:
            raise ArenaError(f"the challenge is not taken: {refusal}") from refusal
        self._sent.add(made["challenge"]["challenge"])

    def _terms(self) -> dict[str, Any]:
        """Returns the clock and rating fields of offered matches."""
        terms: dict[str, Any] = {"rated": True} if self.wish.rated else {}
        if self.wish.clock is not None:
            terms["clock"] = {"initial_ms": self.wish.clock[0], "increment_ms": self.wish.clock[1]}
        return terms

    async def _offer(self, game: str) -> None:
        opponent: object = "open" if self.wish.against is None else {"bot": self.wish.against}
        first = self.wish.side == "first" or (self.wish.side == "random" and random.random() < 0.5)
        fields: dict[str, Any] = {"game": game, "seats": ["me", opponent] if first else [opponent, "me"]}
        if self.wish.against is None:
            fields["listed"] = True
        if self.wish.options:
            fields["options"] = dict(self.wish.options)
        fields.update(self._terms())
        try:
            created = await self._here().ask("create", **fields)
        except Refused as refusal:
            raise ArenaError(f"no match can be made: {refusal}") from refusal
        self._seats.add(created["match"])

    def _here(self) -> Connection:
        assert self._connection is not None
        return self._connection

    async def _asked(self, method: Callable[..., T | Awaitable[T]], *arguments: object) -> T | None:
        """Calls a method of the bot other than ``choose``. A failure is logged, and the result is None."""
        try:
            return await _called(method, *arguments)
        except Exception:
            log.exception("the bot fails in its method %s", method.__name__)
            return None

    async def _try(self, asked: Awaitable[Json]) -> None:
        """Awaits an answer. Logs a refusal and ignores it."""
        try:
            await asked
        except Refused as refusal:
            log.debug("refused: %s", refusal)


class BotFailure(Exception):
    """An error of the bot that Python does not treat as an ordinary one, such as ``SystemExit``."""


async def _called(method: Callable[..., T | Awaitable[T]], *arguments: object, on_thread: bool = False) -> T:
    """Calls a method and returns its result. With `on_thread`, a plain method runs on a separate thread.

    Every failure of the bot but Ctrl-C is raised as an Exception. Otherwise, ``exit()`` would end the program, and a
    ``StopIteration`` or ``CancelledError`` would be taken for one of asyncio's own.
    """
    if on_thread and not inspect.iscoroutinefunction(method):
        given = await asyncio.to_thread(_guarded, method, *arguments)
    else:
        given = _guarded(method, *arguments)
    if not inspect.isawaitable(given):
        return given
    waiting: asyncio.Task[T] = asyncio.ensure_future(_awaited(given))
    try:
        await asyncio.wait({waiting})
    finally:
        # Does nothing unless this call itself is cancelled.
        waiting.cancel()
    if waiting.cancelled():
        raise BotFailure("CancelledError")
    return waiting.result()


def _guarded(method: Callable[..., T], *arguments: object) -> T:
    try:
        return method(*arguments)
    except BaseException as error:
        if _is_special(error):
            raise BotFailure(f"{type(error).__name__}: {error}") from error
        raise


async def _awaited(given: Awaitable[T]) -> T:
    try:
        return await given
    except asyncio.CancelledError:
        raise
    except BaseException as error:
        if _is_special(error):
            raise BotFailure(f"{type(error).__name__}: {error}") from error
        raise


def _is_special(error: BaseException) -> bool:
    is_signal = isinstance(error, (StopIteration, StopAsyncIteration)) or not isinstance(error, Exception)
    return is_signal and not isinstance(error, KeyboardInterrupt)
