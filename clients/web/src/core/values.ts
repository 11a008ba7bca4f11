// The bots' values over a match, as one curve seen from the first side.

import type { SeatView, ThoughtEvent } from "../wire";

export interface ValuePoint {
  ply: number;
  /** From −1, the second side wins, to 1, the first does. */
  height: number;
}

export function valueCurve(thoughts: Iterable<ThoughtEvent>): ValuePoint[] {
  const searched = [...thoughts].flatMap((t) => (t.value === undefined ? [] : [{ ...t, value: t.value }])).sort((a, b) => a.ply - b.ply);
  const most = Math.max(1, ...searched.filter((t) => t.win_in === undefined).map((t) => Math.abs(t.value)));
  return searched.map((t) => {
    // Short of a proven win the curve keeps clear of the edges.
    const own = t.win_in === undefined ? (0.8 * t.value) / most : Math.sign(t.win_in) || 1;
    return { ply: t.ply, height: t.side === "first" ? own : -own || 0 };
  });
}

/** Whether a seat is a bot's that tells values: one whose moves are all random has none. */
export const tellsValues = (seat: SeatView): boolean => seat.kind === "bot" && seat.spec.random_move !== 1;

/**
 * What a bot expects from the position after `ply` plies on: the rest of the line of the last thought before it, as far
 * as the match has gone along with it.
 */
export function expectedFrom(thoughts: Iterable<ThoughtEvent>, moves: readonly string[], ply: number): readonly string[] {
  const last = [...thoughts].filter((t) => t.ply < ply).sort((a, b) => b.ply - a.ply)[0];
  if (!last) return [];
  const played = moves.slice(last.ply, ply);
  return played.every((move, i) => last.line[i] === move) ? last.line.slice(played.length) : [];
}
