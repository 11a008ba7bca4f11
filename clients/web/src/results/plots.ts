// The plots of a report. Their library is loaded when the first plot comes into view.

import type * as Library from "@observablehq/plot";
import { count } from "../core/format";
import { locale } from "../core/language.svelte";
import { shortName } from "../core/state";
import type { EntrantRow, TournamentReport } from "../wire";
import { areRated, boundOf, cut, error, fieldOf, fieldText, percent, ratingOf, ratingText } from "./figures";
import { words } from "./results.words";

export type Plots = typeof Library;
export interface Drawing {
  title: string;
  height: (width: number) => number;
  /** The description for screen readers. */
  about: string;
  /** True if an entrant has a range with only one known end. */
  bounded?: boolean;
  /** The number of entrants that are omitted for lack of space. */
  left?: number;
  /** The entrants that have no place on the scale. */
  without?: readonly string[];
  options: (plots: Plots, width: number) => Library.PlotOptions;
}

/** The maximum number of rows; the best entrants are drawn. */
const MOST = 40;
const ROW = 24;
/** The maximum number of lines, which differ in colour. */
const LINES = 8;

/** The margins of the cost plot. */
const COST_LEFT = 52;
const COST_RIGHT = 20;
const [COST_ABOVE, COST_BELOW] = [24, 44];
/** The approximate width of a letter in a name; one of Chinese is twice as wide. */
const LETTER = 7;
/** The space between the names at the left and the plot. */
const BESIDE = 12;
/** The width of the names at the left, and the number of letters that fit into it. */
const room = (width: number, names: Iterable<string>) => Math.min(Math.max(112, 0.4 * width), BESIDE + LETTER * Math.max(...[...names].map((name) => name.replace(/[\u2e80-\uffff]/g, "  ").length)));
const letters = (room: number) => Math.floor((room - BESIDE) / LETTER);

export type EloScale = "joint" | "field";

/** The length of the arrow to the open side of a range, and of the line across its end. */
const [ARROW, END] = [26, 12];
/** The line across the known end of a half-open range. */
const ACROSS = { draw: (context: CanvasPath, length: number) => (context.moveTo(0, 0), context.lineTo(0, -length)) };

interface Bound {
  at: number;
  /** True for the lower end. */
  least: boolean;
}
/** Draws half-open ranges: the known end, and an arrow to the open side. Greater values are up or right. */
function openRanges<T extends Bound>(Plot: Plots, bounds: readonly T[], options: Omit<Library.VectorOptions, "title"> & { title: (d: T) => string }, up: boolean): Library.Markish[] {
  const turned = up ? 0 : 90;
  return [
    Plot.vector(bounds, { strokeWidth: 1.8, ...options, tip: undefined, title: undefined, length: END, rotate: 90 - turned, anchor: "middle", shape: ACROSS }),
    Plot.vector(bounds, { strokeWidth: 1.8, ...options, length: ARROW, rotate: (d: T) => turned + (d.least ? 0 : 180), anchor: "start", shape: "arrow" }),
  ];
}

