import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

const COLUMNS = ["a", "b", "c", "d", "e", "f", "g"];
const ROWS = [6, 5, 4, 3, 2, 1];
const points = ROWS.flatMap((row) => COLUMNS.map((column) => `${column}${row}`));

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  get sides() {
    return words.sides;
  },
  forks: true,
  won: () => words.won,
  start: { diagram: { kind: "grid", columns: COLUMNS.length, rows: ROWS.length, points, cells: points.map(() => ""), last: [] }, legal: COLUMNS },
  analysis: { depth: 8, big: true },
  idle: ["quiescence", "null_move", "extensions"],
} satisfies GameBoard;
