// What a bot considered for its last move: the nodes that its search spent on each root move, and the moves that were cut.
// The server traces the same search again. The page shows it slowly enough to watch.

import { searchOf } from "../core/routes";
import type { AnalyseRequest, ThinkingMessage } from "../core/types";
import type { MatchState, StepView, ThoughtView } from "../wire";

export interface Considered {
  move: string;
  /** The move in human notation. */
  text: string;
  /** The nodes spent on it. */
  nodes: number;
  /** True if a reply refuted it, so that the rest of its replies were cut. */
  cut: boolean;
  best: boolean;
  /** The value for the bot, or an upper bound of a cut move. */
  value?: number;
}

/** A larger search is not repeated only to show it. */
export const MOST_NODES = 300_000;
/** The steps at the root and its children. */
const PAGE = { plies: 1, count: 2_000 };

/** Returns the request that traces the search behind a bot's thought; undefined if it cannot be repeated. */
export function traceOf(state: MatchState, thought: ThoughtView): AnalyseRequest | undefined {
  const seat = state.seats[thought.side === "first" ? 0 : 1];
  if (seat.kind !== "bot" || thought.from !== "search" || thought.depth === 0 || thought.nodes > MOST_NODES) return undefined;
  const search = searchOf(seat.spec);
  if (Object.keys(search).length === 0) return undefined;
  const { position } = state.start;
  return { ...search, depth: thought.depth, game: state.game, options: state.options, ...(position ? { position } : {}), moves: state.moves.slice(0, thought.ply), page: PAGE };
}

/** Returns the root moves in the order in which the last iteration searched them. `total` is the number of all nodes. */
export function consideredIn(steps: readonly StepView[], total: number): Considered[] {
  const last = steps.findLastIndex(({ code }) => code === "iteration");
  const found = new Map<string, Considered>();
  let open: { of: Considered; from: number } | undefined;
  const leave = (node: number) => {
    if (open) open.of.nodes += node - open.from;
    open = undefined;
  };
  for (const { code, ply, move = "", notation, node, value } of steps.slice(Math.max(0, last))) {
    if (ply === 1 && code === "enter") {
      leave(node);
      const of = found.get(move) ?? { move, text: notation ?? move, nodes: 0, cut: false, best: false };
      found.set(move, of);
      open = { of, from: node };
    } else if (ply === 1 && open) {
      if (code === "cut") open.of.cut = true;
      if (code === "searched" && value !== undefined) open.of.value = value;
    } else if (ply === 0 && code === "raise") {
      for (const one of found.values()) one.best = one.move === move;
    }
  }
  leave(total);
  return [...found.values()];
}

/** Returns the state of the moves after `nodes` nodes: those of a move that is not reached yet are 0. */
export function afterNodes(moves: readonly Considered[], nodes: number): Considered[] {
  let left = nodes;
  return moves.map((one) => {
    const spent = Math.max(0, Math.min(one.nodes, left));
    const done = left >= one.nodes;
    left -= one.nodes;
    return { ...one, nodes: spent, cut: one.cut && done, best: one.best && done };
  });
}

/** Returns the moves of a search that goes on, with the nodes of its last depth. A move with a bound counts as cut. */
export function consideredNow({ moves }: ThinkingMessage): Considered[] {
  return moves.map(({ move, notation, value, exact, nodes }, i) => ({ move, text: notation ?? move, nodes, cut: !exact, best: i === 0, value }));
}
