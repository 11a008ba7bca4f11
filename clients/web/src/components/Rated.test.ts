import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { initialState } from "../core/state";
import { reduce } from "../core/reduce";
import { fromServer, MATCH } from "../wire.samples";
import Rated from "./Rated.svelte";

test("a match of a league counts for the rating there, unlike a casual match", async () => {
  const message = fromServer["snapshot-first-move"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  const followed = reduce(initialState(), { kind: "message", message: { ...message, state: { ...message.state, rated: false } }, now: 0 }).matches[MATCH];
  if (!followed) throw new Error("the match is followed");
  const { rerender } = render(Rated, { followed, names: { first: "Ann", second: "Bob" } });
  expect(screen.getByText("Not rated: a casual match.")).toBeTruthy();
  await rerender({ inLeague: true });
  expect(screen.getByText("It counts for the rating in its league, and for no other.")).toBeTruthy();
  expect(screen.queryByText(/Not rated/)).toBeNull();
});
