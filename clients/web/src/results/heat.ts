// The layout and painting of a heat map of pairs.

import { shortName } from "../core/state";
import type { EntrantRow } from "../wire";
import { cut } from "./figures";
import { share, tint, told, type Meetings, type Rgb, type Shows } from "./meetings";

export interface Cell {
  row: number;
  column: number;
}

export interface Layout {
  /**
   * True if the whole map is visible at once, with numbers at its edges. Otherwise each row has its name, and the map
   * may be higher than the screen.
   */
  whole: boolean;
  /** The width of the row names, or of their numbers. */
  names: number;
  /** The width and height of a cell, and of all cells. */
  cell: number;
  tall: number;
  wide: number;
  high: number;
  /** The interval between numbered rows or columns. */
  every: number;
}

/**
 * The space above the columns for their numbers, and at the right for the last number, which is wider than its column.
 */
export const HEAD = 20;
export const BEYOND = 12;
/**
 * The minimum cell width of a map with row names. Below it the whole map is shown at once, and the selected cell is
 * named below.
 */
const LEAST = 7;
/** The width of a wide letter of a name, and of the number and the spaces beside it. A longer name is cut. */
const [LETTER, BESIDE] = [8.2, 30];
/** Names may take space from cells that stay at least this wide. */
const ROOMY = 14;
/** The maximum cell width of a map with row names. */
const WIDEST = 64;
/** The width of the row numbers. */
const NUMBERS = 26;
/** The maximum height of a map that is shown as a whole. */
const HIGHEST = 720;

/** `letters` is the length of the longest name. */
export function layout(width: number, n: number, letters = 0): Layout {
  const wanted = Math.min(0.6 * width, BESIDE + LETTER * letters, width - BEYOND - ROOMY * n);
  const names = Math.ceil(Math.max(width < 560 ? 92 : 170, wanted));
  const roomy = (width - names - BEYOND) / n;
  const whole = roomy < LEAST;
  const cell = whole ? Math.max(1, Math.min(width - NUMBERS - BEYOND, HIGHEST)) / n : Math.min(WIDEST, roomy);
  const tall = whole ? cell : Math.max(15, Math.min(26, cell));
  const every = cell >= (n > 9 ? 20 : 11) ? 1 : cell >= 12 ? 2 : cell >= 9 ? 5 : cell >= 2.4 ? 10 : 50;
  return { whole, names: whole ? NUMBERS : names, cell, tall, wide: Math.floor(cell * n), high: Math.floor(tall * n), every };
}

export interface Palette {
  low: Rgb;
  even: Rgb;
  high: Rgb;
  line: string;
  muted: string;
  text: string;
  surface: string;
}

/** The contents of a map. */
export interface Shown {
  rows: readonly EntrantRow[];
  meetings: Meetings;
  shows: Shows;
}

/** Rounds the edges of a cell to device pixels, so that small cells leave no stripes. */
const snapped = (from: number, size: number, scale: number) => [Math.round(from * scale) / scale, Math.round((from + size) * scale) / scale] as const;

export function paint(context: CanvasRenderingContext2D, { rows, meetings, shows }: Shown, { whole, cell, tall, wide, high }: Layout, { low, even, high: best, line, muted, text, surface }: Palette, marked: Cell | undefined): void {
  const scale = window.devicePixelRatio || 1;
  const gap = cell > 10 ? 1 : cell > 4 ? 0.5 : 0;
  context.fillStyle = surface;
  context.fillRect(0, 0, wide, high);
  // Cache the colours: there are many cells but few different shares.
  const tints = new Map<number, string>();
  const tinted = (value: number) => {
    const known = tints.get(value) ?? tint(value, low, even, best);
    tints.set(value, known);
    return known;
  };
  const columns = rows.map((_, j) => snapped(j * cell, cell, scale));
  rows.forEach((row, i) => {
    const [top, bottom] = snapped(i * tall, tall, scale);
    rows.forEach((column, j) => {
      const [left, right] = columns[j] ?? [0, 0];
      const value = i === j ? undefined : share(meetings.of(row.name, column.name), shows);
      if (i !== j && value === undefined) {
        context.fillStyle = muted;
        if (cell > 4) context.fillRect((j + 0.5) * cell - 0.75, (i + 0.5) * tall - 0.75, 1.5, 1.5);
        return;
      }
      context.fillStyle = value === undefined ? line : tinted(value);
      context.fillRect(left, top, right - left - gap, bottom - top - gap);
    });
  });
  if (!marked) return;
  const [left, top] = [marked.column * cell, marked.row * tall];
  if (whole) {
    context.globalAlpha = 0.45;
    context.fillStyle = text;
    for (const from of [left - 1, left + cell]) context.fillRect(from, 0, 1, high);
    for (const from of [top - 1, top + tall]) context.fillRect(0, from, wide, 1);
    context.globalAlpha = 1;
  }
  // A small cell's frame has some distance, so that the cell stays visible in it.
  const out = cell < 8 ? 2.5 : 0.5;
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.strokeRect(left - out, top - out, cell + 2 * out - 0.5, tall + 2 * out - 0.5);
}

/** Returns the rows or columns whose numbers fit at an edge. */
export const numbered = (n: number, { every, cell }: Layout): number[] =>
  Array.from({ length: n }, (_, i) => i).filter((i) => (i + 1) % every === 0 || (i === 0 && every > 1 && cell * every > 24));

/** Returns the map as an SVG drawing for download. */
export function drawing({ rows, meetings, shows }: Shown, { low, even, high: best, line, text, surface }: Palette): string {
  const [names, head] = [220, 24];
  const [cell, tall] = [rows.length > 40 ? 10 : 22, rows.length > 40 ? 14 : 22];
  const every = rows.length > 40 ? 5 : 1;
  const escape = (name: string) => name.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const parts = rows.flatMap((row, i) => [
    `<text x="${names - 8}" y="${head + (i + 0.5) * tall + 4}" text-anchor="end">${escape(cut(shortName(row), 30))} ${i + 1}</text>`,
    ...((i + 1) % every === 0 ? [`<text x="${names + (i + 0.5) * cell}" y="16" text-anchor="middle">${i + 1}</text>`] : []),
    ...rows.map((column, j) => {
      const value = i === j ? undefined : share(meetings.of(row.name, column.name), shows);
      const fill = i === j ? line : value === undefined ? surface : tint(value, low, even, best);
      return `<rect x="${names + j * cell}" y="${head + i * tall}" width="${cell - 0.5}" height="${tall - 0.5}" fill="${fill}"><title>${escape(told(row.name, column.name, meetings.of(row.name, column.name)))}</title></rect>`;
    }),
  ]);
  const [w, h] = [names + cell * rows.length + 4, head + tall * rows.length + 4];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif" font-size="11" fill="${text}"><rect width="${w}" height="${h}" fill="${surface}"/>${parts.join("")}</svg>`;
}
