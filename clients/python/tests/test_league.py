"""Runs a class of ``arena-bot`` processes in a league, each with its own key, until all have met.

The default is eight processes. ``ARENA_CLASS=30`` runs thirty of them for at least a minute.

"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path
from typing import Any

from test_play import HERE, NEVER, PROGRAM, Server

CLASS = int(os.environ.get("ARENA_CLASS", "8"))
TIME = 60.0 if CLASS >= 30 else 10.0
"""The minimum duration of the test in seconds."""
LONGEST = 1800.0
"""The timeout in seconds. A slow machine needs longer until all pairs have met."""


class Class(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.data = str(Path(self.folder.name) / "data")
        self.server = Server(self.data)
        self.bots: list[subprocess.Popen[bytes]] = []

    def tearDown(self) -> None:
        for bot in self.bots:
            bot.kill()
            bot.wait()
        self.server.kill()
        self.folder.cleanup()

    def arena(self, *arguments: str) -> str:
        command = [PROGRAM, *arguments, "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def table(self, league: str) -> Any:
        return self.server.get(f"/api/tournaments/{league}/live")

    def records(self, league: str) -> list[Any]:
        with urllib.request.urlopen(f"{self.server.url}/api/tournaments/{league}/records.jsonl", timeout=NEVER) as answer:
            return [json.loads(line) for line in answer]

    def test_everybody_meets_everybody_and_no_match_is_stuck(self) -> None:
        terms = Path(self.folder.name) / "league.toml"
        terms.write_text(
            'name = "A class"\ngame = "tictactoe"\nformat = "league"\ninvited = true\n'
            "clock = { initial_ms = 60000, increment_ms = 1000 }\n"
        )
        opened = json.loads(self.arena("open", str(terms), "--json"))
        league = opened["tournament"]
        page = Path(self.folder.name) / "invitations.html"
        told = self.arena(
            "invite", "--tournament", "A class", "--count", str(CLASS), "--url", self.server.url,
            "--out", str(page), "--json",
        )
        invitations = json.loads(told)["invitations"]
        self.assertEqual(len(invitations), CLASS)
        self.assertTrue(all(invitation["key"] in page.read_text() for invitation in invitations))
        for invitation in invitations:
            command = [sys.executable, "-m", "gametree_arena.command", str(HERE / "examples" / "random_bot.py")]
            command += ["--url", self.server.url, "--league", "A class", "--quiet"]
            environment = os.environ | {"ARENA_KEY": invitation["key"]}
            self.bots.append(subprocess.Popen(command, env=environment))
        began, met = time.monotonic(), 0
        pairs = CLASS * (CLASS - 1) // 2
        while time.monotonic() < began + TIME or (met < pairs and time.monotonic() < began + LONGEST):
            time.sleep(2)
            self.assertEqual([bot.poll() for bot in self.bots], [None] * CLASS, "a bot has ended")
            records = self.records(league)
            met = len({frozenset(seat["name"] for seat in record["seats"]) for record in records})
        self.assertEqual(met, pairs, "everybody has met everybody")
        # Stopping the league starts no new match. All running matches must end.
        operator = (Path(self.data) / "operator.token").read_text().strip()
        request = urllib.request.Request(
            f"{self.server.url}/api/tournaments/{league}/stop", b"", {"Authorization": f"Bearer {operator}"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=NEVER):
            pass
        until = time.monotonic() + NEVER
        while (table := self.table(league))["matches"]:
            self.assertLess(time.monotonic(), until, "a match is stuck")
            time.sleep(0.2)
        records = self.records(league)
        counted = {row["name"]: [0, 0, 0] for row in table["entrants"]}
        for record in records:
            outcome = record["verdict"]["outcome"]
            for side, seat in zip(("first", "second"), record["seats"], strict=True):
                counted[seat["name"]][0 if outcome == side else 1 if outcome == "draw" else 2] += 1
        shown = {row["name"]: [row["wins"], row["draws"], row["losses"]] for row in table["entrants"]}
        self.assertEqual(shown, counted)
        self.assertEqual(table["played"], len(records))
        ends = {by: len(list(group)) for by, group in itertools.groupby(sorted(r["verdict"]["by"] for r in records))}
        self.assertEqual(list(ends), ["rules"], ends)
        print(f"a class of {CLASS}: {len(records)} matches in {time.monotonic() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
