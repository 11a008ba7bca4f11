// The one live object behind the pages: the reduced state, the link, and the few actions that use both.

import type { ClockSetting, FromClient, GameView, OfferKind, SeatChoice, StartView } from "../wire";
import type { Options } from "./types";
import { ownMatches } from "./alerts";
import { api } from "./api";
import { spokenGame } from "./games";
import { Link, openSocket, Refused } from "./link";
import { Loaded } from "./loaded.svelte";
import { linkIn } from "./operator";
import { reduce, type Input } from "./reduce";
import { router } from "./router.svelte";
import { matchPath } from "./routes";
import { heldSide, initialState, type State } from "./state";
import { readStored, store } from "./stored";
import { told } from "./told";
import { words } from "./told.words";

/** So many of one's own matches are followed in the background. */
const MOST_OWN = 8;

class App {
  state: State = $state.raw(initialState());
  readonly gamesRead = new Loaded(api.games);
  name: string = $state(readStored("name") ?? "");
  /** Counts how often this browser became the operator's or ceased to be: what depends on it asks the server anew. */
  operatorSince: number = $state(0);
  /** The match whose board takes the focus when it appears: one that was started by keyboard. */
  toBoard: string | undefined;
  games: GameView[] = $derived((this.gamesRead.value ?? []).map(spokenGame));
  /** One's own live matches, on whatever page one is. */
  mine = $derived(ownMatches(this.state.matches, this.state.player?.id));
  #link: Link;

  constructor() {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    this.#link = new Link({
      open: () => openSocket(`${scheme}://${window.location.host}/ws`),
      receive: (message) => {
        this.dispatch({ kind: "message", message, now: performance.now() });
        if (message.type === "welcome") void this.#findOwn(message.player.id);
      },
      status: (status) => this.dispatch({ kind: "link", status }),
      known: (match) => {
        const followed = this.state.matches[match];
        return followed && { seq: followed.seq, seated: this.state.playing[match] === true, gap: followed.gap };
      },
      identity: { token: readStored("token"), name: this.name || undefined },
      keepToken: (token) => store("token", token),
      later: (ms, f) => {
        const timer = setTimeout(f, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    });
  }

  start(): void {
    this.#link.start();
    window.addEventListener("online", () => this.#link.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#link.hurry();
    });
    this.#openLink();
    // A link that is opened where the page is open already changes nothing but the fragment.
    window.addEventListener("hashchange", () => this.#openLink());
    void this.gamesRead.load();
  }

