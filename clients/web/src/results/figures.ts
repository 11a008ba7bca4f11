// Figures of a report as people read them: with its error, or with the bound that stands for it, or why there is none.

import type { EntrantRow, RatingBound, Ratio } from "../wire";
import { count, signed } from "../core/format";
import { words } from "./results.words";

/** A column of a table that can be sorted. */
export interface Column<T> {
  key: string;
  title: string;
  /** What the figure is. */
  about: string;
  /** What it is sorted by; nothing comes last. */
  of: (row: T) => number | string | null | undefined;
  text: (row: T) => string;
  /** The same where there is little room. */
  short?: (row: T) => string;
  /** Where there is no room for all, those of more are shown; 0 unless given. */
  main?: number;
  /** What stands beside it, fainter. */
  faint?: (row: T) => string;
  /** Where the row's name leads to. */
  href?: (row: T) => string | undefined;
  /** Where a cell other than the first leads to; such a column does not sort. */
  link?: (row: T) => { href: string; label: string } | undefined;
  /** Why there is no figure, or more about it. */
  note?: (row: T) => string | undefined;
}

export const NONE = "–";
export const percent = (share: number | null | undefined, digits = 1) => (share == null ? NONE : `${(100 * share).toFixed(digits)} %`);
export const elo = (value: number) => signed(Math.round(value));
export const error = (value: number | null | undefined) => (value == null ? "" : `±${count(Math.round(value))}`);

/** The value of a bound and whether it is the lower one. */
export function boundOf(bound: RatingBound | undefined): { value: number; least: boolean } | undefined {
  if (!bound) return undefined;
  return "at_least" in bound ? { value: bound.at_least, least: true } : { value: bound.at_most, least: false };
}

/** The rating, or the bound that stands for it. */
export const ratingOf = (row: EntrantRow) => row.rating ?? boundOf(row.rating_bound)?.value ?? null;
/** The Elo difference to the field, or its bound. */
export const fieldOf = (row: EntrantRow) => row.elo ?? row.elo_bound ?? null;

export function ratingText(row: EntrantRow): string {
  const bound = boundOf(row.rating_bound);
  if (row.rating != null) return elo(row.rating);
  return bound ? words.bound(bound.least, elo(bound.value)) : NONE;
}

export function fieldText(row: EntrantRow): string {
  if (row.elo != null) return elo(row.elo);
  return row.elo_bound === undefined ? NONE : words.bound(row.elo_note !== "all lost", elo(row.elo_bound));
}

/** Differences of 1 where costs are close, of hundreds where they are far apart. */
export const times = (factor: number) => `×${factor >= 100 ? count(Math.round(factor)) : factor.toPrecision(factor < 1 ? 2 : 3)}`;
export const range = ({ low, high }: Ratio) => (low == null || high == null ? "" : `${times(low).slice(1)}–${times(high).slice(1)}`);

/** A name where there is little room. */
export const shortName = (row: EntrantRow) => row.label ?? row.name;

/** So much of a text, with an ellipsis in its middle: names of one family differ at their ends. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}

/** Rows in the order of a column; those without a figure come last, whichever way. */
export function sorted<T>(rows: readonly T[], column: Column<T> | undefined, falling: boolean): readonly T[] {
  if (!column) return rows;
  const way = falling ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.of(one), column.of(other)];
    if (a == null || b == null) return Number(a == null) - Number(b == null);
    if (typeof a === "number" && typeof b === "number") return way * (a - b);
    return way * String(a).localeCompare(String(b), undefined, { numeric: true });
  });
}
