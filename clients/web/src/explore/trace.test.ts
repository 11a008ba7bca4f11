import { describe, expect, test } from "vitest";
import type { StepView } from "../wire";
import { drawTree } from "./draw";
import { sentence, tellStep, windowText } from "./step.words";
import { afterNodes, grow, joined, lineAt, lookAt, nextCut, pathAt, payoffIn, spliceVisit, type TraceNode } from "./trace";

const TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];

/** Builds a step of a search: code, node, ply, window, and the rest. */
function step(code: StepView["code"], node: number, ply: number, window: [number | null, number | null], more: Partial<StepView> = {}): StepView {
  const max = ply % 2 === 0;
  return { code, node, ply, side: max ? "first" : "second", max, alpha: window[0], beta: window[1], ...more };
}

/** The first two thirds of the textbook's tree. The second MIN node is cut after its first leaf. */
const steps: StepView[] = [
  step("iteration", 0, 0, [null, null], { depth: 2 }),
  step("enter", 0, 0, [null, null], { depth: 2 }),
  step("enter", 1, 1, [null, null], { move: "0", depth: 1 }),
  step("enter", 2, 2, [null, null], { move: "0", depth: 0 }),
  step("over", 2, 2, [null, null], { value: 3 }),
  step("raise", 1, 1, [null, null], { move: "0", value: 3 }),
  step("searched", 1, 1, [null, 3], { value: 3 }),
  step("raise", 0, 0, [null, null], { move: "0", value: 3 }),
  step("enter", 5, 1, [3, null], { move: "1", depth: 1 }),
  step("enter", 6, 2, [3, null], { move: "0", depth: 0 }),
  step("over", 6, 2, [3, null], { value: 2 }),
  step("cut", 5, 1, [3, null], { move: "0", value: 2, pruned: { moves: ["1", "2"], count: 2, leaves: 2 } }),
  step("searched", 5, 1, [3, 2], { value: 2 }),
  step("searched", 0, 0, [3, null], { value: 3 }),
];

