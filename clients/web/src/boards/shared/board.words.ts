// The texts of all boards: cells, moves and actions.

import { say } from "../../core/language.svelte";

export const words = say("boards/shared/board", {
  board: "Board",
  light: "light square",
  empty: "empty",
  states: { won: "winning line", check: "in check", mate: "checkmated", chosen: "chosen", planned: "planned", possible: "possible", last: "last move" },
  describe: (parts: readonly string[]) => parts.join(", "),
  /** The cell where a piece that is dropped here comes to rest. */
  lands: (point: string) => `lands on ${point}`,
  play: (move: string) => `Play ${move}`,
  /** A move without a cell, such as a pass. */
  spare: (move: string) => move.charAt(0).toUpperCase() + move.slice(1),
  /** A move in a list or a line. */
  listed: (move: string): string => move,
  moves: "Your moves",
  becomes: "The piece becomes",
  cancel: "Cancel",
  plain: "This page cannot draw this game yet; it can be played by its moves.",
});
