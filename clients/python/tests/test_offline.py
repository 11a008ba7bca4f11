"""Tests matches, tournaments and the check of a bot without a server."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from gametree_arena import ArenaError, Bot, Clock, Position
from gametree_arena.check import CASES, Answer, check
from gametree_arena.offline import Tournament, play_match

HERE = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ARENA_BIN", str(HERE.parent.parent / "target" / "release" / "arena"))


class First(Bot):
    """Plays the first legal move."""

    def choose(self, position: Position, clock: Clock | None) -> str:
        return position.legal[0]


class Thinker(Bot):
    """Searches with the rules of the package."""

    def choose(self, position: Position, clock: Clock | None) -> str:
        best = position.rules().search(depth=4).best
        assert best is not None
        return best


class Matches(unittest.TestCase):
    def test_a_match_has_the_statistics_of_the_program(self) -> None:
        played = play_match(Thinker(), "connect4-random", games=8)
        self.assertEqual(len(played.matches), 8)
        for first, second in zip(played.matches[::2], played.matches[1::2], strict=True):
            self.assertEqual(first.names, second.names[::-1])
            self.assertEqual(first.position.moves[:2], second.position.moves[:2])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "records.jsonl"
            played.save(file)
            arguments = [PROGRAM, "stats", "--records", str(file), "--for", "Thinker", "--against", "connect4-random"]
            told = subprocess.run([*arguments, "--json"], check=True, capture_output=True, text=True).stdout
            self.assertEqual(played.statistics, json.loads(told))
            checked = subprocess.run([PROGRAM, "verify", str(file)], capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertGreater(played.statistics["score"], 0.8)
        self.assertIn("<svg", played._repr_html_())

    def test_the_arenas_bots_play_as_their_records_say(self) -> None:
        played = play_match("tictactoe-casual", "tictactoe-random", games=4, seed=9)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "records.jsonl"
            played.save(file)
            checked = subprocess.run([PROGRAM, "verify", str(file)], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        again = play_match("tictactoe-casual", "tictactoe-random", games=4, seed=9)
        self.assertEqual(again.records, played.records)
        found = [(match.record["id"], " ".join(match.position.moves), match.verdict.outcome) for match in played.matches]
        # tests/offline.test.mjs of the package of rules for npm has the same table.
        expected = [
            ("8eb1235e-8a27-5f68-a2b9-de9afe917f92", "a1 a3 c1 b3 b1", "first"),
            ("09fb8167-62d0-5eed-96a5-fd14bcbfe452", "a1 a3 b1 c1 a2 b2", "second"),
            ("225d1eed-1ef5-51c6-b743-c77b13e0d2d9", "c3 b2 a3 c1 b3", "first"),
            ("d36993b5-a394-547d-b0a6-a780ee1675fa", "c3 b2 a3 b3 b1 c1 a1 a2 c2", "draw"),
        ]
        self.assertEqual(found, expected)

    def test_a_test_ends_a_match_early(self) -> None:
        played = play_match(Thinker(), "tictactoe-random", games=400, sprt=(0, 200), opening=0)
        self.assertLess(len(played.matches), 400)
        self.assertEqual(played.statistics["accepted"], "h1")

    def test_everybody_meets_everybody(self) -> None:
        table = Tournament([First(), First(), "tictactoe-random"], games=2).play()
        self.assertEqual(len(table.matches), 6)
        names = {entrant["name"] for entrant in table.statistics["entrants"]}
        self.assertEqual(names, {"First", "First 2", "tictactoe-random"})
        self.assertIn("First 2", str(table))

    def test_a_bot_that_fails_loses(self) -> None:
        class Wrong(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                return "z9"

        class Raises(Bot):
            async def choose(self, position: Position, clock: Clock | None) -> str:
                raise ZeroDivisionError("no")

        class Slow(Bot):
            async def choose(self, position: Position, clock: Clock | None) -> str:
                await asyncio.sleep(0.03)
                return position.legal[0]

        for bot, by, detail in [
            (Wrong(), "illegal", "'z9' is not legal"),
            (Raises(), "crash", "ZeroDivisionError: no"),
            (Slow(), "timeout", "of 5 ms"),
        ]:
            played = play_match(bot, First(), "tictactoe", games=2, time_ms=5 if by == "timeout" else None)
            for match, outcome in zip(played.matches, ("second", "first"), strict=True):
                self.assertEqual((match.verdict.outcome, match.verdict.by), (outcome, by))
                self.assertIn(detail, match.verdict.detail or "")

    def test_awaitable_moves_work_inside_a_loop(self) -> None:
        class Awaits(Bot):
            async def choose(self, position: Position, clock: Clock | None) -> str:
                await asyncio.sleep(0)
                return position.legal[-1]

        async def notebook() -> Tournament:
            return play_match(Awaits(), First(), "tictactoe", games=2)

        self.assertEqual(len(asyncio.run(notebook()).matches), 2)

    def test_wrong_input_is_named(self) -> None:
        class Chess(Bot):
            games = ("chess",)

        cases: list[tuple[Callable[[], object], str]] = [
            (lambda: play_match(First(), First()), "no entrant says which game"),
            (lambda: play_match(First(), "connect4-club", games=3), "even number"),
            (lambda: play_match(Chess(), "connect4-club"), "connect4-club plays connect4, not chess"),
            (lambda: Tournament([First()]), "at least two"),
            (lambda: Tournament([First()] * 3, "tictactoe", sprt=(0, 5)), "tests two entrants"),
            (lambda: play_match(First(), First(), "tictactoe", opening=9, games=2), "choose a shorter one"),
        ]
        for wrong, message in cases:
            with self.assertRaises(ArenaError) as raised:
                wrong()
            self.assertIn(message, str(raised.exception))


class Checks(unittest.TestCase):
    def problems(self, bot: Bot, game: str, seconds: float = 10) -> dict[str, str]:
        answers: list[Answer] = list(check(bot, game, seconds))
        return {answer.case.what: answer.problem for answer in answers if answer.problem is not None}

    def test_a_good_bot_passes_in_every_game(self) -> None:
        self.maxDiff = None
        answers = list(check(First()))
        for case in CASES:
            self.assertTrue(case.position().legal, case)
        self.assertEqual([answer for answer in answers if answer.problem], [])
        self.assertEqual(len(answers), len(CASES) + 2 * len({case.game for case in CASES}))

    def test_what_is_wrong_is_named(self) -> None:
        class Capitals(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                return position.legal[0].upper()

        class Queenless(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                return position.legal[0][:4]

        class Silent(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                return None  # type: ignore[return-value]

        class Centre(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                assert position.diagram.at("b2") == ""
                return "b2"

        class Never(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                time.sleep(0.4)
                return position.legal[0]

        class Passes(Bot):
            def choose(self, position: Position, clock: Clock | None) -> str:
                return next(move for move in position.legal if move != "pass")

        self.assertIn("the move is 'a3'", self.problems(Capitals(), "tictactoe")["first move"])
        self.assertIn("without the piece to promote to", self.problems(Queenless(), "chess")["only promotions"])
        self.assertIn("does every path of choose return a move?", self.problems(Silent(), "bones")["first move"])
        found = self.problems(Centre(), "tictactoe")
        self.assertNotIn("first move", found)
        self.assertRegex(found["one empty point"], r"raised AssertionError \(test_offline.py, line \d+\)")
        slow = self.problems(Never(), "bones", 5)
        self.assertEqual(list(slow), ["time trouble, 300 ms left"])
        self.assertIn("look at clock.mine_ms", slow["time trouble, 300 ms left"])
        self.assertIn("did not answer within 0.1 s", self.problems(Never(), "bones", 0.1)["first move"])
        self.assertIn("StopIteration", self.problems(Passes(), "reversi")["the only move is to pass"])

    def test_the_command_tells_by_its_status(self) -> None:
        def run(*arguments: str) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", "gametree_arena.command", "check", *arguments]
            return subprocess.run(command, capture_output=True, text=True, timeout=120)

        good = run(str(HERE / "examples" / "one_ply_bot.py"))
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertTrue(good.stdout.endswith("checks, all passed\n"), good.stdout)
        wrong = run(str(HERE / "examples" / "one_ply_bot.py"), "--game", "chess")
        self.assertEqual((wrong.returncode, wrong.stderr), (1, "arena-bot: the bot plays tictactoe only, not chess\n"))


if __name__ == "__main__":
    unittest.main()
