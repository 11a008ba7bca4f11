// The texts of the stepper. MAX is the side to move at the root, MIN the other one.

import { shown } from "../boards/shown";
import { worthText } from "../boards/worth";
import { count, decidedText, listed, plural } from "../core/format";
import { say } from "../core/language.svelte";
import type { PrunedMoves, StepView, ValueScale } from "../wire";
import { lineAt, visitAt, type Step, type Trace } from "./trace";

const has: Partial<Record<string, string>> = {
  book: "plays from its opening book where it can",
  random_move: "makes some moves at random",
  table_mb: "keeps the table of its earlier moves",
  threads: "uses several threads",
  time_ms: "has a time limit for each move",
};

export const words = say("explore/step", {
  title: "Step by step",
  lede: "Watch a search step by step: the window of every node and the reason for every cut. The steps come from a real search on the server.",
  searched: "What is searched",
  pruning: "Pruning",
  depth: "Depth",
  more: "More switches",
  games: "The games",
  start: "Show the search",
  choose: "Choose game and depth",
  show: "Open in the stepper",
  share: "Save and embed",
  save: "Save as an animation (SVG)",
  saveGif: "Save as a GIF (6 seconds)",
  exported: "The animation was saved.",
  tooLarge: (nodes: number, most: number, steps: number, mostSteps: number) =>
    `An animation has at most ${count(most)} nodes and ${count(mostSteps)} steps. With its cut branches and without plain minimax, this tree has ${plural(nodes, "node")} and ${plural(steps, "step")}: choose a smaller depth.`,
  embed: "Code to embed this search in another page",
  copyEmbed: "Copy embed code",
  noGame: "The address names no game of this arena.",
  busy: "Searching…",
  beside: "Plain minimax beside it",
  boards: "Boards on the nodes",
  controls: "Steps",
  first: "To the start",
  back: "Previous step",
  next: "Next step",
  last: "To the end",
  play: "Play",
  pause: "Pause",
  cut: "Next cut",
  cutBack: "Previous cut",
  /** On a phone, between an arrow and the other button. */
  cutBrief: "cut",
  slider: "Current step",
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
  tree: (name: string) => `The searched tree of ${name}`,
  /** `plain` if the search has ended and plain minimax goes on alone. */
  stepOf: (at: number, of: number, plain = false) => `Step ${count(at + 1)} of ${count(of)}${plain ? ", plain minimax alone" : ""}`,
  soFar: (now: number, of: number) => `${count(now)} of ${count(of)}`,
  saved: (nodes: number, plain: number) => `The same value from ${count(nodes)} of ${count(plain)} nodes.`,
  /** After the search. `last` if plain minimax has finished too. */
  plainGoesOn: (nodes: number, result: string, last: boolean) => `The search has finished. ${result}Plain minimax ${last ? `searches ${plural(nodes, "node")}` : `continues to node ${count(nodes)}`}.`,
  /** The result of the whole search, followed by another sentence. */
  result: (move: string, value: string) => `The best move is ${move}, worth ${value}. `,
  onlyCounted: (nodes: number) => `Plain minimax needs ${count(nodes)} nodes for the same value. Its tree is too large to draw.`,
  notCounted: "Plain minimax did not finish within the limits of this server.",
  folded: (shown: number, of: number) => `${count(shown)} of ${count(of)} steps are shown. Choose a node with “+”, or use the button below, to open it.`,
  open: (nodes: number) => `Open what lies below (${plural(nodes, "node")})`,
  opening: "Opening…",
  notOpened: "The server was too busy to repeat the search. Try again.",
  stopped: (depth: number, of: number) => `A limit on nodes or time ended the search early, after depth ${count(depth)}${of > depth ? ` of ${count(of)}` : ""}. The steps up to there are shown.`,
  nothing: "There are no steps: the game is over in this position, or the search reached its limit at once.",
  canvas: "Drag to move the tree. Pinch, turn the wheel or press + and − to zoom. The arrow keys move the tree.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all of it",
  follow: "Follow the search",
  outline: "The same in words",
  way: "Path from the root",
  belowHere: "Children that were searched so far",
  moreBelow: (nodes: number) => `and ${count(nodes)} more`,
  hidden: (nodes: number) => `${count(nodes)} nodes below are folded`,
  /** The origin of a value at a node that is no leaf and whose moves were not searched. */
  marks: { table: "table", hints: "known", "null-move": "pass", futility: "futile", repetition: "again" } as Partial<Record<StepView["code"], string>>,
  times: (move: string, times: number) => (times > 1 ? `${move} ×${times}` : move),
  root: "The root",
  whose: (bot: string) => `as ${bot} searches`,
  /** The keys are settings of the bot. */
  differs: (without: readonly string[]) => `In a match its search differs: there it ${listed(without.flatMap((key) => has[key] ?? []))}.`,
  pass: "a pass",
  never: "never looked at",
  legend: "▲ MAX, the side to move at the root, maximises the value; ▽ MIN minimises it. The window [α, β] is in brackets: the values that MAX and MIN are already sure of elsewhere. Pale nodes are still to come, and dashed branches were cut. ×2 marks a move that was searched again, and “table” a position that was found in the table. W5 is a win for MAX and L5 a loss, five plies after the root.",
  /** The result in a value that is decided. `of` is MAX or MIN if it is said of one side. */
  decided: (winner: string, of: string) => (of === "" ? `a win for ${winner}` : of === winner ? "a win" : "a loss"),
  ended: (winner: string) => (winner === "" ? "a draw" : `${winner} wins`),

  /** The name of a node for screen readers. */
  label: (name: string, max: boolean, window: string, value: string) => `${name}: ${max ? "MAX" : "MIN"}${window ? `, window ${window}` : ""}${value ? `, value ${value}` : ""}`,
  labelCut: (name: string, value: string) => `${name}: never looked at${value ? `, ${value}` : ""}`,
  labelUnseen: (name: string, value: string) => `${name}: still to come${value ? `, ${value}` : ""}`,
  /** The pruned moves: "2 leaves cut (4, 6)". */
  cutOff: (n: number, leaves: boolean, names: readonly string[], more: boolean) => `${leaves ? plural(n, "leaf", "leaves") : plural(n, "move")} cut (${names.join(", ")}${more ? ", …" : ""})`,
  window: (alpha: string, beta: string) => `α\u00a0=\u00a0${alpha}, β\u00a0=\u00a0${beta}`,
  /** The sentences of the steps. */
  steps: {
    iteration: ({ depth }) => `The search to depth ${depth} begins. The faint nodes are still to come.`,
    enter: ({ move, root, mover, window }) => `${move || (root ? "The root" : "A pass")}: ${mover} is to move${window && `, ${window}`}.`,
    raise: ({ max, move, value, own }) => (max ? `${move} is the best so far: MAX has at least ${own} here.` : `${move} is the best so far: MIN allows at most ${value} here.`),
    cut: ({ mover, other, own, elsewhere, cut }) => `β ≤ α: ${mover} already has ${own} here, so ${elsewhere ? `${other}, who has ${elsewhere} elsewhere,` : other} will not come: ${cut}.`,
    reduce: ({ move, depth }) => `${move} comes late and is searched ${plural(depth, "ply", "plies")} less deep.`,
    "again-window": ({ move }) => `A null window showed that ${move} is better than expected. It is searched again for its value.`,
    "again-depth": ({ move }) => `${move} is better than expected. It is searched again, to the full depth.`,
    skip: ({ move }) => `${move} is unlikely to change the value and is not searched.`,
    searched: ({ value, own, best, max, left }) =>
      left === "cut"
        ? `The other moves of this node are cut: its value is at ${max ? "least" : "most"} ${value}.`
        : best
          ? `${left === "skip" ? "The search is over." : "All moves are searched."} The best move is ${best}, worth ${own}.`
          : `${left === "skip" ? "No other move of this node is searched" : "All moves of this node are searched"}: its value is ${value}.`,
    over: ({ ended }) => `The game is over: ${ended}.`,
    repetition: ({ ended }) => `The position came before: ${ended}.`,
    horizon: ({ value }) => `The depth is reached: the evaluation says ${value}.`,
    quiescence: ({ value }) => `The depth is reached: after quiescence search the evaluation says ${value}.`,
    hints: ({ value }) => `The value is known without a search: ${value}.`,
    table: ({ value }) => `The table knows this position: ${value}. Nothing below is searched.`,
    "null-move": ({ mover, other, value }) => `Even if ${mover} passed, ${other} would not come here: ${value}.`,
    futility: ({ other, value }) => `The evaluation is far beyond what ${other} would allow: ${value}.`,
  } as Record<StepView["code"], (told: Told) => string>,
  /** The sentences of steps that enter a leaf and give its value. */
  leafSteps: {
    over: ({ move, ended, written }) => `Leaf ${move}: ${written ? "" : "the game is over, "}${ended}.`,
    repetition: ({ move, ended }) => `Leaf ${move}: the position came before, ${ended}.`,
    horizon: ({ move, value }) => `Leaf ${move}: the evaluation says ${value}.`,
    quiescence: ({ move, value }) => `Leaf ${move}: after quiescence search the evaluation says ${value}.`,
  } as Partial<Record<StepView["code"], (told: Told) => string>>,
});

