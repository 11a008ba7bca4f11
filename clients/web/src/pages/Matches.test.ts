import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import { app } from "../core/app.svelte";
import { router } from "../core/router.svelte";
import Matches from "./Matches.svelte";

vi.mock("../core/api", async (original) => {
  const real = await original<typeof import("../core/api")>();
  return { ...real, api: { ...real.api, bots: () => Promise.resolve([]), matches: () => Promise.resolve({ matches: [] }) } };
});

test("a search for one's own name says where the matches played as a guest are", async () => {
  const shown = async (name: string) => {
    router.go(`/matches?status=all&name=${name}`);
    const { unmount } = render(Matches);
    await screen.findByText(/^No match of a player/);
    const told = screen.queryByText(/played as a guest/) !== null;
    unmount();
    return told;
  };
  app.state = { ...app.state, player: { id: "1", name: "Eva", class: "person" } };
  expect([await shown("ev"), await shown("Ben")]).toEqual([true, false]);
  app.state = { ...app.state, player: { id: "1", name: "Eva (guest)" } };
  expect(await shown("Eva")).toBe(false);
});

test("the list of running matches goes on by itself, and that of finished ones stays", async () => {
  vi.useFakeTimers();
  const asked = vi.spyOn(api, "matches");
  for (const [status, goesOn] of [["live", true], ["finished", false]] as const) {
    router.go(`/matches?status=${status}`);
    const { unmount } = render(Matches);
    await vi.advanceTimersByTimeAsync(100);
    const first = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(6000);
    expect(asked.mock.calls.length > first).toBe(goesOn);
    unmount();
  }
  vi.useRealTimers();
});
