import { render, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { AnalysisAnswer, TreeNode } from "../wire";
import AnalysisResult from "./AnalysisResult.svelte";
import { comparable, rootMoves } from "./answer";

const answer = (given: Partial<AnalysisAnswer>): AnalysisAnswer => ({
  game: "a-game",
  options: {},
  position: "",
  moves: [],
  side: "first",
  settings: { depth: 4 },
  depth: 4,
  value: 0,
  value_text: "",
  line: [],
  nodes: 100,
  leaves: 50,
  cutoffs: 10,
  table_hits: 0,
  pruned_moves: 0,
  ms: 1,
  root: [],
  diagram: { kind: "grid", columns: 1, rows: 1, cells: [""], points: ["a1"], last: [] },
  ...given,
});
const moves = (values: Record<string, number>, exact = true) => Object.entries(values).map(([move, value]) => ({ move, value, depth: 4, exact })) as AnalysisAnswer["root"];

const pruned = answer({ value: 58, best: "d4", settings: { depth: 4, quiescence: true }, root: [...moves({ d4: 58 }), ...moves({ e4: 50 }, false)] });
const plain = answer({ value: 45, best: "e4", nodes: 6000, root: moves({ e4: 45, d4: 40 }) });

test("the headline and the table come from one search, and different values are not described as equal", () => {
  render(AnalysisResult, { pruned, plain, sides: ["White", "Black"] });
  expect(screen.getByRole("heading", { name: "d4" })).toBeTruthy();
  const rows = within(screen.getByRole("region", { name: "Every move" })).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim())).toEqual(["d458", "e4≤ 50"]);
  expect(screen.queryByText(/The same value/)).toBeNull();
  expect(screen.getByText("Plain minimax does not play captures out, so it finds another value: 45 at depth 4.")).toBeTruthy();
  // A bound has no bar.
  expect(document.querySelectorAll(".bar")).toHaveLength(1);
});

test("the exact values fill the table if both searches answer the same question", () => {
  const same = answer({ value: 45, best: "e4", root: [...moves({ e4: 45 }), ...moves({ d4: 45 }, false)] });
  expect(rootMoves(same, plain).map(({ move, value, exact }) => [move, value, exact])).toEqual([["e4", 45, true], ["d4", 40, true]]);
  render(AnalysisResult, { pruned: same, plain, sides: ["White", "Black"] });
  expect(screen.getByText(/The same value from 1.7% of the nodes/)).toBeTruthy();
});

test("searches to different depths or cut-off searches are not compared", () => {
  const alike = answer({ value: 45 });
  expect([plain, answer({ value: 45, depth: 3 }), answer({ value: 45, stopped: true }), answer({ value: 44 })].map((other) => comparable(alike, other))).toEqual([true, false, false, false]);
});

test("the headline has the depth of its value if a limit ended the last depth after the best move", () => {
  const cut = answer({ depth: 3, value: -1, best: "d4", stopped: true, root: [{ move: "d4", value: -1, depth: 4, exact: true }, { move: "e4", value: 55, depth: 3, exact: false }] });
  render(AnalysisResult, { pruned: cut, plain: undefined, sides: ["White", "Black"] });
  expect(within(screen.getByRole("region", { name: "d4" })).getByText(/depth 4\b/)).toBeTruthy();
  expect(screen.getByText(/^The limit was reached before one move was searched to depth 4: its value comes from depth 3/)).toBeTruthy();
});

test("a move of another depth than most says so and has no bar", () => {
  const at = (move: string, value: number, depth: number) => ({ move, value, depth, exact: true });
  const cut = answer({ depth: 4, value: 92, best: "h3", stopped: true, root: [at("h3", 92, 5), at("i3", -26, 4), at("j3", -30, 4)] });
  render(AnalysisResult, { pruned: cut, plain: undefined, sides: ["Black", "White"] });
  const rows = within(screen.getByRole("region", { name: "Every move" })).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim())).toEqual(["h392 (depth 5)", "i3−26", "j3−30"]);
  expect(rows.map((row) => row.querySelectorAll(".bar").length)).toEqual([0, 1, 1]);
});

test("the result of a finished game has no depth and no table of moves", () => {
  const over = answer({ value: -1_000_000, value_text: "has lost", win_in: 0, scale: { decided_beyond: 900_000, win: 1_000_000 }, depth: 1 });
  render(AnalysisResult, { pruned: over, plain: undefined, sides: ["White", "Black"] });
  const said = screen.getByRole("region", { name: "The game is over" });
  expect(said.textContent).toContain("White has lost");
  expect(said.textContent).not.toMatch(/depth|proved|wins|Best/);
  expect(screen.queryByRole("table")).toBeNull();
});

test("plain minimax that finds the same value without captures is not said to differ", () => {
  render(AnalysisResult, { pruned: answer({ value: 45, best: "e4", settings: { depth: 4, quiescence: true }, root: moves({ e4: 45 }) }), plain, sides: ["White", "Black"] });
  expect(screen.getByText("Plain minimax, which does not play captures out, finds the same value at depth 4.")).toBeTruthy();
});

test("values, bars and the headline are from the first side's view, and a win fills its half", () => {
  const scale = { decided_beyond: 900_000, win: 1_000_000 };
  const black = answer({ side: "second", value: 11, value_text: "stands at +11", best: "c3", scale, root: [...moves({ c3: 999_997, d4: 11, e5: -3 }), ...moves({ f6: 2 }, false)] });
  render(AnalysisResult, { pruned: black, plain: undefined, sides: ["White", "Black"] });
  expect(screen.getByText(/^White stands at −11/)).toBeTruthy();
  expect(screen.getByText("+ and bars to the right are good for White. Values are points of the evaluation.")).toBeTruthy();
  const rows = within(screen.getByRole("region", { name: "Every move" })).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim())).toEqual(["c3loss in 3 plies", "d4−11", "f6≥ −2", "e5+3"]);
  expect([...document.querySelectorAll<HTMLElement>(".bar")].map((bar) => [bar.style.width, bar.classList.contains("minus")])).toEqual([["50%", true], ["50%", true], [`${50 * (3 / 11)}%`, false]]);
});

test("an answer of several depths shows how move and value developed, and of which depth its tree is", () => {
  vi.stubGlobal("ResizeObserver", class { observe = () => undefined; unobserve = () => undefined; disconnect = () => undefined; });
  const depths = [1, 2, 3].map((depth) => ({ depth, value: 10 * depth, move: "d4", nodes: depth }));
  const tree = { alpha: null, beta: null, side: "first", kind: "inner", value: 30, children: [] } as unknown as TreeNode;
  render(AnalysisResult, { pruned: answer({ tree, depths, stopped: true, depth: 3, value: 50, best: "d4", root: moves({ d4: 50 }) }), plain: undefined, sides: ["White", "Black"], alone: true });
  expect(screen.getByText(/^By depth/).textContent).toBe("By depth d4 10 (1) · d4 20 (2) · d4 30 (3)");
  expect(screen.getByText(/The tree is that of depth 3\. The limit was reached in depth 4/)).toBeTruthy();
});