/** The ratings with their error bars, best first. */
export function ratings(table: TournamentReport, scale: EloScale): (Drawing & { left: number }) | undefined {
  const of = scale === "joint" ? ratingOf : fieldOf;
  const text = (row: EntrantRow) => (scale === "joint" ? `${ratingText(row)} ${error(row.rating_error)}` : `${fieldText(row)} ${error(row.elo_error)}`);
  const half = (row: EntrantRow) => (scale === "joint" ? (row.rating == null ? null : row.rating_error) : row.elo == null ? null : row.elo_error);
  /** Returns true for a lower bound, false for an upper one, and undefined if there is a figure. */
  const least = (row: EntrantRow) => (scale === "joint" ? (row.rating == null ? boundOf(row.rating_bound)?.least : undefined) : row.elo == null ? row.elo_note !== "all lost" : undefined);
  if (scale === "joint" && !areRated(table)) return undefined;
  const side = (least: boolean | undefined) => (least === undefined ? 0 : least ? 1 : -1);
  const all = table.entrants
    .flatMap((row) => {
      const at = of(row);
      return at === null ? [] : [{ row, name: row.name, at, error: half(row), least: least(row) }];
    })
    // A lower bound belongs above the figures, and an upper one below them, wherever the known end lies.
    .sort((a, b) => side(b.least) - side(a.least) || b.at - a.at);
  const rows = all.slice(0, MOST);
  const labels = new Map(rows.map(({ row, name }) => [name, shortName(row)]));
  if (rows.length < 2) return undefined;
  const known = rows.filter(({ least }) => least === undefined);
  const bounds = rows.flatMap(({ least, ...row }) => (least === undefined ? [] : [{ ...row, least }]));
  return {
    title: words.ratings,
    bounded: bounds.length > 0,
    left: all.length - rows.length,
    height: () => 54 + ROW * rows.length,
    about: rows.map(({ row }) => `${row.name} ${text(row)}`).join("; "),
    options: (Plot, width) => ({
      marginLeft: room(width, labels.values()),
      marginBottom: 44,
      marginTop: 10,
      marginRight: 24,
      x: { label: words.ratingAxis, grid: true, nice: true, inset: bounds.length > 0 ? ARROW : 0, labelArrow: "none", labelAnchor: "right" },
      y: { type: "point", domain: rows.map(({ name }) => name), label: null, padding: 0.6 },
      marks: [
        Plot.axisY({ tickSize: 0, tickFormat: (name: string) => cut(labels.get(name) ?? name, letters(room(width, labels.values()))) }),
        Plot.ruleX([0], { stroke: "var(--line-strong)", strokeDasharray: "3 3" }),
        Plot.ruleY(known.filter(({ error }) => error != null), { y: "name", x1: (d) => d.at - d.error, x2: (d) => d.at + d.error, stroke: "var(--first)", strokeWidth: 2, strokeOpacity: 0.55 }),
        Plot.dot(known, { x: "at", y: "name", r: 4.5, fill: "var(--first)", stroke: "var(--first)", strokeWidth: 1.5, title: (d) => `${d.name}: ${text(d.row)}`, tip: { y: "name", fill: "var(--raised)" } }),
        openRanges(Plot, bounds, { x: "at", y: "name", stroke: "var(--first)", title: (d) => `${d.name}: ${text(d.row)}`, tip: { fill: "var(--raised)" } }, false),
      ],
    }),
  };
}

/** The plot of strength against nodes per move. */
export function cost(table: TournamentReport): Drawing | undefined {
  const strength = (row: EntrantRow) => (areRated(table) ? ratingOf(row) : null) ?? row.elo;
  const least = (row: EntrantRow) => (row.rating == null ? boundOf(row.rating_bound)?.least : undefined);
  const rows = table.entrants.flatMap((row) => {
    const [nodes, at] = [row.nodes_per_move, strength(row)];
    return nodes && nodes > 0 && at != null ? [{ row, name: row.name, nodes, at, least: least(row) }] : [];
  });
  if (rows.length < 2) return undefined;
  const known = rows.filter(({ least }) => least === undefined);
  const bounds = rows.flatMap(({ least, ...row }) => (least === undefined ? [] : [{ ...row, least }]));
  const on = rows.filter(({ row }) => row.frontier).sort((a, b) => a.nodes - b.nodes);
  const colour = ({ row }: { row: EntrantRow }) => (row.frontier ? "var(--second)" : "var(--first)");
  const opacity = ({ row }: { row: EntrantRow }) => (row.frontier ? 1 : 0.45);
  const title = (d: Point) => words.costPoint(d.row.name, count(Math.round(d.nodes)), `${ratingText(d.row)} ${error(d.row.rating_error)}`);
  const height = (width: number) => Math.min(420, Math.max(280, width * 0.55));
  const inset = bounds.length > 0 ? ARROW + 4 : 14;
  return {
    title: words.cost,
    bounded: bounds.length > 0,
    // Zero has no logarithm.
    without: table.entrants.filter((row) => row.nodes_per_move === 0 && strength(row) != null).map(({ name }) => name),
    height,
    about: frontierText(table) ?? words.costAbout,
    options: (Plot, width) => ({
      marginLeft: COST_LEFT,
      marginBottom: COST_BELOW,
      marginTop: COST_ABOVE,
      marginRight: COST_RIGHT,
      x: { type: "log", label: words.costAxis, grid: true, labelArrow: "none", ticks: Math.max(3, width / 140), tickFormat: compact, nice: true },
      y: { label: words.elo, grid: true, nice: true, inset, labelArrow: "none" },
      marks: [
        Plot.line(on.filter(({ least }) => least === undefined), { x: "nodes", y: "at", stroke: "var(--second)", strokeDasharray: "5 4", strokeWidth: 1.5 }),
        Plot.dot(known, { x: "nodes", y: "at", r: 4.5, fill: colour, fillOpacity: opacity, title, tip: { fill: "var(--raised)" } }),
        openRanges(Plot, bounds, { x: "nodes", y: "at", stroke: colour, strokeOpacity: opacity, title, tip: { fill: "var(--raised)" } }, true),
        named(rows, Plot, width, height(width), inset),
      ],
    }),
  };
}
const compact = (nodes: number) => new Intl.NumberFormat(locale(), { notation: "compact" }).format(nodes);

