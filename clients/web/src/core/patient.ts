// The arena does only so much at a time for one address; what it turns away for that is worth asking for again.

import { ApiError } from "./api";

const PAUSE = 500;

/** Asks again, a few times, where the arena has too much to do. */
export async function patient<T>(ask: () => Promise<T>, times = 6): Promise<T> {
  for (let left = times; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const busy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!busy || left <= 1) throw error;
    }
    await new Promise((go) => setTimeout(go, PAUSE));
  }
}
