// Draws a large tree on a canvas. It draws only the visible part, and no more detail than the pixels can show, so that
// the cost of a frame does not depend on the size of the tree.

import type { Layout, Placed } from "../boards/shared/layout";
import type { View } from "./plane.svelte";
import { words } from "./step.words";
import { lookAt, pathAt, visitAt, type TraceNode } from "./trace";

/** Half of a node's size, and the distance between plies, in units of the layout. */
export const HALF = 11;
export const ROW = 78;
const TOP = 30;
/** The space below the last row for labels. */
const BOTTOM = 44;
/** Half the size of a small board. */
export const BOARD_HALF = 16;
/** The place of a move's name between a node, 0, and its parent, 1. */
const NAME_AT = 0.22;
/** Returns the width of a node that keeps the name of its move apart from those of its neighbours, which are closer. */
export function nodeWidth(node: TraceNode, boards: boolean): number {
  const body = boards && node.cells ? 2 * BOARD_HALF + 8 : node.children.length > 0 ? 34 : 2 * HALF + 8;
  // A figurine is as wide as two letters.
  const letters = [...node.name].reduce((sum, letter) => sum + (letter > "\u2000" ? 2 : 1), node.visits.length > 1 ? 3 : 0);
  return Math.max(body, (NAME_LETTER * letters + 8) / (1 - NAME_AT));
}
/** The mean width of a letter of a move's name. */
const NAME_LETTER = 6;

/** The minimum scales for values, and for moves and windows. */
const VALUES = 0.55;
export const WORDS = 0.8;
/** The minimum font size in CSS pixels. */
const LEAST_LETTERS = 10;

/** Returns the font size of letters that have `size` pixels at scale 1. */
export const letterSize = (size: number, scale: number): number => Math.max(LEAST_LETTERS, size * scale);
/** Below this scale a node is a dot without an outline, and no line is dashed. */
const SHAPES = 0.2;

/** A view with its size in pixels. */
export interface SizedView extends View {
  width: number;
  height: number;
}

/** Resolved colours of the page. */
export type Colours = Record<"surface" | "line" | "strong" | "text" | "muted" | "accent" | "first" | "firstSoft" | "second" | "secondSoft", string>;

export interface Rows {
  /** The placed nodes of each ply from left to right. */
  rows: Placed<TraceNode>[][];
  layout: Layout<TraceNode>;
}

export function rowsOf(layout: Layout<TraceNode>): Rows {
  const rows: Placed<TraceNode>[][] = [];
  for (const placed of layout.nodes) (rows[placed.depth] ??= []).push(placed);
  return { rows, layout };
}

export const heightOf = ({ rows }: Rows): number => yOf(Math.max(0, rows.length - 1)) + BOTTOM;
export const yOf = (depth: number): number => TOP + depth * ROW;

/** Returns the first index of a row for which `beyond` holds, by binary search. `beyond` must be monotonic. */
function firstOf(row: readonly Placed<TraceNode>[], beyond: (placed: Placed<TraceNode>) => boolean): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beyond(row[middle] as Placed<TraceNode>)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const rightmost = (p: Placed<TraceNode>) => Math.max(p.x, p.parent?.x ?? p.x) + HALF;
const leftmost = (p: Placed<TraceNode>) => Math.min(p.x, p.parent?.x ?? p.x) - HALF;

/**
 * Returns the range of nodes in a row that are visible or whose edge to the parent is. Edges never cross, so it is a
 * range.
 */
export function inView(row: readonly Placed<TraceNode>[], view: SizedView): [number, number] {
  const right = view.x + view.width / view.scale;
  const from = firstOf(row, (p) => rightmost(p) >= view.x);
  return [from, Math.max(from, firstOf(row, (p) => leftmost(p) > right))];
}

/** Returns the node at a point of the canvas. */
export function nodeAt({ rows }: Rows, view: SizedView, px: number, py: number): TraceNode | undefined {
  const [x, y] = [view.x + px / view.scale, view.y + py / view.scale];
  const reach = Math.max(HALF + 3, 14 / view.scale);
  const row = rows[Math.round((y - TOP) / ROW)];
  if (!row) return undefined;
  const after = firstOf(row, (p) => p.x > x);
  const near = [row[after - 1], row[after]].filter((p) => p !== undefined).sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  return near && Math.abs(near.x - x) <= reach && Math.abs(yOf(near.depth) - y) <= reach ? near.node : undefined;
}

export interface Scene {
  tree: Rows;
  view: SizedView;
  /** The displayed step. */
  at: number;
  here: TraceNode | undefined;
  colours: Colours;
  /** Formats the value of a node briefly. */
  write: (value: number) => string;
  window: (alpha: number | null, beta: number | null) => string;
  /** The number of columns of the small boards that replace shapes; 0 for shapes. */
  columns: number;
}

