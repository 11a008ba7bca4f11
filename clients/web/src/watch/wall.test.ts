import { expect, test } from "vitest";
import type { ThoughtEvent } from "../wire";
import { bestOf, evaluationAt, nextOf, turnedFor } from "./wall";

const boards = ["a", "b", "c"].map((key) => ({ key, game: "g", first: "x", second: "y", ply: 1 }));

test("the wall goes round, also when the shown board has ended", () => {
  expect(nextOf(boards, undefined, 0)?.key).toBe("a");
  expect(nextOf(boards, "a", 0)?.key).toBe("b");
  expect(nextOf(boards, "c", 2)?.key).toBe("a");
  expect(nextOf(boards.slice(1), "a", 0)?.key).toBe("b");
  expect(nextOf(boards.slice(0, 2), "c", 2)?.key).toBe("a");
  expect(nextOf([], "a", 0)).toBeUndefined();
});

test("the archive begins with the longest match that was decided on the board", () => {
  const match = (plies: number, outcome: "first" | "draw", by = "rules") => ({ plies, verdict: { outcome, by } });
  expect(bestOf([match(9, "draw"), match(5, "first"), match(7, "first"), match(30, "first", "resignation"), match(0, "first")], 3).map(({ plies }) => plies)).toEqual([7, 5, 30]);
});

test("the evaluation is that before the position, and a great change is a turning point", () => {
  const thought = (ply: number, side: "first" | "second", value: number, more = {}) => ({ kind: "thought", ply, side, value, depth: 3, nodes: 9, line: [], ms: 0, from: "search", ...more }) as ThoughtEvent;
  const thoughts = [thought(0, "first", 1), thought(1, "second", -1), thought(2, "first", 2), thought(3, "second", 900, { win_in: 3 })];
  expect(evaluationAt(thoughts, 0, undefined)).toBeUndefined();
  expect(evaluationAt(thoughts, 3, undefined)).toBeGreaterThan(0);
  expect(evaluationAt(thoughts, 4, undefined)).toBe(-1);
  // A small lead is drawn small: on the scale of the game, or of the whole match.
  expect(evaluationAt([thought(0, "first", 16)], 1, 900, true)).toBeCloseTo(0.1, 2);
  expect(evaluationAt(thoughts.slice(0, 3), 1, undefined)).toBeLessThan(0.6);
  expect([turnedFor(thoughts, 3, undefined), turnedFor(thoughts, 4, undefined), turnedFor(thoughts, 9, undefined)]).toEqual([undefined, "second", undefined]);
});
