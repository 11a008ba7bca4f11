// The server's clock, from the `Date` of its answers. Ages and days do not depend on the reader's clock.

class ServerTime {
  /** The server's time at the start of this page. A later answer is more exact, and one from a cache is too early. */
  #origin: number | undefined = $state();

  /** Reads the time of an answer that has just arrived. */
  note(date: string | null | undefined): void {
    const origin = Date.parse(date ?? "") - performance.now();
    if (origin > (this.#origin ?? -Infinity)) this.#origin = origin;
  }

  /** The current time in milliseconds: the server's, or the reader's before the first answer. */
  now(): number {
    return this.#origin === undefined ? Date.now() : Math.round(this.#origin + performance.now());
  }
}

const time = new ServerTime();
export const noteTime = (date: string | null | undefined): void => time.note(date);
/** Returns the server's time. A component that reads it follows the first answer. */
export const serverNow = (): number => time.now();
