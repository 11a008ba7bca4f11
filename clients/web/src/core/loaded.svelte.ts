// Data loaded by HTTP: the value, or the error. After a failure it retries until it succeeds.

import { told } from "./told";

const FIRST_MS = 1500;
const MOST_MS = 12_000;

export class Loaded<T> {
  value: T | undefined = $state.raw();
  /** The error of the last attempt; empty after a success. */
  problem: string = $state("");
  #read: () => Promise<T>;
  #asked = 0;
  #wait = FIRST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** Loads the data now. The previous value stays until the new one arrives. */
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

  /** Stops loading. */
  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }
}
