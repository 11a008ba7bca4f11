// The server's limits are kept from this side: what would be refused for its frequency waits.
/** At most so many messages within so long, over a sliding window. */
export class Pace {
    most;
    windowMs;
    #sent = [];
    constructor(most = 90, windowMs = 20_000) {
        this.most = most;
        this.windowMs = windowMs;
    }
    /** Waits until one more message is within the limit. */
    async wait() {
        for (;;) {
            const now = performance.now();
            this.#sent = this.#sent.filter((at) => now - at < this.windowMs);
            const first = this.#sent[0];
            if (first === undefined || this.#sent.length < this.most)
                break;
            await pause(this.windowMs - (now - first));
        }
        this.#sent.push(performance.now());
    }
}
/** Waits for so many milliseconds. */
export function pause(ms) {
    return new Promise((resolve) => setTimeout(resolve, ms));
}
