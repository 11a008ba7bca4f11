// The boards of a wall, in turn.

import type { Diagram } from "../wire";

export interface WallBoard {
  key: string;
  game: string;
  first: string;
  second: string;
  ply: number;
  /** The position; absent if it comes from the live boards of the match. */
  diagram?: Diagram;
  match?: string;
}

/** Returns the board after the shown one. If that is gone, returns the one in its place. */
export function nextOf(boards: readonly WallBoard[], key: string | undefined, place: number): WallBoard | undefined {
  const at = boards.findIndex((board) => board.key === key);
  return boards[(at < 0 ? Math.min(place, boards.length) : at + 1) % Math.max(1, boards.length)];
}
