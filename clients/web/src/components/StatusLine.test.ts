import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { initialState } from "../core/state";
import { reduce } from "../core/reduce";
import { fromServer, MATCH } from "../wire.samples";
import type { MatchState, Side } from "../wire";
import StatusLine from "./StatusLine.svelte";

const [names, sides] = [{ first: "Ann", second: "Bob" }, { first: "X", second: "O" }];

function shownFor(change: Partial<MatchState>, props: { inTournament?: boolean; past?: { ply: number; turn: Side | undefined; line?: string }; onnow?: () => void } = {}) {
  const message = fromServer["snapshot-first-move"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  const told = { ...message, state: { ...message.state, ...change } };
  const followed = reduce(initialState(), { kind: "message", message: told, now: performance.now() }).matches[MATCH];
  if (!followed) throw new Error("the match is followed");
  render(StatusLine, { followed, names, sides, ...props });
}

test("both players see how long the first move may take, and what happens then", () => {
  shownFor({});
  expect(screen.getByRole("timer").textContent).toBe("You have 0:43 for the first move, then the match is called off.");
  document.body.replaceChildren();
  shownFor({ you: "second" }, { inTournament: true });
  expect(screen.getByRole("timer").textContent).toBe("Ann has 0:43 for the first move.");
});

test("a match that did not begin is lost in a tournament, and its last seconds have a unit", () => {
  const unbegun = { outcome: null, by: "aborted", detail: "not begun", circumstance: { code: "end_not_begun", message: "not begun" } } as const;
  shownFor({ verdict: unbegun }, { inTournament: true });
  expect(screen.getByText("The match was aborted before it began. The tournament counts it as lost by the side that made no first move.")).toBeTruthy();
  document.body.replaceChildren();
  const message = fromServer["snapshot-first-move"];
  if (message?.type !== "snapshot" || !message.state.clocks) throw new Error("the sample has clocks");
  shownFor({ clocks: { ...message.state.clocks, first_move_left_ms: 3000 } });
  expect(screen.getByRole("timer").textContent).toBe("You have 3 seconds for the first move, then the match is called off.");
});

test("nothing counts down for a bot, nor once a clock runs", () => {
  const bot = { kind: "bot", name: "club", spec: {} } as const;
  const message = fromServer["snapshot-first-move"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  shownFor({ turn: "second", seats: [message.state.seats[0], bot] });
  expect(screen.queryByRole("timer")).toBeNull();
  const clocks = { initial_ms: 1, increment_ms: 0, first: 1, second: 1, running: "first" as const, first_move_ms: 60_000 };
  shownFor({ clocks });
  expect(screen.queryByRole("timer")).toBeNull();
});

test("an earlier position hides the result and says where it is", async () => {
  const onnow = vi.fn();
  shownFor({ status: "finished", verdict: { outcome: "first", by: "rules" }, ply: 5 }, { past: { ply: 2, turn: "first" }, onnow });
  expect(screen.queryByTestId("verdict")).toBeNull();
  expect(document.querySelector(".title")?.textContent).toBe("Ann to move");
  expect(screen.getByText("Ply 2 of 5")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "To the end" }));
  expect(onnow).toHaveBeenCalledOnce();
});

test("a friend sees who invites, and the creator that a player is missing", () => {
  const seats: MatchState["seats"] = [{ kind: "human", player: "1", name: "Ann", away: false }, { kind: "open" }];
  shownFor({ status: "open", seats, you: undefined } as unknown as Partial<MatchState>);
  expect(document.querySelector(".title")?.textContent).toBe("Ann invites you to a match.");
  document.body.replaceChildren();
  shownFor({ status: "open", seats, you: "first" });
  expect(document.querySelector(".title")?.textContent).toBe("Waiting for a player");
});

test("a live match tells how far behind an earlier position is, with one button to the present", () => {
  shownFor({ you: "second", turn: "first", ply: 31 }, { past: { ply: 12, turn: "second" }, onnow: vi.fn() });
  expect(screen.getByText("Ply 12 of 31 · 19 behind")).toBeTruthy();
  expect(document.querySelector(".title")?.textContent).toBe("Bob to move");
  expect(screen.getByRole("button", { name: "Back to now" })).toBeTruthy();
  document.body.replaceChildren();
  shownFor({ you: "first", turn: "first", ply: 31 }, { past: { ply: 12, turn: "second" } });
  expect(screen.queryByRole("button")).toBeNull();
});

test("a line that left the match has its own title", () => {
  shownFor({ status: "finished", verdict: { outcome: "first", by: "rules" }, ply: 5 }, { past: { ply: 2, turn: undefined, line: "The refutation, move 1" } });
  expect(screen.getByText("The refutation, move 1")).toBeTruthy();
  expect(screen.queryByText("Ply 2 of 5")).toBeNull();
});
