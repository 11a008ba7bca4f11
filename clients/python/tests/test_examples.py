"""Tests the moves of the one-ply example bots without a server."""

from __future__ import annotations

import unittest
from pathlib import Path

from gametree_arena import Bot, Diagram, Position
from gametree_arena.command import load
from gametree_arena.position import Side

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def position(game: str, drawn: str, side: Side, legal: str) -> Position:
    """Builds a position from a drawing, row by row from the top, with a dot for each empty cell."""
    rows = drawn.split()
    points = [f"{'abcdefg'[x]}{len(rows) - y}" for y in range(len(rows)) for x in range(len(rows[0]))]
    cells = tuple("" if cell == "." else cell for row in rows for cell in row)
    return Position(
        match="", game=game, options={}, start=None, opening=(), moves=(), ply=0, side=side, legal=tuple(legal.split()),
        diagram=Diagram("grid", len(rows[0]), len(rows), cells, tuple(points)), opponent="?",
    )


class Examples(unittest.TestCase):
    def chosen(self, bot: Bot, *asked: str, side: Side = "first", legal: str) -> list[object]:
        return [bot.choose(position(bot.games[0], drawn, side, legal), None) for drawn in asked]

    def test_connect_four_wins_at_once_in_every_direction(self) -> None:
        boards = (
            "....... ....... ....... ....... o.o.... xx.x.o.",
            "....... ....... ....... ......x o.....x o..o..x",
            "....... ....... ....... ..xo... .xoo... xoxx..o",
            "....... ....... x...... ox..... oo..... oxox..x",
        )
        bot = load(EXAMPLES / "connect4_bot.py")
        self.assertEqual(self.chosen(bot, *boards, legal="a b c d e f g"), ["c", "g", "d", "c"])

    def test_connect_four_stops_a_win_unless_it_wins_itself(self) -> None:
        boards = (
            "....... ....... ....... x...... x...... x.o.o..",
            "....... ....... ....... x...... xo..... xoo.o..",
        )
        bot = load(EXAMPLES / "connect4_bot.py")
        self.assertEqual(self.chosen(bot, *boards, side="second", legal="a b c d e f g"), ["a", "d"])

    def test_connect_four_begins_in_the_middle_and_fills_no_full_column(self) -> None:
        empty = "....... ....... ....... ....... ....... ......."
        full = "...o... ...x... ...o... ...x... ...o... ...x..."
        bot = load(EXAMPLES / "connect4_bot.py")
        self.assertEqual(self.chosen(bot, empty, legal="a b c d e f g"), ["d"])
        self.assertEqual(self.chosen(bot, full, legal="a b c e f g"), ["c"])

    def test_tic_tac_toe_wins_and_stops_a_win(self) -> None:
        bot = load(EXAMPLES / "one_ply_bot.py")
        self.assertEqual(self.chosen(bot, "xx. oo. ...", legal="c3 c2 a1 b1 c1"), ["c3"])
        self.assertEqual(self.chosen(bot, "x.. oo. x..", legal="b3 c3 c2 b1 c1"), ["c2"])


if __name__ == "__main__":
    unittest.main()
