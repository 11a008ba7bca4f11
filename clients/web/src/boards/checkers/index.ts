import type { GameBoard } from "../board";
import { counted } from "../shared/grid";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";
import { owner, pieceName } from "./pieces";

export default {
  Board,
  Icon,
  Piece,
  pieceName,
  signs: { first: "m", second: "M" },
  standing: (diagram, side) => (diagram.kind === "grid" ? counted(diagram, side, owner, words.pieces) : undefined),
  won: () => words.won,
  analysis: { depth: 8, big: true, exchanges: true },
  records: "pdn",
  idle: ["null_move", "symmetry", "solve_empties"],
} satisfies GameBoard;
