import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { reduce } from "../core/reduce";
import { initialState } from "../core/state";
import { fromServer, grid, MATCH } from "../wire.samples";
import type { ThoughtSource } from "../wire";
import Considered from "./Considered.svelte";
import type { Considering } from "./considering.svelte";

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
