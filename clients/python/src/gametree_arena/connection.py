"""A WebSocket connection that matches answers to requests and keeps to the server's rate limits."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections import deque
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode, urlsplit, urlunsplit
from uuid import UUID

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from .position import Json

PROTOCOL = Subprotocol("arena.v1")
ANSWER_WITHIN_S = 30.0
QUIET_S = 30.0
"""Seconds of silence after which the client checks that the server still responds."""


class ArenaError(Exception):
    """The base class of this package's errors."""


class UnknownKey(ArenaError):
    """The server does not know the player's key."""


class Closed(ArenaError):
    """The connection is lost. Reconnecting may help."""


class Refused(ArenaError):
    """The server refused a message.

    ``status`` is an HTTP status, which classifies the error. ``code`` identifies the message.
    """

    def __init__(self, error: Json) -> None:
        super().__init__(error["message"])
        self.status: int = error["status"]
        self.code: str = error["code"]
        self.retry_after_ms: int | None = error.get("retry_after_ms")


class Pace:
    """A rate limit over a sliding window."""

    def __init__(self, most: int = 90, window_s: float = 20.0) -> None:
        self._most, self._window = most, window_s
        self._sent: deque[float] = deque()

    async def wait(self) -> None:
        """Blocks until the limit allows another message."""
        while True:
            now = time.monotonic()
            while self._sent and now - self._sent[0] >= self._window:
                self._sent.popleft()
            if len(self._sent) < self._most:
                self._sent.append(now)
                return
            await asyncio.sleep(self._window - (now - self._sent[0]))


def socket_url(url: str) -> str:
    """Returns the WebSocket address of a server. ``url`` is its HTTP or WebSocket address.

    Raises:
        ArenaError: the URL is invalid.
    """
    parts = urlsplit(url if "://" in url else f"http://{url}")
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise ArenaError(f"{url!r} is not an address of a server, such as http://127.0.0.1:8080")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/ws") else f"{path}/ws"
    return urlunsplit((schemes[parts.scheme], parts.netloc, path, "", ""))


def http_url(url: str, path: str, **query: str) -> str:
    """Returns the HTTP address of a path on the server."""
    parts = urlsplit(socket_url(url))
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    return urlunsplit((scheme, parts.netloc, parts.path.removesuffix("/ws") + path, urlencode(query), ""))


def get(address: str) -> Json | None:
    """Fetches JSON from the server. Returns None if the request fails or the server has no such resource."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            told: Json = json.load(answer)
            return told
    except (OSError, ValueError):
        return None


def unfinished(url: str, player: str) -> dict[str, str]:
    """Returns the ids and games of a player's live matches; empty if the request fails."""
    page = get(http_url(url, "/api/matches", player=player, status="live"))
    return {row["match"]: row["game"] for row in page["matches"]} if page else {}


def game_of_match(url: str, id: str) -> str | None:
    """Returns the game of a match, or None if the server does not report it."""
    row = get(http_url(url, f"/api/matches/{quote(id, safe='')}"))
    return row["game"] if row else None


def game_of_league(url: str, league: str) -> str | None:
    """Returns the game of an enterable tournament by name or id, or None if the server does not report it."""
    id = id_of_league(url, league)
    row = get(http_url(url, f"/api/tournaments/{id}")) if id else None
    return row["game"] if row else None


def id_of_league(url: str, league: str) -> str | None:
    """Returns the id of an enterable tournament by name or id, or None if the server does not report it."""
    try:
        return str(UUID(league))
    except ValueError:
        # The query returns all names that contain these words. Only an exact match counts.
        page = get(http_url(url, "/api/tournaments", live="true", name=league, limit="100"))
        rows = page["tournaments"] if page else []
        return next((row["id"] for row in rows if row["name"].lower() == league.strip().lower()), None)


def rating(url: str, player: str, game: str) -> str | None:
    """Returns a player's ratings in a game as text; None if there are none or the request fails."""
    page = get(http_url(url, f"/api/players/{quote(player, safe='')}"))
    rows = [row for row in page["ratings"] if row["game"] == game] if page else []
    told = (f"{row['rating']} ± {row['deviation']} ({row['speed']}{_rank(url, player, row)})" for row in rows)
    return ", ".join(told) or None


def _rank(url: str, player: str, rated: Json) -> str:
    if rated["provisional"]:
        return ", provisional"
    board = get(http_url(url, f"/api/ratings/{rated['game']}", speed=rated["speed"]))
    ids = [row["player"]["id"] for row in board["rows"]] if board else []
    return f", rank {ids.index(player) + 1}" if player in ids else ""


