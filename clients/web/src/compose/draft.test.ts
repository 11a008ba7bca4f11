import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import { Refused } from "../core/link";
import { duration } from "./compose.words";
import { changedSettings, Draft, evaluationOf, proposedName, renamed } from "./draft.svelte";

test("settings are counted in every part of the form", () => {
  expect(changedSettings({ name: "a", bot: "b" })).toBe(0);
  expect(changedSettings({ name: "a", depth: 4, evaluation: "zero", book: true, nodes: 1000, random_move: 0.2 })).toBe(5);
  expect(changedSettings({ grid: { depth: [2, 4] }, pruning: "pvs" })).toBe(1);
});

test("an evaluation is identified by its name, with and without weights", () => {
  expect([evaluationOf({ evaluation: "zero" }), evaluationOf({ evaluation: { name: "threats", weights: { three: 5 } } }), evaluationOf({})]).toEqual(["zero", "threats", ""]);
});

test("a changed bot is named by what differs, shortly and unlike the others", () => {
  const bot = { bot: "g-master", nodes: 200_000, book: false };
  expect(proposedName(bot, "g", [])).toBe("master, 200K nodes, no book");
  expect(proposedName(bot, "g", ["master, 200K nodes, no book"])).toBe("master, 200K nodes, no book (2)");
  expect(proposedName({ ...bot, depth: 4 }, "g", [])).toBe("master, changed");
  expect(proposedName({ bot: "g-club", evaluation: { name: "threats", weights: { two: 3 } }, random_move: 0.2 }, "g", [])).toBe("club, threats, 20% random");
  expect(proposedName({ bot: "g-club" }, "g", [])).toBeUndefined();
  expect(proposedName({ bot: "g-club", grid: { depth: [2, 4] }, book: true }, "g", [])).toBeUndefined();
});

test("the proposed name follows the settings, and a chosen name stays", () => {
  const step = (before: Record<string, unknown>, change: Record<string, unknown>) => renamed(before, { ...before, ...change }, "g", ["g-club"]);
  const changed = step({ bot: "g-club" }, { depth: 2 });
  expect(changed.name).toBe("club, depth 2");
  expect(step(changed, { depth: 3 }).name).toBe("club, depth 3");
  expect(renamed(changed, { bot: "g-club", name: "club, depth 2" }, "g", []).name).toBeUndefined();
  expect(step({ ...changed, name: "Rover" }, { depth: 5 }).name).toBe("Rover");
  expect(step(changed, { name: "Rover" }).name).toBe("Rover");
});

test("a duration of about a second has one text", () => {
  expect([0.4, 1.2, 1.6].map(duration)).toEqual(["a second", "a second", "2 s"]);
});

test("a file is checked again after a check without an answer, and for another composer", async () => {
  vi.useFakeTimers();
  const check = vi.spyOn(api, "composeTournament").mockRejectedValueOnce(new Refused({ status: 0, code: "offline", message: "offline" })).mockResolvedValue({ toml: "checked" });
  const draft = new Draft();
  draft.set({ entrants: [{ name: "one" }] });
  await vi.advanceTimersByTimeAsync(1000);
  expect([draft.toml, draft.refusal === ""]).toEqual(["", false]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([draft.toml, draft.refusal]).toEqual(["checked", ""]);
  for (const operator of [true, true]) draft.composeAs(operator);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(check.mock.calls.map(([, operator]) => operator)).toEqual([false, false, true]);
  check.mockRestore();
  vi.useRealTimers();
});
