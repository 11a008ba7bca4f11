// The map of a small game as a poster: all positions up to symmetry, one ring for each ply.

import type { MapPosition } from "../wire";

export interface Spot {
  x: number;
  y: number;
  /** The direction from the centre. */
  angle: number;
  /** The width of its board. */
  size: number;
}

export interface Placing {
  spots: Spot[];
  /** The radius of each ring. */
  rings: number[];
  /** Half the width of the poster. */
  reach: number;
}

/** A shape of the poster, as an SVG element. */
export interface Shape {
  name: "path" | "text" | "circle" | "rect";
  attributes: Record<string, string | number>;
  text?: string;
}

/** The least and the greatest width of a board, and the room of a board of width 1 on its ring. */
const [LEAST, MOST, ROOM] = [40, 125, 1.2];
/** The distance between two rings whose boards have the least width. */
const GAP = 190;
const MARGIN = 90;
const SWEEPS = 12;
const FULL = 2 * Math.PI;

/** Places each position on the ring of its ply, near the positions before and after it. */
export function place(map: readonly MapPosition[]): Placing {
  const plies: number[][] = [];
  map.forEach(({ ply }, i) => (plies[ply] ??= []).push(i));
  const crowded = plies.map((ring) => (ring.length * LEAST * ROOM) / FULL);
  // The boards of the fullest ring have the least width. The rings inside it are evenly spaced.
  const slope = Math.max(GAP / 2, ...crowded.map((radius, ply) => (ply > 0 ? radius / ply : 0)));
  const steepest = Math.max(0, crowded.findIndex((radius, ply) => ply > 0 && radius / ply >= slope));
  const rings: number[] = [];
  plies.forEach((_, ply) => rings.push(ply <= steepest ? ply * slope : Math.max((rings[ply - 1] ?? 0) + GAP, crowded[ply] ?? 0)));
  const angles = turned(map, plies);
  const spots = map.map(({ ply }, i) => {
    const [radius, angle] = [rings[ply] ?? 0, angles[i] ?? 0];
    const count = plies[ply]?.length ?? 1;
    const size = count === 1 ? MOST : Math.min(MOST, (FULL * radius) / count / ROOM);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), angle, size };
  });
  return { spots, rings, reach: (rings[rings.length - 1] ?? 0) + MOST / 2 + MARGIN };
}

/** Returns the angle of each position. The positions of a ring have equal distances. */
function turned(map: readonly MapPosition[], plies: readonly number[][]): number[] {
  const before: number[][] = map.map(() => []);
  const after = map.map(({ moves }) => [...new Set(moves.map(({ to }) => to))]);
  after.forEach((next, i) => next.forEach((to) => before[to]?.push(i)));
  const angles = map.map(() => 0);
  const arrange = (ring: readonly number[], near: (i: number) => readonly number[]) => {
    const wanted = ring.map((i) => ({ i, angle: mean(near(i).map((other) => angles[other] ?? 0)) ?? angles[i] ?? 0 }));
    wanted.sort((a, b) => a.angle - b.angle || a.i - b.i);
    const turn = mean(wanted.map(({ angle }, at) => angle - (FULL * at) / ring.length)) ?? 0;
    wanted.forEach(({ i }, at) => (angles[i] = turn + (FULL * at) / ring.length));
  };
  const upper = plies.slice(1);
  // The first positions start at the top.
  for (const ring of upper.slice(0, 1)) ring.forEach((i, at) => (angles[i] = (FULL * at) / ring.length - FULL / 4));
  for (const ring of upper.slice(1)) arrange(ring, (i) => before[i] ?? []);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const ring of upper.slice(1, -1).reverse()) arrange(ring, (i) => [...(before[i] ?? []), ...(after[i] ?? [])]);
    for (const ring of upper.slice(1)) arrange(ring, (i) => before[i] ?? []);
  }
  return angles;
}

