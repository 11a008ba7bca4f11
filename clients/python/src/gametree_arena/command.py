"""The command `arena-bot`: runs a bot from a file on a server."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import logging
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from .bot import Bot, Rules
from .connection import ArenaError, UnknownKey
from .player import Player, Wish
from .position import Verdict

log = logging.getLogger("gametree_arena")

DESCRIPTION = """\
Plays a bot's matches on a minimax-arena server. FILE is a Python file with a class that derives from
gametree_arena.Bot. Without --create, --join, --take, --pair, --league or --match it joins open matches of the lobby.
Ctrl-C resigns the running matches and stops."""

EXAMPLES = """\
examples:
  arena-bot my_bot.py --create connect4                      offers matches to everyone
  arena-bot my_bot.py --join --at-once 4                     joins matches of the lobby
  arena-bot my_bot.py --create chess --against chess-casual --count 10
  arena-bot my_bot.py --take --rules rules.json --at-once 4    accepts challenges by rules
  arena-bot my_bot.py --pair connect4 --clock 180+2          pairs with players who ask for the same
  arena-bot my_bot.py --league "Class of 2026" --key …         plays in a league until it is stopped
  arena-bot check my_bot.py                                  asks the bot in recorded positions, without a server
  arena-bot my_bot.py --match 018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d01"""


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["check"]:
        try:
            # It needs the rules, which this command does not.
            from . import check

            return check.main(arguments[1:], load)
        except ArenaError as error:
            print(f"arena-bot: {error}", file=sys.stderr)
            return 1
    given = _parser().parse_args(arguments)
    level = logging.WARNING if given.quiet else logging.DEBUG if given.verbose else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("websockets").setLevel(logging.WARNING)
    try:
        bot = load(Path(given.file), given.bot)
        asyncio.run(_play(bot, given))
    except ArenaError as error:
        print(f"arena-bot: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def load(file: Path, name: str | None = None) -> Bot:
    """Creates the bot from its class in a file.

    Raises:
        ArenaError: the file cannot be read or run, or does not have one such class.
    """
    if not file.is_file():
        raise ArenaError(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ArenaError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    sys.path.insert(0, str(file.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ArenaError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    bots = {
        found.__name__: found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Bot) and found.__module__ == file.stem
    }
    if name is not None and name not in bots:
        raise ArenaError(f"{file} has no class {name} that derives from gametree_arena.Bot{_among(bots)}")
    if name is None and len(bots) != 1:
        problem = "has no class that derives from gametree_arena.Bot" if not bots else "has several bots"
        raise ArenaError(f"{file} {problem}{_among(bots)}" + ("; choose one by --bot" if bots else ""))
    try:
        return bots[name]() if name is not None else next(iter(bots.values()))()
    except Exception as error:
        raise ArenaError(f"the bot of {file} cannot be made: {type(error).__name__}: {error}") from error


def _among(bots: dict[str, type[Bot]]) -> str:
    return f"; there is {', '.join(sorted(bots))}" if bots else ""


async def _play(bot: Bot, given: argparse.Namespace) -> None:
    name = given.name or type(bot).__name__
    keys = Keys(given.keys)
    chosen = given.key or os.environ.get("ARENA_KEY")
    token = chosen or keys.get(given.url, name)
    take = _rules(given.rules) if given.take or given.rules is not None else None
    if given.challenge is not None and given.create is None:
        raise ArenaError("--challenge needs --create GAME: the game to challenge to")
    elsewhere = given.create is not None or given.match or take is not None
    join = given.join or not (elsewhere or given.pair is not None or given.league is not None)
    wish = Wish(
        create=given.create,
        against=given.against,
        join=join,
        take=take,
        challenge=given.challenge,
        pair=given.pair,
        league=given.league,
        version=given.version,
        rated=given.rated,
        matches=tuple(given.match),
        options=dict(given.option),
        clock=given.clock,
        side=given.side,
        count=given.count,
        at_once=given.at_once,
    )
    if join and not given.join:
        log.info("waiting for open matches in the lobby; --create GAME offers matches, --help lists the other ways")

    def keep(token: str) -> None:
        try:
            keys.put(given.url, name, token)
        except ArenaError as error:
            log.warning("%s, so %s plays as a new player in the next run", error, name)

    player = Player(bot, given.url, name=name, token=token, wish=wish, keep=keep)
    try:
        await _run(player)
    except UnknownKey:
        if chosen:
            raise
        log.warning(
            "the server does not know the key of %s that is stored in %s; the key is removed, and %s comes as a new player",
            name, keys.path, name,
        )
        keys.drop(given.url, name)
        player = Player(bot, given.url, name=name, wish=wish, keep=keep)
        await _run(player)
    print(_summary(player.results))
    for text in await asyncio.to_thread(player.standings):
        print(text)


async def _run(player: Player) -> None:
    """Runs a player until it is done. The first signal to stop makes it say goodbye, the second ends it at once."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop() -> None:
        log.info("stopping; Ctrl-C again stops at once")
        player.stop()
        for number in signals:
            loop.remove_signal_handler(number)

    try:
        for number in signals:
            loop.add_signal_handler(number, stop)
    except (NotImplementedError, RuntimeError):
        # Windows, and threads other than the main one, have no such handlers.
        pass
    await player.run()


