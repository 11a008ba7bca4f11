// The labels of the search switches. The server describes the switches.

import { say } from "../core/language.svelte";
import type { SwitchKey } from "../wire";

export const words = say("explore/switches", {
  titles: {
    depth: "Depth",
    pruning: "Pruning",
    ordering: "Move order",
    ties: "Equal moves",
    deepening: "Iterative deepening",
    aspiration: "Aspiration window",
    distance: "Quicker wins first",
    exact_root: "Exact values at the root",
    table_mb: "Transposition table",
    threads: "Threads",
    symmetry: "Symmetries",
    hints: "Knowledge of the game",
    solve_empties: "Endgame solver",
    quiescence: "Quiescence search",
    null_move: "Null move",
    lmr: "Late move reductions",
    futility: "Futility pruning",
    extensions: "Check extensions",
    width: "Width",
  } as Record<SwitchKey, string>,
  /** The possible values. */
  values: {
    none: "Plain minimax",
    "alpha-beta": "Alpha-beta",
    pvs: "Principal variation search",
    mtdf: "MTD(f)",
    bisection: "Bisection",
    natural: "as the game lists them",
    random: "at random",
    static: "static rank",
    table: "best of the table",
    captures: "captures",
    exchange: "exchanges won",
    killers: "killers",
    history: "history",
    counter: "counter moves",
    continuation: "continuation history",
    first: "the first",
  } as Record<string, string>,
  off: "off",
  isDefault: (value: string) => `default: ${value}`,
  alters: "changes the value",
  add: "Add a criterion",
  earlier: (key: string) => `${key}: earlier`,
  later: (key: string) => `${key}: later`,
  remove: (key: string) => `${key}: remove`,
  unordered: "in the order of the game",
});

/** Returns the name of a switch. A switch of a newer server is named by its key. */
export const switchTitle = (key: string): string => words.titles[key as SwitchKey] ?? key;
/** Returns the name of a value. */
export const switchValue = (value: unknown): string => words.values[String(value)] ?? String(value);
