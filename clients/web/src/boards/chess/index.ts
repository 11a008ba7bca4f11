import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";
import { figurines, pieceName, standing } from "./pieces";

export default {
  Board,
  Icon,
  Piece,
  pieceName,
  figurines,
  signs: { first: "K", second: "k" },
  standing,
  won: () => words.won,
  hundredths: true,
  fen: true,
  analysis: { depth: 8, big: true, exchanges: true },
  records: "pgn",
  seldom: ["chess960"],
  idle: ["symmetry", "solve_empties"],
} satisfies GameBoard;
