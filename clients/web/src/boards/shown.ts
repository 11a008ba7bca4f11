// Moves as the page shows them: in human notation and the reader's language, with figurines if the game has them and a
// font supports them.

import { numbered, written } from "../core/notation";
import { prefs } from "../core/prefs.svelte";
import type { Followed } from "../core/state";
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

/** Returns the number of the next move in the text of a position, the last of its fields; 1 if it is missing. */
const moveNumber = (position: string): number => Math.max(1, Number(/\s(\d+)\s*$/.exec(position)?.[1] ?? 1));

/**
 * Returns the number of plies before a match, as far as they count for the numbers of its moves: those before the move
 * that the text of its first position counts, and one if the second side begins there.
 */
export function pliesBefore({ state, turns }: Pick<Followed, "state" | "turns">): number {
  const { position } = state.start;
  if (position === undefined) return 0;
  const at = turns.findIndex((turn) => turn !== undefined);
  const isSecond = at >= 0 && (turns[at] === "second") !== (at % 2 === 1);
  return 2 * ((boardOf(state.game).fen ? moveNumber(position) : 1) - 1) + (isSecond ? 1 : 0);
}

/** Formats the move that led to a position of a match, with its number. `after` is the number of plies including it. */
export function namedMove(followed: Followed, after: number): string {
  const { game, moves, notation } = followed.state;
  return numbered(pliesBefore(followed) + after, shown(game, written(moves, notation)[after - 1] ?? ""));
}

/** Formats a line of moves for display. */
export const shownLine = (game: string, written: readonly string[]): string => written.map((one) => shown(game, one)).join(" ");
