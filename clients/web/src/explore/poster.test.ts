import { expect, test } from "vitest";
import type { MapPosition } from "../wire";
import { place, posterFile, shapes, spotAt, type Poster } from "./poster";

/** A game of three plies with 1, 2, 6 and 12 positions. */
const position = (ply: number, payoff: number, to: number[]): MapPosition => ({
  position: `p${ply}`, ply, side: ply % 2 === 0 ? "first" : "second", payoff, plies: 3 - ply,
  moves: to.map((next, i) => ({ move: `m${i}`, to: next, best: i === 0 })),
  cells: ["x", "o", "", ""],
});
const map: MapPosition[] = [
  position(0, 1, [1, 2]),
  ...[0, 1].map((i) => position(1, i, [3, 4, 5].map((first) => first + 3 * i))),
  ...[0, 1, 2, 3, 4, 5].map((i) => position(2, -1, [9 + 2 * i, 10 + 2 * i])),
  ...Array.from({ length: 12 }, () => position(3, 0, [])),
];
const placing = place(map);
const poster = (more: Partial<Poster> = {}): Poster => ({ map, placing, columns: 2, cellOf: (move) => 2 + Number(move.slice(1)), title: "A <game>", legend: ["one", "two"], values: ["X wins", "draw", "O wins"], colour: (name) => `#${name}`, ...more });

test("each ply has a ring, and no two boards overlap", () => {
  expect(placing.rings).toHaveLength(4);
  map.forEach(({ ply }, i) => expect(Math.hypot(placing.spots[i]?.x ?? 0, placing.spots[i]?.y ?? 0)).toBeCloseTo(placing.rings[ply] ?? NaN));
  placing.spots.forEach((a, i) => placing.spots.forEach((b, j) => {
    if (i < j) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)), `${i} and ${j}`).toBeGreaterThan(Math.min(a.size, b.size) / 2);
  }));
  expect(place(map)).toEqual(placing);
});

test("a point leads to its position", () => {
  for (const i of [0, 2, 8, 20]) expect(spotAt(placing, placing.spots[i]?.x ?? 0, placing.spots[i]?.y ?? 0)).toBe(i);
  expect(spotAt(placing, placing.reach, placing.reach)).toBeUndefined();
});

test("the values, the best replies and the marks have shapes of their own", () => {
  const drawn = shapes(poster());
  const paths = drawn.filter(({ name }) => name === "path");
  const parts = (fill: string, stroke: string) => paths.filter(({ attributes }) => attributes.fill === fill && attributes.stroke === stroke).map(({ attributes }) => String(attributes.d).split("M").length - 1);
  // Two boards are worth 1, six −1, one 0 before the end and twelve 0 at the end.
  expect([parts("#first-soft", "#first"), parts("#second-soft", "#second"), parts("#surface", "#line-strong")]).toEqual([[2], [6], [1, 12]]);
  // Nine positions have a best move, and each leads to one position.
  expect(paths.filter(({ attributes }) => attributes["stroke-opacity"] === 0.55).reduce((sum, { attributes }) => sum + String(attributes.d).split("C").length - 1, 0)).toBe(9);
  expect(parts("none", "#first").at(-1)).toBe(map.length);
});

test("the file is well-formed and needs no other file", () => {
  const { documentElement: svg } = new DOMParser().parseFromString(posterFile(poster()), "image/svg+xml");
  expect([svg.tagName, svg.querySelector("parsererror"), svg.querySelector("title")?.textContent]).toEqual(["svg", null, "A <game>"]);
  // It has the title and the legend, which the page has beside the poster, and fits the window that shows it.
  expect([...svg.querySelectorAll("text")].map((text) => text.textContent)).toEqual(["A <game>", "one", "two", "X wins", "draw", "O wins"]);
  expect(shapes(poster()).filter(({ name }) => name === "text")).toEqual([]);
  expect([svg.hasAttribute("viewBox"), svg.hasAttribute("width")]).toEqual([true, false]);
  expect(svg.outerHTML).not.toMatch(/var\(|NaN|undefined|url\(|href/);
});
