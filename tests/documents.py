"""Runs the commands of the READMEs and of the documents in docs/, read from the documents. ``ARENA_BIN`` names the program.

A document's commands run in their order in one shell, in an empty folder, beside a server on a free port. Placeholders
and sizes are replaced as `SCENES` and `SMALLER` say. `NOT_RUN` lists the other commands with the reason. Of a Chinese
document, only those commands run that its English twin does not have.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.polyglot
from gametree_arena import Connection

HERE = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("ARENA_BIN", str(HERE / "target" / "release" / "arena"))).resolve()
DOCUMENTS = [HERE / "README.md", HERE / "README.zh.md", HERE / "CONTRIBUTING.md", *sorted((HERE / "docs").glob("*.md")),
             *sorted((HERE / "clients").glob("*/README.md")), *sorted((HERE / "clients").glob("rules/*/README.md")), HERE / "tests" / "fuzz" / "README.md"]
WITHIN_S = 300

# Commands that are not run: the beginning of the command, and the reason.
NOT_RUN = [
    (r"([A-Z_]+=\w+ |env -u SKIP_WEB )?(cargo (build|check|test|\+nightly)\b|npm )|cargo run --release\b|cargo run$|tests/run"
     r"|export SKIP_WEB",
     "builds the program or runs its tests"),
    (r"npx |cd clients/(rules/)?typescript", "needs the TypeScript package; tests/typescript runs it"),
    (r"sudo (apt-get|useradd|tee|cp|sed|nginx|certbot|rsync|install|systemctl (reload|daemon-reload|enable|restart))\b"
     r"|sudo systemctl (start|stop) (nginx|arena-backup)\b|sed .*sudo tee|systemctl status",
     "changes the machine as root"),
    (r"curl .*https://arena\.example\.org", "needs a public host"),
    (r"python3 -m venv|pip install", "needs the internet"),
    (r"fastchess|cutechess-cli", "is another program"),
    (r"nats-server|arena .*--nats|ARENA_BOTS_NATS", "needs NATS; tests/integration/cluster.rs runs it"),
    (r"arena-bot (?!.*--count)", "plays until it is stopped; clients/python/tests runs it"),
    (r"arena tune ", "takes minutes in a debug build; tests/integration/tune.rs runs it"),
    (r"ask (matches|reports)/", "needs rated matches and a report; tests/integration/server/operations.rs runs it"),
]

# Sizes that suit a test.
SMALLER = [
    ("--games 1000", "--games 2"),
    ("--games 200", "--games 2 --each depth=1"),
    ("connect4-club,depth=6 connect4-club --sprt 0,5", "connect4-club,depth=1 connect4-random,seed=1 --sprt 0,300"),
    ("tc=10+0.1", "tc=1+0.01"),
    ("--concurrency 4", "--concurrency 2"),
    ("--time-ms 5000", "--time-ms 100"),
    ("--nodes 500000", "--nodes 500"),
    ("arena analyse reversi --depth 8", "arena analyse reversi --depth 2"),
    ("--plies 12 --least 5", "--plies 2 --least 1"),
    ("arena match A B", "arena match connect4-random connect4-casual,depth=1"),
]

# Every command sees these functions and variables.
PRELUDE = r"""
set -uo pipefail
URL=http://127.0.0.1:$PORT
SERVER=
stop() { [ -z "$SERVER" ] || { kill "$SERVER" && wait "$SERVER"; SERVER=; }; }
trap stop EXIT
serve() {
    stop
    "$ARENA" "$@" >server.log 2>&1 &
    SERVER=$!
    for _ in $(seq 600); do
        if command curl -sf -o health "$URL/healthz"; then return 0; fi
        if ! kill -0 "$SERVER"; then cat server.log; return 1; fi
        sleep 0.1
    done
    return 1
}
arena() {
    case $1 in
    serve) serve "$@" ;;
    # An engine without a user reads these commands.
    engine) if [ -p /dev/stdin ]; then "$ARENA" "$@"; else printf 'uci\nisready\nquit\n' | "$ARENA" "$@"; fi ;;
    *) "$ARENA" "$@" ;;
    esac
}
# A refusal is a failure.
curl() { command curl --fail-with-body --silent --show-error --max-time 60 "$@"; }
sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
systemctl() {
    case "$1 $2" in
    "stop arena") stop ;;
    "start arena") arena serve --listen "127.0.0.1:$PORT" --data data ;;
    *) return 1 ;;
    esac
}
started() { arena serve --listen "127.0.0.1:$PORT" --data data; }
"""


@dataclass
class Scene:
    """The surroundings of a document's commands."""

    before: str = ""
    """Commands to run first."""
    hooks: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Commands to run before and after the commands that begin with a text."""
    replaced: list[tuple[str, str]] = field(default_factory=list)
    """Placeholders and their values."""


SERVER_FOLDERS = [
    ("/var/lib/arena-backups/arena-2026-11-22T000000Z.sqlite", "backups/arena-*.sqlite"),
    ("/var/backups/arena/1795744800.sqlite", "backups/*.sqlite"),
    ("/var/lib/arena-backups", "backups"),
    ("/var/backups/arena", "backups"),
    ("/var/lib/arena", "data"),
]
CLAIM = """curl $URL/api/accounts/claim -H "Authorization: Bearer $TOKEN" --json '{"name": "Ann"}'"""
HAND_IN = """printf x >mine.wasm; DIGEST=$(sha256sum mine.wasm | cut -d' ' -f1)
curl $URL/api/modules/tictactoe/mine -H "Authorization: Bearer $TOKEN" --data-binary @mine.wasm"""
RECORDS = '"$ARENA" tournament records.toml --records records.jsonl -q'
SCENES = {
    "clients/python/README.md": Scene("export HOME=$PWD; started", replaced=[("my_bot.py", "my_bot.py --url $URL")]),
    "docs/coming-from.md": Scene('printf \'#!/bin/sh\\nexec "%s" engine chess\\n\' "$ARENA" | tee new >old; chmod +x new old'),
    "docs/league.md": Scene(hooks={
        "arena open": ("", "read -r ID <open.txt"),
        "arena stats": (RECORDS, ""),
    }, replaced=[("arena open class.toml --data data", "arena open class.toml --data data | tee open.txt"), ("/ID/", "/$ID/"), ("?player=Ann", "?player=connect4-random"), ("export ARENA_KEY=…", "export ARENA_KEY=x")]),
    "docs/lichess-bots.md": Scene("started", hooks={"curl -s $URL/api/accounts/bots": ("", '"$PYTHON" example.py')},
                                  replaced=[("'{\"name\": \"AnnBot\"}'", "'{\"name\": \"AnnBot\"}' | tee bot.json")]),
    "docs/moderation.md": Scene("started", hooks={"ask reports": (CLAIM, ""), "ask modules": (HAND_IN, "")}, replaced=[("SHA-256", "$DIGEST"), ("PLAYER", "$PLAYER"), ('"player": "…"', '"player": "\'$PLAYER\'"')]),
    "docs/operating.md": Scene("mkdir backups; started", replaced=SERVER_FOLDERS),
    "docs/scaling.md": Scene("mkdir backups; started", hooks={"sudo -u arena arena restore": ("stop; rm -r data", "")},
                             replaced=SERVER_FOLDERS),
    "docs/search.md": Scene("mkdir -p config/books", hooks={"arena book build chess --from-records": (RECORDS, "")}),
}


@dataclass
class Command:
    """A command of a document."""

    line: int
    text: str

    @property
    def reason(self) -> str | None:
        """Returns why the command is not run, if it is not."""
        return next((reason for start, reason in NOT_RUN if re.match(start, self.text)), None)


def blocks(document: Path) -> Iterator[tuple[int, str, str]]:
    """Yields the line, the language and the content of each code block."""
    text = document.read_text(encoding="utf-8")
    for found in re.finditer(r"^([ \t]*)```(\w*)\n(.*?)^[ \t]*```", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, found.start()) + 2, found[2], textwrap.dedent(found[3])


def commands(document: Path) -> list[Command]:
    """Returns the commands of a document's shell blocks and sessions."""
    found: list[Command] = []
    for start, language, content in blocks(document):
        lines = list(enumerate(content.splitlines(), start))
        if language in ("", "text") and content.startswith("$ "):
            found += [Command(number, line[2:]) for number, line in lines if line.startswith("$ ")]
            continue
        if language != "sh" and not (language == "" and content.startswith("arena ")):
            continue
        while lines:
            number, text = lines.pop(0)
            while text.endswith("\\") or (here := re.search(r"<<'?(\w+)'?$", text.split("\n")[0])) and not text.endswith(
                f"\n{here[1]}"
            ):
                text += "\n" + lines.pop(0)[1]
            text = re.sub(r"\s+# .*", "", text)
            if text and not text.startswith("#"):
                found.append(Command(number, text))
    return found


