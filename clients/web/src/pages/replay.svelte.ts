// The shown position of a match: the latest one, or an earlier one that the reader chose or that playback has reached.

import { firstPly, type Followed } from "../core/state";

/** A paused live match that goes on as played is caught up with at this speed. */
const CATCH_UP_MS = 250;

/** The milliseconds between moves during the playback of a finished match. */
const USUAL_MS = 1000;

export class Replay {
  readonly #followed: () => Followed | undefined;
  /** True for a reader who plays. The board of a spectator of a live match stays at a chosen position. */
  readonly #plays: () => boolean;
  /** The selected position; undefined for the latest one. */
  chosen: number | undefined = $state();
  /** The milliseconds between moves during playback; undefined without playback. */
  pace: number | undefined = $state();
  /** The chosen milliseconds between moves; 0 to show each move when it is played. */
  #chosenSpeed: number | undefined = $state();

  readonly #state = $derived.by(() => this.#followed()?.state);
  readonly #over = $derived(this.#state?.status === "finished");
  readonly view = $derived.by(() => {
    const state = this.#state;
    return state ? Math.min(Math.max(this.chosen ?? state.ply, firstPly(state)), state.ply) : 0;
  });
  readonly latest = $derived(this.#state !== undefined && this.view === this.#state.ply);
  readonly speed = $derived(this.#over ? this.#chosenSpeed || USUAL_MS : (this.#chosenSpeed ?? 0));
  // The timer depends on this instead of the match, whose events must not delay the next move.
  readonly #known = $derived(this.#state !== undefined);

  /** `watched` is the pace at which the reader watches a new match from its first move; 0 without one. */
  constructor(followed: () => Followed | undefined, plays: () => boolean, { at, watched }: { at: number | undefined; watched: number }) {
    this.#followed = followed;
    this.#plays = plays;
    this.chosen = at ?? (watched > 0 ? 0 : undefined);
    this.pace = this.#chosenSpeed = watched || undefined;
    $effect(() => this.#step());
    // The end of the player's own match is shown at once.
    let wasLive = false;
    $effect(() => {
      if (this.#over && wasLive && this.#plays()) this.toEnd();
      wasLive = this.#state?.status === "live";
    });
  }

  /** Shows the next position after the pace. */
  #step(): (() => void) | undefined {
    if (this.pace === undefined || !this.#known) return undefined;
    // At the end, playback waits for the next move of a live match and stops in a finished one.
    if (this.latest && (this.#over || this.speed === 0)) {
      this.toEnd();
      return undefined;
    }
    const next = this.view + 1;
    const timer = setTimeout(() => (this.chosen = Math.min(next, this.#state?.ply ?? next)), this.pace);
    return () => clearTimeout(timer);
  }

  get #playing(): boolean {
    return this.pace !== undefined || (!this.#over && this.chosen === undefined);
  }

  togglePlay = (): void => {
    if (!this.#state) return;
    const playing = this.#playing;
    this.chosen = !playing && this.#over && this.latest ? firstPly(this.#state) : this.view;
    this.pace = playing ? undefined : this.speed || CATCH_UP_MS;
  };

  setSpeed = (next: number): void => {
    const playing = this.#playing;
    this.#chosenSpeed = next;
    if (!playing) return;
    this.pace = next || undefined;
    this.chosen = next === 0 ? undefined : this.view;
  };

  /** Shows a position and ends the playback. */
  jump = (ply: number): void => {
    this.pace = undefined;
    if (this.#state) this.chosen = ply >= this.#state.ply ? undefined : Math.max(firstPly(this.#state), ply);
  };

  /** Like `jump`, but a spectator of a live match stays there. */
  hold = (ply: number): void => {
    this.jump(ply);
    if (!this.#over && !this.#plays()) this.chosen = ply;
  };

  toEnd = (): void => {
    [this.pace, this.chosen] = [undefined, undefined];
  };

  stop(): void {
    this.pace = undefined;
  }

  /** Returns the position that an arrow key, Home or End leads to. */
  keyed(key: string): number | undefined {
    const state = this.#state;
    return state && { ArrowLeft: this.view - 1, ArrowRight: this.view + 1, Home: firstPly(state), End: state.ply }[key];
  }
}
