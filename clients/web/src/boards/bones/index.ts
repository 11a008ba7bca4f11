import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

/** Returns the name of an evaluation, which is given with its weights or alone. */
const nameOf = (evaluation: unknown): unknown => (typeof evaluation === "object" && evaluation !== null && "name" in evaluation ? evaluation.name : evaluation);

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "first", second: "second" },
  won: () => words.won,
  whole: true,
  // This evaluation is the theory of the game.
  judges: ({ evaluation }) => nameOf(evaluation) === "modulo",
  analysis: { treeDepth: 3 },
  idle: ["quiescence", "null_move", "extensions", "symmetry"],
} satisfies GameBoard;