type Kind = "max" | "min" | "leaf" | "cut";
type Shapes = Record<Kind | "later", Path2D>;
type Edges = Record<"later" | "plain" | "cut" | "path", Path2D>;

/** Draws the visible part of a tree. */
export function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { view, tree, at } = scene;
  context.clearRect(0, 0, view.width, view.height);
  const path = pathAt(scene.here, at);
  const edges: Edges = { later: new Path2D(), plain: new Path2D(), cut: new Path2D(), path: new Path2D() };
  const shapes: Shapes = { later: new Path2D(), max: new Path2D(), min: new Path2D(), leaf: new Path2D(), cut: new Path2D() };
  const texts: (() => void)[] = [];
  const dots = view.scale < SHAPES;
  /** The minimum distance in pixels at which two nodes can be told apart. */
  const apart = dots ? 1.6 : 0.8;
  for (const [depth, row] of tree.rows.entries()) {
    const y = (yOf(depth) - view.y) * view.scale;
    if (y < -ROW * view.scale || y > view.height + ROW * view.scale) continue;
    const [from, to] = inView(row, view);
    let drawn = -2;
    for (let i = from; i < to; i += 1) {
      const placed = row[i] as Placed<TraceNode>;
      const { node } = placed;
      const x = (placed.x - view.x) * view.scale;
      if (x - drawn < apart && !path.has(node)) continue;
      const look = lookAt(node, at);
      drawn = x;
      const cut = look?.state === "cut" || look?.state === "skipped";
      if (placed.parent) {
        const edge = path.has(node) ? edges.path : !look ? edges.later : cut ? edges.cut : edges.plain;
        edge.moveTo((placed.parent.x - view.x) * view.scale, y - ROW * view.scale);
        edge.lineTo(x, y);
      }
      const kind: Kind = cut ? "cut" : node.children.length > 0 || (visitAt(node, at)?.hidden ?? 0) > 0 ? (node.max ? "max" : "min") : "leaf";
      // A node that the search has not reached is a pale outline. The root is its first node.
      if (!look && placed.parent) {
        if (dots) dot(shapes.later, x, y, Math.max(0.6, HALF * view.scale));
        else shape(shapes.later, kind, x, y, HALF * view.scale);
        continue;
      }
      const board = scene.columns > 0 && !cut && node.cells && view.scale >= VALUES;
      if (board) shapes[kind].rect(x - BOARD_HALF * view.scale, y - BOARD_HALF * view.scale, 2 * BOARD_HALF * view.scale, 2 * BOARD_HALF * view.scale);
      else if (dots) dot(shapes[kind], x, y, Math.max(0.6, HALF * view.scale));
      else shape(shapes[kind], kind, x, y, HALF * view.scale);
      if (board) texts.push(() => cells(context, scene, node.cells ?? [], x, y, BOARD_HALF * view.scale));
      if (view.scale >= VALUES) texts.push(() => captions(context, scene, placed, x, y, kind));
    }
  }
  strokeAll(context, scene, edges, shapes);
  ring(context, scene);
  for (const text of texts) text();
}

function dot(path: Path2D, x: number, y: number, half: number): void {
  path.rect(x - half, y - half, 2 * half, 2 * half);
}

function shape(path: Path2D, kind: Kind, x: number, y: number, half: number): void {
  if (kind === "max" || kind === "min") {
    const up = kind === "max" ? 1 : -1;
    path.moveTo(x, y - up * half * 1.15);
    path.lineTo(x + half * 1.2, y + up * half);
    path.lineTo(x - half * 1.2, y + up * half);
    path.closePath();
  } else path.rect(x - half, y - half * 0.8, 2 * half, half * 1.6);
}

function strokeAll(context: CanvasRenderingContext2D, { colours, view }: Scene, edges: Edges, shapes: Shapes): void {
  const fine = Math.min(1.5, Math.max(0.5, 1.5 * view.scale));
  const line = (path: Path2D, colour: string, width: number, dash: number[] = []) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke(path);
  };
  line(edges.later, colours.line, fine);
  line(edges.plain, colours.strong, fine);
  const dots = view.scale < SHAPES;
  line(edges.cut, colours.line, fine, dots ? [] : [3, 4]);
  line(edges.path, colours.accent, Math.max(2, 3.5 * view.scale));
  const fills: [keyof Shapes, string, string][] = [
    ["later", colours.surface, colours.line],
    ["max", colours.firstSoft, colours.first],
    ["min", colours.secondSoft, colours.second],
    ["leaf", colours.surface, colours.strong],
    ["cut", colours.surface, colours.line],
  ];
  for (const [kind, fill, edge] of fills) {
    context.fillStyle = dots ? edge : fill;
    context.fill(shapes[kind]);
    if (!dots) line(shapes[kind], edge, fine, kind === "cut" ? [3, 3] : []);
  }
  context.setLineDash([]);
}