/** The parts of a sentence about a step. */
export interface Told {
  /** MAX or MIN for the side to move, and the other one. */
  mover: string;
  other: string;
  max: boolean;
  root: boolean;
  move: string;
  value: string;
  /** The same, said of the side to move: "a win in 3 plies". */
  own: string;
  /** The value at the end of the game: "MAX wins", "a draw". */
  ended: string;
  /** "α = 3, β = ∞"; empty for a search without a window. */
  window: string;
  /** The opponent's best alternative value; empty if there is none yet. */
  elsewhere: string;
  depth: number;
  /** The pruned moves in words. */
  cut: string;
  /** True if the tree is a written one, whose leaves have no positions. */
  written: boolean;
  /** The best move at the root, once it is known. */
  best: string;
  /** Why moves of this node were not searched. Empty if all were. */
  left: "" | "cut" | "skip";
}

/** Returns the name of a node for screen readers. */
export function nodeLabel(node: { move: string | undefined; name: string }, max: boolean, window: string, value: string, state: string): string {
  const name = node.move === undefined ? words.root : node.name || words.pass;
  if (state === "unseen") return words.labelUnseen(name, value);
  return state === "cut" || state === "skipped" ? words.labelCut(name, value) : words.label(name, max, window, value);
}

/** Formats a window: "[3, ∞]". */
export function windowText(alpha: number | null, beta: number | null, scale: ValueScale | undefined, game = ""): string {
  const low = alpha === null ? "−∞" : worthText(game, alpha, scale, true);
  const high = beta === null ? "∞" : worthText(game, beta, scale, true);
  return `[${low}, ${high}]`;
}

