import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "first", second: "second" },
  won: () => "The last bone was taken.",
  whole: true,
  analysis: { treeDepth: 3 },
} satisfies GameBoard;
