// Moves as the page shows them: as people write them, with figurines where the game has them and a font draws them.

import { prefs } from "../core/prefs.svelte";
import { boardOf } from "./registry";

/** A character that no font has. */
const MISSING = "\uffff";

let drawable: boolean | undefined;

/** Whether the fonts at hand draw these characters: a missing one is drawn as a box, of the same width whichever it is. */
function areDrawn(characters: string): boolean {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return false;
  pen.font = "100px sans-serif";
  const box = pen.measureText(MISSING).width;
  return [...characters].some((one) => pen.measureText(one).width !== box);
}

/** A move as it is shown. Who has letters for pieces on the board has them here. */
export function shown(game: string, written: string): string {
  const { figurines } = boardOf(game);
  if (!figurines || prefs.pieces === "letters") return written;
  drawable ??= areDrawn("♔♕♖♗♘");
  return drawable ? figurines(written) : written;
}

/** A line of moves as it is shown. */
export const shownLine = (game: string, written: readonly string[]): string => written.map((one) => shown(game, one)).join(" ");
