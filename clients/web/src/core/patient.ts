// Retries for the arena's rate limits. A rate-limited request was not started, and the arena says when to retry. The
// page waits for a short delay and reports a long one to the reader.

import { Refused } from "./link";

const LONGEST_MS = 3000;
const SHORTEST_MS = 250;
const TIMES = 6;

/** Retries a few times if the arena announces a short delay. */
export async function patient<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = TIMES; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const wait = error instanceof Refused ? error.retryAfterMs : undefined;
      if (wait === undefined || wait > LONGEST_MS || left <= 1) throw error;
      await new Promise((go) => setTimeout(go, Math.max(SHORTEST_MS, wait)));
    }
  }
}

/** The time after which a question without an answer is asked again. */
const AGAIN_MS = 3000;

/** Returns the time in milliseconds after which the same question may get an answer; undefined if it was answered. */
export function againAfter(error: unknown): number | undefined {
  if (!(error instanceof Refused)) return undefined;
  return error.retryAfterMs ?? (error.status === 0 || error.status >= 500 ? AGAIN_MS : undefined);
}
