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
  margin: (diagram, by) => {
    const empty = diagram.kind === "grid" ? diagram.cells.filter((mark) => mark === "").length : 0;
    return diagram.kind === "grid" && empty > 0 && by !== Math.abs(diagram.cells.filter((mark) => mark === "x").length - diagram.cells.filter((mark) => mark === "o").length) ? words.empty(empty) : "";
  },
  analysis: { depth: 8, big: true },
  idle: ["quiescence", "null_move", "extensions"],
} satisfies GameBoard;
