import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { reduce } from "../core/reduce";
import { initialState } from "../core/state";
import { fromServer, grid, MATCH } from "../wire.samples";
import type { StepView, ThoughtSource } from "../wire";
import Considered from "./Considered.svelte";
import { afterNodes, consideredIn } from "./considered";
import type { Considering } from "./considering.svelte";

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

/** Shows what the bot considered for its second move, whose search is that of `searched`, the ply of an earlier one. */
function shown(from: ThoughtSource, searched: number) {
  const message = fromServer["snapshot-live"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  const moves = ["b2", "a3", "c3"];
  const thoughts = [{ kind: "thought" as const, ply: 2, side: "first" as const, depth: 4, nodes: 9, line: ["c3"], ms: 1, from }];
  const followed = reduce(initialState(), { kind: "message", message: { ...message, state: { ...message.state, ply: 3, moves, diagram: grid(moves), thoughts } }, now: 0 }).matches[MATCH];
  if (!followed) throw new Error("the match is followed");
  const now = { ply: searched, side: "first" as const, depth: 4, nodes: 9, total: 9, moves: [{ move: "a1", text: "a1", nodes: 9, cut: false, best: true }] };
  render(Considered, { followed, names: { first: "Deep", second: "Shallow" }, considering: { now, done: true, lights: undefined } as unknown as Considering });
}

test("after a move without a search its source is named, and the bars of an earlier search are gone", () => {
  shown("book", 0);
  expect(screen.getByText("c3 came from its opening book, without a search.")).toBeTruthy();
  expect(screen.queryByText("a1")).toBeNull();
});

test("a search has its bars, also one that goes on after a move without a search", () => {
  shown("search", 2);
  shown("book", 3);
  expect(screen.getAllByText(/liked a1 best/)).toHaveLength(2);
});