/** Returns the mean direction, or undefined if there is none. */
function mean(angles: readonly number[]): number | undefined {
  const [x, y] = [angles.reduce((sum, angle) => sum + Math.cos(angle), 0), angles.reduce((sum, angle) => sum + Math.sin(angle), 0)];
  return Math.hypot(x, y) < 1e-9 ? undefined : Math.atan2(y, x);
}

const short = (n: number) => String(Math.round(n * 10) / 10);

/** Returns the curve of a move between two rings. It leaves and enters the rings in the direction of the centre. */
export function curve(from: Spot, to: Spot): string {
  const [inner, outer] = [Math.hypot(from.x, from.y), Math.hypot(to.x, to.y)];
  const middle = (inner + outer) / 2;
  const at = (radius: number, angle: number) => `${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`;
  const start = inner === 0 ? to.angle : from.angle;
  return `M${at(inner + from.size / 2, start)}C${at(middle, start)} ${at(middle, to.angle)} ${at(outer - to.size / 2, to.angle)}`;
}

/** Returns the index of the position at a point, or undefined. */
export function spotAt({ spots }: Placing, x: number, y: number, slack = 0): number | undefined {
  let nearest: number | undefined;
  let least = Infinity;
  spots.forEach((spot, i) => {
    const distance = Math.max(Math.abs(spot.x - x), Math.abs(spot.y - y));
    if (distance <= spot.size / 2 + slack && distance < least) [nearest, least] = [i, distance];
  });
  return nearest;
}

export interface Poster {
  map: readonly MapPosition[];
  placing: Placing;
  columns: number;
  /** Returns the index of the cell that a move changes. */
  cellOf: (move: string) => number | undefined;
  title: string;
  /** The explanation in the corners, line by line. */
  legend: readonly string[];
  /** The names of the three values: the first side wins, a draw, the second side wins. */
  values: readonly [string, string, string];
  /** Returns a colour of the page by its name, such as `surface`. */
  colour: (name: string) => string;
}

type Value = "first" | "drawn" | "second";
const valueOf = (payoff: number): Value => (payoff > 0 ? "first" : payoff < 0 ? "second" : "drawn");
const VALUES = ["first", "drawn", "second"] as const;

const fills = { first: "first-soft", drawn: "surface", second: "second-soft" };
const edges = { first: "first", drawn: "line-strong", second: "second" };

