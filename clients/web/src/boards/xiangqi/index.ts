import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";
import { pieceName } from "./pieces";
import { wxf } from "./typed";

export default {
  Board,
  Icon,
  Piece,
  pieceName,
  inLanguage: (written) => words.move(written),
  typed: wxf,
  signs: { first: "K", second: "k" },
  won: () => words.won,
  hundredths: true,
  fen: true,
  analysis: { depth: 4, big: true, exchanges: true },
  seldom: ["quiet"],
  records: "pgn",
  idle: ["symmetry", "solve_empties"],
} satisfies GameBoard;
