// Checks an answer by a search of the arena. The page does not decide it.

import { api } from "../core/api";
import { written } from "../core/notation";
import { valueText } from "../core/format";
import { list } from "../core/language.svelte";
import { cutPaths } from "../explore/trace";
import type { AnalysisAnswer } from "../wire";
import { positionIn, type Ask } from "./lessons";
import { words } from "./lessons.words";

export interface Checked {
  right: boolean;
  /** The search result in words. */
  said: string;
}

/** Checks an answer: a text, or the paths of the marked leaves. Rejects if the arena is unreachable. */
export async function check(ask: Ask, given: string | readonly string[]): Promise<Checked> {
  const question = { ...positionIn(ask), book: false, ...ask.search };
  switch (ask.kind) {
    case "value": {
      const { value, scale } = await api.analyse(question);
      return { right: Number(given) === value, said: words.was.value(valueText(value, scale)) };
    }
    case "cut": {
      const answer = await api.trace({ ...question, page: { count: 2_000 } });
      const cut = cutPaths(answer.steps?.steps ?? []);
      const marked = new Set(given);
      const names = cut.map((path) => leafAt(answer, path));
      return { right: cut.length === marked.size && cut.every((path) => marked.has(path)), said: words.was.cut(list(names)) };
    }
    case "depth": {
      for (let depth = 1; depth <= ask.most; depth += 1) {
        const { win_in } = await api.analyse({ ...question, depth });
        if (win_in !== undefined && win_in > 0) return { right: Number(given) === depth, said: words.was.depth(depth) };
      }
      throw new Error(words.offline);
    }
    case "fewest": {
      const leaves: number[] = [];
      for (const position of ask.positions) leaves.push((await api.analyse({ ...question, position })).leaves);
      return { right: leaves[Number(given)] === Math.min(...leaves), said: words.was.fewest(leaves) };
    }
    case "move": {
      const found = await api.analyse({ ...positionIn(ask), bot: ask.bot });
      const best = found.book && found.book.moves.length > 0 ? found.book : equallyGood(found);
      return { right: best.moves.includes(String(given)), said: words.was.move(list(written(best.moves, best.notation))) };
    }
  }
}

/** Returns the moves whose exact value equals that of the best move. */
function equallyGood({ best, root }: AnalysisAnswer): { moves: string[]; notation: string[] } {
  const value = root.find(({ move }) => move === best)?.value;
  const same = root.filter(({ move, exact, value: own }) => move === best || (exact && own === value));
  return { moves: same.map(({ move }) => move), notation: same.map(({ move, notation }) => notation ?? move) };
}

/** Returns the value at a leaf of a written tree. */
function leafAt({ diagram }: AnalysisAnswer, path: string): string {
  let at: unknown = diagram.kind === "tree" ? diagram.tree : undefined;
  for (const index of path.split(" ")) at = Array.isArray(at) ? (at as unknown[])[Number(index)] : undefined;
  return typeof at === "number" ? valueText(at, undefined) : path;
}
