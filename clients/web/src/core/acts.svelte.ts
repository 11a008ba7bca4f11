// The reader's actions that wait for the server. Each is shown from the press to the answer: its button is busy, and
// `Connection.svelte` says what was sent and, after a while, that no answer came.

import { untrack } from "svelte";
import type { FromClient, OfferKind } from "../wire";

/** The kinds of actions. All but the last three are messages of the socket. */
export type ActKind = Exclude<FromClient["type"], "hello" | "leave" | "watch" | "subscribe" | "unsubscribe" | "lecture" | "ping"> | "request" | "analysis" | "load";

export interface Act {
  what: ActKind;
  /** The match that the action belongs to. */
  match?: string | undefined;
  offer?: OfferKind | undefined;
  /** True if the view itself shows that it waits, so that only a missing answer is reported. */
  quiet?: boolean;
}

type Waiting = Act & { id: number; slow: boolean };

/** The time after which a missing answer is reported. */
export const SLOW_MS = 3000;
/** An action belongs to the button that was pressed at most this long before. */
const PRESS_MS = 300;

/** True for an action over HTTP, which the socket cannot send again. */
export const isRequest = ({ what }: Act): boolean => what === "request" || what === "analysis" || what === "load";

class Acts {
  waiting: readonly Waiting[] = $state.raw([]);
  #next = 1;
  #pressed: { button: Element; at: number } | undefined;

  /** Notes the pressed buttons from now on. */
  start(): void {
    document.addEventListener("click", (event) => this.#press(event), true);
  }

  /** Remembers the pressed button. A busy one is not pressed again. */
  #press(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.ariaBusy === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    this.#pressed = button ? { button, at: performance.now() } : undefined;
  }

  /** Runs an action and shows it until its answer arrives. */
  async run<T>(act: Act, work: () => Promise<T>): Promise<T> {
    const id = this.#next++;
    const button = !act.quiet && this.#pressed && performance.now() - this.#pressed.at < PRESS_MS ? this.#pressed.button : undefined;
    this.#pressed = undefined;
    if (button) button.ariaBusy = "true";
    this.#change((all) => [...all, { ...act, id, slow: false }]);
    const timer = setTimeout(() => this.#change((all) => all.map((one) => (one.id === id ? { ...one, slow: true } : one))), SLOW_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      if (button) button.ariaBusy = null;
      this.#change((all) => all.filter((one) => one.id !== id));
    }
  }

  /** An effect that sends a request must not depend on the others. */
  #change(change: (all: readonly Waiting[]) => readonly Waiting[]): void {
    this.waiting = change(untrack(() => this.waiting));
  }

  /** Returns the waiting move of the reader in a match. */
  move(match: string): { slow: boolean } | undefined {
    return this.waiting.find((one) => one.what === "move" && one.match === match);
  }
}

export const acts = new Acts();