/** Draws a small board. A piece is a cross, a ring or its letter. */
function cells(context: CanvasRenderingContext2D, { colours, columns, view }: Scene, marks: readonly string[], x: number, y: number, half: number): void {
  const size = (2 * half) / columns;
  context.lineWidth = Math.max(1, 1.6 * view.scale);
  for (const [index, mark] of marks.entries()) {
    const [cx, cy] = [x - half + (index % columns) * size, y - half + Math.floor(index / columns) * size];
    const inset = size * 0.24;
    context.strokeStyle = mark === "x" ? colours.first : mark === "o" ? colours.second : colours.line;
    context.beginPath();
    if (mark === "x") {
      context.moveTo(cx + inset, cy + inset);
      context.lineTo(cx + size - inset, cy + size - inset);
      context.moveTo(cx + size - inset, cy + inset);
      context.lineTo(cx + inset, cy + size - inset);
    } else if (mark === "o") context.arc(cx + size / 2, cy + size / 2, size / 2 - inset, 0, 2 * Math.PI);
    else context.rect(cx + size / 2 - 0.5, cy + size / 2 - 0.5, 1, 1);
    context.stroke();
  }
}

function captions(context: CanvasRenderingContext2D, scene: Scene, { node, parent, x: own }: Placed<TraceNode>, x: number, y: number, kind: Kind): void {
  const { colours, view, at } = scene;
  const look = lookAt(node, at);
  const letters = (size: number, weight = 600) => (context.font = `${weight} ${letterSize(size, view.scale).toFixed(1)}px system-ui, sans-serif`);
  context.textAlign = "center";
  context.fillStyle = kind === "cut" ? colours.muted : colours.text;
  letters(10);
  const value = look?.value ?? (kind === "cut" ? node.payoff : undefined);
  const folded = look?.state === "done" && node.children.length === 0 && (visitAt(node, at)?.hidden ?? 0) > 0;
  const board = scene.columns > 0 && kind !== "cut" && node.cells !== undefined;
  const drop = board ? BOARD_HALF + 11 : kind === "max" ? 7 : kind === "min" ? 0 : 3.5;
  // A long value is condensed to the width of its node.
  if (value !== undefined) {
    const width = (board ? 2 * BOARD_HALF : 2.2 * HALF) * view.scale;
    // Below a board, the ring and the edges pass behind the value.
    if (board) {
      [context.strokeStyle, context.lineWidth, context.lineJoin] = [colours.surface, 4, "round"];
      context.strokeText(scene.write(value), x, y + drop * view.scale, width);
    }
    context.fillText(scene.write(value), x, y + drop * view.scale, width);
  }
  if (view.scale < WORDS) return;
  letters(10, 500);
  // The edges pass behind the words.
  [context.strokeStyle, context.lineWidth, context.lineJoin] = [colours.surface, 4, "round"];
  const say = (text: string, at: number, below: number, colour = colours.muted) => {
    context.fillStyle = colour;
    context.strokeText(text, at, below);
    context.fillText(text, at, below);
  };
  const times = node.visits.filter((visit) => visit.from <= at).length;
  if (parent && node.move !== undefined) say(words.times(node.name || "∅", times), x + (parent.x - own) * NAME_AT * view.scale, y - ((board ? BOARD_HALF : HALF) + 6) * view.scale);
  if (look?.state === "open" && kind !== "leaf") say(scene.window(look.alpha, look.beta), x, y + (board ? BOARD_HALF + (value === undefined ? 11 : 21) : HALF + 10) * view.scale);
  const mark = look?.code && words.marks[look.code];
  if (mark) say(mark, x, y + (board ? BOARD_HALF + 21 : HALF + 9) * view.scale);
  if (folded) {
    letters(13, 700);
    say("+", x + (board ? BOARD_HALF + 6 : 0) * view.scale, y + (board ? 4 : HALF + 11) * view.scale, colours.accent);
  }
}

/** Marks the current node of the search. */
function ring(context: CanvasRenderingContext2D, scene: Scene): void {
  const { here, tree, view, colours } = scene;
  const placed = here && tree.rows[here.ply - tree.layout.root.node.ply]?.find((p) => p.node === here);
  if (!placed) return;
  const [x, y] = [(placed.x - view.x) * view.scale, (yOf(placed.depth) - view.y) * view.scale];
  context.strokeStyle = colours.accent;
  context.lineWidth = 3;
  context.beginPath();
  if (scene.columns > 0 && here.cells && view.scale >= VALUES) {
    const half = BOARD_HALF * view.scale + 1.5;
    context.rect(x - half, y - half, 2 * half, 2 * half);
  } else context.arc(x, y, Math.max(5, HALF * 1.7 * view.scale), 0, 2 * Math.PI);
  context.stroke();
}
