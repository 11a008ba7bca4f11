from collections.abc import Mapping, Sequence
from typing import Any, Literal, final

Side = Literal["first", "second"]
Outcome = Literal["first", "second", "draw"]
Pruning = Literal["none", "alpha-beta", "pvs", "mtdf", "bisection"]
Ordering = Literal[
    "natural", "random", "static", "table", "captures", "exchange", "killers", "history", "counter", "continuation"
]

class RulesError(ValueError):
    """The input is wrong: a game, an option, a position, a move or a setting."""

    code: str
    """Identifies the message."""

def games() -> dict[str, Any]:
    """Describes all games by their names: title, sides, options, evaluations with their weights, and features."""

def licenses() -> str:
    """The licences of the libraries in this extension."""

def bots(game: str) -> list[str]:
    """The names of the arena's bots for a game, from weak to strong."""

@final
class Position:
    """A position of a game, and the moves that led to it. Positions never change: ``play`` returns the next one."""

    def __new__(
        cls,
        game: str,
        options: Mapping[str, Any] | None = None,
        start: str | None = None,
        moves: Sequence[str] = ...,
    ) -> Position:
        """The initial position of a game, or the one with the text ``start``, after ``moves``."""

    @staticmethod
    def from_text(game: str, text: str, options: Mapping[str, Any] | None = None) -> Position:
        """The position that ``to_text`` has written."""

    def to_text(self) -> str:
        """The position in the game's notation, such as FEN."""

    @property
    def game(self) -> str:
        """The game."""

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game."""

    @property
    def start(self) -> str | None:
        """The text of the position before the moves; None for the initial position."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led here."""

    @property
    def side(self) -> Side:
        """The side to move."""

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves. Empty exactly if the game is over."""

    @property
    def legal_notation(self) -> tuple[str, ...]:
        """The legal moves in the usual notation, such as SAN; empty if the game uses its own texts."""

    def play(self, move: str) -> Position:
        """The position after a move."""

    def random_opening(self, plies: int, seed: int, round: int) -> Position | None:
        """The position after up to ``plies`` random moves, or None if a hundred tries left no game to play.

        Equal seeds and rounds have equal moves, as in TypeScript.
        """

    @property
    def outcome(self) -> Outcome | None:
        """The winner, or ``draw``; None while the game is on."""

    @property
    def payoff(self) -> int | None:
        """The payoff for the first side; None while the game is on."""

    @property
    def key(self) -> int:
        """A hash of the position. Equal positions have equal keys."""

    @property
    def diagram(self) -> dict[str, Any]:
        """The board as clients draw it."""

    def evaluate(self, name: str | None = None, weights: Mapping[str, int] | None = None) -> int:
        """The static value for the side to move, by a named evaluation or an expression."""

    def perft(self, depth: int) -> int:
        """The number of paths of ``depth`` plies."""

    def search(
        self,
        *,
        depth: int = ...,
        pruning: Pruning = ...,
        evaluation: str = ...,
        weights: Mapping[str, int] = ...,
        nodes: int = ...,
        time_ms: int = ...,
        seed: int = ...,
        tree: int = ...,
        ordering: Ordering | Sequence[Ordering] = ...,
        ties: Literal["random", "first"] = ...,
        deepening: bool = ...,
        aspiration: int = ...,
        distance: bool = ...,
        exact_root: bool = ...,
        table_mb: int = ...,
        threads: int = ...,
        symmetry: bool = ...,
        hints: bool = ...,
        solve_empties: int = ...,
        quiescence: bool = ...,
        null_move: bool = ...,
        lmr: bool = ...,
        futility: int = ...,
        extensions: bool = ...,
        width: int = ...,
    ) -> Search:
        """Searches the position. Other threads of Python run meanwhile, and Ctrl-C ends it."""

    def to_svg(self) -> str:
        """Draws the position."""

    def _repr_svg_(self) -> str: ...

@final
class RootMove:
    """A move at the root of a search."""

    @property
    def move(self) -> str: ...
    @property
    def value(self) -> int:
        """Its value, or an upper bound of it."""

    @property
    def exact(self) -> bool: ...
    @property
    def depth(self) -> int:
        """The depth in plies of the search that found it."""

    @property
    def nodes(self) -> int:
        """The positions that were entered for it."""

@final
class Node:
    """A node of a searched tree. Value and window are for the side to move at the root."""

    @property
    def move(self) -> str | None:
        """The move that leads here; None at the root."""

    @property
    def side(self) -> Side: ...
    @property
    def value(self) -> int | None:
        """None if the node was pruned."""

    @property
    def alpha(self) -> int | None:
        """The lower end of the window on entry; None if it is infinite."""

    @property
    def beta(self) -> int | None:
        """The upper end of the window on entry; None if it is infinite."""

    @property
    def kind(self) -> Literal["inner", "leaf", "table", "pruned"]: ...
    @property
    def hidden(self) -> int:
        """Descendants that were searched but not kept."""

    @property
    def children(self) -> list[Node]:
        """In the order of the search."""

@final
class Search:
    """What a search found. Values are for the side to move."""

    @property
    def best(self) -> str | None:
        """The best move; None if the game is over."""

    @property
    def value(self) -> int: ...
    @property
    def win_in(self) -> int | None:
        """Plies to the win (positive) or loss (negative), if the search found one."""

    @property
    def depth(self) -> int:
        """The last depth in plies that was searched completely."""

    @property
    def line(self) -> list[str]:
        """Best play by both sides."""

    @property
    def root(self) -> list[RootMove]:
        """The moves that were searched, in the game's order."""

    @property
    def nodes(self) -> int:
        """Positions entered."""

    @property
    def leaves(self) -> int:
        """Positions that were finished or at the horizon."""

    @property
    def cutoffs(self) -> int:
        """Nodes at which the remaining moves were pruned."""

    @property
    def pruned_moves(self) -> int:
        """Moves that were pruned and never entered."""

    @property
    def table_hits(self) -> int:
        """Nodes whose value came from the transposition table."""

    @property
    def ms(self) -> int:
        """The time in milliseconds."""

    @property
    def stopped(self) -> bool:
        """Whether a limit ended the search."""

    @property
    def tree(self) -> Node | None:
        """The searched tree, if ``tree`` was given."""

    @property
    def position(self) -> Position:
        """The searched position."""

    @property
    def settings(self) -> dict[str, Any]: ...
    def to_svg(self) -> str:
        """Draws the searched tree, to the depth of ``tree`` or to one that fits a page."""

    def _repr_svg_(self) -> str: ...

