// The application object behind all pages: the reduced state, the link, and the actions that use both.

import type { ChallengeBody, Claim, ClockSetting, FromClient, FromServer, GameView, OfferKind, SeatChoice, SeatView, StartView } from "../wire";
import type { Options } from "./types";
import { connect } from "#server";
import { acts, type ActKind } from "./acts.svelte";
import { ownMatches, ownOpen } from "./alerts";
import { api } from "./api";
import { spokenGame } from "./games";
import { textsReady } from "./language.svelte";
import { Link, Refused } from "./link";
import { Loaded } from "./loaded.svelte";
import { OperatorRights } from "./rights.svelte";
import { Pairing } from "./pairing";
import { MatchReader } from "./reader";
import { reduce, type Input } from "./reduce";
import { router } from "./router.svelte";
import { matchPath } from "./routes";
import { MOST_OWN, Seats } from "./seats";
import { heldSide, initialState, seatName, shownName, type State } from "./state";
import { readStored, store } from "./stored";
import { StripState } from "./strip.svelte";
import { told } from "./told";

class App {
  state: State = $state.raw(initialState());
  readonly gamesRead = new Loaded(api.games);
  name: string = $state(readStored("name") ?? "");
  /** The match whose board takes the focus when it appears, for a match started by keyboard. */
  toBoard: string | undefined;
  /** A new match between bots, which its page shows from the first move at this pace. */
  toWatch: { match: string; pace: number } | undefined;
  games: GameView[] = $derived((this.gamesRead.value ?? []).map(spokenGame));
  /**
   * The player's id, once the server has sent it. A separate value, so that dependents do not run again with every
   * message.
   */
  me = $derived(this.state.player?.id);
  /** The player's id if the name is claimed. */
  person = $derived(this.state.player?.class === "person" ? this.me : undefined);
  /** The player's live matches, on every page. */
  mine = $derived(ownMatches(this.state.matches, this.me));
  /** The player's matches that wait for a player. */
  open = $derived(ownOpen(this.state.matches, this.me));
  /** The newest matches between bots that this browser has made. It may stop them. */
  #made: readonly string[] = (readStored("made") ?? "").split(" ");
  #link: Link;
  /** The number of parts of the page that follow each topic. */
  readonly #subscribers: Record<string, number> = {};
  readonly operator = new OperatorRights(this);
  readonly strip = new StripState(this);
  readonly pairing = new Pairing(this);
  readonly #reader = new MatchReader(this);
  readonly #seats = new Seats(this);

