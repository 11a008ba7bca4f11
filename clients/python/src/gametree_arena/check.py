"""The command `arena-bot check`: plays a bot against recorded positions and names what is wrong with its answers."""

from __future__ import annotations

import argparse
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import rules
from .bot import Bot
from .connection import ArenaError
from .offline import Tournament, ask, position_for
from .position import Clock, Position

SECONDS = 10.0
"""The default time for one answer."""
MATCHES = 30
"""Two matches may take as long as this many answers."""
SHORT_MS = 300
"""The time on the clock of a bot in time trouble."""


@dataclass(frozen=True)
class Case:
    """A recorded position."""

    game: str
    what: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    moves: str = ""

    def position(self) -> rules.Position:
        """Sets the position up."""
        return rules.Position(self.game, self.options, self.start, self.moves.split())


PASS = "f5 f6 c4 g5 h5 h4 h3 f4 g4 e3 g7 c5 f3 h8 b5 e6 "
PASS += "f2 b3 h6 a6 b4 f1 a5 a4 g1 d2 e2 g2 e1 c6 c3 c2 f8"

CASES = (
    Case("tictactoe", "first move"),
    Case("tictactoe", "second side's first move", moves="b2"),
    Case("tictactoe", "one empty point", moves="b2 a1 a2 c2 b1 b3 c3 a3"),
    Case("bones", "first move"),
    Case("bones", "one bone left", start="1 first"),
    Case("tree", "first move"),
    Case("connect4", "first move"),
    Case("connect4", "second side's first move", moves="d"),
    Case("connect4", "one place left", moves="a c c f g c d d d e c e f a a f c d a d c b b d a b g a f g b b e e f b g f e e g"),
    Case("reversi", "first move"),
    Case("reversi", "the only move is to pass", moves=PASS),
    Case("reversi", "the opponent passed, so the same side moves twice", moves=f"{PASS} pass"),
    Case("gomoku", "first move"),
    Case("gomoku", "another board", {"size": 9}, moves="e5"),
    Case("hex", "first move"),
    Case("hex", "the opening may be swapped", {"swap": True}, moves="f6"),
    Case("checkers", "first move"),
    Case("chess", "first move"),
    Case("chess", "only promotions", start="8/P7/8/8/8/6k1/5q2/7K w - - 0 1"),
    Case("chess", "black's only promotions", start="7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1"),
    Case("chess", "a check with one answer", start="7k/8/8/8/8/8/5PP1/3r2K1 w - - 0 1"),
    Case("chess", "en passant and castling", start="r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2"),
    Case("xiangqi", "first move"),
)


@dataclass(frozen=True)
class Answer:
    """A bot's answer in a position."""

    case: Case
    ms: int
    problem: str | None


def check(bot: Bot, game: str | None = None, seconds: float = SECONDS) -> Iterator[Answer]:
    """Asks the bot in each recorded position of its games.

    Raises:
        ArenaError: the bot names a game that does not exist, or does not play ``game``.
    """
    played = (bot.games,) if isinstance(bot.games, str) else tuple(bot.games)
    known = rules.games()
    for name in played + ((game,) if game else ()):
        if name not in known:
            raise ArenaError(f"{name!r} is no game; there are {', '.join(known)}")
    if game is not None and played and game not in played:
        raise ArenaError(f"the bot plays {', '.join(played)} only, not {game}")
    wanted = (game,) if game is not None else played or tuple(known)
    for name in wanted:
        answers = [_asked(bot, case, None, seconds) for case in CASES if case.game == name]
        yield from answers
        short = Case(name, f"time trouble, {SHORT_MS} ms left")
        yield _asked(bot, short, Clock(SHORT_MS, 60_000, 0), seconds)
        # A bot that failed in a position would fail in a match, too.
        if all(answer.problem is None for answer in answers):
            yield _matched(bot, name, seconds)


def _asked(bot: Bot, case: Case, clock: Clock | None, seconds: float) -> Answer:
    at = case.position()
    position = position_for(at, match=f"check: {case.what}", opponent="arena-bot check")
    given, ms = _within(seconds, lambda: ask(bot, position, clock))
    if given is LATE:
        problem: str | None = f"did not answer within {seconds:g} s"
    elif isinstance(given, BaseException):
        problem = f"raised {told(given)}"
    else:
        problem = wrong(given, at, position)
        if problem is None and clock is not None and ms > clock.mine_ms:
            problem = f"took {ms} ms with {clock.mine_ms} ms on the clock; look at clock.mine_ms"
    return Answer(case, ms, problem)


