import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Underway from "./Underway.svelte";

test("a tournament whose matches were too short for a board says so when it is over", async () => {
  const { rerender } = render(Underway, { tournament: "t", game: "a-game" });
  expect(screen.queryByText(/^Every match was over/)).toBeNull();
  await rerender({ over: true });
  expect(screen.getByText(/^Every match was over in less than a second/)).toBeTruthy();
});
