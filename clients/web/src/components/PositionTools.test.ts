import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { app } from "../core/app.svelte";
import type { Followed } from "../core/state";
import { questionOf } from "../core/routes";
import type { MatchState, SeatView, ThoughtEvent } from "../wire";
import { ANN, grid, MATCH } from "../wire.samples";
import PositionTools from "./PositionTools.svelte";

const person = (player: string): SeatView => ({ kind: "human", player, name: "Somebody", away: false });
const clocks = { initial_ms: 60_000, increment_ms: 0, first: 60_000, second: 60_000 };
const state = (given: Partial<MatchState>): MatchState => ({
  game: "a-game",
  options: {},
  seats: [person(ANN), person("018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d03")],
  status: "live",
  start: {},
  ply: 1,
  moves: ["b2"],
  diagram: grid(["b2"]),
  offers: {},
  thoughts: [],
  rated: true,
  clocks,
  ...given,
});
function links(given: Partial<MatchState>): string[] {
  const followed = { match: MATCH, state: state(given) } as unknown as Followed;
  const { unmount } = render(PositionTools, { followed, view: 1 });
  const found = screen.queryAllByRole("link").map((link) => link.textContent ?? "");
  unmount();
  return found;
}
const ALL = ["Analyse", "Step through a search", "Play from here"];

test("a player of a live rated match with a clock is offered no search", () => {
  app.state = { ...app.state, player: { id: ANN, name: "Ann" } };
  expect(links({})).toEqual([]);
  expect(links({ rated: false })).toEqual(ALL);
  expect(links({ clocks: undefined } as Partial<MatchState>)).toEqual(ALL);
  expect(links({ status: "finished", verdict: { outcome: "first", by: "resignation" } })).toEqual(ALL);
});

test("the stepper opens with the position and the settings of the bot that searches it", () => {
  const bot = (name: string, depth: number): SeatView => ({ kind: "bot", name, spec: { name, game: "a-game", depth, pruning: "pvs", table_mb: 1, ties: "random", time_ms: 50, random_move: 0.1 } });
  const asked = (given: Partial<MatchState>, view = 1) => {
    const followed = { match: MATCH, state: state({ moves: ["b2", "a1"], ply: 2, turn: "first", rated: false, ...given }) } as unknown as Followed;
    const { unmount } = render(PositionTools, { followed, view });
    const { search, bot, moves, without } = questionOf(new URL((screen.getByRole("link", { name: "Step through a search" }) as HTMLAnchorElement).href).searchParams);
    unmount();
    return [bot, search, moves.join(" "), without.join(" ")];
  };
  const settings = (depth: number) => ({ depth, pruning: "pvs", table_mb: 1 });
  const two = [bot("One", 3), bot("Two", 5)] as [SeatView, SeatView];
  expect(asked({ seats: [person(ANN), bot("Two", 5)] }, 0)).toEqual(["Two", settings(5), "", "random_move time_ms"]);
  expect(asked({ seats: two })).toEqual(["Two", settings(5), "b2", "random_move time_ms"]);
  expect(asked({ seats: two }, 2)).toEqual(["One", settings(3), "b2 a1", "random_move table_mb time_ms"]);
  // A final position has no search, so the position before it is searched.
  expect(asked({ seats: two, status: "finished", verdict: { outcome: "first", by: "rules" }, thoughts: [{ ply: 0, side: "first" } as ThoughtEvent] }, 2)).toEqual(["Two", settings(5), "b2", "random_move time_ms"]);
  expect(asked({ seats: [person(ANN), { kind: "bot", name: "Engine", spec: { engine: "fish" } }] })).toEqual(["", {}, "b2", ""]);
});

test("a random move has no search to step through", () => {
  const chance: SeatView = { kind: "bot", name: "Chance", spec: { game: "a-game", depth: 2, pruning: "alpha-beta", random_move: 1 } };
  expect(links({ seats: [person(ANN), chance], rated: false, turn: "second" })).toEqual(["Analyse", "Play from here"]);
  const partly: SeatView = { ...chance, spec: { ...chance.spec, random_move: 0.3 } };
  const thought = (from: ThoughtEvent["from"]) => ({ seats: [person(ANN), partly] as [SeatView, SeatView], rated: false, ply: 2, turn: "first" as const, moves: ["b2", "a1"], thoughts: [{ ply: 1, side: "second", from } as ThoughtEvent] });
  expect(links(thought("random"))).toEqual(["Analyse", "Play from here"]);
  expect(links(thought("search"))).toEqual(ALL);
});

test("a spectator is offered one", () => {
  app.state = { ...app.state, player: { id: "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d09", name: "Zoe" } };
  expect(links({})).toEqual(ALL);
});
