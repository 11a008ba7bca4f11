// The experiment “what does alpha-beta change?”: one search with the switch off and on, in several positions of a game.

import { searchOf } from "../core/routes";
import type { AnalyseRequest } from "../core/types";
import type { AnalysisAnswer, BotView, SetupView } from "../wire";

/** The switches that a search without pruning has, too. */
const SHARED = ["evaluation", "distance", "quiescence", "extensions"] as const;
const POSITIONS = 6;
/** A search without pruning of more nodes takes too long. */
const MOST_NODES = 120_000;
/** The depth to begin with, and the greatest one. */
const [FIRST_DEPTH, MOST_DEPTH] = [2, 8];

export interface Outcome {
  positions: number;
  depth: number;
  /** The depth of the bot, if the comparison is shallower. */
  usual: number | undefined;
  /** The number of positions in which both searches have the same value. */
  same: number;
  without: number;
  pruned: number;
}

interface Server {
  analyse: (request: AnalyseRequest) => Promise<AnalysisAnswer>;
  position: (request: { game: string; moves: string[] }) => Promise<Pick<SetupView, "legal">>;
}

/** True if the bot has a search that the experiment can change. */
export const isComparable = (bot: BotView): boolean => !bot.engine && !bot.module && Object.keys(searchOf(bot.spec)).length > 0;

/** Runs the experiment. `ontold` receives the outcome after each position. */
export async function experiment(bot: BotView, server: Server, ontold: (outcome: Outcome) => void): Promise<void> {
  const { game, spec } = bot;
  const shared = Object.fromEntries(SHARED.flatMap((key) => (spec[key] === undefined ? [] : [[key, spec[key]]])));
  const search = (moves: string[], depth: number, pruning: string) => server.analyse({ ...shared, game, moves, depth, pruning, book: false });
  const wanted = typeof spec.depth === "number" && spec.depth > 0 ? spec.depth : MOST_DEPTH;
  // The greatest depth at which the search without pruning is small.
  let depth = Math.min(wanted, FIRST_DEPTH);
  for (let probe = await search([], depth, "none"); depth < Math.min(wanted, MOST_DEPTH) && probe.nodes * Math.max(2, probe.nodes ** (1 / depth)) < MOST_NODES; ) {
    depth += 1;
    probe = await search([], depth, "none");
  }
  const outcome: Outcome = { positions: 0, depth, usual: wanted > depth ? wanted : undefined, same: 0, without: 0, pruned: 0 };
  const moves: string[] = [];
  for (let n = 0; n < POSITIONS; n += 1) {
    const [plain, pruned] = [await search(moves, depth, "none"), await search(moves, depth, "alpha-beta")];
    outcome.positions += 1;
    outcome.same += plain.value === pruned.value ? 1 : 0;
    outcome.without += plain.nodes;
    outcome.pruned += pruned.nodes;
    ontold({ ...outcome });
    // Every second move is not the best one, so that the positions differ from a single line.
    const { legal } = await server.position({ game, moves });
    const next = n % 2 === 0 ? legal[(n * 3 + 1) % Math.max(1, legal.length)] : pruned.best;
    if (next === undefined) return;
    moves.push(next);
    if ((await server.position({ game, moves })).legal.length === 0) return;
  }
}
