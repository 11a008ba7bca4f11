import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { app } from "../core/app.svelte";
import type { MatchSummary, SeatView } from "../wire";
import { grid, MATCH } from "../wire.samples";
import MatchRow from "./MatchRow.svelte";

test("a row counts the moves of each side", () => {
  const summary = { match: MATCH, game: "a-game", options: {}, seats: [{ kind: "open" }, { kind: "open" }] as [{ kind: "open" }, { kind: "open" }], status: "live" as const, plies: 6, created_ms: 0 };
  render(MatchRow, { summary });
  expect(screen.getByText("6 plies")).toBeTruthy();
});

test("a live row counts the moves of its board, which is newer than the list", () => {
  vi.stubGlobal("IntersectionObserver", class { observe = () => undefined; disconnect = () => undefined; });
  const summary: MatchSummary = { match: MATCH, game: "a-game", options: {}, seats: [{ kind: "open" }, { kind: "open" }], status: "live", plies: 1, created_ms: 0 };
  app.state = { ...app.state, boards: { [MATCH]: { type: "board", match: MATCH, status: "live", ply: 17, diagram: grid([]) } } };
  render(MatchRow, { summary, board: true });
  expect(screen.getByText("17 plies")).toBeTruthy();
  vi.unstubAllGlobals();
});

test("two guests are told apart by their sides, and the reader's own seat is marked", () => {
  const guest = (player: string): SeatView => ({ kind: "human", player, name: "Guest", away: false });
  const summary: MatchSummary = { match: MATCH, game: "a-game", options: {}, seats: [guest("1"), guest("2")], status: "finished", plies: 6, created_ms: 0, verdict: { outcome: "second", by: "resignation" } };
  const text = () => {
    const { container, unmount } = render(MatchRow, { summary });
    const [names, facts] = [container.querySelector(".who")?.textContent, container.querySelector("a .small")?.textContent];
    unmount();
    return [names, facts];
  };
  const [names, facts] = text();
  expect(names).toBe("Guest (First) – Guest (Second)");
  expect(facts).toContain("Guest (Second) won by resignation");
  app.state = { ...app.state, player: { id: "1", name: "Guest" } };
  const [own, lost] = text();
  expect(own).toBe("Guest (you) – Guest");
  expect(lost).toContain("You lost by resignation");
});
