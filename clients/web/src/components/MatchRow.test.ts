import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { app } from "../core/app.svelte";
import type { MatchSummary, SeatView } from "../wire";
import { MATCH } from "../wire.samples";
import MatchRow from "./MatchRow.svelte";

test("a row counts the moves of each side", () => {
  const summary = { match: MATCH, game: "a-game", options: {}, seats: [{ kind: "open" }, { kind: "open" }] as [{ kind: "open" }, { kind: "open" }], status: "live" as const, plies: 6, created_ms: 0 };
  render(MatchRow, { summary });
  expect(screen.getByText("6 plies")).toBeTruthy();
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
