import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";
import { pieceName } from "./pieces";

export default {
  Board,
  Icon,
  Piece,
  pieceName,
  signs: { first: "K", second: "k" },
  won: () => words.won,
  hundredths: true,
  analysis: { depth: 4, big: true, exchanges: true },
  seldom: ["quiet"],
  idle: ["symmetry", "solve_empties"],
} satisfies GameBoard;
