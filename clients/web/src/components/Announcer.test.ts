import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Followed } from "../core/state";
import type { EventView } from "../wire";
import Announcer from "./Announcer.svelte";

const moved = (ply: number, move: string) => ({ kind: "moved", ply, side: ply % 2 === 0 ? "first" : "second", move }) as EventView;
const events: EventView[] = [moved(0, "b2"), moved(1, "a1"), { kind: "ended", verdict: { outcome: "first", by: "resignation" } } as EventView];
const followed = { heard: events.map((event, seq) => ({ seq, event })) } as unknown as Followed;
const cast = { names: { first: "Deep", second: "Shallow" }, sides: { first: "X", second: "O" } };
const lines = () => [...screen.getByRole("log").children].map((line) => line.textContent);

test("a reader who watches earlier moves hears those only, and the end with the last position", async () => {
  const { rerender } = render(Announcer, { followed, cast, until: 1 });
  expect(lines()).toEqual(["Deep played b2."]);
  await rerender({ until: 2 });
  expect(lines()).toHaveLength(2);
  await rerender({ until: undefined });
  expect(lines()).toHaveLength(3);
  expect(lines()[2]).toContain("Deep");
});
