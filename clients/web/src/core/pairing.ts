// The player's pairing requests and tournaments. A lost connection ends both on the server; the next one repeats them.

import type { FromClient, FromServer, PairRequest } from "../wire";
import type { ActKind } from "./acts.svelte";
import { entered } from "./entered";
import { Refused } from "./link";
import type { Input } from "./reduce";
import type { State } from "./state";

/** What pairing needs of the application. */
interface Host {
  readonly state: State;
  dispatch(input: Input): void;
  ask(message: FromClient & { type: ActKind }): Promise<boolean>;
  send(message: FromClient & { type: ActKind }): Promise<FromServer>;
  request(message: FromClient): Promise<FromServer>;
}

export class Pairing {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Requests a pairing, in addition to the current requests. */
  async ask(wish: PairRequest): Promise<void> {
    if (await this.#host.ask({ type: "pair", ...wish })) this.#host.dispatch({ kind: "waiting", wishes: [...this.#host.state.waiting, wish] });
  }

  /** Withdraws all pairing requests. */
  async withdraw(): Promise<void> {
    if (await this.#host.ask({ type: "unpair" })) this.#host.dispatch({ kind: "waiting", wishes: [] });
  }

  /** Enters a tournament. This browser is then ready to play in it, across connections. The caller shows a refusal. */
  async enter(tournament: string): Promise<void> {
    await this.#host.send({ type: "enter", tournament });
    entered.keep(tournament);
  }

  async quit(tournament: string): Promise<void> {
    if (await this.#host.ask({ type: "quit", tournament })) entered.forget(tournament);
  }

  /** Repeats the requests and the ready state in tournaments on a new connection. */
  repeat(): void {
    for (const tournament of entered.all()) {
      this.#host.request({ type: "enter", tournament }).catch((error: unknown) => {
        // The tournament is over, or the player has left it elsewhere.
        if (error instanceof Refused && error.code !== "offline") entered.forget(tournament);
      });
    }
    const wishes = this.#host.state.waiting;
    this.#host.dispatch({ kind: "waiting", wishes: [] });
    for (const wish of wishes) void this.ask(wish);
  }
}
