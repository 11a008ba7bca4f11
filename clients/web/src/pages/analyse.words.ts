// The texts of the analysis view.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";
export const words = say("pages/analyse", {
  title: "Analyse",
  lede: "The best move, the value of every move, and what pruning saves.",
  games: "The games",
  game: "Game",
  depth: "Depth",
  evaluation: "Evaluation",
  usual: "default",
  exact: "The exact value of every move",
  start: "Analyse",
  busy: "Searching…",
  comparing: "Comparing with plain minimax…",
  hint: "Choose a position. The result appears here.",

  nothing: "No result",
  nothingWhy: "The search reached its limit before it finished depth 1.",
  best: (side: string) => `Best move for ${side}`,
  over: "The game is over",
  /** The value of the position: in the server's words, or as a number. */
  wins: (side: string, said: string | undefined, _worth: string, judged: string) => (said ? `${side} ${said}` : `Value ${judged}`),
  atDepth: (value: string, depth: number, playsOut: boolean) => `(${value === "" ? "" : `${value} at `}depth ${depth}${playsOut ? ", captures played out" : ""})`,
  line: "Line",
  developed: "By depth",
  /** The best move after a depth, with its value. */
  found: (move: string, value: string, depth: number) => `${move} ${value} (${count(depth)})`,
  search: "Search",
  nodes: "Nodes",
  leaves: "Leaves",
  time: "Time",
  minimax: "Minimax",
  alphaBeta: "Alpha-beta",
  pvs: "Alpha-beta with null windows (PVS)",
  limit: (pruned: boolean, plain: boolean) => `A limit of this server ended ${[pruned ? "the search with pruning" : "", plain ? "the plain search" : ""].filter(Boolean).join(" and ")} early.`,
  counting: "Counting the nodes of plain minimax…",
  differs: (value: string, depth: number, playsOut: boolean) =>
    playsOut ? `Plain minimax does not play captures out, so it finds another value: ${value} at depth ${depth}.` : `Plain minimax finds ${value} at depth ${depth}.`,
  /** The value is the same although plain minimax does not play captures out. */
  sameUnplayed: (depth: number) => `Plain minimax, which does not play captures out, finds the same value at depth ${depth}.`,
  notTried: "Minimax without pruning was not run.",
  saved: (percent: string, cutoffs: number) => `The same value from ${percent}% of the nodes, with ${plural(cutoffs, "cutoff")}.`,
  proved: (method: string, depth: number, won: boolean) => `${method} stopped at depth ${depth} because it had proved the ${won ? "win" : "loss"}. A deeper search finds the same.`,
  /** The unit of the values of a game that counts in hundredths of a piece, and of all others. */
  unit: (hundredths: boolean) => (hundredths ? "A value of 1.00 is a piece of the lowest kind." : "Values are points of the evaluation."),
  every: "Every move",
  move: "Move",
  worth: "Value",
  bar: "As a bar",
  shallower: (moves: number, depth: number, less: number) => `The limit was reached before ${moves === 1 ? "one move was" : `${count(moves)} moves were`} searched to depth ${depth}: ${moves === 1 ? "its value comes" : "their values come"} from depth ${less}. Values of different depths cannot be compared.`,
  /** Beside a move that was searched to another depth than most. */
  apart: (depth: number) => `depth ${depth}`,
  sign: (first: string) => `+ and bars to the right are good for ${first}.`,
  bounds: (sign: string) => `“${sign}” marks a bound: the search left the move as soon as it could not be better. Choose exact values to see how much worse it is.`,
  tree: "The tree it searched",
  treeLabel: "The searched tree, with pruned branches dashed",
  /** Leads to the solution of a small game. */
  solved: "This game is solved: opening map and whole tree",
  /** The limit was reached in a depth whose first moves gave the value above. */
  treeOf: (depth: number, stopped: number) => `The tree is that of depth ${count(depth)}. The limit was reached in depth ${count(stopped)}, which gave the value above.`,
  treeDecided: (first: string) => `W5 is a win and L5 a loss for ${first}, five plies after the root.`,
  treeBounds: "“≤” and “≥” mark bounds: a branch at or below the node was cut, so the true value may be lower or higher.",
  repeats: "“×2” marks a move that was searched again: a null window showed that it is better, and the second search found its value.",
});