def hello(url: str, name: str) -> dict[str, str]:
    """Returns the welcome of a new guest."""

    async def ask() -> dict[str, str]:
        connection = await Connection.open(url)
        welcome = await connection.ask("hello", name=name)
        await connection.close()
        return {"token": welcome["token"], "id": welcome["player"]["id"]}

    return asyncio.run(ask())


class Documents(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (self.folder / "hello.py").write_text(
            f"import sys; sys.path.insert(0, {str(HERE / 'tests')!r}); import documents\n"
            "told = documents.hello(*sys.argv[1:]); print(told['token'], told['id'])\n"
        )
        (self.folder / "records.toml").write_text(
            'name = "r"\ngame = "chess"\nrounds = 1\n[adjudication]\nmax_plies = 8\n'
            '[[entrants]]\nbot = "chess-random"\n[[entrants]]\nname = "one"\nbot = "chess-random"\nseed = 2\n'
        )
        (self.folder / "book.epd").write_text(chess.STARTING_FEN + "\n")
        entry = struct.pack(">QHHI", chess.polyglot.zobrist_hash(chess.Board()), 28 | 12 << 6, 1, 0)
        (self.folder / "book.bin").write_bytes(entry)

    def script(self, name: str, run: list[Command]) -> str:
        """Returns the commands as a script that names each command before it runs."""
        scene = SCENES.get(name, Scene())
        # The first TOML block is the file of the commands, and the first Python block the program of the example.
        content = {language: content for _, language, content in reversed(list(blocks(HERE / name)))}
        for file in ("class.toml", "my.toml"):
            (self.folder / file).write_text(content.get("toml", ""), encoding="utf-8")
        example = content.get("python", "").replace("http://127.0.0.1:8080", f"http://127.0.0.1:{self.port}")
        key = "import json\nkey = json.load(open('bot.json'))['key']\n"
        (self.folder / "my_bot.py").write_text(content.get("python", ""), encoding="utf-8")
        (self.folder / "example.py").write_text(key + example.replace("print(event)", "print(event); break"))
        replaced = [
            *scene.replaced, *SMALLER, ("cargo run -- ", "arena "), ("0.0.0.0:8080", f"127.0.0.1:{self.port}"),
            ("http://127.0.0.1:8080", "$URL"), ("http://school.example:8080", "$URL"), ("config/tournaments", str(HERE / "config/tournaments")),
            ("/tmp/", ""),
        ]
        script = PRELUDE + scene.before + "\n"
        if scene.before.endswith("started"):
            script += 'read -r TOKEN PLAYER <<<"$("$PYTHON" hello.py "$URL" Ann)"\n'
        for command in run:
            before, after = next((hook for start, hook in scene.hooks.items() if command.text.startswith(start)), ("", ""))
            text = command.text
            for old, new in replaced:
                text = text.replace(old, new)
            label = f"{name}:{command.line}: {command.text}"
            script += f"printf '@@ %s\\n' {json.dumps(label).replace('$', chr(92) + '$')}\n"
            script += "\n".join(["{", *filter(None, [before, text + " || exit 1", after]), "}"]) + "\n"
        return script + "echo @@ done\n"

    def run_commands(self, name: str, run: list[Command]) -> None:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"ARENA": str(PROGRAM), "PORT": str(self.port), "PYTHON": sys.executable, "PATH": path}
        done = subprocess.run(
            ["bash", "-c", self.script(name, run)], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=WITHIN_S, check=False,
        )
        last = done.stdout.rsplit("@@ ", 1)[-1]
        self.assertTrue(done.returncode == 0 and last == "done\n", f"this command failed: {last}")

    def test_commands_of_all_documents_run(self) -> None:
        for document in DOCUMENTS:
            name = str(document.relative_to(HERE))
            run = [command for command in commands(document) if command.reason is None]
            if name.endswith(".zh.md"):
                english = {command.text for command in commands(HERE / name.replace(".zh.md", ".md"))}
                run = [command for command in run if command.text not in english]
            if not run:
                continue
            with self.subTest(name):
                self.doCleanups()
                self.setUp()
                self.run_commands(name, run)

    def test_reasons_for_not_running_are_needed(self) -> None:
        texts = [command.text for document in DOCUMENTS for command in commands(document)]
        for start, reason in NOT_RUN:
            self.assertTrue(any(re.match(start, text) for text in texts), reason)

    def test_flags_in_texts_exist(self) -> None:
        helps: dict[str, str] = {}
        for document in DOCUMENTS:
            for span in re.findall(r"`arena ([a-z][^`\n]*)`", document.read_text(encoding="utf-8")):
                words = span.removeprefix("help ").split()
                pair = [word for word in words[:2] if re.fullmatch("[a-z-]+", word)]
                command = " ".join(pair if pair in [["data", "check"], ["data", "compact"], ["book", "build"]] else pair[:1])
                if command not in helps:
                    told = subprocess.run([PROGRAM, *command.split(), "--help"], capture_output=True, text=True, check=False)
                    self.assertEqual(told.returncode, 0, f"{document.name}: `arena {span}`")
                    helps[command] = told.stdout
                for flag in re.findall(r"(?<!\S)--[a-z][a-z-]*", span):
                    self.assertRegex(helps[command], rf"{flag}\b", f"{document.name}: `arena {span}`")
        self.assertGreater(len(helps), 15)


if __name__ == "__main__":
    unittest.main()
