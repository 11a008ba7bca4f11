import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { initialState } from "../core/state";
import { reduce } from "../core/reduce";
import { fromServer, MATCH } from "../wire.samples";
import type { MatchState } from "../wire";
import StatusLine from "./StatusLine.svelte";

const [names, sides] = [{ first: "Ann", second: "Bob" }, { first: "X", second: "O" }];

function shownFor(change: Partial<MatchState>, props: { inTournament?: boolean; behind?: number } = {}) {
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

test("a playback that is behind hides the result", () => {
  shownFor({ status: "finished", verdict: { outcome: "first", by: "rules" } }, { behind: 3 });
  expect(screen.getByText("3 moves behind")).toBeTruthy();
  expect(screen.queryByTestId("verdict")).toBeNull();
});
