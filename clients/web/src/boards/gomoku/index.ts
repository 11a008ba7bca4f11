import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

const words = ["Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  sides: ["Black", "White"],
  won: ({ row = 5 }) => `${words[Number(row) - 3] ?? String(row)} in a row.`,
  analysis: { depth: 4, big: true },
} satisfies GameBoard;
