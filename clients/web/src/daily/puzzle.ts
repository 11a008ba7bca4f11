// Loads the position of a day. The server's searches say which nodes alpha-beta prunes, and the value.

import { api } from "../core/api";
import type { Question } from "../core/routes";
import { TracedSearch } from "../explore/search.svelte";
import { cutPaths, type Iteration, type Trace } from "../explore/trace";
import type { AnalysisAnswer } from "../wire";
import { candidates, kinds, MOST_NODES } from "./daily";

export interface Puzzle {
  day: number;
  question: Question;
  /** Alpha-beta's answer and its steps. */
  answer: AnalysisAnswer;
  trace: Trace;
  /** The tree of plain minimax: all nodes. */
  whole: Iteration;
  /** The pruned nodes, as paths. Everything below them is pruned too. */
  cut: string[];
}

const lastOf = (trace: Trace | undefined) => trace?.iterations[trace.iterations.length - 1];

export async function puzzleOf(day: number): Promise<Puzzle> {
  const kind = kinds[day % kinds.length];
  const map = kind?.kind === "solved" ? (await api.solve({ game: kind.game, map: true })).map : undefined;
  for (const question of kind ? candidates(kind, day, map) : []) {
    const { game, position, search } = question;
    const place = { game, ...(position ? { position } : {}), book: false };
    const [pruned, plain] = [new TracedSearch(), new TracedSearch()];
    await pruned.load({ ...place, ...search }, true);
    const cut = cutPaths(pruned.trace?.steps ?? []);
    if (cut.length === 0 || (pruned.answer?.nodes ?? Infinity) > MOST_NODES) continue;
    await plain.load({ ...place, ...search, pruning: "none" }, true);
    const [answer, trace, whole] = [pruned.answer, pruned.trace, lastOf(plain.trace)];
    if (answer && trace && whole && whole.nodes.length <= MOST_NODES) return { day, question, answer, trace, whole, cut };
  }
  throw new Error(`no position of day ${day} has a cut`);
}
