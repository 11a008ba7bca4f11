// Formats the figures of a report: a value with its error, a bound, or the reason why there is none.

import type { EntrantRow, RatingBound, Ratio, TournamentReport } from "../wire";
import { count, percent as shareText, signed } from "../core/format";
import { words } from "./results.words";

/** The most entrants whose results are a table with a column for each. */
export const FEW_ENTRANTS = 12;

/** A sortable column of a table. */
export interface Column<T> {
  key: string;
  title: string;
  /** The description of the figure. */
  about: string;
  /** The sort key; missing values come last. */
  of: (row: T) => number | string | null | undefined;
  text: (row: T) => string;
  /** The same for narrow tables. */
  short?: (row: T) => string;
  /** The priority in a narrow table; the default is 0. */
  main?: number;
  /** The secondary text beside the figure. */
  faint?: (row: T) => string;
  /** The link of the row's name. */
  href?: (row: T) => string | undefined;
  /** The link of a figure. */
  to?: (row: T) => { href: string; label: string } | undefined;
  /** The link of a cell other than the first. Such a column is not sortable. */
  link?: (row: T) => { href: string; label: string } | undefined;
  /** The reason for a missing figure, or more details. */
  note?: (row: T) => string | undefined;
}

export const NONE = "–";
export const percent = (share: number | null | undefined, digits = 1) => (share == null ? NONE : shareText(share, digits));
export const elo = (value: number) => signed(Math.round(value));
export const error = (value: number | null | undefined) => (value == null ? "" : `±${count(Math.round(value))}`);

/** Returns the value of a bound, and whether it is the lower one. */
export function boundOf(bound: RatingBound | undefined): { value: number; least: boolean } | undefined {
  if (!bound) return undefined;
  return "at_least" in bound ? { value: bound.at_least, least: true } : { value: bound.at_most, least: false };
}

/** True if ratings compare: of several entrants, or of one that neither won nor lost everything with the bounds of others. */
export function areRated({ entrants }: TournamentReport): boolean {
  const rated = entrants.filter(({ rating }) => rating != null);
  return rated.length > 1 || rated.some(({ points, played }) => points > 0 && points < played);
}

/** Returns the rating, or its bound. */
export const ratingOf = (row: EntrantRow) => row.rating ?? boundOf(row.rating_bound)?.value ?? null;
/** Returns the Elo difference to the field, or its bound. */
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

/** Formats a factor: a whole number from 100 on, otherwise three significant digits, or two below 1. */
export const times = (factor: number) => `×${factor >= 100 ? count(Math.round(factor)) : factor.toPrecision(factor < 1 ? 2 : 3)}`;
export const range = ({ low, high }: Ratio) => (low == null || high == null ? "" : `${times(low).slice(1)}–${times(high).slice(1)}`);


/** Shortens a text with an ellipsis in its middle, because related names differ at their ends. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}

/** Returns the rows in the order of a column. Rows without a figure come last in both directions. */
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