  constructor() {
    this.#link = new Link({
      open: connect,
      receive: (message) => {
        this.dispatch({ kind: "message", message, now: performance.now() });
        this.#act(message);
      },
      status: (status) => {
        this.dispatch({ kind: "link", status });
        if (status === "open") this.pairing.repeat();
      },
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
    acts.start();
    this.#link.start();
    window.addEventListener("online", () => this.#link.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#link.hurry();
    });
    this.#link.subscribe("challenges");
    this.#link.subscribe("announcements");
    this.operator.start();
    void this.gamesRead.load();
  }

  /** Performs side effects of a message. The reducer updates the state. */
  #act(message: FromServer): void {
    if (message.type === "welcome") void this.#seats.find(message.player.id);
    // The bots that a guest saved in this browser move to the account with the claim of a name.
    if (message.type === "welcome" && this.person !== undefined && readStored("bots") !== undefined) void import("../build/mine.svelte").then(({ mine }) => mine.follow(this.person), () => undefined);
    if (message.type === "event" && message.event.kind === "away") this.#seats.takeBackSoon(message.match);
    if (message.type === "paired") this.#seats.takePaired(message.match, message.tournament);
    if (message.type !== "challenge") return;
    const { challenger, state, match } = message.challenge;
    // The opponent has accepted, so the challenger can take the seat.
    if (state === "accepted" && match && challenger.id === this.me) this.#seats.take(match).catch((error: unknown) => this.complain(error));
  }

  dispatch(input: Input): void {
    this.state = reduce(this.state, input);
  }

  /** Shows an error as a toast, with the server's message if there is one. */
  complain(error: unknown): void {
    void textsReady("core/diagnostics").then(() => this.dispatch({ kind: "toast", text: told(error), bad: true }));
  }

  /** True if this browser has made this match between bots. */
  hasMade(match: string): boolean {
    return this.#made.includes(match);
  }

  /** Returns the name in a seat. The reader's own matches from before the claim of a name show that name, too. */
  seatName(seat: SeatView): string {
    const { player } = this.state;
    return seat.kind === "human" && this.person !== undefined && seat.player === this.person && player ? shownName(player.name) : seatName(seat);
  }

  game(name: string): GameView | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** Sends a message that no reader waits for. */
  request(message: FromClient): Promise<FromServer> {
    return this.#link.request(message);
  }

  /** Follows the events of a match, anew with `fresh`. */
  watch(match: string, fresh = false): Promise<void> {
    return this.#link.follow(match, fresh);
  }

  /** Sends an action of the reader, which is shown until its answer arrives. */
  send(message: FromClient & { type: ActKind }): Promise<FromServer> {
    const act = { what: message.type, match: "match" in message ? message.match : undefined, offer: message.type === "offer" ? message.what : undefined };
    return acts.run(act, () => this.#link.request(message));
  }

  /** Connects anew at once, because the connection is lost or seems dead. Moves without an answer are sent again. */
  connectAnew(): void {
    this.#link.restart();
  }

  /** Sends a request and shows a refusal as a toast. Resolves to true if the request was granted. */
  async ask(message: FromClient & { type: ActKind }): Promise<boolean> {
    try {
      await this.send(message);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /**
   * Creates a match, makes its first move if there is one, and opens its page. With `toBoard`, the board takes the focus. A
   * match between bots is shown at `pace`.
   */
  async create(game: string, options: Options, seats: [SeatChoice, SeatChoice], shuffle: boolean, { clock, start, rated = false, listed = false, toBoard = false, pace = 0, move }: { clock?: ClockSetting | undefined; start?: StartView | undefined; rated?: boolean; listed?: boolean; toBoard?: boolean; pace?: number; move?: string | undefined } = {}): Promise<void> {
    try {
      const message = { type: "create" as const, game, options, seats, shuffle, ...(clock ? { clock } : {}), ...(start ? { start } : {}), ...(rated ? { rated } : {}), ...(listed ? { listed } : {}) };
      const match = await this.#create(message, seats.includes("me"));
      if (seats.every((seat) => typeof seat === "object" && "bot" in seat)) {
        this.#made = [match, ...this.#made].slice(0, MOST_OWN);
        store("made", this.#made.join(" "));
      }
      if (move !== undefined) await this.move(match, start?.moves?.length ?? 0, move);
      if (toBoard) this.toBoard = match;
      if (pace > 0) this.toWatch = { match, pace };
      router.go(matchPath(match));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Sends a request that creates a match, and follows the match. */
  async #create(message: FromClient & { type: "create" | "accept" }, seated: boolean): Promise<string> {
    const answer = await this.send(message);
    if (answer.type !== "created") throw new Refused({ status: 0, code: "bad_answer", message: "The arena's answer was not understood." });
    if (seated) this.dispatch({ kind: "playing", match: answer.match });
    this.#link.follow(answer.match, true).catch((error: unknown) => this.complain(error));
    return answer.match;
  }

  /** Creates a challenge. Rejects with the server's message if it is refused. */
  async challenge(body: ChallengeBody): Promise<string> {
    const answer = await this.send({ type: "challenge", ...body });
    if (answer.type !== "challenge") throw new Refused({ status: 0, code: "bad_answer", message: "The arena's answer was not understood." });
    return answer.challenge.challenge;
  }

  /** Accepts a challenge and opens the page of its match. */
  async accept(challenge: string): Promise<void> {
    try {
      router.go(matchPath(await this.#create({ type: "accept", challenge }, true)));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Claims the result of a match whose opponent is away. */
  async claim(match: string, what: Claim): Promise<void> {
    await this.ask({ type: "claim", match, what });
  }

  /**
   * Follows a live match. Other matches are loaded: a finished one from the store, and a running one of a tournament
   * between bots again every second. Rejects if there is no such match.
   */
  async follow(match: string): Promise<void> {
    try {
      await this.#link.follow(match);
    } catch (error) {
      // The link reconnects and then repeats the request.
      if (error instanceof Refused && error.code === "offline") return;
      if (!(error instanceof Refused) || error.code !== "no_such_match") throw error;
      await this.#reader.open(match);
    }
  }

  /**
   * Takes an open seat, or the player's own seat again. A snapshot follows, and this connection then sends the moves.
   */
  async join(match: string): Promise<boolean> {
    const joined = await this.ask({ type: "join", match });
    if (joined) this.dispatch({ kind: "playing", match });
    return joined;
  }

  /**
   * Leaves the page of a match. The player's own live match stays followed in the background; others are unfollowed.
   */
  leave(match: string): void {
    const state = this.state.matches[match]?.state;
    if (state && heldSide(state.seats, this.me) && state.status !== "finished") return;
    this.#link.unfollow(match);
    this.dispatch({ kind: "forget", match });
  }

  /** Loads the earlier positions of a match for stepping through it. */
  loadHistory(match: string): Promise<void> {
    return this.#reader.history(match);
  }

  move(match: string, ply: number, move: string): Promise<boolean> {
    return this.ask({ type: "move", match, ply, move });
  }

  async offer(match: string, what: OfferKind): Promise<boolean> {
    // A player who only viewed a finished match takes the seat again for its rematch.
    if (this.state.playing[match] !== true && !(await this.join(match))) return false;
    return this.ask({ type: "offer", match, what });
  }

  answer(match: string, what: OfferKind, accept: boolean): Promise<boolean> {
    return this.ask({ type: "answer", match, what, accept });
  }

  /** Subscribes to a topic until all parts of the page that did so have unsubscribed. */
  subscribe(topic: string): () => void {
    this.#subscribers[topic] = (this.#subscribers[topic] ?? 0) + 1;
    this.#link.subscribe(topic);
    return () => {
      this.#subscribers[topic] = (this.#subscribers[topic] ?? 1) - 1;
      if (this.#subscribers[topic] > 0) return;
      this.#link.unsubscribe(topic);
      if (topic === "lobby") this.dispatch({ kind: "left-lobby" });
    };
  }

  /** Subscribes to the boards of these matches only. Each is updated once a second. */
  showBoards(matches: string[]): void {
    if (matches.length > 0) this.#link.subscribe("boards", matches);
    else this.#link.unsubscribe("boards");
    this.dispatch({ kind: "boards", matches });
  }

  /** Switches to the player with this token, or to a new player. Reloads the page, unless that would lose the token. */
  becomeKnown(token: string | undefined, name: string): void {
    const isKept = store("token", token);
    store("name", name || undefined);
    if (isKept) return window.location.assign("/account");
    this.name = name;
    this.#link.become({ token, name: name || undefined });
  }

  /** Sends a new hello, so that the new name applies from the next match. */
  rename(name: string): void {
    this.name = name;
    store("name", name || undefined);
    this.#link.become({ name: name || undefined });
  }
}

export const app = new App();
