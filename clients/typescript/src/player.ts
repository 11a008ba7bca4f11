// A bot at a server: it finds opponents, is asked for its moves, and comes back when the connection is lost.

import { Link, openSocket, Refused, type SocketLike } from "../../web/src/core/link.ts";
import type {
  ChallengeRules,
  ChallengeView,
  ClockSetting,
  Create,
  EventView,
  FromClient,
  FromServer,
  MatchState,
  MatchSummary,
  SeatChoice,
  Verdict,
} from "../../web/src/wire/index.ts";
import type { Bot } from "./bot.ts";
import { get, post, socketUrl } from "./http.ts";
import { Pace, pause } from "./pace.ts";
import { Match } from "./position.ts";

export { ArenaError } from "./http.ts";
import { ArenaError } from "./http.ts";

/** Which matches a player wants. */
export interface Wish {
  /** The game of matches to offer to whoever comes, or to `against`. */
  create?: string;
  /** The server's bot to play against in those; absent for whoever sits down. */
  against?: string;
  /** Whether to sit down at open matches of the lobby that the bot accepts. */
  join?: boolean;
  /** By which rules challenges are taken; absent to take none. */
  take?: ChallengeRules;
  /** The id of a player to challenge, to the game of `create`. */
  challenge?: string;
  /** The game to be paired for with whoever asks for the same. */
  pair?: string;
  /** Whether matches that are offered count for ratings. */
  rated?: boolean;
  /** Matches to sit down at, by their ids. */
  matches?: readonly string[];
  /** The options of the game, for matches that are offered. */
  options?: Record<string, unknown>;
  /** The clock of matches that are offered; absent without one. */
  clock?: ClockSetting;
  /** The side in matches that are offered. */
  side?: "first" | "second" | "random";
  /** So many matches are played; absent to go on for ever. */
  count?: number;
  /** So many at a time; one unless given. */
  atOnce?: number;
}

export interface PlayerOptions {
  /** The name to go by; the bot's class by default. */
  name?: string;
  /** The key of an account, or the token of an earlier run, which makes it the same player. */
  token?: string;
  wish?: Wish;
  /** Called with the token of a new player, to be kept for the next run. */
  keep?(token: string): void;
  /** Where it is told what happens; nowhere unless given. */
  log?(level: "debug" | "info" | "warning" | "error", line: string): void;
}

/** Plays a bot's matches at a server until as many are over as were wished for. */
export class Player {
  /** How the matches ended, in that order. */
  readonly results: Verdict[] = [];
  /** How often the server has asked for a pause. */
  heldUp = 0;

  readonly #bot: Bot;
  readonly #url: string;
  readonly #options: PlayerOptions;
  readonly #wish: Wish;
  readonly #link: Link;
  readonly #pace = new Pace();
  readonly #identity: { token?: string; name?: string };
  readonly #playing = new Map<string, Match>();
  /** Matches at which it is about to sit down. */
  readonly #seats = new Set<string>();
  readonly #open = new Map<string, MatchSummary>();
  readonly #challenges = new Map<string, ChallengeView>();
  readonly #sent = new Set<string>();
  readonly #moving = new Set<string>();
  readonly #wanted: string[];
  #id = "";
  #isPaired = false;
  #hasResumed = false;
  #isSeeking = false;
  #finish: (error?: Error) => void = () => undefined;
  #isOver = false;

  constructor(bot: Bot, url: string, options: PlayerOptions = {}) {
    this.#bot = bot;
    this.#url = url;
    this.#options = options;
    this.#wish = options.wish ?? {};
    this.#wanted = [...(this.#wish.matches ?? [])];
    this.#identity = { name: options.name ?? bot.constructor.name };
    if (options.token) this.#identity.token = options.token;
    const address = socketUrl(url);
    this.#link = new Link({
      open: () => (this.#isOver ? silent() : openSocket(address)),
      receive: (message) => this.#receive(message),
      status: (status) => this.#status(status),
      known: (match) => this.#known(match),
      identity: this.#identity,
      keepToken: (token) => this.#keep(token),
      later: (ms, f) => {
        const timer = setTimeout(f, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    });
  }

  /** The key by which it is known, once it is. */
  get token(): string | undefined {
    return this.#identity.token;
  }

  /** The player's id, once it is known. */
  get id(): string {
    return this.#id;
  }

  /**
   * Plays until everything that was wished for is over.
   *
   * Rejects with `ArenaError` when the server does not let this player play, and coming back would not help.
   */
  async run(): Promise<void> {
    await haveWebSocket();
    await new Promise<void>((resolve, reject) => {
      this.#finish = (error) => {
        if (this.#isOver) return;
        this.#isOver = true;
        // Without a socket of its own it stays away.
        this.#link.restart();
        if (error) reject(error);
        else resolve();
      };
      this.#link.start();
    });
  }

  /** Ends the run: matches that are being played stay as they are. */
  stop(): void {
    this.#finish();
  }

  #log(level: "debug" | "info" | "warning" | "error", line: string): void {
    this.#options.log?.(level, line);
  }

