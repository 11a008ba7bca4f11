// Moves as the page shows them: in the usual notation, with figurines if the game and the fonts have them.

import { prefs } from "../core/prefs.svelte";
import { boardOf } from "./registry";

/** A character that no font has. */
const MISSING = "\uffff";

let drawable: boolean | undefined;

/** Whether the fonts have these characters: a missing one is drawn as a box of constant width. */
function areDrawn(characters: string): boolean {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return false;
  pen.font = "100px sans-serif";
  const box = pen.measureText(MISSING).width;
  return [...characters].some((one) => pen.measureText(one).width !== box);
}

/** A move as shown. Readers who use letters for pieces on the board get letters here. */
export function shown(game: string, written: string): string {
  const { figurines } = boardOf(game);
  if (!figurines || prefs.pieces === "letters") return written;
  drawable ??= areDrawn("♔♕♖♗♘");
  return drawable ? figurines(written) : written;
}

/** A line of moves as shown. */
export const shownLine = (game: string, written: readonly string[]): string => written.map((one) => shown(game, one)).join(" ");
