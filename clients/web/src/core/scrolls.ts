// The scroll position of each entry of the history. A view is loaded after the entry has changed, when the browser itself
// would already have given up.

import { placeOf, shownView } from "./place";

const KEY = "minimax-arena.scrolls";
/** The number of entries to remember. */
const MOST = 50;
/** The time in which a view may grow to its former height. */
const PATIENCE_MS = 4000;
/** The events with which the reader takes over. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const entryIn = (state: unknown): string | undefined => (typeof state === "object" && state !== null && "entry" in state ? String(state.entry) : undefined);

export class Scrolls {
  #known = new Map<string, number>();
  #entry: string;
  #stop: (() => void) | undefined;

  constructor() {
    window.history.scrollRestoration = "manual";
    try {
      this.#known = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [string, number][]);
    } catch {
      // Without storage, the positions last until the page is reloaded.
    }
    this.#entry = entryIn(window.history.state) ?? this.#name();
    window.addEventListener("scroll", () => this.#stop || this.#note(), { passive: true });
    window.addEventListener("pagehide", () => {
      this.#note();
      try {
        sessionStorage.setItem(KEY, JSON.stringify([...this.#known].slice(-MOST)));
      } catch {
        // As above.
      }
    });
    const top = this.#known.get(this.#entry);
    if (top !== undefined) this.#restore(top, shownView().hash.slice(1));
  }

  /** Names the current entry of the history. */
  #name(): string {
    const entry = Math.random().toString(36).slice(2);
    window.history.replaceState({ entry }, "");
    return entry;
  }

  #note(): void {
    this.#known.delete(this.#entry);
    this.#known.set(this.#entry, window.scrollY);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value ?? "");
  }

  /** Adds an entry to the history. */
  push(url: URL): void {
    this.#stop?.();
    this.#note();
    window.history.pushState(null, "", placeOf(url));
    this.#entry = this.#name();
  }

  /** Changes the address of the current entry. */
  replace(url: URL): void {
    window.history.replaceState({ entry: this.#entry }, "", placeOf(url));
  }

  /** Call this after the reader has gone to another entry. Its view scrolls as soon as it is high enough. */
  moved(): void {
    const entry = entryIn(window.history.state);
    this.#stop?.();
    this.#entry = entry ?? this.#name();
    // An entry without a name is new: the browser has followed a link within the view, and scrolls itself.
    if (entry !== undefined) this.#restore(this.#known.get(entry) ?? 0);
  }

  /** Scrolls to this height, or to the element that the address names: after a reload it may be at another height. */
  #restore(top: number, named = ""): void {
    this.#stop?.();
    const go = () => {
      const element = document.getElementById(named);
      if (element) element.scrollIntoView();
      else window.scrollTo(0, top);
    };
    const grown = "ResizeObserver" in window ? new ResizeObserver(go) : undefined;
    const stop = () => {
      this.#stop = undefined;
      grown?.disconnect();
      clearTimeout(timer);
      for (const event of TAKES_OVER) window.removeEventListener(event, stop);
    };
    const timer = setTimeout(stop, PATIENCE_MS);
    for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
    this.#stop = stop;
    grown?.observe(document.body);
  }
}
