import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Followed } from "../core/state";
import type { MatchState } from "../wire";
import { ANN, grid, MATCH } from "../wire.samples";
import Invite from "./Invite.svelte";

const open = (given: Partial<MatchState> = {}) =>
  ({
    match: MATCH,
    state: {
      game: "a-game",
      options: {},
      seats: [{ kind: "human", player: ANN, name: "Ann", away: false }, { kind: "open" }],
      status: "open",
      start: {},
      ply: 0,
      moves: [],
      diagram: grid([]),
      offers: {},
      thoughts: [],
      clocks: { initial_ms: 300_000, increment_ms: 2000, first: 300_000, second: 300_000 },
      ...given,
    },
  }) as unknown as Followed;
const cast = { sides: { first: "White", second: "Black" } };

test("an invited friend sees the terms", () => {
  render(Invite, { followed: open(), ...cast });
  const terms = screen.getAllByRole("definition").map((term) => term.textContent);
  expect(terms).toEqual(["a-game", "5+2", "Black"]);
  expect(screen.getByRole("button", { name: "Play as Black" })).toBeTruthy();
});

test("the creator sees the link and its QR code", async () => {
  render(Invite, { followed: open({ you: "first" }), ...cast });
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toContain(`/match/${MATCH}`);
  // The page under test is at localhost, which a friend's device cannot open.
  expect(screen.getByText(/works on this computer only/)).toBeTruthy();
  const code = await screen.findByRole<HTMLImageElement>("img", { name: "QR code of the link" });
  expect(decodeURIComponent(code.src)).toContain("<svg");
});