/** How to describe the moves of a step. */
export interface Telling {
  game: string;
  /** Returns the payoff of a move to a leaf of a written tree. */
  payoff: (move: string) => number | undefined;
  /** Returns the displayed form of a move's notation. */
  name: (written: string) => string;
  /** True for a search without a window, such as plain minimax. */
  plain?: boolean;
  /** The displayed form of the best move, if this step ends the search at the root. */
  best?: string | undefined;
  /** Why moves of the node that this step leaves were not searched. */
  left?: Told["left"];
}
const PLAIN: Telling = { game: "", payoff: () => undefined, name: (written) => written };

/** Formats a value in a sentence: "3", "+0.58", "a win for MAX in 3 plies"; of one side, "a win in 3 plies". */
export function phrase(value: number, scale: ValueScale | undefined, game: string, of = ""): string {
  if (!scale || Math.abs(value) <= scale.decided_beyond) return worthText(game, value, scale);
  return decidedText(Math.abs(value), scale, words.decided(value > 0 ? "MAX" : "MIN", of));
}

/** Returns the result at the end of a game. A margin says more than the winner. */
function endedText(value: number, scale: ValueScale | undefined, game: string): string {
  if (!scale || scale.margin !== undefined || (value !== 0 && Math.abs(value) <= scale.decided_beyond)) return scale && value === 0 ? words.ended("") : phrase(value, scale, game);
  return words.ended(value === 0 ? "" : value > 0 ? "MAX" : "MIN");
}

function cutText(pruned: PrunedMoves | undefined, { payoff, name }: Telling): string {
  if (!pruned) return "";
  const names = pruned.moves.map((move, i) => payoff(move)?.toString().replace("-", "−") ?? name(pruned.notation?.[i] ?? move));
  return words.cutOff(pruned.count, pruned.leaves === pruned.count, names, pruned.moves.length < pruned.count);
}

/** Describes a step in a sentence. */
export function sentence(step: Step, scale: ValueScale | undefined, telling: Telling = PLAIN): string {
  const write = (value: number | null | undefined, of = "") => (value == null ? "" : phrase(value, scale, telling.game, of));
  const bound = (value: number | null, infinite: string) => (value === null ? infinite : worthText(telling.game, value, scale, true));
  const [mover, other] = step.max ? ["MAX", "MIN"] : ["MIN", "MAX"];
  const worded = (step.entered ? words.leafSteps[step.code] : undefined) ?? words.steps[step.code];
  return worded({
    mover,
    other,
    max: step.max,
    root: step.ply === 0,
    move: telling.name(step.notation ?? step.move ?? "") || (step.entered ? words.pass : ""),
    value: write(step.value),
    own: write(step.value, mover),
    ended: step.value == null ? "" : endedText(step.value, scale, telling.game),
    window: telling.plain ? "" : words.window(bound(step.alpha, "−∞"), bound(step.beta, "∞")),
    elsewhere: write(step.max ? step.beta : step.alpha, other),
    depth: step.depth ?? 0,
    cut: cutText(step.pruned, telling),
    best: telling.best ?? "",
    left: telling.left ?? "",
    written: scale === undefined,
  });
}

/** Describes a step of a trace in a sentence. `plain` is true for a search without a window. */
export function tellStep({ steps, where }: Pick<Trace, "steps" | "where">, at: number, scale: ValueScale | undefined, game: string, plain = false): string {
  const [step, node] = [steps[at], where[at]];
  if (!step || !node) return "";
  const since = visitAt(node, at)?.from ?? at;
  const codes = step.code === "searched" ? steps.slice(since, at).flatMap((one, i) => (where[since + i] === node ? [one.code] : [])) : [];
  const left = codes.includes("cut") ? "cut" : codes.includes("skip") ? "skip" : "";
  return sentence(step, scale, { game, payoff: (move) => node.children.find((child) => child.move === move)?.payoff, name: (written) => shown(game, written), plain, best: node.parent ? undefined : lineAt(node, at)[0]?.name, left });
}
