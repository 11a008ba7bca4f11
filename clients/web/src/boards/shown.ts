// Moves as the page shows them: in human notation and the reader's language, with figurines if the game has them and a
// font supports them.

import { prefs } from "../core/prefs.svelte";
import { boardOf } from "./registry";
import { words } from "./shared/board.words";

/** A character that no font supports. */
const MISSING = "\uffff";

let drawable: boolean | undefined;

/**
 * Returns true if a font supports these characters. All missing characters are drawn as the same box with the same
 * width.
 */
function areDrawn(characters: string): boolean {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return false;
  pen.font = "100px sans-serif";
  const box = pen.measureText(MISSING).width;
  return [...characters].some((one) => pen.measureText(one).width !== box);
}

/** Formats a move for display. A reader who prefers letters on pieces gets letters here, too. */
export function shown(game: string, written: string): string {
  const { figurines, inLanguage } = boardOf(game);
  if (inLanguage) return inLanguage(written);
  if (!figurines || prefs.pieces === "letters") return words.listed(written);
  drawable ??= areDrawn("♔♕♖♗♘");
  return drawable ? figurines(written) : written;
}

/** Formats a line of moves for display. */
export const shownLine = (game: string, written: readonly string[]): string => written.map((one) => shown(game, one)).join(" ");
