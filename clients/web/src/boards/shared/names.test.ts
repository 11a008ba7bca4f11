import { expect, test } from "vitest";
import { nameSize } from "./GridNames.svelte";

test("names of points grow on a small board, and disappear where they have no room", () => {
  expect([0, 12, 30, 45].map((least) => nameSize("inside", least))).toEqual([17, 17, 30, undefined]);
  expect([20, 26, 28].map((least) => nameSize("below", least))).toEqual([20, 26, undefined]);
});
