// Converts the steps of a search to growing trees: one for each iteration, whose nodes record their state over time.
// The steps come from the server; the page does not search.

import type { StepView } from "../wire";

/** A step as the page shows it. `entered` if it enters a leaf and gives its value at once. */
export type Step = StepView & { entered?: true };

/** The state of a node from a step until its next state. */
export interface Look {
  at: number;
  /** `open` while it is searched, `done` once it has its value; `cut` and `skipped` were never entered. */
  state: "open" | "done" | "cut" | "skipped";
  alpha: number | null;
  beta: number | null;
  value?: number;
  /** The origin of the value. */
  code?: StepView["code"];
}

/**
 * A visit of the search at a node. The search enters a node again if a narrower or shallower search was not sufficient.
 */
export interface Visit {
  /** The node's number, in the order in which the search enters nodes. */
  number: number;
  from: number;
  /** The step that leaves the node. */
  to: number;
  /** The number of searched nodes below it that are not loaded. */
  hidden: number;
}

export interface TraceNode {
  parent: TraceNode | undefined;
  /** Undefined at the root, empty for a null move. */
  move: string | undefined;
  /** The move in human notation; empty if `move` is. */
  name: string;
  ply: number;
  max: boolean;
  children: TraceNode[];
  looks: Look[];
  visits: Visit[];
  /** The board, if the server sent it. */
  cells?: readonly string[];
  /** MAX's payoff at this leaf, if the tree is a written one. */
  payoff?: number;
  /** The step that added the node to the tree. */
  born: number;
}

/** A search from the root to one depth, with one window. */
export interface Iteration {
  depth: number;
  from: number;
  to: number;
  root: TraceNode;
  nodes: TraceNode[];
}

export interface Counts {
  nodes: number;
  leaves: number;
  cuts: number;
  /** Moves that were never searched. */
  pruned: number;
  table: number;
}

export interface Trace {
  steps: readonly Step[];
  iterations: Iteration[];
  /** The node of each step. */
  where: TraceNode[];
  /** The counters after each step. */
  counts: Counts[];
}

const LEAVES: readonly StepView["code"][] = ["over", "repetition", "horizon", "quiescence"];
const LEAVING: readonly StepView["code"][] = ["searched", ...LEAVES, "hints", "table", "null-move", "futility"];
export const leaves = (step: StepView): boolean => LEAVING.includes(step.code);
export const isLeaf = (step: StepView): boolean => LEAVES.includes(step.code);

/** Joins the two steps of each leaf, entering it and its value, to one. Steps that are joined already stay. */
export function joined(steps: readonly Step[]): Step[] {
  const isEntered = (step: Step | undefined, leaf: Step | undefined) => step?.code === "enter" && step.ply > 0 && leaf !== undefined && isLeaf(leaf) && !leaf.entered && leaf.node === step.node && leaf.ply === step.ply;
  return steps.flatMap((step, i): Step[] => {
    if (isEntered(step, steps[i + 1])) return [];
    const enter = steps[i - 1];
    return enter && isEntered(enter, step) ? [{ ...enter, ...step, alpha: enter.alpha, beta: enter.beta, entered: true, ...(enter.move === undefined ? {} : { move: enter.move }), ...(enter.notation === undefined ? {} : { notation: enter.notation }), ...(enter.cells ? { cells: enter.cells } : {}) }] : [step];
  });
}

/** Returns the moves from the root to a node. */
export function pathTo(node: TraceNode): string[] {
  const path: string[] = [];
  for (let at: TraceNode | undefined = node; at?.move !== undefined; at = at.parent) path.unshift(at.move);
  return path;
}

function child(of: TraceNode, [move, name]: Move, at: number, max: boolean, tree: Iteration): TraceNode {
  const known = of.children.find((other) => other.move === move);
  if (known) return known;
  const node: TraceNode = { parent: of, move, name, ply: of.ply + 1, max, children: [], looks: [], visits: [], born: at };
  of.children.push(node);
  tree.nodes.push(node);
  return node;
}

