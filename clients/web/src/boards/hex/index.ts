import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  sides: ["Red", "Blue"],
  won: () => "Both edges connected.",
  analysis: { depth: 3, big: true },
} satisfies GameBoard;