  #known(match: string): { seq: number; seated: boolean; gap: boolean } | undefined {
    const playing = this.#playing.get(match);
    if (playing) return { seq: playing.seq, seated: true, gap: playing.gap };
    return this.#seats.has(match) ? { seq: 0, seated: true, gap: true } : undefined;
  }

  #keep(token: string | undefined): void {
    if (token) return this.#options.keep?.(token);
    this.#finish(new ArenaError("the server does not know this key (any more); leave it out to come as somebody new"));
  }

  #status(status: "connecting" | "open" | "waiting"): void {
    if (status === "waiting" && !this.#isOver) this.#log("warning", "the connection is lost, or there was none; it is tried again");
    if (status !== "open") return;
    this.#isPaired = false;
    this.#attempt(this.#arrive());
  }

  /** Says what is wished for, with each connection anew; the link itself comes back to its matches and topics. */
  async #arrive(): Promise<void> {
    const { take, join, challenge } = this.#wish;
    this.#log("info", `connected to ${this.#url} as ${this.#identity.name ?? "?"}`);
    const token = this.#identity.token;
    if (take && token) await post(this.#url, "/api/challenges/rules", token, take);
    if (!this.#hasResumed && this.#options.token) {
      // This program may have been stopped amid matches.
      const page = (await get(this.#url, `/api/matches?player=${this.#id}&status=live`)) as { matches: MatchSummary[] };
      for (const { match } of page.matches) await this.#sitDown(match);
    }
    this.#hasResumed = true;
    if (join) this.#link.subscribe("lobby");
    if (take || challenge) this.#link.subscribe("challenges");
    for (const match of this.#playing.values()) this.#moveIfAsked(match);
    await this.#seek();
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.#id = message.player.id;
        return;
      case "snapshot":
        return this.#snapshot(message.match, message.state, message.seq);
      case "event":
        return this.#event(message.match, message.seq, message.event);
      case "lobby":
        return this.#lobby(message.matches, message.gone);
      case "challenges":
        this.#challenges.clear();
        this.#sent.clear();
        for (const challenge of message.challenges) this.#note(challenge);
        return this.#attempt(this.#seek());
      case "challenge":
        this.#note(message.challenge);
        return this.#attempt(this.#seek());
      case "paired":
        this.#isPaired = false;
        return this.#attempt(this.#sitDown(message.match));
      case "superseded":
        this.#playing.delete(message.match);
        return this.#log("warning", `match ${message.match} is played by another connection of this player now`);
      case "error":
        if (message.re === undefined) this.#log("warning", `the server says: ${message.message}`);
    }
  }

  /** Waits for work that may fail: what helps nobody to try again ends the run. */
  #attempt(work: Promise<void>): void {
    work.then(
      () => this.#endIfDone(),
      (error: unknown) => {
        if (error instanceof ArenaError) this.#finish(error);
        else this.#log("debug", `refused: ${String(error)}`);
      },
    );
  }

  /** Asks the server; when it has had too much, this waits and asks again. */
  async #ask(message: FromClient): Promise<FromServer> {
    for (;;) {
      // Moves in turn are not counted: the server slows them down by itself.
      if (message.type !== "move") await this.#pace.wait();
      try {
        return await this.#link.request(message);
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "rate_limited") throw error;
        this.heldUp += 1;
        await pause(error.retryAfterMs ?? 1_000);
      }
    }
  }

  #snapshot(id: string, state: MatchState, seq: number): void {
    let match = this.#playing.get(id);
    const isNew = !match;
    if (match) match.renew(state, seq);
    else this.#playing.set(id, (match = new Match(id, state, seq)));
    this.#seats.delete(id);
    if (isNew && match.isLive) this.#bot.started(id, match.game, match.opponent);
    this.#goOn(match);
  }

  #event(id: string, seq: number, event: EventView): void {
    const match = this.#playing.get(id);
    // Where something is missing, the link asks for the whole state.
    if (!match?.take(seq, event)) return;
    if (event.kind === "started") this.#bot.started(id, match.game, match.opponent);
    if (event.kind === "offered" && event.side !== match.side) {
      const accept = event.what === "draw" && this.#bot.acceptsDraw(match.position());
      this.#attempt(this.#ask({ type: "answer", match: id, what: event.what, accept }).then(() => undefined));
    }
    this.#goOn(match);
  }

  #goOn(match: Match): void {
    if (match.verdict) this.#end(match, match.verdict);
    else this.#moveIfAsked(match);
  }

  #end(match: Match, verdict: Verdict): void {
    if (!this.#playing.delete(match.id)) return;
    const { outcome } = verdict;
    const won = outcome === null || outcome === "draw" ? undefined : outcome === match.side;
    this.results.push(verdict);
    this.#log("info", `match ${match.id} (${match.game} against ${match.opponent}): ${outcome ?? "void"} by ${verdict.by}`);
    this.#bot.ended(match.id, verdict, won);
    this.#link.unfollow(match.id);
    this.#attempt(this.#seek());
  }

  #moveIfAsked(match: Match): void {
    if (this.#isOver || !match.isMyTurn || this.#moving.has(match.id)) return;
    this.#moving.add(match.id);
    const done = this.#move(match).finally(() => this.#moving.delete(match.id));
    this.#attempt(done.then(() => this.#moveAgain(match)));
  }

  /** Its turn may have come again meanwhile. */
  #moveAgain(match: Match): void {
    if (this.#playing.get(match.id) === match) this.#moveIfAsked(match);
  }

  /** Asks the bot for a move and makes it. */
  async #move(match: Match): Promise<void> {
    const { id, ply } = match;
    let move: string;
    try {
      move = await this.#bot.choose(match.position(), match.clock());
    } catch (error) {
      this.#log("error", `the bot fails in match ${id}, and resigns it: ${String(error)}`);
      await this.#ask({ type: "resign", match: id });
      return;
    }
    if (!match.isMyTurn || match.ply !== ply) return;
    if (!match.legal.includes(move)) {
      this.#log("error", `the bot's move ${JSON.stringify(move)} in match ${id} is not legal, and it resigns`);
      await this.#ask({ type: "resign", match: id });
      return;
    }
    try {
      await this.#ask({ type: "move", match: id, ply, move });
    } catch (error) {
      this.#log("warning", `the move ${move} in match ${id} was refused: ${String(error)}`);
      // Where it is still this player's turn, it is asked again, without haste.
      await pause(1_000);
    }
    // The event of the move itself comes with the answer, or soon.
    for (let n = 0; n < 100 && match.isMyTurn && match.ply === ply; n++) await pause(10);
  }

  #lobby(matches: readonly MatchSummary[], gone: readonly string[]): void {
    for (const summary of matches) {
      const isOpen = summary.status === "open" && summary.seats.some((seat) => seat.kind === "open");
      if (isOpen) this.#open.set(summary.match, summary);
      else this.#open.delete(summary.match);
    }
    for (const id of gone) this.#open.delete(id);
    this.#attempt(this.#seek());
  }

  /** Notes what has become of a challenge of this player or to this player. */
  #note(challenge: ChallengeView): void {
    const stands = challenge.state === "standing";
    if (challenge.opponent?.id === this.#id && this.#wish.take) {
      if (stands) this.#challenges.set(challenge.challenge, challenge);
      else this.#challenges.delete(challenge.challenge);
    } else if (challenge.challenger.id === this.#id) {
      if (stands) return void this.#sent.add(challenge.challenge);
      this.#sent.delete(challenge.challenge);
      if (challenge.match && !this.#playing.has(challenge.match)) this.#wanted.push(challenge.match);
      if (challenge.state === "declined") this.#refuse(challenge.reason);
    }
  }

  /** A challenge came to nothing: it counts as one of those that were wished for. */
  #refuse(reason: string | undefined): void {
    this.#log("info", `the challenge was declined: ${reason ?? "no reason was given"}`);
    this.results.push({ outcome: null, by: "aborted", detail: "the challenge was declined" });
  }

  get #underWay(): number {
    return this.#playing.size + this.#seats.size;
  }

  get #hasRoom(): boolean {
    if (this.#underWay >= (this.#wish.atOnce ?? 1)) return false;
    const { count } = this.#wish;
    return this.#wanted.length > 0 || count === undefined || this.results.length + this.#underWay < count;
  }

  #endIfDone(): void {
    if (this.#underWay > 0 || !this.#hasResumed || this.#isSeeking) return;
    const { create, join, take, pair, count } = this.#wish;
    const goesOn = create !== undefined || join === true || take !== undefined || pair !== undefined;
    const isEnough = count !== undefined && this.results.length >= count;
    if (isEnough || (!goesOn && this.#wanted.length === 0)) this.#finish();
  }

  /** Finds matches as long as there are to be more; one search at a time. */
  async #seek(): Promise<void> {
    if (this.#isSeeking || !this.#hasResumed) return;
    this.#isSeeking = true;
    try {
      while (!this.#isOver && this.#hasRoom && (await this.#findOne()));
    } finally {
      this.#isSeeking = false;
    }
  }

  /** Sits down at one more match, or asks for one; whether it may be worth looking for another. */
  async #findOne(): Promise<boolean> {
    const { create, challenge, pair, join } = this.#wish;
    const wanted = this.#wanted.shift();
    if (wanted !== undefined) return this.#sitDown(wanted).then(() => true);
    const [asked] = this.#challenges.values();
    if (asked) return this.#answer(asked).then(() => true);
    if (challenge !== undefined && create !== undefined) {
      if (this.#sent.size === 0) await this.#challenge(challenge, create);
      return false;
    }
    if (create !== undefined) return this.#offer(create).then(() => true);
    if (pair !== undefined) {
      if (!this.#isPaired) {
        this.#isPaired = true;
        await this.#ask({ type: "pair", game: pair, ...this.#terms() });
      }
      return false;
    }
    const found = join ? [...this.#open.values()].find((open) => this.#bot.accepts(open)) : undefined;
    if (!found) return false;
    this.#open.delete(found.match);
    return this.#sitDown(found.match).then(() => true);
  }

  async #sitDown(match: string): Promise<void> {
    if (this.#playing.has(match)) return;
    this.#seats.add(match);
    try {
      await this.#link.follow(match);
    } catch (error) {
      this.#seats.delete(match);
      this.#link.unfollow(match);
      this.#log("debug", `match ${match} is not to be had: ${String(error)}`);
    }
  }

  async #answer(asked: ChallengeView): Promise<void> {
    const { challenge } = asked;
    this.#challenges.delete(challenge);
    try {
      if (this.#bot.takes(asked)) {
        const made = await this.#ask({ type: "accept", challenge });
        if (made.type === "created") this.#begin(made.match);
      } else {
        await this.#ask({ type: "decline", challenge, reason: "not this one" });
      }
    } catch (error) {
      // It was withdrawn, or the challenger is away.
      this.#log("debug", `a challenge comes to nothing: ${String(error)}`);
    }
  }

  /** A match that this connection follows already. */
  #begin(match: string): void {
    if (!this.#playing.has(match)) this.#seats.add(match);
    void this.#link.follow(match, true);
  }

  async #challenge(opponent: string, game: string): Promise<void> {
    const { options, side } = this.#wish;
    const message: FromClient = { type: "challenge", opponent, game, seat: side ?? "random", ...this.#terms() };
    if (options) message.options = options;
    const made = await this.#need("the challenge is not taken", message);
    if (made.type === "challenge") this.#sent.add(made.challenge.challenge);
  }

  async #offer(game: string): Promise<void> {
    const { against, side, options } = this.#wish;
    const opponent: SeatChoice = against === undefined ? "open" : { bot: against };
    const seats: Create["seats"] = side === "second" ? [opponent, "me"] : ["me", opponent];
    const message: FromClient = { type: "create", game, seats, shuffle: side === "random", ...this.#terms() };
    if (options) message.options = options;
    const made = await this.#need("no match can be made", message);
    if (made.type === "created") this.#begin(made.match);
  }

  /** Asks for what there is no use in going on without. */
  async #need(problem: string, message: FromClient): Promise<FromServer> {
    try {
      return await this.#ask(message);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "offline" || error.code === "unavailable") throw error;
      throw new ArenaError(`${problem}: ${error.message}`);
    }
  }

  /** Clock and rating of matches that are offered. */
  #terms(): { clock?: ClockSetting; rated?: boolean } {
    const { clock, rated } = this.#wish;
    return { ...(clock && { clock }), ...(rated && { rated }) };
  }
}

/** Browsers and newer Nodes have WebSockets of their own. */
async function haveWebSocket(): Promise<void> {
  if (typeof globalThis.WebSocket === "undefined") {
    const ws = (await import("ws" as string)) as { WebSocket: typeof WebSocket };
    globalThis.WebSocket = ws.WebSocket;
  }
}

/** A socket that never opens. */
function silent(): SocketLike {
  return { send: () => undefined, close: () => undefined, onopen: null, onclose: null, onmessage: null, onerror: null };
}
