// The arena does only so much at a time for one address. What it turns away for that was not begun, and it says when to
// come back: a short wait is the page's, a long one is told to its reader.

const LONGEST_MS = 3000;
const SHORTEST_MS = 250;
const TIMES = 6;

/** Asks again, a few times, where the arena says that it will answer soon. */
export async function patient<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = TIMES; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const wait = (error as { retryAfter?: number }).retryAfter;
      if (wait === undefined || wait > LONGEST_MS || left <= 1) throw error;
      await new Promise((go) => setTimeout(go, Math.max(SHORTEST_MS, wait)));
    }
  }
}
