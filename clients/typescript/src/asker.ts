// Sends requests over the link, within the server's rate limit.

import { Refused } from "../../web/src/core/link.ts";
import type { FromClient, FromServer } from "../../web/src/wire/index.ts";
import { ArenaError } from "./http.ts";
import { Pace, pause } from "./pace.ts";

export class Asker {
  /** The number of times that the server has asked the client to slow down. */
  heldUp = 0;
  readonly #pace = new Pace();
  readonly #request: (message: FromClient) => Promise<FromServer>;

  constructor(request: (message: FromClient) => Promise<FromServer>) {
    this.#request = request;
  }

  /** Sends a request. Waits and retries if the server reports too many requests. */
  async ask(message: FromClient): Promise<FromServer> {
    for (;;) {
      // Moves do not count towards the limit: the server slows them down itself.
      if (message.type !== "move") await this.#pace.wait();
      try {
        return await this.#request(message);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 429 || error.retryAfterMs === undefined) throw error;
        this.heldUp += 1;
        await pause(error.retryAfterMs);
      }
    }
  }

  /** Sends a request that must succeed. Throws an `ArenaError` if the server refuses it. */
  async need(problem: string, message: FromClient): Promise<FromServer> {
    try {
      return await this.ask(message);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "offline" || error.status === 503) throw error;
      throw new ArenaError(`${problem}: ${error.message}`);
    }
  }
}