/** A move and its displayed form. */
type Move = readonly [move: string, name: string];

/** Adds nodes for moves that were never searched. */
function leaveOut(of: TraceNode, step: StepView, at: number, tree: Iteration, { payoff: payoffOf, name }: Reading): void {
  const { moves, notation } = step.code === "cut" ? (step.pruned ?? { moves: [] }) : { moves: [step.move ?? ""], notation: [step.notation ?? step.move ?? ""] };
  for (const [i, move] of moves.entries()) {
    const node = child(of, [move, name(notation?.[i] ?? move)], at, !of.max, tree);
    if (node.visits.length > 0) continue; // It was searched before, with another window.
    node.looks.push({ at, state: step.code === "cut" ? "cut" : "skipped", alpha: null, beta: null });
    const payoff = payoffOf(pathTo(node));
    if (payoff !== undefined) node.payoff = payoff;
  }
}

function rootOf({ ply, max }: StepView, at: number): TraceNode {
  return { parent: undefined, move: undefined, name: "", ply, max, children: [], looks: [], visits: [], born: at };
}

/** How to interpret steps. */
interface Reading {
  /** Returns the payoff at the end of a path, if that is a leaf of a written tree. */
  payoff: (path: readonly string[]) => number | undefined;
  /** Returns the displayed form of a move's notation. */
  name: (written: string) => string;
}
const PLAIN: Reading = { payoff: () => undefined, name: (written) => written };

/** Builds the trees. `entered` is the number of nodes that the whole search entered, to count those without steps. */
export function grow(steps: readonly Step[], entered: number, reading: Reading = PLAIN): Trace {
  const iterations: Iteration[] = [];
  const where: TraceNode[] = [];
  const counts: Counts[] = [];
  let tally: Counts = { nodes: 0, leaves: 0, cuts: 0, pruned: 0, table: 0 };
  let tree: Iteration | undefined;
  let path: TraceNode[] = [];
  /** The most recent visit. Nodes that are entered without a step before the next visit are below it. */
  let last: Visit | undefined;

  steps.forEach((step, at) => {
    if (step.code === "iteration" || !tree) {
      const root = rootOf(step, at);
      tree = { depth: step.depth ?? 0, from: at, to: at, root, nodes: [root] };
      iterations.push(tree);
      path = [root];
    }
    tree.to = at;
    let node = path[path.length - 1] as TraceNode;
    const { alpha, beta, value, move = "", notation = move, max } = step;
    const look = (more: Omit<Look, "at">) => node.looks.push({ at, ...more });
    if (step.code === "enter" || step.entered) {
      // The root exists before it is entered.
      if (tree.root.visits.length > 0) node = child(node, [move, reading.name(notation)], at, max, tree);
      if (node !== tree.root) path.push(node);
      node.max = max;
      if (step.cells) node.cells = step.cells;
      if (last) last.hidden = step.node - last.number - 1;
      last = { number: step.node, from: at, to: at, hidden: 0 };
      node.visits.push(last);
      tally = { ...tally, nodes: step.node + 1 };
      look({ state: "open", alpha, beta });
    }
    if (step.code === "raise" && value !== undefined) {
      look({ state: "open", alpha: max ? value : alpha, beta: max ? beta : value, value });
    } else if (step.code === "cut") {
      look({ state: "open", alpha, beta, ...(value === undefined ? {} : { value }) });
      leaveOut(node, step, at, tree, reading);
      tally = { ...tally, cuts: tally.cuts + 1, pruned: tally.pruned + (step.pruned?.count ?? 0) };
    } else if (step.code === "skip") {
      leaveOut(node, step, at, tree, reading);
      tally = { ...tally, pruned: tally.pruned + 1 };
    } else if (leaves(step)) {
      look({ state: "done", alpha, beta, code: step.code, ...(value === undefined ? {} : { value }) });
      const visit = node.visits[node.visits.length - 1];
      if (visit) visit.to = at;
      if (isLeaf(step)) tally = { ...tally, leaves: tally.leaves + 1 };
      if (step.code === "table") tally = { ...tally, table: tally.table + 1 };
      path.pop();
      if (path.length === 0) path = [tree.root];
    }
    where.push(node);
    counts.push(tally);
  });
  if (last) last.hidden = Math.max(0, entered - last.number - 1);
  return { steps, iterations, where, counts };
}