def _summary(results: list[Verdict]) -> str:
    told = ", ".join(f"{count} {what}" for what, count in Counter(map(str, results)).most_common())
    matches = "1 match" if len(results) == 1 else f"{len(results)} matches"
    return matches + (f": {told}" if told else "")


def _rules(file: Path | None) -> Rules:
    if file is None:
        return Rules()
    try:
        raw = json.loads(file.read_text())
        return Rules.parse(raw)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ArenaError(f"the rules in {file} cannot be read: {error}") from error


class Keys:
    """The tokens of players, in a file that only its owner can read."""

    def __init__(self, path: Path | None = None) -> None:
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        self.path = path or config / "minimax-arena" / "keys.json"

    def get(self, url: str, name: str) -> str | None:
        """The token of the player with this name on a server, if there is one."""
        token = self._read().get(f"{name} at {url}")
        return token if isinstance(token, str) else None

    def put(self, url: str, name: str, token: str) -> None:
        """Stores a token. Replaces the previous one."""
        keys = self._read()
        keys[f"{name} at {url}"] = token
        self._write(keys)

    def _write(self, keys: dict[str, object]) -> None:
        written = self.path.with_suffix(f".{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w") as file:
                json.dump(keys, file, indent=2)
            os.replace(written, self.path)
        except OSError as error:
            raise ArenaError(f"the keys in {self.path} cannot be written: {error}") from error

    def drop(self, url: str, name: str) -> None:
        """Removes a token."""
        keys = self._read()
        keys.pop(f"{name} at {url}", None)
        self._write(keys)

    def _read(self) -> dict[str, object]:
        try:
            read = json.loads(self.path.read_text())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise ArenaError(f"the keys in {self.path} cannot be read: {error}") from error
        if not isinstance(read, dict):
            raise ArenaError(f"the keys in {self.path} cannot be read: no JSON object")
        return read


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="arena-bot",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the bot's Python file")
    parser.add_argument("--bot", metavar="CLASS", help="its class, if the file has several")
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="the server (default: %(default)s)")
    parser.add_argument("--name", help="the player's name (default: the class's)")
    parser.add_argument("--key", metavar="TOKEN", help="a player's token (default: ARENA_KEY, then the stored one)")
    parser.add_argument("--keys", metavar="FILE", type=Path, help="the file of stored tokens (default: ~/.config/minimax-arena/keys.json)")
    matches = parser.add_argument_group("matches")
    matches.add_argument("--create", metavar="GAME", help="offer matches of this game, such as connect4")
    matches.add_argument("--against", metavar="BOT", help="play those against this bot of the server")
    matches.add_argument("--join", action="store_true", help="join open matches that the bot accepts")
    matches.add_argument("--take", action="store_true", help="accept challenges that the bot takes")
    matches.add_argument("--rules", metavar="FILE", type=Path, help='rules for challenges, as {"games": ["connect4"], "rated": true} (implies --take)')
    matches.add_argument("--challenge", metavar="PLAYER", help="challenge the player with this id to the game of --create")
    matches.add_argument("--pair", metavar="GAME", help="pair with players who ask for the same game and clock")
    matches.add_argument("--league", metavar="NAME", help="enter this league or tournament, and play in it until stopped")
    matches.add_argument("--version", metavar="TEXT", help="the name of this version; a changed one counts as new")
    matches.add_argument("--rated", action="store_true", help="offered matches are rated")
    matches.add_argument("--match", metavar="ID", action="append", default=[], help="join this match")
    matches.add_argument("--option", metavar="KEY=VALUE", type=_option, action="append", default=[], help="an option of the game")
    matches.add_argument("--clock", metavar="SECONDS[+INCREMENT]", type=_clock, help="the clock of offered matches")
    matches.add_argument("--side", choices=["first", "second", "random"], default="random", help="the side in offered matches")
    matches.add_argument("--count", metavar="N", type=_positive, help="stop after N matches")
    matches.add_argument("--at-once", metavar="N", type=_positive, default=1, help="concurrent matches (default: 1)")
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--verbose", action="store_true", help="log more")
    told.add_argument("--quiet", action="store_true", help="log only problems")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _option(text: str) -> tuple[str, object]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _clock(text: str) -> tuple[int, int]:
    initial, _, increment = text.partition("+")
    try:
        clock = round(float(initial) * 1_000), round(float(increment or 0) * 1_000)
    except (ValueError, OverflowError):
        clock = (0, 0)
    if clock[0] <= 0 or clock[1] < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no clock such as 60 or 180+2, in seconds")
    return clock


if __name__ == "__main__":
    sys.exit(main())
