// Enters a league or another tournament. The server starts its matches while the connection lasts.

import { Refused } from "../../web/src/core/link.ts";
import type { Asker } from "./asker.ts";
import { pause } from "./pace.ts";
import { entry, type Wish } from "./wish.ts";

/**
 * Enters a league, or reports that the bot is back and ready to play. Retries while the server cannot store the entry,
 * until the connection is lost.
 */
export async function enter(asker: Asker, wish: Wish, league: string, log: (level: "info" | "warning", line: string) => void) {
  for (;;) {
    try {
      await asker.need("the league cannot be entered", entry(wish, league));
      return log("info", `entered ${league}`);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503) throw error;
      log("warning", `the league cannot be entered yet: ${error.message}`);
      await pause(error.retryAfterMs ?? 2_000);
    }
  }
}
