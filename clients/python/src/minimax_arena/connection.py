"""One WebSocket to a server: matches answers to requests and limits the message rate."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections import deque
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
"""Seconds of silence before a ping."""


class ArenaError(Exception):
    """A problem with the server or the connection."""


class Closed(ArenaError):
    """The connection is lost; reconnecting may help."""


class Refused(ArenaError):
    """The server rejected a message."""

    def __init__(self, code: str, message: str, retry_after_ms: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after_ms = retry_after_ms


class Pace:
    """A rate limit over a sliding window."""

    def __init__(self, most: int = 90, window_s: float = 20.0) -> None:
        self._most, self._window = most, window_s
        self._sent: deque[float] = deque()

    async def wait(self) -> None:
        """Waits until one more message is within the limit."""
        while True:
            now = time.monotonic()
            while self._sent and now - self._sent[0] >= self._window:
                self._sent.popleft()
            if len(self._sent) < self._most:
                self._sent.append(now)
                return
            await asyncio.sleep(self._window - (now - self._sent[0]))


def socket_url(url: str) -> str:
    """The WebSocket address of a server whose page is at ``url``; a WebSocket address is returned unchanged.

    Raises:
        ArenaError: not an address of a server.
    """
    parts = urlsplit(url if "://" in url else f"http://{url}")
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise ArenaError(f"{url!r} is no address of a server, such as http://127.0.0.1:8080")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/ws") else f"{path}/ws"
    return urlunsplit((schemes[parts.scheme], parts.netloc, path, "", ""))


def http_url(url: str, path: str, **query: str) -> str:
    """The server's HTTP address for a path."""
    parts = urlsplit(socket_url(url))
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    return urlunsplit((scheme, parts.netloc, parts.path.removesuffix("/ws") + path, urlencode(query), ""))


def get(address: str) -> Json | None:
    """The JSON at a path of the server; None if the request fails or the path is unknown."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            told: Json = json.load(answer)
            return told
    except (OSError, ValueError):
        return None


def unfinished(url: str, player: str) -> dict[str, str]:
    """The ids of a player's live matches with their games; empty if the request fails."""
    page = get(http_url(url, "/api/matches", player=player, status="live"))
    return {row["match"]: row["game"] for row in page["matches"]} if page else {}


def game_of_match(url: str, id: str) -> str | None:
    """The game of a match, if the server returns it."""
    row = get(http_url(url, f"/api/matches/{quote(id, safe='')}"))
    return row["game"] if row else None


def game_of_league(url: str, league: str) -> str | None:
    """The game of an enterable tournament by name or id, if the server returns it."""
    try:
        id = UUID(league)
    except ValueError:
        # The tournaments whose names contain all words, among them the one with exactly this name.
        page = get(http_url(url, "/api/tournaments", live="true", name=league, limit="100"))
        rows = page["tournaments"] if page else []
        return next((row["game"] for row in rows if row["name"].lower() == league.strip().lower()), None)
    row = get(http_url(url, f"/api/tournaments/{id}"))
    return row["game"] if row else None


def post(url: str, path: str, token: str, body: Json) -> Json:
    """Sends an HTTP request with a player's token.

    Raises:
        Refused: the server rejects it.
        Closed: no server answers.
    """
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(http_url(url, path), json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            told: Json = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        try:
            refused: Json = json.load(error)
        except ValueError:
            refused = {}
        raise Refused(refused.get("code", "unavailable"), refused.get("message", str(error))) from error
    except (OSError, ValueError) as error:
        raise Closed(f"no server answers at {url}: {error}") from error


class Connection:
    """A connection before hello; :meth:`open` creates one."""

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
        """How often the server has asked for a pause."""

    @staticmethod
    async def open(url: str) -> Connection:
        """Connects to a server.

        Raises:
            ArenaError: the address is wrong.
            Closed: no server of this kind answers.
        """
        try:
            # The library's own pings are disabled: the server pings, and counts pings as messages.
            socket = await connect(socket_url(url), subprotocols=[PROTOCOL], ping_interval=None, max_size=1 << 22)
        except InvalidURI as error:
            raise ArenaError(f"{url!r} is no address of a server: {error}") from error
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise Closed(f"no server answers at {url}: {error}") from error
        return Connection(socket)

    async def next(self) -> Json:
        """The next message that is not an answer.

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

        Waits and repeats the message after a rate limit.

        Raises:
            Refused: the server rejects it.
            Closed: the connection is lost before the answer.
        """
        while True:
            try:
                return await self._ask_once(type, fields)
            except Refused as refusal:
                if refusal.code != "rate_limited":
                    raise
                self.held_up += 1
                await asyncio.sleep((refusal.retry_after_ms or 1_000) / 1_000)

    async def _ask_once(self, type: str, fields: dict[str, Any]) -> Json:
        # Moves in turn do not count, because the server slows them down itself.
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
            # Fails pending requests, whose answers will not come.
            self._closing = asyncio.create_task(self._socket.close())
            raise Closed(f"the server has not answered for {ANSWER_WITHIN_S:.0f} s") from error
        finally:
            self._answers.pop(id, None)
        if told["type"] == "error":
            raise Refused(told["code"], told["message"], told.get("retry_after_ms"))
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
                # A snapshot is both the answer to `watch` or `join` and a notification.
                if answer is None or told["type"] == "snapshot":
                    self._messages.put_nowait(told)
        except ConnectionClosed:
            pass
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Closed(self.farewell))
            self._messages.put_nowait(None)
