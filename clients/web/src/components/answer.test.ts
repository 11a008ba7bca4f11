import { expect, test } from "vitest";
import { addsTo, isProved, percentOf } from "./answer";

test("a small share of the nodes is never shown as zero", () => {
  expect([percentOf(83, 1000), percentOf(1, 1000), percentOf(102, 3_108_577), percentOf(10, 3_108_577)]).toEqual(["8.3", "0.1", "0.003", "0.0003"]);
});

test("a search that ended above its depth is proved, unless a limit stopped it", () => {
  const settings = { depth: 8 };
  expect(isProved({ depth: 1, win_in: 1, settings })).toBe(true);
  expect(isProved({ depth: 8, win_in: 7, settings })).toBe(false);
  expect(isProved({ depth: 6, win_in: 5, stopped: true, settings })).toBe(false);
  expect(isProved({ depth: 6, settings })).toBe(false);
});

test("a value is not shown twice", () => {
  expect([addsTo("stands at +46", "+46"), addsTo("wins in 5 plies", "wins in 5"), addsTo("wins", "win"), addsTo("draws", "0"), addsTo("", "+3")]).toEqual([false, false, false, true, false]);
});
