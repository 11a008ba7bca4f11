import { expect, test } from "vitest";
import type { StepView } from "../wire";
import { afterNodes, consideredIn } from "./considered";

const step = (code: StepView["code"], node: number, ply: number, more: Partial<StepView> = {}): StepView => ({ code, node, ply, side: "first", max: true, alpha: null, beta: null, ...more });
const steps = [
  step("iteration", 0, 0),
  step("enter", 0, 0),
  step("enter", 1, 1, { move: "a" }),
  step("searched", 1, 1, { value: -12 }),
  step("raise", 0, 0, { move: "a", value: -12 }),
  step("enter", 9, 1, { move: "b" }),
  step("searched", 9, 1, { value: -6 }),
  step("raise", 0, 0, { move: "b", value: -6 }),
  step("enter", 17, 1, { move: "c" }),
  step("cut", 17, 1, { move: "a", value: -6 }),
  step("searched", 17, 1, { value: -6 }),
];

test("the nodes of a root move are those entered before the next one", () => {
  expect(consideredIn(steps, 20)).toEqual([
    { move: "a", text: "a", nodes: 8, cut: false, best: false, value: -12 },
    { move: "b", text: "b", nodes: 8, cut: false, best: true, value: -6 },
    { move: "c", text: "c", nodes: 3, cut: true, best: false, value: -6 },
  ]);
});

test("only the last iteration counts", () => {
  const again = [...steps, step("iteration", 20, 0), step("enter", 21, 1, { move: "b" }), step("searched", 21, 1, { value: 3 }), step("raise", 0, 0, { move: "b" })];
  expect(consideredIn(again, 30).map(({ move, nodes }) => [move, nodes])).toEqual([["b", 9]]);
});

test("a search is shown as far as it has come", () => {
  const moves = consideredIn(steps, 20);
  expect(afterNodes(moves, 10).map(({ nodes, cut, best }) => [nodes, cut, best])).toEqual([[8, false, false], [2, false, false], [0, false, false]]);
  expect(afterNodes(moves, 19)).toEqual(moves);
});
