import { describe, expect, test } from "vitest";
import { BEYOND, layout, numbered } from "./heat";

describe("a heat map", () => {
  test.each([
    [342, 13], [342, 100], [342, 256], [700, 50], [700, 100], [1100, 100], [1100, 20], [1100, 400], [200, 40],
  ])("fits %i pixels with %i entrants", (width, n) => {
    const { names, wide, cell, tall, high, whole } = layout(width, n);
    expect(names + wide + BEYOND).toBeLessThanOrEqual(width);
    expect(cell * n).toBeGreaterThan(wide - 1);
    expect(tall * n).toBeGreaterThan(high - 1);
    // A map with names must have readable rows. A map without names must fit on the screen.
    if (whole) expect([tall, high <= 720]).toEqual([cell, true]);
    else expect(tall).toBeGreaterThanOrEqual(15);
  });

  test("has names for its rows if there is space", () => {
    expect([layout(342, 20).whole, layout(342, 100).whole, layout(1100, 100).whole]).toEqual([false, true, false]);
  });

  test("gives names the space that few cells leave", () => {
    const names = (width: number, n: number, longest: number) => layout(width, n, longest).names;
    expect(names(316, 8, 21)).toBeGreaterThanOrEqual(185);
    expect(names(342, 20, 16)).toBe(92);
    expect(names(342, 3, 80)).toBeLessThan(0.61 * 342);
    expect(names(1100, 20, 30)).toBeGreaterThanOrEqual(30 * 8);
    expect(layout(342, 7, 16).wide + layout(342, 7, 16).names + BEYOND).toBeLessThanOrEqual(342);
  });

  test("numbers only as many rows as stay distinguishable", () => {
    const at = (width: number, n: number) => numbered(n, layout(width, n)).map((i) => i + 1);
    expect(at(1100, 14)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
    expect(at(342, 100).slice(-3)).toEqual([80, 90, 100]);
    expect(at(342, 400)).toEqual([1, 50, 100, 150, 200, 250, 300, 350, 400]);
  });
});
