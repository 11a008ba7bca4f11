"""Programs for the Bot API of lichess.org, using `berserk`, against a server of the program in ``ARENA_BIN``."""

from __future__ import annotations

import asyncio
import io
import json
import os
import queue
import random
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import berserk
import chess
import chess.pgn
from gametree_arena import Connection

PROGRAM = os.environ.get("ARENA_BIN", "target/release/arena")
WITHIN_S = 60.0
MATE = "e2e4 e7e5 f1c4 b8c6 g1h3 a7a6 e1g1 a6a5 d1f3 a5a4 f3f7".split()


class Bot:
    """A program that plays all of its matches, first by given moves and then at random, and accepts challenges."""

    def __init__(self, url: str, key: str, name: str) -> None:
        self.url, self.key, self.name = url, key, name
        self.session = berserk.TokenSession(key)
        self.client = berserk.Client(self.session, base_url=url)
        self.events: queue.Queue[dict[str, Any]] = queue.Queue()
        self.lines: dict[str, list[dict[str, Any]]] = {}
        self.takes = True
        self.plays = True
        self.script: list[str] = []
        self.random = random.Random(name)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for event in self.client.bots.stream_incoming_events():
                self.events.put(event)
                if event["type"] == "challenge" and self.takes and self._is_asked(event):
                    self.client.bots.accept_challenge(event["challenge"]["id"])
                elif event["type"] == "gameStart":
                    threading.Thread(target=self._play, args=(event["game"]["gameId"],), daemon=True).start()
        except Exception:
            return  # the server is gone, and so the test is over

    def _is_asked(self, event: dict[str, Any]) -> bool:
        asked = event["challenge"]["destUser"]
        return asked is not None and asked["name"] == self.name

    def _play(self, game: str) -> None:
        lines = self.lines.setdefault(game, [])
        # Its own session, because a session of requests is not thread-safe.
        client = berserk.Client(berserk.TokenSession(self.key), base_url=self.url)
        board, is_white = chess.Board(), True
        try:
            for line in client.bots.stream_game_state(game):
                lines.append(line)
                if line["type"] == "gameFull":
                    is_white = line["white"]["name"] == self.name
                    start = line["initialFen"]
                    board = chess.Board() if start == "startpos" else chess.Board(start, chess960=True)
                    state = line["state"]
                elif line["type"] == "gameState":
                    state = line
                else:
                    continue
                if state["status"] != "started" or not self.plays:
                    continue
                played = board.copy()
                for move in state["moves"].split():
                    played.push_uci(move)
                if (played.turn == chess.WHITE) == is_white and any(played.legal_moves):
                    ply = len(played.move_stack)
                    move = self.random.choice(list(played.legal_moves))
                    client.bots.make_move(game, self.script[ply] if ply < len(self.script) else played.uci(move))
        except Exception as error:
            lines.append({"type": "failed", "error": str(error)})

    def event(self, kind: str, game: str | None = None) -> dict[str, Any]:
        """The next event of this kind; skips others."""
        until = time.monotonic() + WITHIN_S
        while True:
            event = self.events.get(timeout=max(0.0, until - time.monotonic()))
            if event["type"] == kind and game in (None, event.get("game", {}).get("gameId")):
                return event

    def line(self, game: str, fits: Any) -> dict[str, Any]:
        """The first matching line of a match's stream."""
        until = time.monotonic() + WITHIN_S
        while time.monotonic() < until:
            for line in list(self.lines.get(game, [])):
                if fits(line):
                    return line
            time.sleep(0.02)
        raise AssertionError(f"{self.name} was not told of it: {self.lines.get(game)}")


@contextmanager
def server(**settings: str) -> Iterator[str]:
    environment = os.environ | {f"ARENA_{key.upper()}": value for key, value in settings.items()}
    with tempfile.TemporaryDirectory() as data:
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def ask(url: str, path: str, token: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers), timeout=WITHIN_S) as answer:
        return json.load(answer)


