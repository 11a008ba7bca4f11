import { render } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import type { GameView, SetupView } from "../wire";
import { grid } from "../wire.samples";
import StartBoard from "./StartBoard.svelte";

const game = { name: "a-game", title: "A game", about: "", sides: ["First", "Second"], options: [], evaluations: [] } as unknown as GameView;

test("the first position is asked for once, so that a move begun on the board is not forgotten", async () => {
  vi.useFakeTimers();
  const view = { game: "a-game", diagram: grid(["b2"]), legal: ["b2"], side: "first" } as unknown as SetupView;
  const position = vi.spyOn(api, "position").mockResolvedValue(view);
  const { rerender } = render(StartBoard, { game, options: {}, start: undefined, seat: "first", bottom: "first", sent: undefined, onmove: vi.fn() });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(position).toHaveBeenCalledTimes(1);
  await rerender({ options: { size: 5 } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(position).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
