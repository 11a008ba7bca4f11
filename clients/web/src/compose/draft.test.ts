import { expect, test } from "vitest";
import { changedSettings, evaluationOf } from "./draft.svelte";

test("settings are counted in every part of the form", () => {
  expect(changedSettings({ name: "a", bot: "b" })).toBe(0);
  expect(changedSettings({ name: "a", depth: 4, evaluation: "zero", book: true, nodes: 1000, random_move: 0.2 })).toBe(5);
  expect(changedSettings({ grid: { depth: [2, 4] }, pruning: "pvs" })).toBe(1);
});

test("an evaluation is identified by its name, with and without weights", () => {
  expect([evaluationOf({ evaluation: "zero" }), evaluationOf({ evaluation: { name: "threats", weights: { three: 5 } } }), evaluationOf({})]).toEqual(["zero", "threats", ""]);
});
