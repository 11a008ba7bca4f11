// A value loaded over HTTP, or the reason why it is missing. A failure is retried until it succeeds.

import { told } from "./told";

const FIRST_MS = 1500;
const MOST_MS = 12_000;

export class Loaded<T> {
  value: T | undefined = $state.raw();
  /** The reason of the last failure; empty after a success. */
  problem: string = $state("");
  #read: () => Promise<T>;
  #asked = 0;
  #wait = FIRST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** Loads it now; the old value stays until then. */
  async load(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const value = await this.#read();
      if (asked !== this.#asked) return; // A newer request was sent meanwhile.
      this.value = value;
      this.problem = "";
      this.#wait = FIRST_MS;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.problem = told(error);
      this.#timer = setTimeout(() => void this.load(), this.#wait);
      this.#wait = Math.min(MOST_MS, 2 * this.#wait);
    }
  }

  /** Stops retrying. */
  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }
}