/** Returns the shapes of the poster, the lowest first. Shapes of the same kind share a path. */
export function shapes({ map, placing, columns, cellOf, colour }: Poster): Shape[] {
  const { spots, rings } = placing;
  const paths = new Map<string, string[]>();
  const add = (key: string, d: string) => {
    const known = paths.get(key);
    if (known) known.push(d);
    else paths.set(key, [d]);
  };
  const texts: Shape[] = [];
  map.forEach(({ cells = [], moves, payoff }, i) => {
    const spot = spots[i] as Spot;
    const [value, half, cell] = [valueOf(payoff), spot.size / 2, spot.size / columns];
    for (const [to, best] of new Map(moves.map((move) => [move.to, move.best]))) add(best ? `best ${value}` : "other", curve(spot, spots[to] as Spot));
    const [left, top] = [spot.x - half, spot.y - half];
    add(`board ${value}${moves.length === 0 ? " over" : ""}`, `M${short(left)} ${short(top)}h${short(spot.size)}v${short(spot.size)}h${short(-spot.size)}z`);
    for (let line = 1; line < columns; line += 1) add("rule", `M${short(left + line * cell)} ${short(top + 3)}v${short(spot.size - 6)}M${short(left + 3)} ${short(top + line * cell)}h${short(spot.size - 6)}`);
    const centre = (index: number) => [left + ((index % columns) + 0.5) * cell, top + (Math.floor(index / columns) + 0.5) * cell] as const;
    cells.forEach((mark, index) => {
      const [x, y] = centre(index);
      const reach = cell * 0.25;
      if (mark === "x") add("x", `M${short(x - reach)} ${short(y - reach)}l${short(2 * reach)} ${short(2 * reach)}m0 ${short(-2 * reach)}l${short(-2 * reach)} ${short(2 * reach)}`);
      else if (mark === "o") add("o", circle(x, y, reach));
      else if (mark !== "") texts.push({ name: "text", attributes: { x: short(x), y: short(y + cell * 0.2), "font-size": short(cell * 0.6), "text-anchor": "middle", fill: colour("text") }, text: mark });
    });
    for (const { move } of moves.filter(({ best }) => best)) {
      const index = cellOf(move);
      if (index !== undefined) add("dot", circle(...centre(index), cell * 0.13));
    }
  });
  const path = (key: string, attributes: Shape["attributes"]): Shape[] => (paths.has(key) ? [{ name: "path", attributes: { d: (paths.get(key) ?? []).join(""), fill: "none", ...attributes } }] : []);
  return [
    ...rings.slice(1).map((radius): Shape => ({ name: "circle", attributes: { cx: 0, cy: 0, r: short(radius), fill: "none", stroke: colour("line"), "stroke-width": 1 } })),
    ...path("other", { stroke: colour("line-strong"), "stroke-width": 0.7, "stroke-opacity": 0.3 }),
    ...VALUES.flatMap((value) => path(`best ${value}`, { stroke: colour(edges[value]), "stroke-width": 1.6, "stroke-opacity": 0.55 })),
    ...VALUES.flatMap((value) => [
      ...path(`board ${value}`, { fill: colour(fills[value]), stroke: colour(edges[value]), "stroke-width": 3 }),
      ...path(`board ${value} over`, { fill: colour(fills[value]), stroke: colour(edges[value]), "stroke-width": 7 }),
    ]),
    ...path("rule", { stroke: colour("line-strong"), "stroke-width": 0.8 }),
    ...path("x", { stroke: colour("first"), "stroke-width": 2.4, "stroke-linecap": "round" }),
    ...path("o", { stroke: colour("second"), "stroke-width": 2.4 }),
    ...path("dot", { fill: colour("text") }),
    ...texts,
  ];
}

/** Returns the title and the legend in the corners of the file. The page has them beside the poster, in readable letters. */
function captions({ placing: { reach }, title, legend, values, colour }: Poster): Shape[] {
  const row = (at: number) => -reach + 190 + at * 80;
  const write = (x: number, y: number, text: string, size: number, more: Shape["attributes"] = {}): Shape => ({ name: "text", attributes: { x: short(x), y: short(y), "font-size": size, fill: colour("text"), ...more }, text });
  return [
    write(-reach + 50, -reach + 110, title, 110, { "font-weight": 700 }),
    ...legend.map((line, i) => write(-reach + 50, row(i) + 20, line, 58, { fill: colour("muted") })),
    ...VALUES.flatMap((value, i): Shape[] => {
      const y = reach - 300 + i * 90;
      return [
        { name: "rect", attributes: { x: short(-reach + 50), y, width: 60, height: 60, fill: colour(fills[value]), stroke: colour(edges[value]), "stroke-width": 5 } },
        write(-reach + 135, y + 49, values[i] ?? "", 58),
      ];
    }),
  ];
}

const circle = (x: number, y: number, r: number) => `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** Returns the poster as a file. */
export function posterFile(poster: Poster): string {
  const { reach } = poster.placing;
  const drawn = [...shapes(poster), ...captions(poster)].map(({ name, attributes, text = "" }) => `<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join("")}>${escaped(text)}</${name}>`);
  const size = 2 * Math.ceil(reach);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-size / 2} ${-size / 2} ${size} ${size}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC','PingFang SC',sans-serif">
<title>${escaped(poster.title)}</title>
<rect x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" fill="${poster.colour("surface")}"/>
${drawn.join("\n")}
</svg>
`;
}