describe("a trace", () => {
  const trace = grow(steps, 7, { payoff: payoffIn(TEXTBOOK), name: (written) => written });
  const [root] = trace.iterations.map((iteration) => iteration.root);
  const child = (node: TraceNode | undefined, move: string) => node?.children.find((other) => other.move === move);

  test("grows in the order of the search, and shrinks in the reverse order", () => {
    const there = (at: number) => trace.iterations[0]?.nodes.filter((node) => lookAt(node, at)).length;
    expect([0, 1, 2, 3, 8, 11].map(there)).toEqual([0, 1, 2, 3, 4, 7]);
    expect(trace.counts.at(-1)).toEqual({ nodes: 7, leaves: 2, cuts: 1, pruned: 2, table: 0 });
  });

  test("shows each node's window and value at the step", () => {
    const looks = [2, 5, 6].map((at) => lookAt(child(root, "0") as TraceNode, at));
    expect(looks.map((look) => [look?.state, look?.alpha, look?.beta, look?.value])).toEqual([
      ["open", null, null, undefined],
      ["open", null, 3, 3],
      ["done", null, 3, 3],
    ]);
    expect(windowText(3, null, undefined)).toBe("[3, ∞]");
  });

  test("cuts the leaves 4 and 6 and gives the reason", () => {
    const cut = nextCut(trace, 0, 1) ?? -1;
    expect([cut, nextCut(trace, cut, 1), nextCut(trace, 13, -1)]).toEqual([11, undefined, 11]);
    const left = child(root, "1")?.children.filter((node) => lookAt(node, cut)?.state === "cut");
    expect(left?.map((node) => node.payoff)).toEqual([4, 6]);
    const payoff = (move: string) => child(child(root, "1"), move)?.payoff;
    expect(sentence(steps[cut] as StepView, undefined, { game: "", payoff, name: (written) => written })).toBe("β ≤ α: MIN already has 2 here, so MAX, who has 3 elsewhere, will not come: 2 leaves cut (4, 6).");
  });

  test("knows the best play and names the best move once the whole tree is searched", () => {
    expect([12, 13].map((at) => lineAt(root, at).map(({ move }) => move))).toEqual([[], ["0", "0"]]);
    expect(pathAt(root, 13).size).toBe(3);
    expect(pathAt(child(root, "1"), 13).size).toBe(2);
    const said = (best?: string) => sentence(steps[13] as StepView, undefined, { game: "", payoff: () => undefined, name: (written) => written, best });
    expect([said("0"), said()]).toEqual(["All moves are searched. The best move is 0, worth 3.", "All moves of this node are searched: its value is 3."]);
  });

  test("says of a node with a cut that the rest is cut", () => {
    const leaving = steps.flatMap(({ code }, at) => (code === "searched" ? [tellStep(trace, at, undefined, "")] : []));
    expect(leaving).toEqual(["All moves of this node are searched: its value is 3.", "The other moves of this node are cut: its value is at most 2.", "All moves are searched. The best move is 0, worth 3."]);
  });

  test("knows the number of searched nodes without steps, and merges their steps later", () => {
    const [first, second] = root?.children ?? [];
    // Two leaves of the first MIN node have numbers but no steps.
    expect([first?.children[0]?.visits[0]?.hidden, second?.visits[0]?.hidden]).toEqual([2, 0]);
    const inside = [step("enter", 5, 1, [3, null], { move: "1" }), step("searched", 5, 1, [3, null], { value: 2 })];
    const visit = second?.visits[0];
    const folded = visit ? spliceVisit(steps, visit, inside) : [];
    expect(folded.map((s) => s.code).slice(7)).toEqual(["raise", "enter", "searched", "searched"]);
    const again = grow(folded, 7).iterations[0]?.root.children[1]?.visits[0];
    expect(again?.hidden).toBe(1);
    expect(again && spliceVisit(folded, again, steps.slice(2))).toEqual(steps);
  });

  test("has one step for each leaf, which gives its value", () => {
    const short = joined(steps);
    expect([short.length, joined(short)]).toEqual([steps.length - 2, short]);
    const again = grow(short, 7, { payoff: payoffIn(TEXTBOOK), name: (written) => written });
    expect(again.counts.at(-1)).toEqual(trace.counts.at(-1));
    const told = short.map((one) => sentence(one, undefined));
    expect([told[3], told[8]]).toEqual(["Leaf 0: 3.", "Leaf 0: 2."]);
    expect(told.filter((text) => /Leaf|is to move/.test(text))).toHaveLength(5);
    const leaf = again.where[3];
    expect([leaf?.visits, leaf && lookAt(leaf, 2), leaf && lookAt(leaf, 3)?.value]).toEqual([[{ number: 2, from: 3, to: 3, hidden: 2 }], undefined, 3]);
    // A folded node is opened in place, also if the steps around it are joined.
    const visit = again.iterations[0]?.root.children[1]?.visits[0];
    const inside = [step("enter", 5, 1, [3, null], { move: "1" }), step("searched", 5, 1, [3, null], { value: 2 })];
    const folded = visit ? joined(spliceVisit(short, visit, inside)) : [];
    const closed = grow(folded, 7).iterations[0]?.root.children[1]?.visits[0];
    expect(closed && joined(spliceVisit(folded, closed, steps.slice(8)))).toEqual(short);
    const scale = { decided_beyond: 90, win: 100 };
    const at = (code: StepView["code"], value: number) => sentence({ ...step(code, 4, 2, [null, null], { move: "b2", value }), entered: true }, scale);
    expect([at("over", 98), at("horizon", 7), at("repetition", 0)]).toEqual(["Leaf b2: the game is over, MAX wins.", "Leaf b2: the evaluation says +7.", "Leaf b2: the position came before, a draw."]);
  });

  test("aligns with another trace by the number of entered nodes", () => {
    expect([afterNodes(trace, 1), afterNodes(trace, 3), afterNodes(trace, 99)]).toEqual([1, 7, 13]);
  });

  test("is drawn with space for every later window, and with dashes for pruned nodes", () => {
    const drawn = drawTree(root as TraceNode, { at: 11, here: trace.where[11], write: String, window: (a, b) => windowText(a, b, undefined), boards: false, given: true });
    const min = drawn.children[1];
    expect([min?.shape, min?.here, min?.window, min?.text]).toEqual(["min", true, "[3, ∞]", "2"]);
    expect(min?.children.map(({ shape, text }) => [shape, text])).toEqual([["leaf", "2"], ["cut", "4"], ["cut", "6"]]);
  });
});

