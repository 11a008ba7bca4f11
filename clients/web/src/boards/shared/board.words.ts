// What every board says: cells, moves, and what may be done with them.

import { say } from "../../core/language.svelte";

export const words = say("boards/shared/board", {
  board: "Board",
  light: "light square",
  empty: "empty",
  states: { won: "winning line", check: "in check", mate: "checkmated", chosen: "chosen", planned: "planned", possible: "possible", last: "last move" },
  describe: (parts: readonly string[]) => parts.join(", "),
  play: (move: string) => `Play ${move}`,
  /** A move that no cell leads to, such as a pass. */
  spare: (move: string) => move.charAt(0).toUpperCase() + move.slice(1),
  moves: "Your moves",
  becomes: "The piece becomes",
  cancel: "Cancel",
  plain: "This page cannot draw this game yet; it can be played by its moves.",
});
