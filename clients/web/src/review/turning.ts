// Finds the moves of a finished match that changed its result, from the value of each position.

import type { AnalysisAnswer, Side, ThoughtEvent, ValueScale } from "../wire";

/** The result that a position promises to the first side: a win, a loss, or neither. */
export type Promise3 = 1 | 0 | -1;

export interface Judged {
  side: Side;
  promise: Promise3;
  /** True if the search reached the end that it promises. Otherwise the promise is a lead by an evaluation. */
  proved: boolean;
  best: string | undefined;
  answer: AnalysisAnswer;
}

/** In a game with values in hundredths of a piece, a lead of this much counts as won. */
const LEAD = 200;

/** Between leads by an evaluation, a move that costs less than this has changed nothing. */
const LOSS = 100;

/** Returns the promise of a value for its mover. */
export function promiseOf({ value, win_in }: { value?: number; win_in?: number }, scale: ValueScale | undefined, hundredths = false): Promise3 {
  const beyond = hundredths ? LEAD : (scale?.decided_beyond ?? 0);
  const size = win_in ?? (value !== undefined && Math.abs(value) > beyond ? value : 0);
  return size > 0 ? 1 : size < 0 ? -1 : 0;
}

export function judge(answer: AnalysisAnswer, hundredths = false): Judged {
  const own = promiseOf(answer, answer.scale, hundredths);
  const proved = own !== 0 && promiseOf(answer, answer.scale) === own;
  return { side: answer.side, promise: (answer.side === "first" ? own : (-own || 0)) as Promise3, proved, best: answer.best, answer };
}

export interface Turn {
  /** The ply of the move, from 0. */
  ply: number;
  side: Side;
  /** The promise to the mover before and after the move. */
  from: Promise3;
  to: Promise3;
  /** A move that would have kept the result. Absent if the search chose the same move. */
  better: string | undefined;
  /** The opponent's best play after the move. */
  refutation: readonly string[];
  notation: readonly string[] | undefined;
  /** The first thought after the move that expected the new result. */
  seen: { ply: number; side: Side; depth: number } | undefined;
}

/**
 * Returns the moves after which the mover was promised less than before, and the move after which the promise is that of
 * the end for good. `positions` are the judged positions by the number of moves before them; a missing one is unknown.
 * `end` is the promise of the finished match.
 */
export function turns(positions: readonly (Judged | undefined)[], moves: readonly string[], end: Promise3 | undefined, thoughts: readonly ThoughtEvent[], scale: ValueScale | undefined, hundredths = false): Turn[] {
  const promises = [...moves, ""].map((_, ply) => positions[ply]?.promise ?? (ply === moves.length ? end : undefined));
  const last = promises.findLast((promise) => promise !== undefined);
  const deciding = promises.findLastIndex((promise) => promise !== undefined && promise !== last);
  return moves.flatMap((move, ply): Turn[] => {
    const before = positions[ply];
    const after = positions[ply + 1];
    const promised = promises[ply + 1];
    if (!before || promised === undefined) return [];
    const own = (of: Promise3) => (before.side === "first" ? of : (-of || 0)) as Promise3;
    const [from, to] = [own(before.promise), own(promised)];
    const lost = to < from && before.best !== move;
    if (!lost && ply !== deciding) return [];
    const isLead = hundredths && !before.proved && after?.proved === false;
    if (isLead && before.answer.value - (after.side === before.side ? 1 : -1) * after.answer.value < LOSS) return [];
    const sees = (t: ThoughtEvent) => {
      const found = promiseOf(t, scale, hundredths);
      return t.ply > ply && t.from === "search" && (t.side === before.side ? found : -found || 0) === to;
    };
    const first = to === 0 ? undefined : [...thoughts].sort((a, b) => a.ply - b.ply).find(sees);
    return [
      {
        ply,
        side: before.side,
        from,
        to,
        better: lost ? before.best : undefined,
        refutation: to < from ? (after?.answer.line ?? []) : [],
        notation: after?.answer.notation,
        seen: first && { ply: first.ply, side: first.side, depth: first.depth },
      },
    ];
  });
}

/** Returns the promise of a result. */
export const promiseOfEnd = (outcome: Side | "draw" | null): Promise3 | undefined => (outcome === null ? undefined : outcome === "draw" ? 0 : outcome === "first" ? 1 : -1);

/**
 * Returns the recorded side of the move at a ply. A move from a book or by chance has no thought; its side is that of the
 * position, because the sides need not move in turn.
 */
export const moverOf = (thoughts: readonly ThoughtEvent[], ply: number): Side | undefined => thoughts.find((one) => one.ply === ply)?.side;