def standing(url: str, league: str, player: str) -> str | None:
    """Returns a player's rank in a league or tournament as text; None if the server does not report it."""
    id = id_of_league(url, league)
    row = get(http_url(url, f"/api/tournaments/{id}/live")) if id else None
    entrants = row["entrants"] if row else []
    own = next((entrant for entrant in entrants if entrant.get("player") == player), None)
    return f"rank {own['rank']} of {len(entrants)} in {league}" if own and "rank" in own else None


def post(url: str, path: str, token: str, body: Json) -> Json:
    """Sends a POST request, authenticated by a token.

    Raises:
        Refused: the server refuses the request.
        Closed: the server does not answer.
    """
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(http_url(url, path), json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            told: Json = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        try:
            refused = Refused(json.load(error))
        except (ValueError, KeyError):
            raise Closed(f"{url} answers {error}") from error
        raise refused from error
    except (OSError, ValueError) as error:
        raise Closed(f"no server answers at {url}: {error}") from error


class Connection:
    """An unauthenticated connection. Use :meth:`open` to create one."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._pace = Pace()
        self._next_id = 1
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._messages: asyncio.Queue[Json | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self._closing: asyncio.Task[None] | None = None
        self.farewell = "the connection was lost"
        self.held_up = 0
        """The number of times that the server has asked the client to slow down."""

    @staticmethod
    async def open(url: str) -> Connection:
        """Connects to a server.

        Raises:
            ArenaError: the address is invalid.
            Closed: no minimax-arena server answers at the address.
        """
        try:
            # Disable the library's own pings: they count towards the server's limits, and the server sends pings
            # itself.
            socket = await connect(socket_url(url), subprotocols=[PROTOCOL], ping_interval=None, max_size=1 << 22)
        except InvalidURI as error:
            raise ArenaError(f"{url!r} is not an address of a server: {error}") from error
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise Closed(f"no server answers at {url}: {error}") from error
        return Connection(socket)

    async def next(self) -> Json:
        """Returns the next unsolicited message. Snapshots are included even if they answer a request.

        Raises:
            Closed: the connection is lost.
        """
        while True:
            try:
                told = await asyncio.wait_for(self._messages.get(), QUIET_S)
            except (TimeoutError, asyncio.TimeoutError):
                await self.ask("ping")
                continue
            if told is None:
                raise Closed(self.farewell)
            return told

    async def ask(self, type: str, **fields: Any) -> Json:
        """Sends a message and returns the answer.

        Waits and retries if the server reports too many requests.

        Raises:
            Refused: the server refuses the message.
            Closed: the connection is lost before the answer arrives.
        """
        while True:
            try:
                return await self._ask_once(type, fields)
            except Refused as refusal:
                if refusal.status != HTTPStatus.TOO_MANY_REQUESTS or refusal.retry_after_ms is None:
                    raise
                self.held_up += 1
                await asyncio.sleep(refusal.retry_after_ms / 1_000)

    async def _ask_once(self, type: str, fields: dict[str, Any]) -> Json:
        # Moves do not count towards the limit: the server slows them down itself.
        if type != "move":
            await self._pace.wait()
        id, self._next_id = self._next_id, self._next_id + 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        try:
            await self._socket.send(json.dumps({"type": type, "id": id, **fields}))
            told = await asyncio.wait_for(answer, ANSWER_WITHIN_S)
        except ConnectionClosed as error:
            raise Closed(self.farewell) from error
        except (TimeoutError, asyncio.TimeoutError) as error:
            # Close the connection so that no other caller waits for an answer.
            self._closing = asyncio.create_task(self._socket.close())
            raise Closed(f"the server has not answered for {ANSWER_WITHIN_S:.0f} s") from error
        finally:
            self._answers.pop(id, None)
        if told["type"] == "error":
            raise Refused(told)
        return told

    async def close(self) -> None:
        """Closes the connection."""
        await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                told: Json = json.loads(text)
                if told["type"] == "bye":
                    self.farewell = told["reason"]
                    continue
                answer = self._answers.get(told["re"]) if "re" in told else None
                if answer is not None and not answer.done():
                    answer.set_result(told)
                # A snapshot is both an answer to `watch` or `join` and an event.
                if answer is None or told["type"] == "snapshot":
                    self._messages.put_nowait(told)
        except ConnectionClosed:
            pass
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Closed(self.farewell))
            self._messages.put_nowait(None)
