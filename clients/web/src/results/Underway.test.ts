import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import type { MatchRecord, SetupView } from "../wire";
import Underway from "./Underway.svelte";

test("a tournament whose matches were too short for a board shows the last one at its end", async () => {
  const record = { id: "m", options: {}, opening: { moves: [] }, moves: ["a1"], seats: [{ name: "Ann" }, { name: "Ben" }] } as unknown as MatchRecord;
  const records = vi.spyOn(api, "records").mockResolvedValue({ records: [record], total: 7 });
  vi.spyOn(api, "position").mockResolvedValue({ side: "second", diagram: { kind: "squares", columns: 1, rows: 1, cells: ["x"], points: ["a1"], last: [] } } as unknown as SetupView);
  const { rerender } = render(Underway, { tournament: "t", game: "a-game" });
  expect(screen.queryByText(/^Every match was over/)).toBeNull();
  await rerender({ over: true });
  expect(screen.getByText(/^Every match was over in less than a second/)).toBeTruthy();
  expect((await screen.findByRole("link")).getAttribute("href")).toBe("/match/m");
  expect(records.mock.calls.at(-1)).toEqual(["t", { offset: 6, limit: 1 }]);
});

test("a tournament whose records cannot be read refers to its lists", async () => {
  vi.spyOn(api, "records").mockRejectedValue(new Error("offline"));
  render(Underway, { tournament: "t", game: "a-game", over: true });
  await vi.waitFor(() => expect(api.records).toHaveBeenCalled());
  expect(screen.getByText(/^Every match was over in less than a second/)).toBeTruthy();
});
