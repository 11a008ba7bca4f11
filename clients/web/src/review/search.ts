// The search of a review.

import { analysisOf, boardOf } from "../boards/registry";
import { api } from "../core/api";
import type { AnalysisAnswer } from "../wire";

/** A position of the reviewed match. */
export interface Question {
  game: string;
  options: Record<string, unknown>;
  position?: string;
  moves: string[];
}

/**
 * A search of one position takes at most this long, so that a whole match takes seconds. A small game is searched to its
 * end, however busy the server is.
 */
const [TIME_MS, WHOLE_MS] = [400, 10_000];

/** Searches a position with all means that keep the value of minimax. */
export function evaluate(question: Question): Promise<AnalysisAnswer> {
  const { depth, exchanges } = analysisOf(question.game);
  return api.analyse({
    ...question,
    pruning: "pvs",
    ordering: ["table", "captures", "killers", "static", "history"],
    table_mb: 16,
    deepening: true,
    depth: Math.max(depth, 12),
    time_ms: boardOf(question.game).whole === true ? WHOLE_MS : TIME_MS,
    quiescence: exchanges,
    book: false,
  });
}

/** The most moves of a line that is played out. */
const MOST = 16;

/** One position of a line: the moves up to it, as the page writes them, and its board. */
export type Played = Awaited<ReturnType<typeof api.position>>;

/**
 * Plays a line out from a position, one move at a time. A search cuts its line where its table has the value, so the
 * line is continued by further searches until the match is over or `MOST` moves were made.
 */
export async function* played(question: Question, line: readonly string[]): AsyncGenerator<Played> {
  const moves = [...line];
  for (let n = 0; ; n += 1) {
    const at = { ...question, moves: [...question.moves, ...moves.slice(0, n)] };
    const position = await api.position(at);
    yield position;
    if (position.over || n >= MOST) return;
    if (n === moves.length) moves.push(...(await evaluate(at)).line);
    if (n === moves.length) return;
  }
}
