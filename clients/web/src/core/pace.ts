// The pace of a running tournament, as far as the reader has watched it.

/** A number of finished matches and the time at which it was seen, in milliseconds. */
export interface Seen {
  done: number;
  at: number;
}

/** Fewer matches do not give a pace. */
const FEWEST = 3;
/** Fast bots often finish first, so an estimate needs this much time or this share of the matches. */
const [ENOUGH_MS, ENOUGH] = [10_000, 0.2];

/** Returns the milliseconds left at the pace since the first look; undefined while too few matches have ended since. */
export function timeLeft(first: Seen | undefined, now: Seen, total: number): number | undefined {
  const played = now.done - (first?.done ?? 0);
  if (!first || played < FEWEST || total <= now.done) return undefined;
  if (now.at - first.at < ENOUGH_MS && played < ENOUGH * total) return undefined;
  return ((total - now.done) * (now.at - first.at)) / played;
}
