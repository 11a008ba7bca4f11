"""Looks one move ahead at connect four: wins if it can, blocks if it must, and otherwise plays where most lines are
open.

The server sends the legal moves and the board. Only the evaluation is written here.

"""

from gametree_arena import Bot, Clock, Position


class Connect4Bot(Bot):
    games = ("connect4",)

    def choose(self, position: Position, clock: Clock | None) -> str:
        mine, theirs = ("x", "o") if position.side == "first" else ("o", "x")
        return max(position.legal, key=lambda column: self.value(position, column, mine, theirs))

    def value(self, position: Position, column: str, mine: str, theirs: str) -> int:
        """Returns the value of the lines through the cell where the disc would land."""
        worth = {(3, 0): 100_000, (0, 3): 1_000, (2, 0): 10, (0, 2): 5, (1, 0): 3, (0, 1): 2, (0, 0): 1}
        return sum(worth.get((line.count(mine), line.count(theirs)), 0) for line in self.lines(position, column))

    def lines(self, position: Position, column: str) -> list[list[str]]:
        """Returns the contents of each line of four through the cell where a disc in this column would land."""
        board = position.diagram
        x = board.points.index(f"{column}1") % board.columns
        # Row 0 is the top row. A disc falls to the lowest empty row.
        y = max(row for row in range(board.rows) if board.cells[row * board.columns + x] == "")
        lines = []
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for start in range(-3, 1):
                cells = [(x + dx * step, y + dy * step) for step in range(start, start + 4)]
                if all(0 <= a < board.columns and 0 <= b < board.rows for a, b in cells):
                    lines.append([board.cells[b * board.columns + a] for a, b in cells])
        return lines