/** Returns the state of a node after step `at`, or undefined if it does not exist yet. */
export function lookAt(node: TraceNode, at: number): Look | undefined {
  let [low, high] = [0, node.looks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((node.looks[middle] as Look).at <= at) low = middle + 1;
    else high = middle;
  }
  return node.looks[low - 1];
}

/** Returns the best play after step `at` from a node whose search has ended: the first children with its value. */
export function lineAt(node: TraceNode | undefined, at: number): TraceNode[] {
  const value = node && lookAt(node, at)?.state === "done" ? lookAt(node, at)?.value : undefined;
  const best = value === undefined ? undefined : node?.children.find((child) => lookAt(child, at)?.value === value);
  return best ? [best, ...lineAt(best, at)] : [];
}

/** Returns the emphasised nodes: the path to the current one, and the best play once the whole tree is searched. */
export function pathAt(here: TraceNode | undefined, at: number): Set<TraceNode> {
  const path = new Set(here?.parent ? [] : lineAt(here, at));
  for (let node = here; node; node = node.parent) path.add(node);
  return path;
}

/** Returns the most recent visit at a node. */
export function visitAt(node: TraceNode, at: number): Visit | undefined {
  return node.visits.findLast((visit) => visit.from <= at);
}

export function iterationAt(trace: Trace, at: number): Iteration | undefined {
  return trace.iterations.findLast((iteration) => iteration.from <= at);
}

/** Returns the nearest step with a cut after `at`, or before it. */
export function nextCut(trace: Trace, at: number, direction: 1 | -1): number | undefined {
  for (let to = at + direction; to >= 0 && to < trace.steps.length; to += direction) {
    if (trace.steps[to]?.code === "cut") return to;
  }
  return undefined;
}

/** Returns the last step at which at most `nodes` nodes were entered. */
export function afterNodes(trace: Trace, nodes: number): number {
  let [low, high] = [0, trace.counts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((trace.counts[middle] as Counts).nodes <= nodes) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Replaces the steps of one visit by more detailed ones. `opened` has the steps at and below that node. */
export function spliceVisit(steps: readonly Step[], visit: Visit, opened: readonly Step[]): Step[] {
  const ply = steps[visit.from]?.ply ?? 0;
  const from = opened.findIndex((step) => step.code === "enter" && step.node === visit.number);
  if (from < 0) return [...steps];
  const length = opened.slice(from).findIndex((step) => step.node === visit.number && step.ply === ply && leaves(step));
  const inside = opened.slice(from, length < 0 ? undefined : from + length + 1);
  return [...steps.slice(0, visit.from), ...inside, ...steps.slice(visit.to + 1)];
}

/** Returns a function that gives the payoff at the leaf at the end of a path of child indexes. */
export function payoffIn(tree: unknown): (path: readonly string[]) => number | undefined {
  return (path) => {
    let at: unknown = tree;
    for (const index of path) at = Array.isArray(at) ? (at as unknown[])[Number(index)] : undefined;
    return typeof at === "number" ? at : undefined;
  };
}

/** Returns the moves that a search pruned, each as the path to it. Nothing below them was entered. */
export function cutPaths(steps: readonly StepView[]): string[] {
  const path: string[] = [];
  const cut: string[] = [];
  for (const step of steps) {
    if (step.code === "enter") {
      path.length = Math.max(0, step.ply - 1);
      if (step.move !== undefined) path.push(step.move);
    } else if (step.code === "cut") {
      for (const move of step.pruned?.moves ?? []) cut.push([...path.slice(0, step.ply), move].join(" "));
    }
  }
  return cut;
}