test("a decided value is a win of MAX or of MIN, and other values are numbers", () => {
  const scale = { decided_beyond: 900, win: 1000 };
  const told = (code: StepView["code"], ply: number, window: [number | null, number | null], more: Partial<StepView>) => sentence(step(code, 1, ply, window, more), scale, { game: "", payoff: () => undefined, name: (written) => written });
  const pruned = { moves: ["c1"], count: 1, leaves: 0 };
  expect(told("cut", 1, [999, -995], { move: "b1", value: -995, pruned })).toBe("β ≤ α: MIN already has a win in 5 plies here, so MAX, who has a win in 1 ply elsewhere, will not come: 1 move cut (c1).");
  expect(told("cut", 0, [999, -995], { move: "b1", value: 999, pruned })).toBe("β ≤ α: MAX already has a win in 1 ply here, so MIN, who has a win in 5 plies elsewhere, will not come: 1 move cut (c1).");
  expect(told("raise", 0, [null, null], { move: "b1", value: -997 })).toBe("b1 is the best so far: MAX has at least a loss in 3 plies here.");
  expect(told("searched", 0, [null, null], { value: -997 })).toBe("All moves of this node are searched: its value is a win for MIN in 3 plies.");
  expect([995, 0, -995].map((value) => told("over", 1, [null, null], { value }))).toEqual(["The game is over: MAX wins.", "The game is over: a draw.", "The game is over: MIN wins."]);
  expect(told("enter", 0, [-997, null], { move: "b1" })).toBe("b1: MAX is to move, α\u00a0=\u00a0L3, β\u00a0=\u00a0∞.");
  expect(told("horizon", 1, [null, null], { value: 58 })).toBe("The depth is reached: the evaluation says +58.");
});

test("moves are described and drawn in human notation", () => {
  const spoken = [
    step("iteration", 0, 0, [null, null], { depth: 1 }),
    step("enter", 0, 0, [null, null], { depth: 1 }),
    step("enter", 1, 1, [null, null], { move: "g1f3", notation: "Nf3", depth: 0 }),
    step("horizon", 1, 1, [null, null], { value: 5 }),
    step("cut", 0, 0, [null, 5], { move: "g1f3", notation: "Nf3", value: 5, pruned: { moves: ["e2e4", "b1c3"], notation: ["e4", "Nc3"], count: 2, leaves: 0 } }),
  ];
  const name = (written: string) => written.replace("N", "♘");
  const root = grow(spoken, 2, { payoff: () => undefined, name }).iterations[0]?.root as TraceNode;
  expect(root.children.map((node) => [node.move, node.name])).toEqual([["g1f3", "♘f3"], ["e2e4", "e4"], ["b1c3", "♘c3"]]);
  expect(sentence(spoken[4] as StepView, undefined, { game: "", payoff: () => undefined, name })).toMatch(/2 moves cut \(e4, ♘c3\)\.$/);
  const drawn = drawTree(root, { at: 4, here: root, write: String, window: () => "", boards: false, given: false });
  expect(drawn.children.map(({ edge }) => edge)).toEqual(["♘f3", "e4", "♘c3"]);
  const begun = drawTree(root, { at: 0, here: root, write: String, window: () => "", boards: false, given: false });
  // The first step shows the whole tree in outline, without the moves and values that the search will find.
  expect([begun, ...begun.children].map(({ faint, edge, text }) => [faint, edge, text])).toEqual([[false, undefined, ""], ...[1, 2, 3].map(() => [true, undefined, ""])]);
  expect(begun.children.map(({ label }) => label)).toEqual(["♘f3: still to come", "e4: still to come", "♘c3: still to come"]);
});
