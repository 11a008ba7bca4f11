// The application object behind all pages: the reduced state, the link, and the actions that use both.

import type { ChallengeBody, Claim, ClockSetting, FromClient, FromServer, GameView, MatchView, OfferKind, PairRequest, SeatChoice, SeatView, StartView } from "../wire";
import type { Options } from "./types";
import { acts, type ActKind } from "./acts.svelte";
import { ownMatches, ownOpen } from "./alerts";
import { api } from "./api";
import { spokenGame } from "./games";
import { textsReady } from "./language.svelte";
import { Link, openSocket, Refused } from "./link";
import { Loaded } from "./loaded.svelte";
import { linkIn } from "./operator";
import { reduce, type Input } from "./reduce";
import { news } from "../people/terms";
import { router } from "./router.svelte";
import { matchPath } from "./routes";
import { heldSide, initialState, seatName, shownName, type State } from "./state";
import { entered } from "./entered";
import { readStored, store } from "./stored";
import { told } from "./told";
import { words } from "./told.words";

/** The maximum number of the player's matches that are followed in the background. */
const MOST_OWN = 8;

/** The interval between two requests for a running match of a tournament between bots. */
const POLL_MS = 1000;

/** The delay after an away event, in milliseconds. Among replayed events the player's return may follow at once. */
const A_MOMENT = 300;

/** True if this player holds the seat and is away. */
const isLeft = (seat: SeatView, player: string) => seat.kind === "human" && seat.player === player && seat.away;

class App {
  state: State = $state.raw(initialState());
  readonly gamesRead = new Loaded(api.games);
  name: string = $state(readStored("name") ?? "");
  /** Counts changes of the operator status of this browser. Dependent data is loaded again. */
  operatorSince: number = $state(0);
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
  /** The news in the strip below the header. */
  news = $derived(news(this.state.challenges, this.me));
  /** The number of items in the strip. */
  told = $derived(this.news.length + Object.keys(this.state.calls).length + (this.state.waiting.length > 0 ? 1 : 0));
  /** Whether the user opened or closed the strip, and the number of items at that time. */
  #folded: { closed: boolean; told: number } | undefined = $state.raw();
  /** The newest matches between bots that this browser has made. It may stop them. */
  #made: readonly string[] = (readStored("made") ?? "").split(" ");
  /** The matches whose events are read by HTTP. */
  #polled = new Set<string>();
  #link: Link;

  constructor() {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    this.#link = new Link({
      open: () => openSocket(`${scheme}://${window.location.host}/ws`),
      receive: (message) => {
        this.dispatch({ kind: "message", message, now: performance.now() });
        this.#act(message);
      },
      status: (status) => {
        this.dispatch({ kind: "link", status });
        if (status === "open") this.#waitOn();
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
    this.#openLink();
    // Opening an operator link in an open page changes only the fragment.
    window.addEventListener("hashchange", () => this.#openLink());
    void this.gamesRead.load();
  }

  /** Performs side effects of a message. The reducer updates the state. */
  #act(message: FromServer): void {
    if (message.type === "welcome") void this.#findOwn(message.player.id);
    // The bots that a guest saved in this browser move to the account with the claim of a name.
    if (message.type === "welcome" && this.person !== undefined && readStored("bots") !== undefined) void import("../build/mine.svelte").then(({ mine }) => mine.follow(this.person), () => undefined);
    if (message.type === "event" && message.event.kind === "away") setTimeout(() => this.#takeOver(message.match), A_MOMENT);
    if (message.type === "paired") this.#paired(message.match, message.tournament);
    if (message.type !== "challenge") return;
    const { challenger, state, match } = message.challenge;
    // The opponent has accepted, so the challenger can take the seat.
    if (state === "accepted" && match && challenger.id === this.me) this.#sitDown(match).catch((error: unknown) => this.complain(error));
  }

  /**
   * Takes the seat of a pairing at once, because the clock runs. Opens the match if the player requested it or views
   * the tournament. Otherwise the strip shows it.
   */
  #paired(match: string, tournament: string | undefined): void {
    const { route } = router;
    const leads = tournament === undefined || (route.page === "tournament" && route.tournament === tournament);
    this.#sitDown(match).then(() => leads && router.go(matchPath(match)), (error: unknown) => this.complain(error));
  }

  /** Takes the player's own seat again if it is unoccupied, for example after a closed or reloaded window. */
  #takeOver(match: string): void {
    const { matches, playing, player } = this.state;
    const left = player && playing[match] !== true && matches[match]?.state.seats.some((seat) => isLeft(seat, player.id));
    // The next welcome retries.
    if (left) this.#sitDown(match).catch(() => undefined);
  }

