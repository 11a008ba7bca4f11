// Figures of a report for display: with the error, the bound, or the reason why there is none.

import type { EntrantRow, RatingBound, Ratio } from "../wire";
import { count, signed } from "../core/format";
import { words } from "./results.words";

/** A sortable column of a table. */
export interface Column<T> {
  key: string;
  title: string;
  /** The figure's description. */
  about: string;
  /** The sort key; missing ones are last. */
  of: (row: T) => number | string | null | undefined;
  text: (row: T) => string;
  /** A short form for narrow columns. */
  short?: (row: T) => string;
  /** Priority if not all columns fit; 0 by default. */
  main?: number;
  /** A fainter addition. */
  faint?: (row: T) => string;
  /** The link of the row's name. */
  href?: (row: T) => string | undefined;
  /** The link of a cell other than the first; such a column is not sortable. */
  link?: (row: T) => { href: string; label: string } | undefined;
  /** Why the figure is missing, or a note on it. */
  note?: (row: T) => string | undefined;
}

export const NONE = "–";
export const percent = (share: number | null | undefined, digits = 1) => (share == null ? NONE : `${(100 * share).toFixed(digits)} %`);
export const elo = (value: number) => signed(Math.round(value));
export const error = (value: number | null | undefined) => (value == null ? "" : `±${count(Math.round(value))}`);

/** The value of a bound, and whether it is the lower one. */
export function boundOf(bound: RatingBound | undefined): { value: number; least: boolean } | undefined {
  if (!bound) return undefined;
  return "at_least" in bound ? { value: bound.at_least, least: true } : { value: bound.at_most, least: false };
}

/** The rating, or its bound. */
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

/** Decimals for close costs, integers for distant ones. */
export const times = (factor: number) => `×${factor >= 100 ? count(Math.round(factor)) : factor.toPrecision(factor < 1 ? 2 : 3)}`;
export const range = ({ low, high }: Ratio) => (low == null || high == null ? "" : `${times(low).slice(1)}–${times(high).slice(1)}`);

/** A short name. */
export const shortName = (row: EntrantRow) => row.label ?? row.name;

/** A text shortened in its middle, because names of one family differ at their ends. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}

/** Rows sorted by a column; missing figures are last in both directions. */
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