interface Point {
  row: EntrantRow;
  nodes: number;
  at: number;
  /** For a bound: true for the lower one. */
  least?: boolean | undefined;
}
/** A box in the plot, in pixels. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The half size of a dot, and of a line of text. */
const [DOT, LINE] = [6, 7];

/**
 * Returns the label of each dot and its centre: the name below, above or beside it where that covers nothing, and the
 * rank otherwise. The first dots have the first choice. In a crowd a rank may cover a dot but no other label, and a dot
 * without such a place has none.
 */
export function labels(dots: readonly { name: string; rank: number; x: number; y: number }[], left: number, right: number): { text: string; x: number; y: number }[] {
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT }));
  return dots.flatMap(({ name, rank, x, y }, own) => {
    const at = (text: string, dx: number, dy: number) => {
      const half = (LETTER * text.length) / 2;
      const middle = dx === 0 ? Math.max(left + half, Math.min(right - half, x)) : x + dx * (DOT + 4 + half);
      return { text, x: middle, y: y + dy * (DOT + LINE + 2), box: { left: middle - half, right: middle + half, top: y + dy * (DOT + LINE + 2) - LINE, bottom: y + dy * (DOT + LINE + 2) + LINE } };
    };
    const places = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]] as const;
    const choices = [name, String(rank)].flatMap((text) => places.map(([dx, dy]) => at(text, dx, dy)));
    const fits = ({ box }: (typeof choices)[number]) => box.left >= left && box.right <= right && taken.every((other, i) => i === own || !overlap(box, other));
    const found = choices.find(fits) ?? choices.slice(places.length).find(({ box }) => taken.slice(dots.length).every((label) => !overlap(box, label)));
    if (!found) return [];
    taken.push(found.box);
    return [{ text: found.text, x: found.x, y: found.y }];
  });
}

/** Draws the labels of the dots, those on the frontier and the strongest ones first. */
function named(all: readonly Point[], Plot: Plots, width: number, height: number, inset: number): Library.Markish {
  const [left, right] = [COST_LEFT, width - COST_RIGHT];
  const [nodes, values] = [all.map((one) => one.nodes), all.map(({ at }) => at)];
  const x = Plot.scale({ x: { type: "log", domain: [Math.min(...nodes), Math.max(...nodes)], range: [left, right], nice: true } });
  const y = Plot.scale({ y: { domain: [Math.min(...values), Math.max(...values)], range: [height - COST_BELOW - inset, COST_ABOVE + inset], nice: true } });
  const first = all.toSorted((a, b) => Number(b.row.frontier) - Number(a.row.frontier) || b.at - a.at);
  const placed = labels(first.map(({ row, nodes, at }) => ({ name: cut(shortName(row), 24), rank: row.rank, x: x.apply(nodes) as number, y: y.apply(at) as number })), left, right);
  return Plot.text(placed, { x: { value: "x", scale: null }, y: { value: "y", scale: null }, text: "text", textAnchor: "middle", lineAnchor: "middle", fill: "currentColor", stroke: "var(--surface)", strokeWidth: 4 });
}

/** Describes the frontier in a sentence, from the cheapest entrant on. */
export function frontierText(table: TournamentReport): string | undefined {
  const on = table.entrants.filter((row) => row.frontier).sort((a, b) => (a.nodes_per_move ?? 0) - (b.nodes_per_move ?? 0));
  if (on.length === 0) return undefined;
  return words.frontier(someOf(on.map((row) => words.frontierOne(row.name, row.nodes_per_move == null ? "–" : words.nodesEach(count(Math.round(row.nodes_per_move)))))));
}
/** Lists the first names and the number of the others. */
export const someOf = (names: readonly string[]) => (names.length > 8 ? words.frontierMore(words.listed(names.slice(0, 8)), names.length - 8) : words.listed(names));

