// The experiment “what does alpha-beta change?”: one search with the switch off and on, in several positions of a game.

import { searchOf } from "../core/routes";
import type { AnalyseRequest } from "../core/types";
import type { AnalysisAnswer, BotView, SetupView, SwitchKey } from "../wire";

/** The switches of a bot that both searches have. */
const SHARED = ["evaluation", "distance"] as const;
/** The switches that change the value. Plain minimax cannot have them, so neither search has. */
const OMITTED = ["quiescence", "null_move", "lmr", "futility", "extensions", "width"] as const satisfies readonly SwitchKey[];
const POSITIONS = 6;
/** A search without pruning of more nodes takes too long. */
const MOST_NODES = 120_000;
/** The depth to begin with, and the greatest one. */
const [FIRST_DEPTH, MOST_DEPTH] = [2, 8];

export interface Outcome {
  positions: number;
  depth: number;
  /** The depth of the bot, if the comparison is shallower. A bot with a limit has no depth of its own. */
  usual: number | undefined;
  /** True if the searches reach the end of the game. */
  whole: boolean;
  /** True if a limit on nodes or time ends the searches of the bot. */
  limited: boolean;
  /** The switches of the bot that were left out. */
  omitted: readonly SwitchKey[];
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
  let whole = false;
  for (let probe = await search([], depth, "none"); depth < Math.min(wanted, MOST_DEPTH) && probe.nodes * Math.max(2, probe.nodes ** (1 / depth)) < MOST_NODES; ) {
    const deeper = await search([], depth + 1, "none");
    // Another ply without another node: the game is over before.
    whole = deeper.nodes === probe.nodes;
    if (whole) break;
    [depth, probe] = [depth + 1, deeper];
  }
  const limited = [spec.nodes, spec.time_ms].some((limit) => Number(limit ?? 0) > 0);
  const omitted = OMITTED.filter((key) => ![undefined, null, false].includes(spec[key] as null));
  const outcome: Outcome = { positions: 0, depth, usual: wanted > depth && !whole && !limited ? wanted : undefined, whole, limited, omitted, same: 0, without: 0, pruned: 0 };
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
