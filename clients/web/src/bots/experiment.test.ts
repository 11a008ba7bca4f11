import { expect, test, vi } from "vitest";
import type { AnalysisAnswer, BotView } from "../wire";
import { experiment, isComparable, type Outcome } from "./experiment";

const bot = (spec: Record<string, unknown>): BotView => ({ name: "a", game: "g", about: "", level: 1, spec, summary: "" });

test("counts the nodes of both searches, and the positions with the same value", async () => {
  const analyse = vi.fn(({ pruning, depth }: Record<string, unknown>) => Promise.resolve({ value: 3, best: "a", nodes: pruning === "none" ? 7 ** Number(depth) : 40 } as AnalysisAnswer));
  const told: Outcome[] = [];
  await experiment(bot({ pruning: "pvs", depth: 18, table_mb: 16, evaluation: "centre" }), { analyse, position: () => Promise.resolve({ legal: ["a", "b"] }) }, (outcome) => told.push(outcome));
  expect(told.at(-1)).toEqual({ positions: 6, depth: 6, usual: 18, whole: false, limited: false, omitted: [], same: 6, without: 6 * 7 ** 6, pruned: 240 });
  // Only one switch differs.
  const [plain, pruned] = analyse.mock.calls.slice(-2).map(([request]) => request);
  expect({ ...plain, pruning: "" }).toEqual({ ...pruned, pruning: "" });
  expect([plain?.pruning, pruned?.pruning]).toEqual(["none", "alpha-beta"]);
});

test("ends with the game, and leaves out bots without a search", async () => {
  const told: Outcome[] = [];
  await experiment(bot({ pruning: "none", depth: 1 }), { analyse: () => Promise.resolve({ value: 0, nodes: 3 } as AnalysisAnswer), position: () => Promise.resolve({ legal: [] }) }, (outcome) => told.push(outcome));
  expect(told).toEqual([{ positions: 1, depth: 1, usual: undefined, whole: false, limited: false, omitted: [], same: 1, without: 3, pruned: 3 }]);
  expect([isComparable(bot({ random_move: 1, pruning: "none" })), isComparable(bot({ pruning: "none" }))]).toEqual([false, true]);
});

test("leaves out what plain minimax cannot have, and knows the end of the game", async () => {
  // The game is over after three plies.
  const analyse = vi.fn(({ depth }: Record<string, unknown>) => Promise.resolve({ value: 3, best: "a", nodes: 2 ** Math.min(Number(depth), 3) } as AnalysisAnswer));
  const told: Outcome[] = [];
  const spec = { pruning: "pvs", depth: 60, nodes: 500, aspiration: 40, quiescence: true, null_move: true, lmr: false, futility: 0, extensions: true, evaluation: "zero", distance: false };
  await experiment(bot(spec), { analyse, position: () => Promise.resolve({ legal: [] }) }, (outcome) => told.push(outcome));
  expect(told[0]).toMatchObject({ depth: 3, usual: undefined, whole: true, limited: true, omitted: ["quiescence", "null_move", "futility", "extensions"] });
  for (const [request] of analyse.mock.calls) expect(Object.keys(request).sort()).toEqual(["book", "depth", "distance", "evaluation", "game", "moves", "pruning"]);
});
