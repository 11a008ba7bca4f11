// The texts of the cost comparison.

import { count } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("explore/costs", {
  title: "What it costs",
  lede: "The same value found by several searches: how many leaves each visits, and how much the order of moves matters.",
  source: "What is searched",
  made: "A generated tree",
  position: "A position",
  breadth: (b: number) => `Moves at each node: ${b}`,
  depth: (m: number) => `Depth: ${m} plies`,
  order: (order: number) => `Order of moves: ${order === 1 ? "best first" : order === -1 ? "worst first" : order === 0 ? "as they come" : order > 0 ? "nearly best first" : "nearly worst first"}`,
  orderings: "Order of moves",
  orderingNames: { natural: "as they come", static: "by the game's hints", learned: "captures, killers, history" } as Record<string, string>,
  again: "Another tree",
  games: "The games",
  count: "Count",
  busy: "Counting…",
  caption: "Visited leaves, on a logarithmic scale",
  way: "Search",
  leaves: "Leaves",
  nodes: "Nodes",
  branching: "Effective b",
  table: "Table hits",
  all: "Every leaf: bᵐ",
  least: "Least without a table",
  rows: {
    none: "Plain minimax",
    worst: "Alpha-beta, worst order",
    "alpha-beta": "Alpha-beta, this order",
    best: "Alpha-beta, best order",
    pvs: "PVS",
    mtdf: "MTD(f) with a table",
    bisection: "Bisection with a table",
    table: "Alpha-beta with a table",
    deepening: "Deepening with a table",
  } as Record<string, string>,
  stopped: "at least",
  stoppedNote: "A limit of this server ended a search early, so its count is a lower bound.",
  value: (text: string, first: string) => `All searches find the same value: ${text} for ${first}.`,
  /** `mean` is true if b is an average. */
  bounds: (b: number, m: number, all: number, least: number, mean: boolean) => `With b = ${count(b)} moves at each node${mean ? " on average" : ""} and m = ${m} plies there are bᵐ = ${count(Math.round(all))} leaves; in the best order alpha-beta without a table visits ${mean ? "about " : ""}${count(Math.round(least))} of them: b to the power of ${Math.ceil(m / 2)}, plus b to the power of ${Math.floor(m / 2)}, minus 1. A search with a table may need fewer, since it reuses positions that are reached again.`,
  /** Why a search may visit more leaves than the bounds say. */
  repeats: "PVS searches a node again if its guess was wrong, so in a bad order it may visit more leaves than there are. Between equal values, even the worst order cuts a little.",
  path: (b: number, m: number, all: number) => `Memory: a search keeps only one path at a time, ${m} plies with the moves of each, about b·m = ${count(Math.round(b * m))} moves and not ${count(Math.round(all))} leaves.`,
  memory: (mb: number) => `With a table of ${mb} MiB, positions that other moves reach again are not searched again.`,
});
