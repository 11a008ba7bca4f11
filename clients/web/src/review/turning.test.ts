import { expect, test } from "vitest";
import type { AnalysisAnswer, Side, ThoughtEvent } from "../wire";
import { judge, moverOf, promiseOf, promiseOfEnd, turns } from "./turning";

const scale = { decided_beyond: 900, win: 1000 };
const answer = (side: Side, value: number, best: string, line: string[] = [best]) => ({ side, value, best, line, scale, depth: 4 }) as unknown as AnalysisAnswer;
const thought = (ply: number, side: Side, value: number, depth: number) => ({ ply, side, value, depth, from: "search" }) as ThoughtEvent;

test("a value promises a result when it is decided, or in pawns when it leads by two", () => {
  expect([promiseOf({ value: 950 }, scale), promiseOf({ value: 300 }, scale), promiseOf({ value: 300 }, scale, true), promiseOf({ value: -950 }, scale), promiseOf({ win_in: -3 }, scale)]).toEqual([1, 0, 1, -1, -1]);
  expect(judge(answer("second", 950, "a"))).toMatchObject({ promise: -1, proved: true });
  expect(judge(answer("first", -250, "a"), true)).toMatchObject({ promise: -1, proved: false });
  expect([promiseOfEnd("second"), promiseOfEnd("draw"), promiseOfEnd(null)]).toEqual([-1, 0, undefined]);
});

test("the turning points are the moves that lost something, with the refutation and the depth at which it was seen", () => {
  const positions = [judge(answer("first", 0, "a")), judge(answer("second", 980, "r1", ["r1", "r2"])), judge(answer("first", -985, "c")), judge(answer("second", 990, "d"))];
  const thoughts = [thought(0, "first", 5, 3), thought(1, "second", 0, 3), thought(2, "first", -985, 5)];
  expect(turns(positions, ["x", "b", "c"], undefined, thoughts, scale)).toEqual([
    { ply: 0, side: "first", from: 0, to: -1, better: "a", refutation: ["r1", "r2"], notation: undefined, seen: { ply: 2, side: "first", depth: 5 } },
  ]);
});

test("a lead that shrinks by less than a pawn is no turning point", () => {
  const played = (after: number) => turns([judge(answer("first", 210, "a"), true), judge(answer("second", after, "r"), true)], ["x"], undefined, [], scale, true);
  expect(played(-180)).toEqual([]);
  expect(played(-100)).toMatchObject([{ ply: 0, from: 1, to: 0, better: "a" }]);
});

test("the last move is judged by the result", () => {
  const positions = [judge(answer("first", 980, "a"))];
  expect(turns(positions, ["x"], 0, [], scale)).toMatchObject([{ ply: 0, from: 1, to: 0, better: "a" }]);
  expect(turns(positions, ["x"], undefined, [], scale)).toEqual([]);
});

test("a result that the search saw too late has a deciding move without a better one", () => {
  // The second side loses, although it always made the move that the search finds.
  const positions = [judge(answer("first", 0, "a")), judge(answer("second", 0, "b")), judge(answer("first", 0, "c")), judge(answer("second", -980, "d", ["d", "e"])), judge(answer("first", 990, "e"))];
  expect(turns(positions, ["a", "b", "c", "d", "e"], 1, [], scale)).toEqual([
    { ply: 2, side: "first", from: 0, to: 1, better: undefined, refutation: [], notation: undefined, seen: undefined },
  ]);
});

test("the side of a move is the recorded one, also of two moves in a row", () => {
  const thoughts = [thought(2, "first", 5, 3), thought(3, "first", 0, 3)];
  expect([0, 1, 2, 3, 4].map((ply) => moverOf(thoughts, ply))).toEqual([undefined, undefined, "first", "first", undefined]);
  expect(moverOf([], 0)).toBeUndefined();
});