@final
class HouseBot:
    """A bot of the arena, by its name, or configured by a mapping as in a bot's file."""

    def __new__(cls, bot: str | Mapping[str, Any], game: str | None = None) -> HouseBot: ...
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str:
        """The game that it plays."""

    @property
    def spec(self) -> dict[str, Any]:
        """The complete configuration."""

    def seat(self, position: Position, side: Side = "first", seed: int = 0) -> Seat:
        """Takes a seat in a match that begins at ``position``, before its moves.

        Chance derives from the match's ``seed``.
        """

@final
class Seat:
    """A bot in one seat of a match. It remembers its searches."""

    def choose(self, position: Position) -> tuple[str, int, int | None]:
        """The move in a position of the match, the nodes searched for it, and its value for the mover."""

def statistics(
    records: Sequence[str],
    sides: tuple[str, str] | None = None,
    sprt: tuple[float, float] | None = None,
) -> dict[str, Any]:
    """The figures of ``arena stats --json`` for records, each a JSON text.

    ``sides`` are the entrant whose figures are given and its opponent. ``sprt`` are two hypotheses in normalised Elo,
    tested with error rates of 5 %.
    """

def report(
    records: Sequence[str],
    sides: tuple[str, str] | None = None,
    sprt: tuple[float, float] | None = None,
) -> str:
    """The text of ``arena stats`` for records, each a JSON text."""

def match_id(names: tuple[str, str], seed: int, number: int) -> str:
    """The identifier of a match in a tournament: that of equal names, seed and number is equal."""
