import { render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { reduce } from "../core/reduce";
import { initialState } from "../core/state";
import { valueCurves } from "../core/values";
import { fromServer, grid, MATCH } from "../wire.samples";
import type { SeatView, ThoughtEvent } from "../wire";
import BotThought from "./BotThought.svelte";
import Thinking from "./Thinking.svelte";

const bot = (name: string, evaluation: string): SeatView => ({ kind: "bot", name, spec: { name, evaluation: { name: evaluation } } });
const thought = (ply: number, value: number, depth: number, line: string[]): ThoughtEvent => ({ kind: "thought", ply, side: ply % 2 === 0 ? "first" : "second", value, depth, nodes: 100 + ply, line, ms: 1, from: "search" });

function shown(view: number, lined = true) {
  const message = fromServer["snapshot-live"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  const moves = ["b2", "a3", "c3"];
  const thoughts = [thought(0, 5, 4, ["b2", "a1"]), thought(1, -40, 2, ["a3", "c3", "a1"]), thought(2, 7, 6, ["c3", "a1", "c2"])];
  const seats: [SeatView, SeatView] = [bot("Deep", "lines"), bot("Shallow", "classic")];
  const state = { ...message.state, seats, ply: 3, moves, turn: "second" as const, diagram: grid(moves), thoughts };
  const followed = reduce(initialState(), { kind: "message", message: { ...message, state }, now: 0 }).matches[MATCH];
  if (!followed) throw new Error("the match is followed");
  render(Thinking, { followed, view, names: { first: "Deep", second: "Shallow" }, curves: valueCurves(thoughts, seats), watchable: true, onview: () => undefined, lined });
  const region = screen.getByRole("region", { name: "What the bots thought" });
  return [...region.querySelectorAll(".narrow")].map((column) => column.textContent.replace(/\s+/g, " ").trim());
}

test("two bots' values from the first side's view, depths, nodes and lines are side by side, each with the move that it expects", () => {
  expect(shown(3)).toEqual([
    "Deep expects a1 Value+7 Depth6 Nodes102 c3 a1 c2",
    "Shallow expects a1 Value+40 Depth2 Nodes101 a3 c3 a1",
  ]);
  expect(document.querySelectorAll("polyline")).toHaveLength(2);
  expect(document.querySelectorAll(".axis")).toHaveLength(1);
  expect(screen.getByText("Values: + and up are good for Deep")).toBeTruthy();
});

test("an earlier position shows the thoughts before it, and a line that was left shows no expected move", () => {
  expect(shown(2)).toEqual([
    "Deep Value+5 Depth4 Nodes100 b2 a1",
    "Shallow expects c3 Value+40 Depth2 Nodes101 a3 c3 a1",
  ]);
});

test("without the arrows the expected moves are not named, and the search is watched on request only", () => {
  expect(shown(3, false)[0]).toBe("Deep Value+7 Depth6 Nodes102 c3 a1 c2");
  const watch = within(document.body).getByRole<HTMLInputElement>("checkbox", { name: "Watch the search" });
  expect(watch.checked).toBe(false);
});

test("beside another bot, a bot's name is without its game, so that it is not cut", () => {
  render(BotThought, { game: "a-game", name: "a-game-perfect", side: "first", narrow: true, thought: thought(0, 5, 4, ["b2"]) });
  const name = document.querySelector("bdi");
  expect([name?.textContent, name?.getAttribute("title")]).toEqual(["perfect", "a-game-perfect"]);
});