  /** Finds the matches that one sits in, as after a restart of the browser; a seat that nobody holds is taken again. */
  async #findOwn(player: string): Promise<void> {
    try {
      const { matches } = await api.matches({ player, status: "live", limit: MOST_OWN });
      for (const { match, seats } of matches) {
        if (this.state.matches[match]) continue;
        const left = seats.some((seat) => seat.kind === "human" && seat.player === player && seat.away);
        // What cannot be followed just now is asked for again with the next welcome.
        if (left) await this.#link.request({ type: "join", match }).then(() => this.dispatch({ kind: "playing", match }));
        await this.#link.follow(match, left);
      }
    } catch {
      // The header goes without them; the lobby shows them too.
    }
  }

  /** Exchanges an operator's link that the page was opened with, and takes it out of the address first. */
  #openLink(): void {
    const link = linkIn(window.location.hash);
    if (link === undefined) return;
    router.go(window.location.pathname + window.location.search, true);
    api.becomeOperator(link).then(
      () => {
        this.operatorSince += 1;
        this.dispatch({ kind: "toast", text: words.operator });
      },
      (error: unknown) => this.complain(error),
    );
  }

  /** Gives up what an operator's link allowed. */
  async leaveOperator(): Promise<void> {
    try {
      await api.leaveOperator();
      this.operatorSince += 1;
    } catch (error) {
      this.complain(error);
    }
  }

  dispatch(input: Input): void {
    this.state = reduce(this.state, input);
  }

  /** Shows a failure as a toast, in the server's words where there are any. */
  complain(error: unknown): void {
    this.dispatch({ kind: "toast", text: told(error) });
  }

  game(name: string): GameView | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** Sends a request whose answer matters only when it is a refusal. Resolves with whether it was granted. */
  async ask(message: FromClient): Promise<boolean> {
    try {
      await this.#link.request(message);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Creates a match and opens its page; with `toBoard` its board takes the focus there. */
  async create(game: string, options: Options, seats: [SeatChoice, SeatChoice], shuffle: boolean, { clock, start, toBoard = false }: { clock?: ClockSetting | undefined; start?: StartView | undefined; toBoard?: boolean } = {}): Promise<void> {
    try {
      const message: FromClient = { type: "create", game, options, seats, shuffle, ...(clock ? { clock } : {}), ...(start ? { start } : {}) };
      const answer = await this.#link.request(message);
      if (answer.type !== "created") throw new Refused("bad_answer", "The arena's answer was not understood.");
      if (seats.includes("me")) this.dispatch({ kind: "playing", match: answer.match });
      this.#link.follow(answer.match, true).catch((error: unknown) => this.complain(error));
      if (toBoard) this.toBoard = answer.match;
      router.go(matchPath(answer.match));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Follows a live match; one that is over and no longer held is read from the store. Rejects when there is none. */
  async follow(match: string): Promise<void> {
    try {
      await this.#link.follow(match);
    } catch (error) {
      // A lost connection comes back, and then asks again.
      if (error instanceof Refused && error.code === "offline") return;
      if (!(error instanceof Refused) || error.code !== "no_such_match") throw error;
      const summary = await api.match(match);
      const start = summary.record?.opening ?? {};
      this.dispatch({ kind: "history", summary, start, history: await api.events(match), now: performance.now() });
    }
  }

  /** Takes an open seat, or one's own again: a snapshot follows, and moves are made from here. */
  async join(match: string): Promise<boolean> {
    const joined = await this.ask({ type: "join", match });
    if (joined) this.dispatch({ kind: "playing", match });
    return joined;
  }

  /** A match that one sits in goes on in the background; any other is let go. */
  leave(match: string): void {
    const state = this.state.matches[match]?.state;
    if (state && heldSide(state.seats, this.state.player?.id) && state.status !== "finished") return;
    this.#link.unfollow(match);
    this.dispatch({ kind: "forget", match });
  }

  /** Fetches the boards of a match's past, for stepping through it. */
  async loadHistory(match: string): Promise<void> {
    const state = this.state.matches[match]?.state;
    if (!state) return;
    const summary = { ...state, match, plies: state.ply, created_ms: 0 };
    const history = await api.events(match);
    this.dispatch({ kind: "history", summary, start: state.start, history, now: performance.now() });
  }

  move(match: string, ply: number, move: string): Promise<boolean> {
    return this.ask({ type: "move", match, ply, move });
  }

  async offer(match: string, what: OfferKind): Promise<boolean> {
    // Whoever only looked at a finished match sits down again for its rematch.
    if (this.state.playing[match] !== true && !(await this.join(match))) return false;
    return this.ask({ type: "offer", match, what });
  }

  answer(match: string, what: OfferKind, accept: boolean): Promise<boolean> {
    return this.ask({ type: "answer", match, what, accept });
  }

  subscribe(topic: string): () => void {
    this.#link.subscribe(topic);
    return () => {
      this.#link.unsubscribe(topic);
      if (topic === "lobby") this.dispatch({ kind: "left-lobby" });
    };
  }

  /** The small boards in view: the positions of these matches come once a second, and of no others any more. */
  showBoards(matches: string[]): void {
    if (matches.length > 0) this.#link.subscribe("boards", matches);
    else this.#link.unsubscribe("boards");
    this.dispatch({ kind: "boards", matches });
  }

  /** From now on one is whom this token stands for, or somebody new: everything begins again with it. */
  becomeKnown(token: string | undefined, name: string): void {
    store("token", token);
    store("name", name || undefined);
    window.location.assign("/account");
  }

  /** Says hello again, so that the new name is known from the next match on. */
  rename(name: string): void {
    this.name = name;
    store("name", name || undefined);
    this.#link.rename(name);
  }
}

export const app = new App();
