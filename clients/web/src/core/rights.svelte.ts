// The operator's rights of this browser: taken with a link, and given up.

import { api } from "./api";
import { linkIn } from "./operator";
import type { Input } from "./reduce";
import { router } from "./router.svelte";
import { words } from "./told.words";

/** What the rights need of the application. */
interface Host {
  dispatch(input: Input): void;
  complain(error: unknown): void;
}

export class OperatorRights {
  /** Counts changes of the rights. Dependent data is loaded again. */
  since: number = $state(0);
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  start(): void {
    this.#openLink();
    // Opening an operator link in an open page changes only the fragment.
    window.addEventListener("hashchange", () => this.#openLink());
  }

  /** Exchanges an operator link for the operator's cookie. Removes the link from the address first. */
  #openLink(): void {
    const link = linkIn(window.location.hash);
    if (link === undefined) return;
    router.go(window.location.pathname + window.location.search, true);
    api.becomeOperator(link).then(
      () => {
        this.since += 1;
        this.#host.dispatch({ kind: "toast", text: words.operator, bad: false });
      },
      (error: unknown) => this.#host.complain(error),
    );
  }

  async leave(): Promise<void> {
    try {
      await api.leaveOperator();
      this.since += 1;
    } catch (error) {
      this.#host.complain(error);
    }
  }
}
