// Takes the player's seats: in matches that others or the server created, and again after a closed or reloaded window.

import type { FromClient, FromServer, SeatView } from "../wire";
import { api } from "./api";
import type { Input } from "./reduce";
import { router } from "./router.svelte";
import { matchPath } from "./routes";
import type { State } from "./state";

/** The maximum number of the player's matches that are followed in the background. */
export const MOST_OWN = 8;

/** The delay after an away event, in milliseconds. Among replayed events the player's return may follow at once. */
const A_MOMENT = 300;

/** True if this player holds the seat and is away. */
const isLeft = (seat: SeatView, player: string) => seat.kind === "human" && seat.player === player && seat.away;

/** What the seats need of the application. */
interface Host {
  readonly state: State;
  dispatch(input: Input): void;
  complain(error: unknown): void;
  request(message: FromClient): Promise<FromServer>;
  watch(match: string, fresh?: boolean): Promise<void>;
}

export class Seats {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Takes the player's seat in a match. */
  async take(match: string): Promise<void> {
    await this.#host.request({ type: "join", match });
    this.#host.dispatch({ kind: "playing", match });
    await this.#host.watch(match, true);
  }

  /** Takes the player's own seat again if it is still unoccupied after a moment. */
  takeBackSoon(match: string): void {
    setTimeout(() => {
      const { matches, playing, player } = this.#host.state;
      const left = player && playing[match] !== true && matches[match]?.state.seats.some((seat) => isLeft(seat, player.id));
      // The next welcome retries.
      if (left) this.take(match).catch(() => undefined);
    }, A_MOMENT);
  }

  /**
   * Takes the seat of a pairing at once, because the clock runs. Opens the match if the player requested it or views
   * the tournament. Otherwise the strip shows it.
   */
  takePaired(match: string, tournament: string | undefined): void {
    const { route } = router;
    const leads = tournament === undefined || (route.page === "tournament" && route.tournament === tournament);
    this.take(match).then(() => leads && router.go(matchPath(match)), (error: unknown) => this.#host.complain(error));
  }

  /** Finds the player's matches, for example after a restart of the browser. Takes an unoccupied seat again. */
  async find(player: string): Promise<void> {
    try {
      const found = await Promise.all(["live", "open"].map((status) => api.ownMatches({ player, status, limit: MOST_OWN })));
      for (const { match, seats } of found.flatMap(({ matches }) => matches)) {
        const left = seats.some((seat) => isLeft(seat, player));
        if (left ? this.#host.state.playing[match] === true : this.#host.state.matches[match]) continue;
        // The next welcome retries.
        await (left ? this.take(match) : this.#host.watch(match));
      }
    } catch {
      // The header works without them, and the lobby shows them too.
    }
  }
}