LATE = object()
"""In place of a result that did not come in time."""


def _within(seconds: float, function: Callable[[], object]) -> tuple[object, int]:
    """Calls a function on a thread of its own. Returns its result, its error or ``LATE``, and the milliseconds."""
    given: list[object] = []

    def run() -> None:
        try:
            given.append(function())
        except BaseException as error:
            given.append(error)

    began = time.monotonic()
    # A daemon, because a bot that never answers must not keep the interpreter from ending.
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    return (given[0] if given else LATE), round((time.monotonic() - began) * 1_000)


def told(error: BaseException) -> str:
    """Describes an error of the bot with its place."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    library = str(Path(__file__).parent)
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(library)]
    return f"{text} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else text


def wrong(move: object, at: rules.Position, position: Position) -> str | None:
    """Says what is wrong with a bot's move, if anything."""
    legal = " ".join(position.legal[:12]) + (" …" if len(position.legal) > 12 else "")
    if not isinstance(move, str):
        what = "None; does every path of choose return a move?" if move is None else f"{move!r}, a {type(move).__name__}"
        return f"returned {what} instead of a text; legal: {legal}"
    if move in position.legal:
        return None
    if move.strip().lower() in position.legal:
        return f"returned {move!r}; the move is {move.strip().lower()!r}"
    promoted = [one for one in position.legal if one[:-1] == move]
    if promoted:
        return f"returned {move!r} without the piece to promote to; legal: {' '.join(promoted)}"
    if move in at.legal_notation:
        own = position.legal[at.legal_notation.index(move)]
        return f"returned {move!r}; moves are written as {own!r} here"
    if move == "pass" or position.legal == ("pass",):
        return f"returned {move!r}; the side to move must pass exactly if 'pass' is legal; legal: {legal}"
    return f"returned {move!r}, which is not legal; legal: {legal}"


def _matched(bot: Bot, game: str, seconds: float) -> Answer:
    """Plays two matches against random moves."""
    case = Case(game, "two matches against random moves")
    opponent = {"name": "random moves", "depth": 1, "random_move": 1.0}
    tournament = Tournament([bot, opponent], game, games=2, opening=0, time_ms=round(seconds * 1_000))
    given, ms = _within(MATCHES * seconds, tournament.play)
    if given is LATE:
        return Answer(case, ms, f"did not finish within {MATCHES * seconds:g} s")
    if isinstance(given, BaseException):
        return Answer(case, ms, f"raised {told(given)}")
    problem = None
    for match in tournament.matches:
        lost = match.verdict.outcome == ("first" if match.names[0] == "random moves" else "second")
        if lost and match.verdict.by in ("crash", "illegal", "timeout"):
            problem = f"lost by {match.verdict.by} after {' '.join(match.position.moves)}: {match.verdict.detail}"
    return Answer(case, ms, problem)


def main(arguments: list[str], load: Callable[[Path, str | None], Bot]) -> int:
    """Runs the command and returns its exit status: 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="arena-bot check", description=__doc__)
    parser.add_argument("file", metavar="FILE", type=Path, help="the bot's Python file")
    parser.add_argument("--bot", metavar="CLASS", help="its class, if the file has several")
    parser.add_argument("--game", metavar="GAME", help="check this game only (default: all games of the bot)")
    parser.add_argument("--seconds", metavar="S", type=float, default=SECONDS, help="the time for an answer (default: %(default)g)")
    given = parser.parse_args(arguments)
    answers: list[Answer] = []
    for answer in check(load(given.file, given.bot), given.game, given.seconds):
        answers.append(answer)
        state = "ok " if answer.problem is None else "BAD"
        print(f"{state} {answer.case.game}, {answer.case.what}: {answer.problem or f'{answer.ms} ms'}", flush=True)
    bad = sum(answer.problem is not None for answer in answers)
    print(f"{len(answers)} checks, " + ("all passed" if bad == 0 else f"{bad} failed"), flush=True)
    return int(bad > 0)
