import * as Plot from "@observablehq/plot";
import { expect, test } from "vitest";
import { entrantRow, report } from "../wire.samples";
import { cost } from "./plots";

test("the names below the dots at either end stay within the plot", () => {
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
