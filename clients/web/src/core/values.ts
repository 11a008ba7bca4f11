// The bots' values over a match, as curves from the first side's view.

import { SIDES } from "./state";
import type { SeatView, Side, ThoughtEvent, Verdict } from "../wire";

export interface ValuePoint {
  ply: number;
  /** From −1 (the second side wins) to 1 (the first side wins). */
  height: number;
}

export interface ValueCurve {
  /** The side of the values; absent if both sides share one curve. */
  side?: Side;
  points: ValuePoint[];
  /** The value at `SCALE`, in the units of the bot's evaluation. */
  most: number;
}

/** The height of the greatest value. Only a proven win reaches the edge. */
export const SCALE = 0.8;

/** The height of a result; undefined without one. */
export const endHeight = (verdict: Verdict | undefined): number | undefined => (verdict?.outcome == null ? undefined : { first: 1, draw: 0, second: -1 }[verdict.outcome]);

const isProven = (t: { value: number; win_in?: number }, decided: number) => t.win_in !== undefined || Math.abs(t.value) > decided;

/** The greatest value that is no proven result. */
function greatest(thoughts: Iterable<ThoughtEvent>, decided: number): number {
  return Math.max(1, ...[...thoughts].flatMap((t) => (t.value === undefined || isProven({ ...t, value: t.value }, decided) ? [] : [Math.abs(t.value)])));
}

/** The curve of these thoughts. A value beyond `decided` is a proven result, as a known number of plies until the end is. */
export function valueCurve(thoughts: Iterable<ThoughtEvent>, decided = Infinity, most = greatest(thoughts, decided)): ValueCurve {
  const searched = [...thoughts].flatMap((t) => (t.value === undefined ? [] : [{ ...t, value: t.value }])).sort((a, b) => a.ply - b.ply);
  const points = searched.map((t) => {
    const own = isProven(t, decided) ? Math.sign(t.win_in ?? t.value) || 1 : (SCALE * t.value) / most;
    return { ply: t.ply, height: t.side === "first" ? own : -own || 0 };
  });
  return { points, most };
}

const evaluationOf = (seat: SeatView): string => (seat.kind === "bot" ? JSON.stringify(seat.spec.evaluation ?? null) : "");

/** One curve, or one for each of two bots. Those with the same evaluation share its scale. */
export function valueCurves(thoughts: readonly ThoughtEvent[], seats: readonly [SeatView, SeatView], decided?: number): ValueCurve[] {
  const shared = evaluationOf(seats[0]) === evaluationOf(seats[1]) ? greatest(thoughts, decided ?? Infinity) : undefined;
  const curves = seats.every(tellsValues) ? SIDES.map((side) => ({ side, ...valueCurve(thoughts.filter((t) => t.side === side), decided, shared) })) : [valueCurve(thoughts, decided)];
  return curves.filter(({ points }) => points.length > 0);
}

/** Whether a seat is a bot with values: one that always plays at random has none. */
export const tellsValues = (seat: SeatView): boolean => seat.kind === "bot" && seat.spec.random_move !== 1;

/**
 * A bot's expected moves after `ply` plies: the remaining line of its last thought before that, while the match follows
 * that line.
 */
export function expectedFrom(thoughts: Iterable<ThoughtEvent>, moves: readonly string[], ply: number): readonly string[] {
  const last = [...thoughts].filter((t) => t.ply < ply).sort((a, b) => b.ply - a.ply)[0];
  if (!last) return [];
  const played = moves.slice(last.ply, ply);
  return played.every((move, i) => last.line[i] === move) ? last.line.slice(played.length) : [];
}
