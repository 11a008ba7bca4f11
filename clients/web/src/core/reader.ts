// Reads matches over HTTP: finished ones from the store, and running ones of tournaments between bots, which have no socket.

import type { MatchView } from "../wire";
import { api } from "./api";
import type { Input } from "./reduce";
import type { State } from "./state";

/** The interval between two requests for a running match of a tournament between bots. */
const POLL_MS = 1000;

/** What the reader needs of the application. */
interface Host {
  readonly state: State;
  dispatch(input: Input): void;
}

export class MatchReader {
  readonly #host: Host;
  /** The matches whose events are read again and again. */
  readonly #polled = new Set<string>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Loads a match, and reads its new events until it is over or the page is left. */
  async open(match: string): Promise<void> {
    await this.#load(match, await api.match(match));
    void this.#poll(match);
  }

  /** Loads the earlier positions of a match for stepping through it. */
  async history(match: string): Promise<void> {
    const state = this.#host.state.matches[match]?.state;
    if (!state) return;
    const summary = { ...state, match, plies: state.ply, created_ms: 0 };
    const history = await api.events(match);
    this.#host.dispatch({ kind: "history", summary, history, now: performance.now() });
  }

  async #load(match: string, summary: MatchView): Promise<void> {
    const history = await api.events(match);
    this.#host.dispatch({ kind: "forget", match });
    this.#host.dispatch({ kind: "history", summary, history, now: performance.now() });
  }

  async #poll(match: string): Promise<void> {
    if (this.#polled.has(match)) return;
    this.#polled.add(match);
    const followed = () => this.#host.state.matches[match];
    while (followed()?.state.status === "live") {
      await new Promise((go) => setTimeout(go, POLL_MS));
      if (!document.hidden) await this.#readOn(match).catch(() => undefined); // The next request follows soon.
    }
    this.#polled.delete(match);
  }

  async #readOn(match: string): Promise<void> {
    const before = this.#host.state.matches[match]?.state;
    const summary = await api.match(match);
    if (before && summary.plies === before.ply && summary.status === before.status) return;
    const { events } = await api.events(match, this.#host.state.matches[match]?.seq);
    for (const event of events) this.#host.dispatch({ kind: "message", message: { type: "event", match, ...event }, now: performance.now() });
    const now = this.#host.state.matches[match];
    // The stored record has other events than the running match, and after a restart the match is played again.
    const differs = now && (now.gap || now.state.ply < summary.plies || summary.plies < (before?.ply ?? 0) || (summary.status === "finished" && now.state.status !== "finished"));
    if (differs) await this.#load(match, summary);
  }
}
