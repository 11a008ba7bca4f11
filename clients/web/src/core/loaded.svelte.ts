// What is read by HTTP: the value, or why it is not there. After a failure it is read again by itself, until it comes.

import { told } from "./told";

const FIRST_MS = 1500;
const MOST_MS = 12_000;

export class Loaded<T> {
  value: T | undefined = $state.raw();
  /** Why the last attempt failed; empty when it did not. */
  problem: string = $state("");
  #read: () => Promise<T>;
  #asked = 0;
  #wait = FIRST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** Reads it now; the value of before stays until another comes. */
  async load(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const value = await this.#read();
      if (asked !== this.#asked) return; // Something newer was asked for meanwhile.
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

  /** Nobody waits for it any more. */
  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }
}