/** The histogram of openings by the first seat's score. */
export function openings(table: TournamentReport): Drawing | undefined {
  const bars = Array.from({ length: 11 }, (_, tenth) => ({ score: 10 * tenth, openings: 0 }));
  let scored = 0;
  for (const { wins, draws, losses } of table.openings) {
    const n = wins + draws + losses;
    if (n === 0) continue;
    const bar = bars[Math.round((10 * (wins + draws / 2)) / n)];
    if (bar) bar.openings += 1;
    scored += 1;
  }
  if (scored < 2) return undefined;
  return {
    title: words.openingsPlot,
    height: () => 240,
    about: bars.filter(({ openings }) => openings > 0).map(({ score, openings }) => `${percent(score / 100, 0)}: ${count(openings)}`).join("; "),
    options: (Plot) => ({
      marginLeft: 48,
      marginBottom: 42,
      marginTop: 22,
      x: { domain: [-5, 105], label: words.openingsAxis, ticks: [0, 25, 50, 75, 100], tickFormat: (score: number) => percent(score / 100, 0), labelArrow: "none" },
      y: { label: words.openingsCount, grid: true, labelArrow: "none", interval: 1, ticks: 5, tickFormat: (n: number) => (Number.isInteger(n) ? count(n) : "") },
      marks: [
        Plot.rectY(bars, { x1: (d) => d.score - 4, x2: (d) => d.score + 4, y: "openings", fill: "var(--first)", title: (d) => `${percent(d.score / 100, 0)}: ${count(d.openings)}`, tip: { fill: "var(--raised)" } }),
        Plot.ruleX([50], { stroke: "var(--second)", strokeDasharray: "4 4" }),
        Plot.ruleY([0], { stroke: "var(--line-strong)" }),
      ],
    }),
  };
}

/** The Elo differences to the field over the course of the tournament. */
export function curve(table: TournamentReport): Drawing | undefined {
  const points = table.curve ?? [];
  if (points.length < 3) return undefined;
  const two = table.entrants.length === 2;
  // With two entrants, the second line mirrors the first.
  const lines = table.entrants.slice(0, two ? 1 : LINES);
  const drawn = lines.flatMap((_, line) =>
    points.flatMap((point) => {
      const at = point.elo[line];
      return at == null ? [] : [{ line, matches: point.matches, at, error: point.elo_error[line] ?? 0 }];
    }),
  );
  // The first estimates vary widely, so the axis ignores them.
  const settled = drawn.filter(({ matches }) => matches >= (points[Math.floor(points.length / 8)]?.matches ?? 0));
  const ends = settled.flatMap(({ at, error }) => (two ? [at - error, at + error] : [at])).concat(0);
  const legend = (width: number) => (width < 560 ? 1 : 2);
  const below = (width: number) => 20 * Math.ceil(lines.length / legend(width));
  return {
    title: words.curve,
    left: two ? 0 : table.entrants.length - lines.length,
    height: (width) => 290 + below(width),
    about: lines.map((row) => `${row.name} ${fieldText(row)} ${error(row.elo_error)}`).join("; "),
    options: (Plot, width) => ({
      marginLeft: 52,
      marginTop: 22,
      marginBottom: 46 + below(width),
      marginRight: 16,
      x: { label: words.curveAxis, grid: true, labelArrow: "none", labelOffset: 36, tickFormat: (n: number) => count(n), ticks: width / 110 },
      y: { label: words.elo, grid: true, domain: [Math.min(...ends), Math.max(...ends)], nice: true, labelArrow: "none" },
      color: { domain: lines.map((_, i) => i), range: COLOURS },
      clip: true,
      marks: [
        Plot.ruleY([0], { stroke: "var(--line-strong)" }),
        ...(two ? [Plot.areaY(drawn, { x: "matches", y1: (d) => d.at - d.error, y2: (d) => d.at + d.error, fill: "var(--first)", fillOpacity: 0.15, clip: true })] : []),
        Plot.line(drawn, { x: "matches", y: "at", z: "line", stroke: (d) => COLOURS[d.line], strokeWidth: 1.8, clip: true }),
        ...lines.map((row, i) =>
          Plot.text([`● ${cut(shortName(row), width < 560 ? 30 : 34)}  ${fieldText(row)} ${error(row.elo_error)}`], {
            frameAnchor: "bottom-left",
            dx: (i % legend(width)) * Math.floor((width - 68) / 2),
            dy: 52 + 20 * Math.floor(i / legend(width)),
            fill: COLOURS[i] ?? "currentColor",
            fontWeight: 600,
            clip: false,
          }),
        ),
      ],
    }),
  };
}
/** Distinguishable with colour vision deficiency, and with enough contrast in both themes. */
const COLOURS = Array.from({ length: LINES }, (_, i) => `var(--line-${i + 1})`);
