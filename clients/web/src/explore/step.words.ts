// What the stepper says. MAX is the side to move in the position that is searched, MIN the other.

import { count, plural, valueText } from "../core/format";
import type { PrunedMoves, StepView, ValueScale } from "../wire";

export const words = {
  title: "Step by step",
  lede: "Watch a search think: every node with its window, every cut with its reason. The steps are those of the arena's own search.",
  searched: "What is searched",
  pruning: "Pruning",
  depth: "Depth",
  more: "More switches",
  start: "Show the search",
  busy: "Searching…",
  beside: "Plain minimax beside it",
  boards: "Boards on the nodes",
  controls: "Steps",
  first: "To the start",
  back: "A step back",
  next: "A step on",
  last: "To the end",
  play: "Play",
  pause: "Pause",
  cut: "Next cut",
  cutBack: "Cut before",
  slider: "The step that is shown",
  pace: "Pace",
  paces: { slow: "slow", steady: "steady", fast: "fast", fastest: "fastest" },
  iterations: "Depths",
  iteration: (depth: number) => `Depth ${depth}`,
  log: "What happened",
  counts: "Counts so far",
  nodes: "nodes",
  leaves: (n: number) => plural(n, "leaf", "leaves"),
  cuts: (n: number) => plural(n, "cut"),
  tableHits: (n: number) => plural(n, "table hit"),
  here: "The position here",
  plain: "Plain minimax",
  names: { none: "Plain minimax", "alpha-beta": "Alpha-beta", pvs: "PVS", mtdf: "MTD(f)", bisection: "Bisection" } as Record<string, string>,
  tree: (name: string) => `The tree of ${name}, as far as it was searched`,
  stepOf: (at: number, of: number) => `Step ${count(at + 1)} of ${count(of)}`,
  soFar: (now: number, of: number) => `${count(now)} of ${count(of)}`,
  saved: (nodes: number, plain: number) => `The same value from ${count(nodes)} of ${count(plain)} nodes.`,
  plainGoesOn: (nodes: number) => `The search is at its end; plain minimax goes on, to node ${count(nodes)}.`,
  onlyCounted: (nodes: number) => `Plain minimax enters ${count(nodes)} nodes for the same; its tree is too large to stand beside.`,
  notCounted: "Plain minimax came to no end within the limits of this arena.",
  folded: (shown: number, of: number) => `${count(of)} steps: the tree is folded, and shows ${count(shown)} of them. A node with “+” opens by a click, or by the button below.`,
  open: (nodes: number) => `Open what lies below (${plural(nodes, "node")})`,
  opening: "Opening…",
  notOpened: "The arena was too busy to make the same search again; try once more.",
  stopped: "A limit of this arena ended the search early; the steps go as far as it came.",
  nothing: "The search took no step: the game is over here, or its limit came before the first.",
  canvas: "Drag to move the tree, pinch or turn the wheel to zoom; + and − do it by key, and the arrows move it.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all of it",
  follow: "Follow the search",
  outline: "The same in words",
  way: "The way from the root to here",
  belowHere: "What lies below, as far as the search has come",
  moreBelow: (nodes: number) => `and ${count(nodes)} more`,
  hidden: (nodes: number) => `${count(nodes)} nodes below are folded`,
  /** How a node came by its value, where its moves were not searched and it is no leaf. */
  marks: { table: "table", hints: "known", "null-move": "pass", futility: "futile", repetition: "again" } as Partial<Record<StepView["code"], string>>,
  times: (move: string, times: number) => (times > 1 ? `${move} ×${times}` : move),
  root: "The root",
  pass: "a pass",
  never: "never looked at",
  legend: "▲ MAX, the side to move at the root, wants the greatest value; ▽ MIN the least. In brackets stands the window [α, β]: what MAX and what MIN are sure of elsewhere. Dashed is what was cut; ×2 marks a move that was searched again, “table” a position that the table knew.",
};

/** What a node is called for those who do not see it. */
export function nodeLabel(move: string | undefined, max: boolean, window: string, value: string, state: string): string {
  const name = move === undefined ? words.root : move === "" ? words.pass : move;
  if (state === "cut" || state === "skipped") return `${name}: ${words.never}${value ? `, ${value}` : ""}`;
  return `${name}: ${max ? "MAX" : "MIN"}${window ? `, window ${window}` : ""}${value ? `, value ${value}` : ""}`;
}

/** "[3, ∞]". */
export function windowText(alpha: number | null, beta: number | null, scale: ValueScale | undefined, short = true): string {
  const low = alpha === null ? "−∞" : valueText(alpha, scale, short);
  const high = beta === null ? "∞" : valueText(beta, scale, short);
  return `[${low}, ${high}]`;
}

/** What was cut: "2 leaves cut (4, 6)". `payoff` says what a move to a leaf of a written tree would have got. */
function cutText(pruned: PrunedMoves | undefined, payoff: (move: string) => number | undefined): string {
  if (!pruned) return "";
  const all = pruned.leaves === pruned.count;
  const what = all ? plural(pruned.count, "leaf", "leaves") : plural(pruned.count, "move");
  const names = pruned.moves.map((move) => payoff(move)?.toString().replace("-", "−") ?? move);
  return `${what} cut (${names.join(", ")}${pruned.moves.length < pruned.count ? ", …" : ""})`;
}

/** What a step says. */
export function sentence(step: StepView, scale: ValueScale | undefined, payoff: (move: string) => number | undefined = () => undefined): string {
  const write = (value: number | null | undefined, nothing: string) => (value == null ? nothing : valueText(value, scale));
  const value = write(step.value, "");
  const [mover, other] = step.max ? ["MAX", "MIN"] : ["MIN", "MAX"];
  const move = step.move ?? "";
  const window = `α = ${write(step.alpha, "−∞")}, β = ${write(step.beta, "∞")}`;
  const elsewhere = step.max ? step.beta : step.alpha;
  const less = plural(step.depth ?? 0, "ply", "plies");
  switch (step.code) {
    case "iteration":
      return `The search to depth ${step.depth ?? 0} begins.`;
    case "enter":
      return `${move || (step.ply === 0 ? words.root : "A pass")}: ${mover} is to move, ${window}.`;
    case "raise":
      return step.max ? `${move} is the best so far: MAX has at least ${value} here.` : `${move} is the best so far: MIN allows at most ${value} here.`;
    case "cut": {
      const who = elsewhere === null ? other : `${other}, who has ${write(elsewhere, "")} elsewhere,`;
      return `β ≤ α: ${mover} already has ${value} here, so ${who} will not come: ${cutText(step.pruned, payoff)}.`;
    }
    case "reduce":
      return `${move} comes late and is searched ${less} less deep.`;
    case "again-window":
      return `${move} is better than expected: a null window said so. It is searched again, for its value.`;
    case "again-depth":
      return `${move} is better than expected. It is searched again, to the full depth.`;
    case "skip":
      return `${move} can hardly change the value: it is not searched.`;
    case "searched":
      return `The moves of this node are done: its value is ${value}.`;
    case "over":
      return `The game is over: ${value}.`;
    case "repetition":
      return `The position came before: ${value}.`;
    case "horizon":
      return `No ply is left: the evaluation says ${value}.`;
    case "quiescence":
      return `No ply is left: when captures are played out, the evaluation says ${value}.`;
    case "hints":
      return `The game knows without searching: ${value}.`;
    case "table":
      return `The table knows this position: ${value}. Nothing below is searched.`;
    case "null-move":
      return `Even if ${mover} passed, ${other} would not come here: ${value}.`;
    case "futility":
      return `The evaluation is far beyond what ${other} would allow: ${value}.`;
  }
}
