import { beforeEach, expect, test } from "vitest";
import type { TraceNode } from "../explore/trace";
import type { MapPosition, StepView } from "../wire";
import { answer, answers, candidates, dayIn, dayOf, dayText, isByDistance, isMarked, kinds, leavesBelow, sameLeaves, squaresOf, streakOn, toggled } from "./daily";

beforeEach(() => localStorage.clear());

const node = (children: TraceNode[] = []): TraceNode => {
  children.forEach((child, i) => (child.move = String(i)));
  return { parent: undefined, move: undefined, name: "", ply: 0, max: true, children, looks: [], visits: [], born: 0 };
};
/** Two moves with two replies each. */
const tree = node([node([node(), node()]), node([node(), node()])]);
const map = Array.from({ length: 20 }, (_, i): MapPosition => ({ position: `p${i}`, ply: i % 4, side: "first", payoff: 0, plies: 2, moves: [{ move: "a", to: 0, best: true }, { move: "b", to: 0, best: false }], cells: ["x", "", ""] }));

test("a date determines its positions, and the next one has others", () => {
  for (const kind of kinds.map((kind) => (kind.kind === "solved" ? { ...kind, plies: [1, 2] } : kind))) {
    const day = dayOf(Date.UTC(2026, 10, 27));
    const given = candidates(kind, day, map);
    expect(candidates(kind, day, map)).toEqual(given);
    expect(candidates(kind, day + 1, map)).not.toEqual(given);
    expect(given.every(({ game, position }) => game === kind.game && position)).toBe(true);
    if (kind.kind === "solved") expect(given.every(({ position }) => kind.plies.includes(Number(position?.slice(1)) % 4))).toBe(true);
    else expect(given.every(({ position, search }) => JSON.stringify(position).split("[").length > 2 && Number(search?.depth) >= 2)).toBe(true);
  }
});

test("an address names a day up to today", () => {
  const today = dayOf(Date.UTC(2026, 10, 27, 23, 59));
  expect(dayText(today)).toBe("2026-11-27");
  expect(["2026-11-27", "2026-11-26", "2026-11-28", "2026-13-01", "yesterday", null].map((text) => dayIn(text, today))).toEqual([today, today - 1, undefined, undefined, undefined, undefined]);
});

test("the row of squares has one for each leaf and one for the value", () => {
  expect(squaresOf(tree, ["1"], ["1"], true)).toEqual(["searched", "searched", "cut", "cut", "cut"]);
  expect(squaresOf(tree, ["0 1"], ["1 1"], false)).toEqual(["searched", "wrong", "searched", "wrong", "wrong"]);
});

test("a cut may depend on the sooner of two wins or the later of two losses", () => {
  const cut = (value: number, alpha: number, max = false) => isByDistance({ value, max, alpha, beta: alpha } as StepView, 90);
  expect([cut(97, 99), cut(-97, -95), cut(97, 99, true), cut(-99, 99), cut(0, 99), cut(50, 99)]).toEqual([true, true, true, false, false, false]);
});

test("a marked node stands for everything below it", () => {
  expect(toggled(["1 0", "0"], "1")).toEqual(["0", "1"]);
  expect(toggled(["0", "1"], "1")).toEqual(["0"]);
  expect([isMarked(["1"], "1 0"), isMarked(["1"], "1"), isMarked(["1"], "11"), isMarked(["1 0"], "1")]).toEqual([true, true, false, false]);
  expect([...leavesBelow(tree)]).toHaveLength(4);
  expect([...leavesBelow(tree, ["1"])]).toEqual(["1 0", "1 1"]);
  expect(sameLeaves(tree, ["1 0", "1 1"], ["1"])).toBe(true);
  expect(sameLeaves(tree, ["1 0"], ["1"])).toBe(false);
  expect(sameLeaves(tree, [], ["1"])).toBe(false);
});

test("a streak counts right answers on days in a row", () => {
  expect(streakOn(10, answers())).toBe(0);
  expect(answer(10, 3, ["1"], true).streak).toBe(1);
  expect(answer(11, 3, ["1"], true).streak).toBe(2);
  expect([streakOn(11, answers()), streakOn(12, answers()), streakOn(13, answers())]).toEqual([2, 2, 0]);
  // A second answer of the same day does not count.
  expect(answer(11, 4, [], false).streak).toBe(2);
  expect(answer(12, 4, [], false).streak).toBe(0);
  expect(answers().map(({ day }) => day)).toEqual([12, 11, 10]);
  expect(answer(14, 1, [], true).streak).toBe(1);
  expect(streakOn(14, answers())).toBe(1);
});

test("a damaged store is an empty one", () => {
  for (const text of ["nonsense", "{}", '[{"day":"x"}, 3, null]']) {
    localStorage.setItem("minimax-arena.daily", text);
    expect(answers()).toEqual([]);
  }
});
