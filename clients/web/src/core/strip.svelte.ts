// Whether the strip below the header is open. It shows challenges, started matches and pending pairings.

import { router } from "./router.svelte";
import type { State } from "./state";
import { news } from "../people/terms";

/** What the strip needs of the application. */
interface Host {
  readonly state: State;
  readonly me: string | undefined;
}

export class StripState {
  readonly #host: Host;
  readonly news = $derived.by(() => news(this.#host.state.challenges, this.#host.me));
  /** The number of items. */
  readonly count = $derived.by(() => this.news.length + Object.keys(this.#host.state.calls).length + (this.#host.state.waiting.length > 0 ? 1 : 0));
  /** Whether the user opened or closed the strip, and the number of items at that time. */
  #folded: { closed: boolean; count: number } | undefined = $state.raw();

  constructor(host: Host) {
    this.#host = host;
  }

  /** The user's choice applies until the number of items changes. Without a choice, the strip is closed only during a match. */
  get open(): boolean {
    const { route } = router;
    const { playing, matches } = this.#host.state;
    const amid = route.page === "match" && playing[route.match] === true && matches[route.match]?.state.status === "live";
    if (this.#folded?.count === this.count) return !this.#folded.closed;
    return !amid;
  }

  fold(closed: boolean): void {
    this.#folded = { closed, count: this.count };
  }
}
