"""Compiles the programs of docs/programs.md and lets them play. ``ARENA_BIN`` names the program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("ARENA_BIN", str(HERE / "target" / "release" / "arena"))).resolve()
DOCUMENT = (HERE / "docs" / "programs.md").read_text()

# The language of the block, the file of the program, what compiles it, and the command that runs it.
PROGRAMS = [
    ("java", "Player.java", None, ["java", "Player.java"]),
    ("c", "player.c", ["cc", "-Wall", "-Werror", "-O2", "-o", "player", "player.c"], ["./player"]),
    ("js", "player.mjs", None, ["node", "player.mjs"]),
]


class Programs(unittest.TestCase):
    def test_each_program_plays_every_game_of_a_tournament_to_its_end(self) -> None:
        for language, file, compiler, command in PROGRAMS:
            with self.subTest(language), tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch)
                blocks = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
                self.assertEqual(len(blocks), 1, f"docs/programs.md has one program in {language}")
                self.assertIn(json.dumps(command), DOCUMENT, "the document says how to run it")
                (folder / file).write_text(blocks[0])
                if compiler is not None:
                    self.assertIn(" ".join(part for part in compiler if not part.startswith("-W")), DOCUMENT)
                    subprocess.run(compiler, cwd=folder, check=True)
                for game in ("connect4", "reversi", "chess"):
                    self.plays(folder, game, command)

    def plays(self, folder: Path, game: str, command: list[str]) -> None:
        tournament = re.search(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
        assert tournament is not None
        text = tournament[1].replace("connect4", game).replace("rounds = 10", "rounds = 2")
        text = text.replace('["node", "player.mjs"]', json.dumps(command))
        # Starting a virtual machine on a busy computer takes longer than a move should.
        text = text.replace("time_ms = 1000", "time_ms = 20000")
        (folder / "bots.toml").write_text(text)
        subprocess.run(
            [PROGRAM, "tournament", "bots.toml", "--records", f"{game}.jsonl"],
            cwd=folder, check=True, capture_output=True, text=True, timeout=600,
        )
        records = [json.loads(line) for line in (folder / f"{game}.jsonl").read_text().splitlines()]
        self.assertEqual(len(records), 4)
        for record in records:
            self.assertEqual(record["verdict"]["by"], "rules", record["verdict"])


if __name__ == "__main__":
    unittest.main()
