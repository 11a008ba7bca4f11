import { expect, test } from "vitest";
import { ANN, fromServer } from "../wire.samples";
import { ownMatches, turnsThatCame, ended } from "./alerts";
import { reduce } from "./reduce";
import { initialState } from "./state";

test("a new turn is reported once, and a turn that was there on arrival is not reported", () => {
  const message = fromServer["snapshot-live"];
  if (!message) throw new Error("no sample");
  const { matches } = reduce(initialState(), { kind: "message", message, now: 0 });
  expect(ownMatches(matches, "somebody else")).toEqual([]);
  const mine = ownMatches(matches, ANN);
  expect(mine.map(({ turn }) => turn)).toEqual([true]);
  const [{ followed } = { followed: undefined }] = mine;
  if (!followed) throw new Error("the match is one's own");
  const { match, state } = followed;
  expect(turnsThatCame({}, mine)).toEqual([]);
  expect(turnsThatCame({ [match]: state.ply - 1 }, mine)).toEqual([{ match, ply: state.ply }]);
  expect(turnsThatCame({ [match]: state.ply }, mine)).toEqual([]);
});

test("the end of a player's match is reported once", () => {
  const matches = { a: { state: { status: "finished" } }, b: { state: { status: "live" } } } as unknown as Parameters<typeof ended>[1];
  expect(ended(["a", "b", "gone"], matches)).toEqual(["a"]);
  // Known matches are the live ones, so this match is no longer among them.
  expect(ended(["b"], matches)).toEqual([]);
});
