// Looks one move ahead at tic-tac-toe: wins if it can, blocks if it must, and otherwise takes the point on most open
// lines. The server sends the legal moves and the board. Only the evaluation is written here.

import { Bot } from "gametree-arena-client";

/** The value of a line through the point. The key has the numbers of own and opposing marks in its other cells. */
const WORTH = { 20: 1000, "02": 100, 10: 10, "01": 5, "00": 1 };

export class OnePlyBot extends Bot {
  games = ["tictactoe"];

  choose(position) {
    const [mine, theirs] = position.side === "first" ? ["x", "o"] : ["o", "x"];
    const count = (line, whose) => line.filter((cell) => cell === whose).length;
    const value = (move) => {
      const worth = lines(position.diagram, move).map((line) => WORTH[`${count(line, mine)}${count(line, theirs)}`] ?? 0);
      return worth.reduce((sum, one) => sum + one, 0);
    };
    return position.legal.reduce((best, move) => (value(move) > value(best) ? move : best));
  }
}

/** Returns the contents of the lines through a point. */
function lines({ cells, columns: size, points }, point) {
  const at = points.indexOf(point);
  const [row, column] = [Math.floor(at / size), at % size];
  const line = (cell) => Array.from({ length: size }, (_, n) => cells[cell(n)]);
  const found = [line((n) => row * size + n), line((n) => n * size + column)];
  if (row === column) found.push(line((n) => n * size + n));
  if (row + column === size - 1) found.push(line((n) => n * size + size - 1 - n));
  return found;
}
