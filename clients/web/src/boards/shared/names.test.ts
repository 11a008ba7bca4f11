import { expect, test } from "vitest";
import { covers, nameSize } from "./GridNames.svelte";

test("names of points grow on a small board, and disappear where they have no room", () => {
  expect([0, 12, 30, 45].map((least) => nameSize("inside", least))).toEqual([17, 17, 30, undefined]);
  // Cells of 200 pixels, as on a large board of nine.
  expect(nameSize("inside", 6)).toBeCloseTo(10.2);
  expect([20, 26, 28].map((least) => nameSize("below", least))).toEqual([20, 26, undefined]);
});

test("the number of a square does not cover the piece on a small board", () => {
  expect([nameSize("every", 13), nameSize("every", 26)].map((size) => covers(size ?? 0))).toEqual([false, true]);
});
