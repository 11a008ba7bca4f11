// The lecture of this browser window: a class follows it at its address while the teacher goes through the steps.

import { app } from "../core/app.svelte";
import { Refused } from "../core/link";
import type { FromClient } from "../wire";

/** A step at which the teacher does not stay is not sent. */
const PAUSE_MS = 150;

/** Returns the address at which a class follows a lecture. */
export const followPath = (lecture: string): string => `/follow/${lecture}`;

/** The mark in the address of a lecture that is over. */
const ENDED = "ended";
const withEnd = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}${ENDED}=1`;

/** True if the address is the last one of a lecture. */
export const isEnded = (url: URL): boolean => url.searchParams.has(ENDED);

class Lead {
  /** The id, once the server has sent it. It stays the same until the page is left, so that the class scans it once. */
  lecture: string | undefined = $state();
  followers = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #wanted: string | undefined;
  /** The address that the teacher shows now. */
  #shown: string | undefined;

  /** Shows the class this address of a step or a match. */
  show(path: string): void {
    clearTimeout(this.#timer);
    [this.#wanted, this.#shown] = [path, path];
    this.#timer = setTimeout(() => void this.#send(), PAUSE_MS);
  }

  /** Tells the class that the lecture is over. It goes on if it is opened again. */
  end(): void {
    const path = this.#shown;
    if (path !== undefined && this.lecture !== undefined) this.show(withEnd(path));
    else clearTimeout(this.#timer);
    this.#shown = undefined;
  }

  async #send(): Promise<void> {
    const path = this.#wanted;
    if (this.#sending || path === undefined) return;
    // A lecture that is over is not opened again to say so.
    if (this.#shown === undefined && this.lecture === undefined) return;
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
