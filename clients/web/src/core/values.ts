// The bots' values over a match, as curves from the first side's point of view.

import { seatOf, SIDES } from "./state";
import type { SeatView, Side, ThoughtEvent } from "../wire";

export interface ValuePoint {
  ply: number;
  /** From −1, a win of the second side, to 1, a win of the first side. */
  height: number;
}

export function valueCurve(thoughts: Iterable<ThoughtEvent>): ValuePoint[] {
  const searched = [...thoughts].flatMap((t) => (t.value === undefined ? [] : [{ ...t, value: t.value }])).sort((a, b) => a.ply - b.ply);
  const most = Math.max(1, ...searched.filter((t) => t.win_in === undefined).map((t) => Math.abs(t.value)));
  const points = searched.map((t) => {
    const own = t.win_in === undefined ? (SCALE * t.value) / most : Math.sign(t.win_in) || 1;
    return { ply: t.ply, height: t.side === "first" ? own : -own || 0 };
  });
  return { points, most };
}

const evaluationOf = (seat: SeatView): string => (seat.kind === "bot" ? JSON.stringify(seat.spec.evaluation ?? null) : "");

/** Returns one curve of all values, or one for each side if two bots use different evaluations. */
export function valueCurves(thoughts: readonly ThoughtEvent[], seats: readonly [SeatView, SeatView]): ValueCurve[] {
  const apart = seats.every(tellsValues) && evaluationOf(seats[0]) !== evaluationOf(seats[1]);
  const curves = apart
    ? SIDES.filter((side) => tellsValues(seatOf(seats, side))).map((side) => ({ side, ...valueCurve(thoughts.filter((t) => t.side === side)) }))
    : [valueCurve(thoughts)];
  return curves.filter(({ points }) => points.length > 0);
}

/** Returns true if the seat is a bot's with values. A fully random bot has none. */
export const tellsValues = (seat: SeatView): boolean => seat.kind === "bot" && seat.spec.random_move !== 1;

/**
 * Returns the line that a bot expects after `ply` plies: the rest of the last line before it, if the match has followed
 * the line so far.
 */
export function expectedFrom(thoughts: Iterable<ThoughtEvent>, moves: readonly string[], ply: number): readonly string[] {
  const last = [...thoughts].filter((t) => t.ply < ply).sort((a, b) => b.ply - a.ply)[0];
  if (!last) return [];
  const played = moves.slice(last.ply, ply);
  return played.every((move, i) => last.line[i] === move) ? last.line.slice(played.length) : [];
}
