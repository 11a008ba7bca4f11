// Asks the server over the link, no oftener than it allows.

import { Refused } from "../../web/src/core/link.ts";
import type { FromClient, FromServer } from "../../web/src/wire/index.ts";
import { ArenaError } from "./http.ts";
import { Pace, pause } from "./pace.ts";

export class Asker {
  /** How often the server has asked for a pause. */
  heldUp = 0;
  readonly #pace = new Pace();
  readonly #request: (message: FromClient) => Promise<FromServer>;

  constructor(request: (message: FromClient) => Promise<FromServer>) {
    this.#request = request;
  }

  /** Asks the server; when it has had too much, this waits and asks again. */
  async ask(message: FromClient): Promise<FromServer> {
    for (;;) {
      // Moves in turn are not counted: the server slows them down by itself.
      if (message.type !== "move") await this.#pace.wait();
      try {
        return await this.#request(message);
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "rate_limited") throw error;
        this.heldUp += 1;
        await pause(error.retryAfterMs ?? 1_000);
      }
    }
  }

  /** Asks for what there is no use in going on without. */
  async need(problem: string, message: FromClient): Promise<FromServer> {
    try {
      return await this.ask(message);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "offline" || error.code === "unavailable") throw error;
      throw new ArenaError(`${problem}: ${error.message}`);
    }
  }
}