def accounts(url: str, person: str, *bots: str) -> tuple[str, list[str]]:
    """The keys of a new person and of its bots."""

    async def hello() -> str:
        connection = await Connection.open(url)
        token: str = (await connection.ask("hello", name=person))["token"]
        await connection.close()
        return token

    # A key cannot create bots; the token that claimed the name can.
    token = asyncio.run(hello())
    key = ask(url, "/api/accounts/claim", token, {"name": person})["key"]
    return key, [ask(url, "/api/accounts/bots", token, {"name": name})["key"] for name in bots]


class Lichess(unittest.TestCase):
    def setUp(self) -> None:
        # All accounts come from one address and are new.
        rated = {"accounts_rated_same_address": "true", "accounts_rated_after_hours": "0"}
        running = server(limits_requests="1000000", bots_delay_ms="0", **rated)
        self.url = running.__enter__()
        self.addCleanup(running.__exit__, None, None, None)
        self.ann, [one] = accounts(self.url, "Ann", "Ann Bot")
        self.ben, [two] = accounts(self.url, "Ben", "BenBot")
        self.one, self.two = Bot(self.url, one, "Ann Bot"), Bot(self.url, two, "BenBot")
        # Both are connected when the first challenge arrives.
        online = self.one.client.users.get_realtime_statuses
        until = time.monotonic() + WITHIN_S
        while sum(user.get("online", False) for user in online("Ann Bot", "BenBot")) < 2:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def finished(self, bot: Bot, game: str) -> dict[str, Any]:
        over = bot.line(game, lambda line: line.get("status", line.get("state", {}).get("status")) not in (None, "started"))
        return over.get("state", over)

    def exported(self, game: str) -> chess.pgn.Game:
        parsed = chess.pgn.read_game(io.StringIO(self.one.client.games.export(game, as_pgn=True)))
        assert parsed is not None
        self.assertEqual(parsed.errors, [])
        return parsed

    def test_accounts_match_the_lichess_format(self) -> None:
        account = self.one.client.account.get()
        self.assertEqual((account["id"], account["username"], account["title"]), ("ann bot", "Ann Bot", "BOT"))
        self.assertEqual(account["perfs"]["blitz"]["games"], 0)
        self.one.client.account.upgrade_to_bot()
        ann = berserk.Client(berserk.TokenSession(self.ann), base_url=self.url)
        self.assertNotIn("title", ann.account.get())
        for refused in (ann.account.upgrade_to_bot, lambda: ann.bots.make_move("abcdefgh", "e2e4")):
            with self.assertRaises(berserk.exceptions.ResponseError):
                refused()
        tested = self.one.client.oauth.test_tokens(self.one.key, "unknown")
        self.assertIn("bot:play", tested[self.one.key]["scopes"].split(","))
        self.assertIsNone(tested["unknown"])
        online = [bot["username"] for bot in self.one.client.bots.get_online_bots()]
        self.assertLessEqual({"Ann Bot", "BenBot", "chess-casual"}, set(online))
        self.assertEqual(self.two.client.users.get_public_data("ann bot")["username"], "Ann Bot")
        self.assertEqual([user["id"] for user in self.one.client.users.get_by_id("BenBot", "Nobody")], ["benbot"])

    def test_complete_matches_against_a_server_bot(self) -> None:
        for limits in ({}, {"clock_limit": 180, "clock_increment": 2}, {"variant": "chess960"}):
            with self.subTest(limits):
                made = self.one.client.challenges.create("chess-casual", rated=False, color="black", **limits)
                game = made["id"]
                start = self.one.event("gameStart", game)["game"]
                self.assertEqual((start["color"], start["opponent"]["username"]), ("black", "chess-casual"))
                state = self.finished(self.one, game)
                self.assertIn(state["status"], ("mate", "draw"))
                self.assertEqual(self.one.event("gameFinish", game)["game"]["status"]["name"], state["status"])
                exported = self.exported(game)
                moves = [exported.board().uci(move) for move in exported.mainline_moves()]
                self.assertEqual(len(state["moves"].split()), len(moves))
                self.assertEqual(exported.headers["Black"], "Ann Bot")
        ai = self.one.client.challenges.create_ai(level=4, color="white")
        self.finished(self.one, ai["id"])

    def test_complete_matches_against_another_account(self) -> None:
        ids = []
        self.one.script = self.two.script = MATE
        for days in (None, 2):
            clock = {"days": days} if days else {"clock_limit": 300, "clock_increment": 3}
            made = self.one.client.challenges.create("BenBot", rated=True, color="white", **clock)
            ids.append(made["id"])
            asked = self.two.event("challenge")["challenge"]
            self.assertEqual((asked["id"], asked["challenger"]["name"], asked["rated"]), (made["id"], "Ann Bot", True))
            self.assertEqual(asked["timeControl"].get("daysPerTurn"), days)
            ends = [self.finished(bot, made["id"]) for bot in (self.one, self.two)]
            for end in ends:
                self.assertEqual((end["status"], end["winner"]), ("mate", "white"))
            self.assertFalse([line for bot in (self.one, self.two) for line in bot.lines[made["id"]] if line["type"] == "failed"])
        played = list(self.one.client.games.export_by_player("Ann Bot", as_pgn=False))
        self.assertEqual([game["id"] for game in played], ids[::-1])
        self.assertEqual(played[0]["players"]["black"]["user"]["name"], "BenBot")
        self.assertEqual(played[0]["moves"], "e4 e5 Bc4 Nc6 Nh3 a6 O-O a5 Qf3 a4 Qxf7#")
        several = list(self.one.client.games.export_multi(*ids, "AAAAAAAA", as_pgn=True))
        self.assertEqual(len(several), 2)
        self.assertEqual(list(self.one.client.games.export_multi("AAAAAAAA", as_pgn=True)), [])
        self.assertEqual(self.one.client.account.get()["perfs"]["blitz"]["games"], 1)

    def test_challenges_are_declined_and_withdrawn(self) -> None:
        self.two.takes = False
        made = self.one.client.challenges.create("benbot", rated=False, clock_limit=60, clock_increment=1)
        asked = self.two.event("challenge")["challenge"]
        self.assertEqual((asked["speed"], asked["timeControl"]["show"]), ("bullet", "1+1"))
        self.assertEqual([known["id"] for known in self.two.client.challenges.get_mine()["in"]], [made["id"]])
        self.two.client.challenges.decline(asked["id"], reason="tooFast")
        declined = self.one.event("challengeDeclined")["challenge"]
        self.assertEqual((declined["id"], declined["declineReasonKey"]), (made["id"], "tooFast"))
        made = self.one.client.challenges.create("benbot", rated=False, clock_limit=60, clock_increment=1)
        self.one.client.challenges.cancel(made["id"])
        self.assertEqual(self.two.event("challengeCanceled")["challenge"]["id"], made["id"])
        for wrong in (
            lambda: self.two.client.challenges.accept(made["id"]),
            lambda: self.one.client.challenges.create("Nobody", rated=False),
            lambda: self.one.client.challenges.create("BenBot", rated=False, variant="atomic"),
            lambda: self.one.client.challenges.create("Ann Bot", rated=False),
        ):
            with self.assertRaises(berserk.exceptions.ResponseError):
                wrong()

    def test_open_challenge_can_be_accepted_by_any_account(self) -> None:
        self.one.script = self.two.script = MATE
        made = self.one.client.challenges.create_open(clock_limit=300, clock_increment=0)
        self.two.client.challenges.accept(made["id"])
        self.two.client.challenges.accept(made["id"])
        for bot in (self.one, self.two):
            self.assertEqual(bot.event("gameStart", made["id"])["game"]["source"], "friend")
            self.finished(bot, made["id"])

    async def hears(self, game: str) -> None:
        """A client of the arena's own protocol gets the opponent's chat if it has the capability."""
        shows, other = await Connection.open(self.url), await Connection.open(self.url)
        await shows.ask("hello", token=self.two.key, capabilities=["said"])
        await other.ask("hello", token=self.two.key)
        for text in ("Once", "Twice"):
            await asyncio.to_thread(self.one.client.bots.post_message, game, text)
        for text in ("Once", "Twice"):
            said = await asyncio.wait_for(shows.next(), WITHIN_S)
            self.assertEqual((said["type"], said["name"], said["text"]), ("said", "Ann Bot", text))
        self.assertEqual((await other.ask("ping"))["type"], "pong")
        self.assertTrue(other._messages.empty(), "a client without chat must not receive messages")
        await shows.close()
        await other.close()

    def test_actions_in_a_match(self) -> None:
        self.one.plays = self.two.plays = False

        def begins() -> str:
            game: str = self.one.client.challenges.create("BenBot", rated=False, color="white", clock_limit=300, clock_increment=0)["id"]
            for bot in (self.one, self.two):
                bot.line(game, lambda line: line["type"] == "gameFull")
            return game

        game = begins()
        with self.assertRaises(berserk.exceptions.ResponseError) as refused:
            self.one.client.bots.make_move(game, "e2e5")
        self.assertIn("e2e5", str(refused.exception))
        with self.assertRaises(berserk.exceptions.ResponseError):
            self.two.client.bots.make_move(game, "e7e5")
        self.one.client.bots.make_move(game, "e2e4")
        self.two.client.bots.make_move(game, "e7e5")
        state = self.one.line(game, lambda line: line.get("moves") == "e2e4 e7e5")
        self.assertTrue(290 < state["wtime"].total_seconds() <= 300 and not state["winc"], state)
        playing = self.one.client.games.get_ongoing()
        self.assertEqual([(now["gameId"], now["isMyTurn"], now["lastMove"]) for now in playing], [(game, True, "e7e5")])
        self.assertEqual(chess.Board(playing[0]["fen"]).fullmove_number, 2)
        self.one.client.bots.post_message(game, "Good luck")
        said = self.two.line(game, lambda line: line["type"] == "chatLine")
        self.assertEqual((said["username"], said["text"], said["room"]), ("Ann Bot", "Good luck", "player"))
        with self.assertRaises(berserk.exceptions.ResponseError):
            self.one.client.bots.post_message(game, "x" * 141)
        asyncio.run(self.hears(game))

        def post(bot: Bot, path: str) -> int:
            return bot.session.post(f"{self.url}/api/bot/game/{game}/{path}").status_code

        self.assertEqual(post(self.one, "takeback/yes"), 200)
        self.two.line(game, lambda line: line.get("wtakeback"))
        self.assertEqual(post(self.two, "takeback/no"), 200)
        self.assertEqual(post(self.one, "draw/yes"), 200)
        self.two.line(game, lambda line: line.get("wdraw"))
        self.assertEqual(post(self.two, "draw/yes"), 200)
        for bot in (self.one, self.two):
            self.assertEqual(self.finished(bot, game)["status"], "draw")
        self.assertEqual(post(self.one, "resign"), 409)
        game = begins()
        self.one.client.bots.make_move(game, "d2d4")
        self.two.client.bots.resign_game(game)
        ended = self.finished(self.one, game)
        self.assertEqual((ended["status"], ended["winner"]), ("resign", "white"))
        self.assertEqual(self.exported(game).headers["Result"], "1-0")
        game = begins()
        self.two.client.bots.abort_game(game)
        self.assertEqual(self.finished(self.one, game)["status"], "aborted")
        self.assertEqual(self.exported(game).headers["Result"], "*")
        game = begins()
        self.one.client.challenges.cancel(game)
        self.assertEqual(self.finished(self.two, game)["status"], "aborted")

    def test_lichess_and_arena_paths_do_not_conflict(self) -> None:
        for path, status in (
            ("/api/games", 200),
            ("/api/tournaments", 200),
            ("/api/tournament", 404),
            ("/api/games/user/BenBot", 200),
            ("/api/board/seek", 404),
            ("/game/export/AAAAAAAA", 404),
            ("/api/user/nobody", 404),
        ):
            answer = self.one.session.get(self.url + path)
            self.assertEqual(answer.status_code, status, path)
            if status == 404 and "board" not in path and path != "/api/tournament":
                self.assertIn("error", answer.json(), path)

    def test_second_event_stream_ends_the_first(self) -> None:
        first = self.one.session.get(f"{self.url}/api/stream/event", stream=True, timeout=WITHIN_S)
        second = self.one.session.get(f"{self.url}/api/stream/event", stream=True, timeout=WITHIN_S)
        self.assertEqual([line for line in first.iter_lines() if line], [])
        # The stream stays alive: an empty line every few seconds.
        self.assertEqual(next(second.iter_content(1)), b"\n")
        second.close()


if __name__ == "__main__":
    unittest.main()
