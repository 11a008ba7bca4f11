import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { MATCH } from "../wire.samples";
import MatchRow from "./MatchRow.svelte";

test("a row counts the moves of each side", () => {
  const summary = { match: MATCH, game: "a-game", options: {}, seats: [{ kind: "open" }, { kind: "open" }] as [{ kind: "open" }, { kind: "open" }], status: "live" as const, plies: 6, created_ms: 0 };
  render(MatchRow, { summary });
  expect(screen.getByText("6 plies")).toBeTruthy();
});
