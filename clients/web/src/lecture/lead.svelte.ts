// The lecture of this browser window: a class follows it at its address while the teacher goes through the steps.

import { app } from "../core/app.svelte";
import { Refused } from "../core/link";
import type { FromClient } from "../wire";

/** A step at which the teacher does not stay is not sent. */
const PAUSE_MS = 150;

/** Returns the address at which a class follows a lecture. */
export const followPath = (lecture: string): string => `/follow/${lecture}`;

class Lead {
  /** The id, once the server has sent it. It stays the same until the page is left, so that the class scans it once. */
  lecture: string | undefined = $state();
  followers = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #wanted: string | undefined;

  /** Shows the class this address of a step or a match. */
  show(path: string): void {
    clearTimeout(this.#timer);
    this.#wanted = path;
    this.#timer = setTimeout(() => void this.#send(), PAUSE_MS);
  }

  async #send(): Promise<void> {
    const path = this.#wanted;
    if (this.#sending || path === undefined) return;
    this.#sending = true;
    const message: FromClient & { type: "lecture" } = { type: "lecture", path, ...(this.lecture === undefined ? {} : { lecture: this.lecture }) };
    try {
      const answer = await app.request(message);
      if (answer.type === "lecture") [this.lecture, this.followers] = [answer.lecture, answer.followers ?? 0];
    } catch (error) {
      // After a restart of the server or a long pause the class scans a new code.
      if (error instanceof Refused && error.code === "no_such_lecture") this.lecture = undefined;
      else if (this.#wanted === path) this.#wanted = undefined;
    }
    this.#sending = false;
    if (this.#wanted === path && this.lecture !== undefined) this.#wanted = undefined;
    else if (this.#wanted !== undefined) this.show(this.#wanted);
  }
}

export const lead = new Lead();
