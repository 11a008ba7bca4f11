import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { endHeight, SCALE, valueCurve } from "../core/values";
import type { Verdict } from "../wire";
import ValueCurve from "./ValueCurve.svelte";

const points = (plies: number[]) => plies.map((ply) => ({ ply, height: 0.5 }));
const axes = () => [...document.querySelectorAll(".axis")].map((axis) => [...axis.children].map((end) => end.textContent));

test("two bots have a curve each and one axis", () => {
  render(ValueCurve, { game: "a-game", curves: [{ side: "first", points: points([0, 2]), most: 9 }, { side: "second", points: points([1]), most: 9 }], from: 0, to: 3, at: 3, label: "Values", onview: () => undefined });
  expect(document.querySelectorAll("polyline")).toHaveLength(2);
  expect(axes()).toEqual([["+9", "−9"]]);
});

test("a single scale has one axis, and a click shows the move below it", async () => {
  const onview = vi.fn();
  render(ValueCurve, { game: "a-game", curves: [{ points: points([0, 1, 2, 3]), most: 40 }], from: 0, to: 4, at: 4, label: "Values", onview });
  expect(axes()).toEqual([["+40", "−40"]]);
  const plot = screen.getByRole("img", { name: "Values" });
  plot.getBoundingClientRect = () => ({ left: 0, width: 600 }) as DOMRect;
  await fireEvent.click(plot, { clientX: 599 });
  await fireEvent.click(plot, { clientX: 3 });
  expect(onview.mock.calls).toEqual([[4], [0]]);
});

test("a decided value reaches the edge and does not set the scale", () => {
  const thought = (ply: number, value: number) => ({ kind: "thought" as const, ply, side: "first" as const, value, depth: 1, nodes: 1, ms: 1, line: [], from: "search" as const });
  const { points, most } = valueCurve([thought(0, 20), thought(2, 999_064)], 900_000);
  expect(most).toBe(20);
  expect(points.map(({ height }) => height)).toEqual([SCALE, 1]);
});

test("an expected win that is not proved is cut off below the edge and leaves the other values their room", () => {
  const thoughts = [12, -20, 16, 9, 976].map((value, ply) => ({ kind: "thought" as const, ply, side: "first" as const, value, depth: 1, nodes: 1, ms: 1, line: [], from: "search" as const }));
  const { points, most } = valueCurve(thoughts, 900_000);
  expect(most).toBe(20);
  expect(points[1]?.height).toBe(-SCALE);
  expect(points.at(-1)?.height).toBeGreaterThan(SCALE);
  expect(points.at(-1)?.height).toBeLessThan(1);
});

test("the curve ends with the result, whatever the last search expected", () => {
  render(ValueCurve, { game: "a-game", curves: [{ points: [{ ply: 0, height: 0.2 }, { ply: 2, height: -SCALE }], most: 8 }], from: 0, to: 3, end: 1, at: 3, label: "Values", onview: () => undefined });
  const heights = document.querySelector("polyline")?.getAttribute("points")?.split(" ").map((point) => Number(point.split(",")[1]));
  expect(heights).toHaveLength(2);
  expect(heights?.at(-1)).toBe(6);
  expect([undefined, { outcome: null, by: "aborted" }, { outcome: "draw", by: "rules" }, { outcome: "second", by: "rules" }].map((verdict) => endHeight(verdict as Verdict | undefined))).toEqual([undefined, undefined, 0, -1]);
});
