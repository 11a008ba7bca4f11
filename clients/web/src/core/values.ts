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

/** The height of the greatest value on the scale. Greater values are at `CLIPPED`, and only a proven win reaches the edge. */
export const SCALE = 0.8;
const CLIPPED = 0.9;
/** A value this many times as great as three quarters of the others does not set the scale. */
const OUTLIER = 4;

/** Turns a value from the view of a side, as a search has it, into one from the first side's view, as the page shows it. */
export const forFirst = (value: number, side: Side): number => (side === "first" ? value : -value || 0);

/** The height of a result; undefined without one. */
export const endHeight = (verdict: Verdict | undefined): number | undefined => (verdict?.outcome == null ? undefined : { first: 1, draw: 0, second: -1 }[verdict.outcome]);

const isProven = (t: { value: number; win_in?: number }, decided: number) => t.win_in !== undefined || Math.abs(t.value) > decided;

/**
 * The greatest value that is neither a proven result nor an outlier, such as the score of a win that a bot only expects. It
 * is at least `least`, so that values near 0 look level.
 */
export function greatest(thoughts: Iterable<ThoughtEvent>, decided = Infinity, least = 1): number {
  const sizes = [...thoughts].flatMap((t) => (t.value === undefined || isProven({ ...t, value: t.value }, decided) ? [] : [Math.abs(t.value)])).sort((a, b) => a - b);
  const usual = Math.max(1, sizes[Math.ceil(0.75 * sizes.length) - 1] ?? 1);
  return Math.max(least, ...sizes.filter((size) => size <= OUTLIER * usual));
}

/** The height of a value. With square roots, a bot of small values stays visible on the scale of one with great values. */
const heightOf = (value: number, most: number) => Math.sign(value) * (Math.abs(value) > most ? CLIPPED : SCALE * Math.sqrt(Math.abs(value) / most));

/** The curve of these thoughts. A value beyond `decided` is a proven result, as a known number of plies until the end is. */
export function valueCurve(thoughts: Iterable<ThoughtEvent>, decided = Infinity, most = greatest(thoughts, decided)): ValueCurve {
  const searched = [...thoughts].flatMap((t) => (t.value === undefined ? [] : [{ ...t, value: t.value }])).sort((a, b) => a.ply - b.ply);
  const points = searched.map((t) => {
    const own = isProven(t, decided) ? Math.sign(t.win_in ?? t.value) || 1 : heightOf(t.value, most);
    return { ply: t.ply, height: forFirst(own, t.side) };
  });
  return { points, most };
}

/** One curve, or one for each of two bots, on one scale. */
export function valueCurves(thoughts: readonly ThoughtEvent[], seats: readonly [SeatView, SeatView], decided?: number, least?: number): ValueCurve[] {
  const most = greatest(thoughts, decided, least);
  const curves = seats.every(tellsValues) ? SIDES.map((side) => ({ side, ...valueCurve(thoughts.filter((t) => t.side === side), decided, most) })) : [valueCurve(thoughts, decided, most)];
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
