// The bot's considerations that the match page shows: of the search that goes on, or replayed from that of its last move.

import { api } from "../core/api";
import { app } from "../core/app.svelte";
import { prefs } from "../core/prefs.svelte";
import type { Followed } from "../core/state";
import type { Lights } from "../boards/board";
import type { Side } from "../wire";
import { afterNodes, consideredIn, consideredNow, traceOf, type Considered } from "./considered";

/** The duration of a replayed search, and the time until its lights go out. */
const SEARCH_MS = 1300;
const SHOWN_MS = 2200;
/** With less motion, a search is shown as it ended. */
const STILL = "(prefers-reduced-motion: reduce)";

interface Shown {
  ply: number;
  side: Side;
  moves: Considered[];
  /** The sum of the nodes of the moves. */
  total: number;
  /** The number of nodes and the depth that the bot reported. */
  nodes: number;
  depth: number;
}

export class Considering {
  /** The moves with all their nodes. */
  #whole: Shown | undefined = $state.raw();
  /** The number of nodes that the replay has reached. */
  #reached = $state(0);
  /** True while the lights are on the board. */
  #lit = $state(false);
  readonly #live = $derived.by((): Shown | undefined => {
    const followed = this.#followed();
    const message = followed && app.state.thinking[followed.match]?.at(-1);
    if (!message || message.thought.ply !== followed.state.ply || followed.state.status !== "live") return undefined;
    return { ply: message.thought.ply, side: message.thought.side, moves: consideredNow(message), total: Math.max(1, message.moves.reduce((sum, { nodes }) => sum + nodes, 0)), nodes: message.thought.nodes, depth: message.thought.depth };
  });
  readonly #followed: () => Followed | undefined;

  /** The moves at this moment. */
  readonly now = $derived.by((): Shown | undefined => {
    if (this.#live) return this.#live;
    return this.#whole && { ...this.#whole, moves: afterNodes(this.#whole.moves, this.#reached) };
  });
  /** True once the search has ended. */
  readonly done = $derived(this.#live === undefined && this.#whole !== undefined && this.#reached >= this.#whole.total);
  /** The lights on the board, which go out after a while. */
  readonly lights = $derived.by((): Lights | undefined => {
    const [{ now }, followed] = [this, this.#followed()];
    const diagram = now && followed && (now.ply === followed.state.ply ? followed.state.diagram : followed.frames[now.ply]);
    if (!now || !diagram || !(this.#live || this.#lit)) return undefined;
    const most = Math.max(1, ...now.moves.map(({ nodes }) => nodes));
    return { on: diagram, side: now.side, moves: now.moves.map(({ move, nodes, cut, best }) => ({ move, share: nodes / most, cut, best })) };
  });

  /** `shows` is false where nothing may be shown, or where the reader wants none. */
  constructor(followed: () => Followed | undefined, shows: () => boolean) {
    this.#followed = followed;
    const watched = $derived(shows() && prefs.lights);
    const match = $derived(followed()?.match);
    $effect(() => (watched && match !== undefined ? app.subscribe(`thinking:${match}`) : undefined));
    // A string, so that the search is traced once for each move.
    const asked = $derived.by(() => {
      const state = followed()?.state;
      const thought = state?.thoughts.filter(({ ply }) => ply < state.ply).at(-1);
      const request = watched && state && thought && thought.ply >= state.ply - 2 ? traceOf(state, thought) : undefined;
      return request && thought ? JSON.stringify({ request, ply: thought.ply, side: thought.side, nodes: thought.nodes, depth: thought.depth, made: state?.moves[thought.ply] }) : "";
    });
    $effect(() => (asked === "" ? undefined : this.#replay(asked)));
  }

  #replay(asked: string): () => void {
    const { request, ply, side, nodes, depth, made } = JSON.parse(asked) as { request: Parameters<typeof api.trace>[0]; ply: number; side: Side; nodes: number; depth: number; made?: string };
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (moves: Considered[]) => {
      const total = moves.reduce((sum, one) => sum + one.nodes, 0);
      if (!current || total === 0) return;
      // Among equal moves the bot may have chosen another one, which this search left as soon as it could not be better.
      this.#whole = { ply, side, moves: moves.map((one) => (made === undefined ? one : one.move === made ? { ...one, best: true, cut: false } : { ...one, best: false })), total, nodes, depth };
      this.#lit = true;
      const still = window.matchMedia?.(STILL).matches === true;
      const from = performance.now();
      const step = () => {
        const part = still ? 1 : Math.min(1, (performance.now() - from) / SEARCH_MS);
        this.#reached = Math.round(total * part);
        timer = part < 1 ? setTimeout(step, 40) : setTimeout(() => (this.#lit = false), SHOWN_MS);
      };
      step();
    };
    // A refusal, such as of a position of a rated match, shows nothing.
    api.trace(request).then((answer) => begin(consideredIn(answer.steps?.steps ?? [], answer.nodes)), () => undefined);
    return () => {
      current = false;
      this.#lit = false;
      clearTimeout(timer);
    };
  }
}
