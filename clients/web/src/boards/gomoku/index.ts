import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import { words } from "./board.words";
import Icon from "./Icon.svelte";
import Piece from "./Piece.svelte";

export default {
  Board,
  Icon,
  Piece,
  signs: { first: "x", second: "o" },
  get sides() {
    return words.sides;
  },
  forks: true,
  won: ({ row = 5 }) => words.won(Number(row)),
  analysis: { depth: 4, big: true },
} satisfies GameBoard;
