// The boards of a wall, in turn.

import { greatest, valueCurve } from "../core/values";
import type { Diagram, Side, ThoughtEvent } from "../wire";

export interface WallBoard {
  key: string;
  game: string;
  first: string;
  second: string;
  ply: number;
  /** The position; absent if it comes from the live boards of the match. The match itself is followed, too. */
  diagram?: Diagram;
  match?: string;
}

/** Returns the board after the shown one. If that is gone, returns the one in its place. */
export function nextOf(boards: readonly WallBoard[], key: string | undefined, place: number): WallBoard | undefined {
  const at = boards.findIndex((board) => board.key === key);
  return boards[(at < 0 ? Math.min(place, boards.length) : at + 1) % Math.max(1, boards.length)];
}

/** A finished match of the archive that is worth showing. */
export interface Archived {
  plies: number;
  verdict?: { outcome: Side | "draw" | null; by: string } | undefined;
}

/** Returns the best matches of the archive: decided on the board, the longest first. */
export function bestOf<M extends Archived>(matches: readonly M[], most: number): M[] {
  const decided = ({ verdict }: Archived) => verdict?.by === "rules" && (verdict.outcome === "first" || verdict.outcome === "second");
  return matches.filter(({ plies }) => plies > 0).sort((a, b) => Number(decided(b)) - Number(decided(a)) || b.plies - a.plies).slice(0, most);
}

/** In a game with values in hundredths of a piece, the bar has the same scale in every match. */
const USUAL = 1000;

/** The curve of the thoughts before a position, on the scale of the whole match or of the game. */
const curveTo = (thoughts: readonly ThoughtEvent[], ply: number, decided: number | undefined, hundredths: boolean) =>
  valueCurve(thoughts.filter((thought) => thought.ply < ply), decided, hundredths ? USUAL : greatest(thoughts, decided));

/** Returns the last evaluation before a position, from −1 (the second side wins) to 1. Undefined before the first thought. */
export function evaluationAt(thoughts: readonly ThoughtEvent[], ply: number, decided: number | undefined, hundredths = false): number | undefined {
  return curveTo(thoughts, ply, decided, hundredths).points.at(-1)?.height;
}

/** A change of the evaluation by this much turns a match. */
const TURN = 0.6;

/** Returns the side in whose favour the last move before a position turned the match, if it did. */
export function turnedFor(thoughts: readonly ThoughtEvent[], ply: number, decided: number | undefined, hundredths = false): Side | undefined {
  const { points } = curveTo(thoughts, ply, decided, hundredths);
  const [before, now] = [points.at(-2), points.at(-1)];
  if (!before || !now || now.ply < ply - 1 || Math.abs(now.height - before.height) < TURN) return undefined;
  return now.height > before.height ? "first" : "second";
}