  /** Takes the player's seat in a match that others, or the server, created. */
  async #sitDown(match: string): Promise<void> {
    await this.#link.request({ type: "join", match });
    this.dispatch({ kind: "playing", match });
    await this.#link.follow(match, true);
  }

  /** Finds the player's matches, for example after a restart of the browser. Takes an unoccupied seat again. */
  async #findOwn(player: string): Promise<void> {
    try {
      const found = await Promise.all(["live", "open"].map((status) => api.ownMatches({ player, status, limit: MOST_OWN })));
      for (const { match, seats } of found.flatMap(({ matches }) => matches)) {
        const left = seats.some((seat) => isLeft(seat, player));
        if (left ? this.state.playing[match] === true : this.state.matches[match]) continue;
        // The next welcome retries.
        await (left ? this.#sitDown(match) : this.#link.follow(match));
      }
    } catch {
      // The header works without them, and the lobby shows them too.
    }
  }

  /** Exchanges an operator link for the operator's cookie. Removes the link from the address first. */
  #openLink(): void {
    const link = linkIn(window.location.hash);
    if (link === undefined) return;
    router.go(window.location.pathname + window.location.search, true);
    api.becomeOperator(link).then(
      () => {
        this.operatorSince += 1;
        this.dispatch({ kind: "toast", text: words.operator, bad: false });
      },
      (error: unknown) => this.complain(error),
    );
  }

  /** Gives up the operator's rights. */
  async leaveOperator(): Promise<void> {
    try {
      await api.leaveOperator();
      this.operatorSince += 1;
    } catch (error) {
      this.complain(error);
    }
  }

  /**
   * True if the strip is open. The user's choice applies until the number of items changes. Without a choice, the strip
   * is closed only during a match.
   */
  get stripOpen(): boolean {
    const { route } = router;
    const amid = route.page === "match" && this.state.playing[route.match] === true && this.state.matches[route.match]?.state.status === "live";
    if (this.#folded?.told === this.told) return !this.#folded.closed;
    return !amid;
  }

  foldStrip(closed: boolean): void {
    this.#folded = { closed, told: this.told };
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

  /** Sends an action of the reader, which is shown until its answer arrives. */
  #send(message: FromClient & { type: ActKind }): Promise<FromServer> {
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
      await this.#send(message);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Creates a match and opens its page. With `toBoard`, the board takes the focus. A match between bots is shown at `pace`. */
  async create(game: string, options: Options, seats: [SeatChoice, SeatChoice], shuffle: boolean, { clock, start, rated = false, listed = false, toBoard = false, pace = 0 }: { clock?: ClockSetting | undefined; start?: StartView | undefined; rated?: boolean; listed?: boolean; toBoard?: boolean; pace?: number } = {}): Promise<void> {
    try {
      const message = { type: "create" as const, game, options, seats, shuffle, ...(clock ? { clock } : {}), ...(start ? { start } : {}), ...(rated ? { rated } : {}), ...(listed ? { listed } : {}) };
      const match = await this.#request(message, seats.includes("me"));
      if (seats.every((seat) => typeof seat === "object" && "bot" in seat)) {
        this.#made = [match, ...this.#made].slice(0, MOST_OWN);
        store("made", this.#made.join(" "));
      }
      if (toBoard) this.toBoard = match;
      if (pace > 0) this.toWatch = { match, pace };
      router.go(matchPath(match));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Sends a request that creates a match, and follows the match. */
  async #request(message: FromClient & { type: "create" | "accept" }, seated: boolean): Promise<string> {
    const answer = await this.#send(message);
    if (answer.type !== "created") throw new Refused({ status: 0, code: "bad_answer", message: "The arena's answer was not understood." });
    if (seated) this.dispatch({ kind: "playing", match: answer.match });
    this.#link.follow(answer.match, true).catch((error: unknown) => this.complain(error));
    return answer.match;
  }

  /** Creates a challenge. Rejects with the server's message if it is refused. */
  async challenge(body: ChallengeBody): Promise<string> {
    const answer = await this.#send({ type: "challenge", ...body });
    if (answer.type !== "challenge") throw new Refused({ status: 0, code: "bad_answer", message: "The arena's answer was not understood." });
    return answer.challenge.challenge;
  }

  /** Accepts a challenge and opens the page of its match. */
  async accept(challenge: string): Promise<void> {
    try {
      router.go(matchPath(await this.#request({ type: "accept", challenge }, true)));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Requests a pairing, in addition to the current requests. */
  async pair(wish: PairRequest): Promise<void> {
    if (await this.ask({ type: "pair", ...wish })) this.dispatch({ kind: "waiting", wishes: [...this.state.waiting, wish] });
  }

  /**
   * A lost connection ends pairing requests and the ready state in tournaments. Repeats both on the next connection.
   */
  #waitOn(): void {
    for (const tournament of entered.all()) {
      this.#link.request({ type: "enter", tournament }).catch((error: unknown) => {
        // The tournament is over, or the player has left it elsewhere.
        if (error instanceof Refused && error.code !== "offline") entered.forget(tournament);
      });
    }
    const wishes = this.state.waiting;
    this.dispatch({ kind: "waiting", wishes: [] });
    for (const wish of wishes) void this.pair(wish);
  }

  /** Withdraws all pairing requests. */
  async unpair(): Promise<void> {
    if (await this.ask({ type: "unpair" })) this.dispatch({ kind: "waiting", wishes: [] });
  }

  /** Enters a tournament. This browser is then ready to play in it, across connections. The caller shows a refusal. */
  async enterTournament(tournament: string): Promise<void> {
    await this.#send({ type: "enter", tournament });
    entered.keep(tournament);
  }

  async quitTournament(tournament: string): Promise<void> {
    if (await this.ask({ type: "quit", tournament })) entered.forget(tournament);
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
      await this.#load(match, await api.match(match));
      void this.#poll(match);
    }
  }

  async #load(match: string, summary: MatchView): Promise<void> {
    const history = await api.events(match);
    this.dispatch({ kind: "forget", match });
    this.dispatch({ kind: "history", summary, history, now: performance.now() });
  }

  /** Reads the new events of a match every second, until it is over or the page is left. */
  async #poll(match: string): Promise<void> {
    if (this.#polled.has(match)) return;
    this.#polled.add(match);
    for (let followed = this.state.matches[match]; followed?.state.status === "live"; followed = this.state.matches[match]) {
      await new Promise((go) => setTimeout(go, POLL_MS));
      if (!document.hidden) await this.#readOn(match).catch(() => undefined); // The next request follows soon.
    }
    this.#polled.delete(match);
  }

  async #readOn(match: string): Promise<void> {
    const before = this.state.matches[match]?.state;
    const summary = await api.match(match);
    if (before && summary.plies === before.ply && summary.status === before.status) return;
    const { events } = await api.events(match, this.state.matches[match]?.seq);
    for (const event of events) this.dispatch({ kind: "message", message: { type: "event", match, ...event }, now: performance.now() });
    const now = this.state.matches[match];
    // The stored record has other events than the running match, and after a restart the match is played again.
    const differs = now && (now.gap || now.state.ply < summary.plies || summary.plies < (before?.ply ?? 0) || (summary.status === "finished" && now.state.status !== "finished"));
    if (differs) await this.#load(match, summary);
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
  async loadHistory(match: string): Promise<void> {
    const state = this.state.matches[match]?.state;
    if (!state) return;
    const summary = { ...state, match, plies: state.ply, created_ms: 0 };
    const history = await api.events(match);
    this.dispatch({ kind: "history", summary, history, now: performance.now() });
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

  subscribe(topic: string): () => void {
    this.#link.subscribe(topic);
    return () => {
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
