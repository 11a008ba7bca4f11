"""Tests this package's bots against a real server. ``ARENA_BIN`` names the server program."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path
from typing import Any
from unittest import mock

from gametree_arena import (
    ArenaError,
    Bot,
    Challenge,
    Clock,
    Connection,
    OpenMatch,
    Player,
    Position,
    Refused,
    Rules,
    Verdict,
    Wish,
)
from gametree_arena.command import Keys, _summary, load
from gametree_arena.connection import rating
from gametree_arena.position import Side

HERE = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ARENA_BIN", str(HERE.parent.parent / "target" / "release" / "arena"))
NEVER = 60.0


class Server:
    """A separate server for one test, on its own port."""

    def __init__(self, data: str, **settings: str) -> None:
        self.data, self.settings, self.port = data, settings, 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data]
        environment = os.environ | {f"ARENA_{key.upper()}": value for key, value in self.settings.items()}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[1]
        # Keep the port for a restart, so that clients can reconnect.
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=NEVER) as answer:
            return json.load(answer)


class First(Bot):
    """Plays the first legal move. Records its inputs."""

    def __init__(self) -> None:
        self.asked: list[Position] = []
        self.clocks: list[Clock | None] = []
        self.over: list[tuple[str, bool | None]] = []

    def choose(self, position: Position, clock: Clock | None) -> str:
        self.asked.append(position)
        self.clocks.append(clock)
        return position.legal[0]

    def ended(self, match: str, verdict: Verdict, won: bool | None) -> None:
        self.over.append((match, won))


class Slow(Bot):
    async def choose(self, position: Position, clock: Clock | None) -> str:
        await asyncio.sleep(0.05)
        return position.legal[0]


class Picky(First):
    def takes(self, challenge: Challenge) -> bool:
        return challenge.challenger != "Eve"


class Noughts(First):
    """Plays only tic-tac-toe. `accepts` and `takes` return True but must not extend the list of games."""

    games = ("tictactoe",)

    def accepts(self, match: OpenMatch) -> bool:
        return True

    def takes(self, challenge: Challenge) -> bool:
        return True


class Wrong(Bot):
    def choose(self, position: Position, clock: Clock | None) -> str:
        return "z9"


class Broken(Bot):
    def choose(self, position: Position, clock: Clock | None) -> str:
        raise ValueError("no idea")


def raising(error: BaseException, at_once: bool) -> Bot:
    """Returns a bot whose ``choose`` raises this error, as a plain method or as a coroutine."""

    class Plain(Bot):
        def choose(self, position: Position, clock: Clock | None) -> str:
            raise error

    class Waiting(Bot):
        async def choose(self, position: Position, clock: Clock | None) -> str:
            raise error

    return Plain() if at_once else Waiting()


class Play(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        logging.disable(logging.CRITICAL)
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(self.folder.name)

    def tearDown(self) -> None:
        self.server.kill()
        self.folder.cleanup()
        logging.disable(logging.NOTSET)

    async def play(self, *players: Player) -> None:
        await asyncio.wait_for(asyncio.gather(*(player.run() for player in players)), NEVER)

    def open_league(self, name: str) -> str:
        """Opens a connect-four league with one of the server's bots and returns its id."""
        terms = Path(self.folder.name) / "league.toml"
        terms.write_text(
            f'name = "{name}"\ngame = "connect4"\nformat = "league"\nbots = ["connect4-random"]\n'
            "clock = { initial_ms = 60000, increment_ms = 1000 }\n"
        )
        command = [PROGRAM, "open", str(terms), "--data", self.folder.name]
        return subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=True).stdout.strip()

    async def test_two_bots_meet_in_the_lobby_and_play_many_matches_without_a_pause(self) -> None:
        random = type(load(HERE / "examples" / "random_bot.py"))
        one = Player(random(), self.server.url, name="One", wish=Wish(create="connect4", count=20, at_once=2))
        two = Player(random(), self.server.url, name="Two", wish=Wish(join=True, count=20, at_once=2))
        # Disable the client's rate limit so that the server's own limit takes effect.
        with mock.patch("gametree_arena.connection.Pace.wait", new=mock.AsyncMock()):
            await self.play(one, two)
        self.assertEqual([verdict.by for verdict in one.results], ["rules"] * 20)
        for player in (one, two):
            assert player._connection is not None
            self.assertEqual(player._connection.held_up, 0, "the server has asked for no pause either")
        stored = self.server.get("/api/matches?game=connect4&status=finished&limit=50")["matches"]
        self.assertEqual(len(stored), 20)
        self.assertEqual(
            sorted(str(row["verdict"]["outcome"]) for row in stored), sorted(str(v.outcome) for v in two.results)
        )

    async def test_a_bot_is_told_the_position_and_the_clock(self) -> None:
        bot = First()
        wish = Wish(create="tictactoe", against="tictactoe-perfect", clock=(60_000, 1_000), count=1)
        await self.play(Player(bot, self.server.url, wish=wish))
        first, second = bot.asked[0], bot.asked[1]
        self.assertEqual((first.ply, first.moves, first.side, len(first.legal)), (0, (), "first", 9))
        self.assertEqual((second.ply, second.moves[0], second.opponent), (2, first.legal[0], "tictactoe-perfect"))
        self.assertEqual(second.diagram.at(first.legal[0]), "x")
        self.assertEqual(sum(cell != "" for cell in second.diagram.cells), 2)
        clock = bot.clocks[1]
        assert clock is not None
        self.assertEqual(clock.increment_ms, 1_000)
        self.assertGreater(clock.mine_ms, 30_000)
        # The perfect bot never loses to the first legal move.
        self.assertNotEqual(bot.over[0][1], True)

    async def test_a_move_may_be_answered_by_the_opponent_before_it_is_acknowledged(self) -> None:
        acknowledged = Connection.ask

        async def late(self: Connection, type: str, **fields: Any) -> Any:
            told = await acknowledged(self, type, **fields)
            if type == "move":
                # Simulate a busy machine: process later messages before the acknowledgement.
                await asyncio.sleep(0.2)
            return told

        wish = Wish(create="tictactoe", count=2)
        with mock.patch.object(Connection, "ask", late):
            players = [Player(First(), self.server.url, name="One", wish=wish)]
            players.append(Player(First(), self.server.url, name="Two", wish=Wish(join=True, count=2)))
            await self.play(*players)
        for player in players:
            self.assertEqual([verdict.by for verdict in player.results], ["rules"] * 2)

    async def test_matches_go_on_after_the_server_was_killed(self) -> None:
        wish = Wish(create="connect4", against="connect4-random", count=3, at_once=3)
        player = Player(Slow(), self.server.url, wish=wish)
        running = asyncio.create_task(player.run())
        for _ in range(3):
            await asyncio.sleep(0.4)
            self.server.kill()
            self.server.start()
        await asyncio.wait_for(running, NEVER)
        self.assertEqual([verdict.by for verdict in player.results], ["rules"] * 3)
        page = self.server.get("/api/matches?game=connect4&limit=50")["matches"]
        self.assertEqual([row["status"] for row in page], ["finished"] * 3)

    async def test_a_program_that_is_started_again_is_the_same_player_and_goes_on(self) -> None:
        tokens: list[str] = []
        wish = Wish(create="connect4", against="connect4-random", count=1)
        first = asyncio.create_task(Player(Slow(), self.server.url, wish=wish, keep=tokens.append).run())
        await asyncio.sleep(0.6)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        again = Player(Slow(), self.server.url, token=tokens[0], wish=Wish(count=1))
        await self.play(again)
        self.assertEqual([verdict.by for verdict in again.results], ["rules"])
        self.assertEqual(len(self.server.get("/api/matches?game=connect4")["matches"]), 1)

    async def test_challenges_are_taken_by_rules_and_by_the_bots_word(self) -> None:
        ids: dict[str, str] = {}

        class Known(Player):
            async def _hello(self) -> None:
                await super()._hello()
                ids[self.name] = self._id

        rules = Rules(games=("tictactoe", "connect4"), rated=False, at_once=2)
        bot = Known(Picky(), self.server.url, name="Bot", wish=Wish(take=rules, count=2))
        running = asyncio.create_task(bot.run())
        while "Bot" not in ids:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        wish = Wish(create="tictactoe", challenge=ids["Bot"], count=1)
        for name, verdicts in (("Eve", ["aborted"]), ("Ann", ["rules"])):
            challenger = Player(First(), self.server.url, name=name, wish=wish)
            await self.play(challenger)
            self.assertEqual([verdict.by for verdict in challenger.results], verdicts, name)
        for changed in (Wish(create="bones", challenge=ids["Bot"]), Wish(create="tictactoe", challenge=ids["Bot"], rated=True)):
            with self.assertRaisesRegex(ArenaError, "only"):
                await self.play(Player(First(), self.server.url, wish=changed))
        await self.play(Player(First(), self.server.url, name="Ben", wish=wish))
        await asyncio.wait_for(running, NEVER)
        self.assertEqual([verdict.by for verdict in bot.results], ["rules"] * 2)

    async def test_a_bot_is_not_let_into_matches_of_games_that_it_does_not_play(self) -> None:
        league = await asyncio.to_thread(self.open_league, "Four in a row")
        host = await Connection.open(self.server.url)
        await host.ask("hello", name="Host")
        offered = (await host.ask("create", game="connect4", seats=["me", "open"]))["match"]
        wishes = [Wish(league=league), Wish(league="four in a ROW"), Wish(create="connect4"), Wish(pair="connect4")]
        wishes += [Wish(matches=(offered,)), Wish(take=Rules(games=("connect4", "bones")))]
        for wish in wishes:
            keep = mock.Mock()
            with self.assertRaisesRegex(ArenaError, "^the bot plays tictactoe only, not connect4"):
                await self.play(Player(Noughts(), self.server.url, wish=wish, keep=keep))
            keep.assert_not_called()
        ids: list[str] = []

        class Known(Player):
            async def _hello(self) -> None:
                await super()._hello()
                ids.append(self._id)

        # The bot also ignores other games in the lobby, and the server declines challenges for it.
        bot = Known(Noughts(), self.server.url, name="Bot", wish=Wish(join=True, take=Rules(), count=1))
        running = asyncio.create_task(bot.run())
        while not ids:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        with self.assertRaisesRegex(ArenaError, "only"):
            await self.play(Player(First(), self.server.url, wish=Wish(create="connect4", challenge=ids[0])))
        await self.play(Player(First(), self.server.url, wish=Wish(create="tictactoe", challenge=ids[0], count=1)))
        await asyncio.wait_for(running, NEVER)
        self.assertEqual(self.server.get(f"/api/matches/{offered}")["status"], "open")
        await host.close()

    async def test_the_example_that_looks_a_move_ahead_plays_in_a_league_of_its_game(self) -> None:
        await asyncio.to_thread(self.open_league, "Four in a row")
        player = Player(load(HERE / "examples" / "connect4_bot.py"), self.server.url, wish=Wish(league="Four in a row", count=3))
        await self.play(player)
        self.assertEqual([verdict.by for verdict in player.results], ["rules"] * 3)

    async def test_a_match_of_another_game_that_was_not_known_before_is_resigned(self) -> None:
        league = await asyncio.to_thread(self.open_league, "Four in a row")
        bot = Noughts()
        with mock.patch("gametree_arena.player.game_of_league", return_value=None):
            await self.play(Player(bot, self.server.url, wish=Wish(league=league, count=1)))
        self.assertEqual([won for _, won in bot.over], [False])
        self.assertEqual(bot.asked, [], "it is not asked about what it does not know")

    async def test_matches_of_another_bot_of_the_same_key_are_left_to_it(self) -> None:
        class Unmoved(Bot):
            async def choose(self, position: Position, clock: Clock | None) -> str:
                asked.set()
                return await asyncio.Future()

        tokens: list[str] = []
        asked = asyncio.Event()
        wish = Wish(create="connect4", against="connect4-random", count=1)
        first = asyncio.create_task(Player(Unmoved(), self.server.url, wish=wish, keep=tokens.append).run())
        await asyncio.wait_for(asked.wait(), NEVER)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        wish = Wish(create="tictactoe", against="tictactoe-random", count=1)
        await self.play(Player(Noughts(), self.server.url, token=tokens[0], wish=wish))
        again = Player(First(), self.server.url, token=tokens[0], wish=Wish(count=1))
        await self.play(again)
        self.assertEqual([verdict.by for verdict in again.results], ["rules"])

    async def test_who_asks_for_the_same_is_paired(self) -> None:
        wish = Wish(pair="tictactoe", clock=(60_000, 0), count=2)
        players = [Player(First(), self.server.url, name=name, wish=wish) for name in ("One", "Two")]
        await self.play(*players)
        for player in players:
            self.assertEqual([verdict.by for verdict in player.results], ["rules"] * 2)

    async def test_a_bot_that_fails_or_moves_illegally_is_reported_as_such(self) -> None:
        for bot, by in ((Wrong(), "illegal"), (Broken(), "crash")):
            player = Player(bot, self.server.url, wish=Wish(create="tictactoe", against="tictactoe-perfect", count=1))
            await self.play(player)
            self.assertEqual([(verdict.outcome, verdict.by) for verdict in player.results], [("second", by)])
            self.assertEqual([str(verdict) for verdict in player.results], [f"lost by {by}"])
            rows = self.server.get("/api/matches?game=tictactoe&limit=1")["matches"]
            self.assertEqual(rows[0]["verdict"]["by"], by)

    async def test_every_error_of_a_bot_loses_only_its_match(self) -> None:
        errors: tuple[BaseException, ...] = (
            StopIteration(), asyncio.CancelledError(), SystemExit(3), GeneratorExit(), BaseException("no idea"),
        )
        wish = Wish(create="tictactoe", against="tictactoe-perfect", count=1)
        for error in errors:
            for at_once in (True, False):
                player = Player(raising(error, at_once), self.server.url, wish=wish)
                await self.play(player)
                self.assertEqual([verdict.by for verdict in player.results], ["crash"], (error, at_once))

    async def test_other_methods_of_a_bot_may_fail_or_be_coroutines(self) -> None:
        told: list[str] = []

        class Failing(First):
            def started(self, match: str, game: str, opponent: str) -> None:
                told.append("started")
                raise ValueError("no idea")

            async def ended(self, match: str, verdict: Verdict, won: bool | None) -> None:  # type: ignore[override]
                told.append("ended")
                raise SystemExit(3)

        player = Player(Failing(), self.server.url, wish=Wish(create="tictactoe", against="tictactoe-random", count=2))
        await self.play(player)
        self.assertEqual([verdict.by for verdict in player.results], ["rules"] * 2)
        self.assertEqual(told, ["started", "ended"] * 2)

    async def test_a_stop_resigns_the_running_match_at_once(self) -> None:
        class Unmoved(Bot):
            async def choose(self, position: Position, clock: Clock | None) -> str:
                if position.ply > 0:
                    asked.set()
                    await asyncio.sleep(NEVER)
                return position.legal[0]

        for clock in (None, (60_000, 0)):
            asked = asyncio.Event()
            wish = Wish(create="tictactoe", side="first", clock=clock)
            stopped = Player(Unmoved(), self.server.url, name="One", wish=wish)
            other = Player(First(), self.server.url, name="Two", wish=Wish(join=True, count=1))
            running = asyncio.gather(stopped.run(), other.run())
            await asyncio.wait_for(asked.wait(), NEVER)
            stopped.stop()
            await asyncio.wait_for(running, NEVER)
            self.assertEqual([str(verdict) for verdict in stopped.results], ["lost by resignation"])
            self.assertEqual([str(verdict) for verdict in other.results], ["won by resignation"])

    async def test_both_sides_say_how_a_match_ended_for_them(self) -> None:
        logging.disable(logging.NOTSET)
        for side in ("first", "second"):
            one = Player(First(), self.server.url, name="One", wish=Wish(create="tictactoe", side=side, count=1))
            two = Player(First(), self.server.url, name="Two", wish=Wish(join=True, count=1))
            with self.assertLogs("gametree_arena") as logged:
                await self.play(one, two)
            # The first side wins if both bots play the first legal move.
            winner, loser = (one, two) if side == "first" else (two, one)
            for player, opponent, told in ((winner, loser, "won by rules"), (loser, winner, "lost by rules")):
                self.assertEqual([str(verdict) for verdict in player.results], [told])
                self.assertIn(f"(tictactoe against {opponent.name}): {told}", "\n".join(logged.output))

    def test_results_are_told_from_the_bots_seat_the_most_frequent_first(self) -> None:
        raw = [("first", "rules"), ("draw", "agreement"), (None, "aborted"), ("second", "timeout"), ("second", "timeout")]
        sides: tuple[tuple[Side, str, str], ...] = (
            ("first", "won by rules", "lost by timeout"),
            ("second", "lost by rules", "won by timeout"),
        )
        for side, won, lost in sides:
            results = [Verdict.parse({"outcome": outcome, "by": by}, side) for outcome, by in raw]
            self.assertEqual([str(verdict) for verdict in results[:4]], [won, "drawn by agreement", "void (aborted)", lost])
            self.assertEqual(_summary(results), f"5 matches: 2 {lost}, 1 {won}, 1 drawn by agreement, 1 void (aborted)")
            self.assertEqual(_summary(results[:1]), f"1 match: 1 {won}")
        self.assertEqual(_summary([]), "0 matches")

    def test_the_package_that_the_server_offers_can_be_installed(self) -> None:
        wheel = f"{self.server.url}/packages/gametree_arena_client-0.1.0-py3-none-any.whl"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", self.folder.name, wheel]
        installed = subprocess.run(command, capture_output=True, text=True, timeout=NEVER)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        environment = os.environ | {"PYTHONPATH": self.folder.name}
        told = subprocess.run(
            [sys.executable, "-c", "import gametree_arena; print(gametree_arena.__file__)"],
            capture_output=True, text=True, timeout=NEVER, env=environment,
        )
        self.assertTrue(told.stdout.startswith(self.folder.name), told.stderr)

    async def test_what_the_server_refuses_is_said(self) -> None:
        player = Player(First(), self.server.url, wish=Wish(create="parchisi", count=1))
        with self.assertRaisesRegex(ArenaError, "parchisi"):
            await self.play(player)
        with self.assertRaisesRegex(ArenaError, "key"):
            await self.play(Player(First(), self.server.url, token="unknown", wish=Wish(join=True)))
        with self.assertRaisesRegex(ArenaError, "not an address"):
            await Connection.open("ftp://example.org")
        connection = await Connection.open(self.server.url)
        with self.assertRaises(Refused) as caught:
            await connection.ask("watch", match="018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d01")
        self.assertEqual(caught.exception.code, "no_hello")
        await connection.close()

    async def test_the_rank_in_a_league_is_reported(self) -> None:
        league = await asyncio.to_thread(self.open_league, "A class")
        player = Player(First(), self.server.url, name="Ann", wish=Wish(league="a class", count=1))
        await self.play(player)
        row = next(row for row in self.server.get(f"/api/tournaments/{league}/live")["entrants"] if row["name"] == "Ann")
        # Matches of a league do not count for the server's ratings, so there is only the rank.
        self.assertEqual(await asyncio.to_thread(player.standings), [f"rank {row['rank']} of 2 in a class"])

    def test_ratings_are_reported_with_the_rank_once_they_are_settled(self) -> None:
        rows = [{"player": {"id": "b"}}, {"player": {"id": "a"}}]
        rated = {"game": "chess", "rating": 1600, "deviation": 60, "speed": "blitz", "provisional": False}
        answers = {
            "/api/players/a": {"ratings": [rated, rated | {"rating": 1500, "speed": "rapid", "provisional": True}]},
            "/api/ratings/chess?speed=blitz": {"rows": rows},
        }
        with mock.patch("gametree_arena.connection.get", lambda url: answers.get(url.removeprefix("http://x"))):
            text = "1600 ± 60 (blitz, rank 2), 1500 ± 60 (rapid, provisional)"
            self.assertEqual(rating("http://x", "a", "chess"), text)
            self.assertIsNone(rating("http://x", "a", "hex"))
            self.assertIsNone(rating("http://x", "nobody", "chess"))
            rows.pop()
            self.assertEqual(rating("http://x", "a", "chess"), "1600 ± 60 (blitz), 1500 ± 60 (rapid, provisional)")

    async def test_the_command_plays_keeps_its_key_and_says_what_is_wrong(self) -> None:
        keys = Path(self.folder.name) / "keys.json"

        def run(*arguments: str) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", "gametree_arena.command", *arguments]
            return subprocess.run(command, capture_output=True, text=True, timeout=NEVER)

        example = str(HERE / "examples" / "one_ply_bot.py")
        wish = ["--url", self.server.url, "--keys", str(keys), "--create", "tictactoe"]
        for _ in range(2):
            played = await asyncio.to_thread(
                run, example, *wish, "--against", "tictactoe-random", "--count", "2", "--side", "first"
            )
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertIn("2 matches: ", played.stdout)
        self.assertEqual(keys.stat().st_mode & 0o777, 0o600)
        kept = Keys(keys).get(self.server.url, "OnePlyBot")
        self.assertIsNotNone(kept)
        rows = self.server.get("/api/matches?game=tictactoe")["matches"]
        self.assertEqual(len({row["seats"][0]["player"] for row in rows}), 1)
        # A fresh server at the same address does not know the stored key.
        Keys(keys).put(self.server.url, "OnePlyBot", "stale")
        fresh = await asyncio.to_thread(run, example, *wish, "--against", "tictactoe-random", "--count", "1")
        self.assertEqual(fresh.returncode, 0, fresh.stderr)
        self.assertIn(f"OnePlyBot that is stored in {keys}; the key is removed", fresh.stderr)
        self.assertNotIn(Keys(keys).get(self.server.url, "OnePlyBot"), (None, "stale", kept))
        given = await asyncio.to_thread(run, example, *wish, "--key", "stale")
        self.assertEqual((given.returncode, given.stdout), (1, ""))
        self.assertIn("does not know this key", given.stderr)
        # A key that cannot be stored does not keep the bot from playing.
        elsewhere = ["--keys", "/proc/arena/keys.json", "--against", "tictactoe-random", "--count", "1"]
        unkept = await asyncio.to_thread(run, example, *wish, *elsewhere)
        self.assertEqual(unkept.returncode, 0, unkept.stderr)
        self.assertIn("cannot be written: ", unkept.stderr)
        self.assertIn("so OnePlyBot plays as a new player in the next run", unkept.stderr)
        # Without a mode, the command says what it waits for, and a signal ends it properly.
        waiting = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gametree_arena.command", example, "--url", self.server.url, "--keys", str(keys),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        assert waiting.stderr is not None
        told = ""
        while "connected to" not in told:
            told += (await asyncio.wait_for(waiting.stderr.readline(), NEVER)).decode()
        self.assertIn("waiting for open matches in the lobby; --create GAME offers matches", told)
        waiting.send_signal(signal.SIGINT)
        out, _ = await asyncio.wait_for(waiting.communicate(), NEVER)
        self.assertEqual((waiting.returncode, out), (0, b"0 matches\n"))
        for file, sentence in (("nothing.py", "there is no file"), (str(HERE / "pyproject.toml"), "no Python file")):
            failed = await asyncio.to_thread(run, file, "--url", self.server.url)
            self.assertEqual(failed.returncode, 1)
            self.assertIn(sentence, failed.stderr)
            self.assertNotIn("Traceback", failed.stderr)


if __name__ == "__main__":
    unittest.main()
