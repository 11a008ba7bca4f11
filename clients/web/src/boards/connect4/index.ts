import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  sides: ["Red", "Yellow"],
  won: () => "Four in a row.",
  analysis: { depth: 8, big: true },
} satisfies GameBoard;
