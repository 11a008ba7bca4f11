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
