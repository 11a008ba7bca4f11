"""Runs the examples of docs/protocol.md against a real server. ``ARENA_BIN`` names the server program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

HERE = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ARENA_BIN", str(HERE / "target" / "release" / "arena"))
DOCUMENT = (HERE / "docs" / "protocol.md").read_text(encoding="utf-8")
NEVER = 60.0


def snippet(heading: str, language: str) -> str:
    """Returns the first code block of this language below a heading."""
    found = re.search(rf"^##+ {heading}\n.*?^```{language}\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


def fits(told: Any, shown: Any) -> bool:
    """Returns whether a message is as shown. An ellipsis stands for any value, and for any further entries of a list."""
    if shown == "…":
        return True
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(key in told and fits(told[key], value) for key, value in shown.items())
    if isinstance(shown, list):
        known = shown[:-1] if shown[-1:] == ["…"] else shown
        return isinstance(told, list) and (len(told) == len(shown) or known != shown) and all(map(fits, told, known))
    return bool(told == shown)


class Examples(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", self.folder.name + "/data"]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.server.stdout is not None
        self.url = self.server.stdout.readline().split()[1].replace("http://", "ws://") + "/ws"

    def tearDown(self) -> None:
        self.server.kill()
        self.server.wait()
        assert self.server.stdout is not None
        self.server.stdout.close()
        self.folder.cleanup()

    def test_bot_plays_a_match_to_its_end(self) -> None:
        bot = snippet("A bot in twenty lines", "python")
        self.assertLessEqual(len(bot.splitlines()), 20)
        program = Path(self.folder.name) / "bot.py"
        program.write_text(bot, encoding="utf-8")
        run = subprocess.run([sys.executable, program, self.url], capture_output=True, text=True, timeout=NEVER, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertRegex(run.stdout, r"^result: (first|second|draw)\n$")

    def test_conversation_about_plies_happens_as_shown(self) -> None:
        lines = snippet("Plies", "text").splitlines()
        self.assertGreaterEqual(len(lines), 8)
        match, legal, kept = "", [""], []
        with connect(self.url) as socket:
            for line in lines:
                text = re.sub(r'(?<=[\]"]),…(?=})', "", line[2:]).replace(",…]", ',"…"]')
                shown = json.loads(text)
                if line[0] == "→":
                    if "match" in shown:
                        shown["match"] = match
                    if shown.get("move") == "…":
                        shown["move"] = legal[0]
                    socket.send(json.dumps(shown))
                    continue
                while not (found := next((told for told in kept if fits(told, shown)), None)):
                    kept.append(json.loads(socket.recv(timeout=NEVER)))
                kept.remove(found)
                match = found.get("match", match)
                legal = found.get("event", {}).get("legal", legal)
            while not any(told.get("re") == 4 for told in kept):
                kept.append(json.loads(socket.recv(timeout=NEVER)))
        self.assertIn({"type": "ok", "re": 4}, kept)


if __name__ == "__main__":
    unittest.main()
