import * as Plot from "@observablehq/plot";
import { expect, test } from "vitest";
import { entrantRow, report } from "../wire.samples";
import { cost, labels, ratings } from "./plots";

test("the names below the outermost dots stay within the plot", () => {
  const [width, name] = [700, "a name of some letters"];
  const entrants = [10, 300, 10_000].map((nodes, i) => entrantRow({ name: `${name} ${i}`, rank: i + 1, rating: 100 * i, rating_error: 20, nodes_per_move: nodes, frontier: true }));
  const options = cost(report({ name: "n", game: "a-game", format: "round-robin", matches: 4, entrants, pairs: [] }))?.options(Plot, width);
  const drawn = Plot.plot({ ...options, width });
  const along = (all: Iterable<Element>) => [...all].map((one) => Number(/translate\(([\d.]+)/.exec(one.getAttribute("transform") ?? "")?.[1] ?? one.getAttribute("cx"))).sort((a, b) => a - b);
  const dots = along(drawn.querySelectorAll("circle"));
  const names = along([...drawn.querySelectorAll("text")].filter((one) => one.textContent.startsWith(name)));
  expect([dots[0], dots[2]]).toEqual([52, 680]);
  expect(names[0]).toBeGreaterThan(120);
  expect(names[1]).toBeCloseTo(dots[1] ?? 0);
  expect(names[2]).toBeLessThan(610);
});

test("an entrant with only a bound has no dot, but an end mark and an arrow to the open side", () => {
  const entrants = [
    entrantRow({ name: "won all", rank: 1, rating: null, rating_bound: { at_least: 300 }, elo: null, elo_bound: 250, elo_note: "all won", nodes_per_move: 900, frontier: true }),
    entrantRow({ name: "between", rank: 2, played: 4, points: 2, rating: 20, rating_error: 15, elo: 10, elo_error: 12, nodes_per_move: 90, frontier: true }),
    entrantRow({ name: "lost all", rank: 3, rating: null, rating_bound: { at_most: -400 }, elo: null, elo_bound: -380, elo_note: "all lost", nodes_per_move: 9, frontier: true }),
  ];
  const table = report({ name: "n", game: "a-game", format: "round-robin", matches: 4, entrants, pairs: [] });
  for (const drawing of [ratings(table, "joint"), ratings(table, "field"), cost(table)]) {
    expect(drawing?.bounded).toBe(true);
    const drawn = Plot.plot({ ...drawing?.options(Plot, 700), width: 700 });
    expect(drawn.querySelectorAll("circle")).toHaveLength(1);
    // Each of the two has a line across and an arrow. The one that won everything is at the right or at the top.
    const turned = [...drawn.querySelectorAll("[aria-label=vector] path")].map((one) => Number(/rotate\((-?\d+)/.exec(one.getAttribute("transform") ?? "")?.[1] ?? 0));
    expect(turned).toEqual(drawing?.title === cost(table)?.title ? [90, 90, 0, 180] : [0, 0, 90, 270]);
  }
  expect(ratings({ ...table, entrants: entrants.map((row) => ({ ...row, rating: 0, rating_error: 5 })) }, "joint")?.bounded).toBe(false);
  // The rating of one that won everything, against bounds alone, says nothing.
  expect(ratings({ ...table, entrants: entrants.map((row) => ({ ...row, points: row.played })) }, "joint")).toBeUndefined();
});

test("the labels of the cost plot cover neither a dot nor one another, and only dots in a crowd have none", () => {
  const close = Array.from({ length: 14 }, (_, i) => ({ name: `an entrant with a name ${i}`, rank: i + 1, x: 300 + 17 * (i % 5), y: 100 + 14 * Math.floor(i / 5) }));
  const found = labels(close, 52, 680);
  expect(found.length).toBeGreaterThan(10);
  expect(found[0]?.text).toBe("an entrant with a name 0");
  const texts = close.flatMap(({ name, rank }) => [name, String(rank)]);
  expect(found.every(({ text }) => texts.includes(text))).toBe(true);
  const box = ({ text, x, y }: { text: string; x: number; y: number }) => [x - 3.5 * text.length, x + 3.5 * text.length, y - 7, y + 7] as const;
  const covers = found.flatMap((one, i) => found.slice(i + 1).filter((other) => {
    const [a, b] = [box(one), box(other)];
    return a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3];
  }));
  expect(covers).toEqual([]);
  const apart = labels([{ name: "one", rank: 1, x: 100, y: 50 }, { name: "two", rank: 2, x: 400, y: 90 }], 52, 680);
  expect(apart.map(({ text }) => text)).toEqual(["one", "two"]);
});
