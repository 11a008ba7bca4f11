import type { GameBoard } from "../board";
import { counted } from "../shared/grid";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  standing: (diagram, side) => (diagram.kind === "grid" ? counted(diagram, side, (mark) => (mark === "x" ? "first" : "second"), words.discs) : undefined),
  won: () => words.won,
  analysis: { depth: 8, big: true },
  idle: ["quiescence", "null_move", "extensions"],
} satisfies GameBoard;
