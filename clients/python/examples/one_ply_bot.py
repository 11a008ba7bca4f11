"""Looks one move ahead at tic-tac-toe: wins if it can, blocks if it must, and otherwise takes the point on most open
lines.

The server sends the legal moves and the board. Only the evaluation is written here.

"""

from gametree_arena import Bot, Clock, Position


class OnePlyBot(Bot):
    games = ("tictactoe",)

    def choose(self, position: Position, clock: Clock | None) -> str:
        mine, theirs = ("x", "o") if position.side == "first" else ("o", "x")
        return max(position.legal, key=lambda move: self.value(position, move, mine, theirs))

    def value(self, position: Position, move: str, mine: str, theirs: str) -> int:
        """Returns the value of the lines through a point."""
        worth = {(2, 0): 1_000, (0, 2): 100, (1, 0): 10, (0, 1): 5, (0, 0): 1}
        return sum(
            worth.get((line.count(mine), line.count(theirs)), 0) for line in self.lines(position, move)
        )

    def lines(self, position: Position, point: str) -> list[list[str]]:
        """Returns the contents of the lines through a point."""
        cells, size = position.diagram.cells, position.diagram.columns
        row, column = divmod(position.diagram.points.index(point), size)
        lines = [[cells[row * size + n] for n in range(size)], [cells[n * size + column] for n in range(size)]]
        if row == column:
            lines.append([cells[n * size + n] for n in range(size)])
        if row + column == size - 1:
            lines.append([cells[n * size + size - 1 - n] for n in range(size)])
        return lines
