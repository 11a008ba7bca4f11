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
  colours: ["var(--disc-first)", "var(--stone-blue)"],
  get sides() {
    return words.sides;
  },
  get about() {
    return words.about;
  },
  won: () => words.won,
  analysis: { depth: 3, big: true },
  idle: ["quiescence"],
} satisfies GameBoard;
