// A client-side rate limit. A message that the server would refuse waits here.

/** A rate limit over a sliding window. */
export class Pace {
  #sent: number[] = [];

  constructor(
    readonly most = 90,
    readonly windowMs = 20_000,
  ) {}

  /** Waits until the limit allows another message. */
  async wait(): Promise<void> {
    for (;;) {
      const now = performance.now();
      this.#sent = this.#sent.filter((at) => now - at < this.windowMs);
      const first = this.#sent[0];
      if (first === undefined || this.#sent.length < this.most) break;
      await pause(this.windowMs - (now - first));
    }
    this.#sent.push(performance.now());
  }
}

/** Waits for the given number of milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
