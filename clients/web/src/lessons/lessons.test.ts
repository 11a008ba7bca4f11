import { expect, test } from "vitest";
import type { StepView } from "../wire";
import { cutPaths } from "../explore/trace";
import { lessons } from "./lessons";
import { words } from "./lessons.words";

test("every lesson has its texts, and every text its lesson", () => {
  expect(Object.keys(words.lessons)).toEqual(lessons.map(({ id }) => id));
  for (const { id, watch } of lessons) expect(words.lessons[id]?.watch === "", id).toBe(watch === undefined);
});

test("pruned leaves are identified by their paths", () => {
  const step = (code: StepView["code"], ply: number, more: Partial<StepView> = {}): StepView => ({ code, node: 0, ply, side: "first", max: ply % 2 === 0, alpha: null, beta: null, ...more });
  const steps = [
    step("enter", 0),
    step("enter", 1, { move: "0" }),
    step("enter", 2, { move: "0" }),
    step("enter", 1, { move: "1" }),
    step("enter", 2, { move: "0" }),
    step("cut", 1, { move: "0", pruned: { moves: ["1", "2"], count: 2, leaves: 2 } }),
  ];
  expect(cutPaths(steps)).toEqual(["1 1", "1 2"]);
});
