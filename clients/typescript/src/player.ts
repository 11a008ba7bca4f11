// A bot client: finds opponents, asks the bot for moves, and reconnects after a lost connection.

import { Link, openSocket } from "../../web/src/core/link.ts";
import type {
  ChallengeRules,
  ChallengeView,
  EventView,
  FromClient,
  FromServer,
  MatchState,
  MatchSummary,
  ProgramFailure,
  Verdict,
} from "../../web/src/wire/index.ts";
import { Asker } from "./asker.ts";
import type { Bot } from "./bot.ts";
import { Games } from "./games.ts";
import { ArenaError, UnknownKey, post, socketUrl, unfinished } from "./http.ts";
import { enter } from "./league.ts";
import { Mover } from "./mover.ts";
import { pause } from "./pace.ts";
import { Match } from "./position.ts";
import { shown } from "./shown.ts";
import { haveWebSocket } from "./socket.ts";
import { rating, standing } from "./standing.ts";
import { challenge, goesOn, offer, pairing, type Wish } from "./wish.ts";

export interface PlayerOptions {
  /** The player's name; the default is the bot's class name. */
  name?: string;
  /** An account key, or the token of an earlier run, to continue as the same player. */
  token?: string;
  wish?: Wish;
  /** Receives the token of a new player and stores it for the next run. */
  keep?(token: string): void;
  /** Receives log messages. By default they are discarded. */
  log?(level: "debug" | "info" | "warning" | "error", line: string): void;
}

/** A verdict, and whether the bot won: undefined for a draw and for a void match. */
export type Result = Verdict & { won?: boolean };

/** Returns a text such as `won by resignation`. */
export function resultText({ outcome, by, won }: Result): string {
  if (outcome === null) return `void (${by})`;
  return `${won === undefined ? "drawn" : won ? "won" : "lost"} by ${by}`;
}

/** Plays a bot's matches on a server until the requested number is complete. */
export class Player {
  /** The verdicts of completed matches, in order. */
  readonly results: Result[] = [];

  readonly #bot: Bot;
  readonly #url: string;
  readonly #options: PlayerOptions;
  readonly #log: Required<PlayerOptions>["log"] = (level, line) => this.#options.log?.(level, line);
  readonly #wish: Wish;
  readonly #link: Link;
  readonly #games: Games;
  readonly #asker = new Asker((message) => this.#link.request(message));
  readonly #mover: Mover;
  readonly #identity: { token?: string; name?: string };
  readonly #playing = new Map<string, Match>();
  /** Matches that the client is about to join. */
  readonly #seats = new Set<string>();
  readonly #open = new Map<string, MatchSummary>();
  readonly #challenges = new Map<string, ChallengeView>();
  readonly #sent = new Set<string>();
  readonly #wanted: string[];
  #rules: ChallengeRules | undefined;
  #id = "";
  #isPaired = false;
  #hasResumed = false;
  #isSeeking = false;
  #finish: (error?: Error) => void = () => undefined;
  #isOver = false;
  #isStopping = false;
  readonly #gamesPlayed = new Set<string>();

  constructor(bot: Bot, url: string, options: PlayerOptions = {}) {
    this.#bot = bot;
    this.#url = url;
    this.#options = options;
    this.#wish = options.wish ?? {};
    this.#wanted = [...(this.#wish.matches ?? [])];
    this.#identity = { name: options.name ?? bot.constructor.name };
    if (options.token) this.#identity.token = options.token;
    this.#games = new Games(bot);
    this.#mover = new Mover({
      bot,
      games: this.#games,
      asker: this.#asker,
      isPlaying: (match) => !this.#isOver && this.#playing.get(match.id) === match,
      log: this.#log,
    });
    const address = socketUrl(url);
    this.#link = new Link({
      open: () => openSocket(address),
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

  /** The number of times that the server has asked the client to slow down. */
  get heldUp(): number {
    return this.#asker.heldUp;
  }

  /** The player's token, once it is known. */
  get token(): string | undefined {
    return this.#identity.token;
  }

  /** The player's id, once it is known. */
  get id(): string {
    return this.#id;
  }

  /**
   * Plays until all requested matches are over. Rejects with an `ArenaError` when the server rejects this player and a
   * retry would not help.
   */
  async run(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#finish = (error) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#link.stop();
        if (error) reject(error);
        else resolve();
      };
      this.#start().catch(this.#finish);
    });
  }

  /** Ends the run at once. Running matches stay as they are. */
  stop(): void {
    this.#finish();
  }

  /**
   * Ends the run: resigns the running matches, so that no opponent waits for this player, and disconnects. `because`
   * says that the program failed.
   */
  async goodbye(because?: ProgramFailure): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const ask = (message: FromClient) => this.#asker.ask(message).catch(() => undefined);
    const { league } = this.#wish;
    const work = async () => {
      if (league !== undefined) await ask({ type: "rest", tournament: league });
      for (const { id } of this.#playing.values()) {
        this.#log("info", `leaving match ${id}`);
        // A match that has hardly begun is void. Others, and those of a tournament, are lost.
        await ask({ type: "abort", match: id });
        await ask({ type: "resign", match: id, ...(because && { because }) });
      }
      for (let n = 0; n < 20 && this.#playing.size > 0; n++) await pause(50);
    };
    // Without a connection, requests wait for one.
    await Promise.race([work(), pause(5_000)]);
    this.#finish();
  }

  /** Returns the player's rank in the league, and its ratings in the games that it has played, as text. */
  async standings(): Promise<string[]> {
    const { league } = this.#wish;
    const asked = [...this.#gamesPlayed].sort().map((game) => rating(this.#url, this.#id, game));
    if (league !== undefined) asked.unshift(standing(this.#url, league, this.#id));
    const told = await Promise.all(asked.map((one) => one.catch(() => undefined)));
    return told.filter((text) => text !== undefined);
  }

  /** Connects after it has checked that the bot plays the requested games. */
  async #start(): Promise<void> {
    const { create, pair, take } = this.#wish;
    this.#games.mustPlay(create);
    this.#games.mustPlay(pair);
    this.#rules = take && this.#games.within(take);
    await haveWebSocket();
    await this.#games.lookAhead(this.#url, this.#wish);
    if (!this.#isOver) this.#link.start();
  }

  #known(match: string): { seq: number; seated: boolean; gap: boolean } | undefined {
    const playing = this.#playing.get(match);
    if (playing) return { seq: playing.seq, seated: true, gap: playing.gap };
    return this.#seats.has(match) ? { seq: 0, seated: true, gap: true } : undefined;
  }

  #keep(token: string | undefined): void {
    if (token) return this.#options.keep?.(token);
    this.#finish(new UnknownKey("the server does not know this key (any more); leave it out to come as a new player"));
  }

  #status(status: "connecting" | "open" | "waiting"): void {
    if (status === "waiting" && !this.#isOver) this.#log("warning", "the connection is lost, or there was none; it is tried again");
    if (status !== "open") return;
    this.#isPaired = false;
    this.#attempt(this.#arrive());
  }

  /** Sends all requests again after each connection. The link itself restores its matches and topics. */
  async #arrive(): Promise<void> {
    const { take, join, challenge, league } = this.#wish;
    this.#log("info", `connected to ${this.#url} as ${this.#identity.name ?? "?"}`);
    // The first check may have failed because the server was down.
    if (!this.#hasResumed) await this.#games.lookAhead(this.#url, this.#wish);
    if (league !== undefined) this.#attempt(enter(this.#asker, this.#wish, league, this.#log));
    const token = this.#identity.token;
    if (this.#rules && token) await post(this.#url, "/api/challenges/rules", token, this.#rules);
    if (!this.#hasResumed && this.#options.token) {
      // Resume the matches of an earlier run. Skip other games: they belong to another bot with the same key.
      const underWay = await unfinished(this.#url, this.#id, () => !this.#isOver, this.#log);
      for (const { match, game } of underWay) if (this.#games.plays(game)) await this.#sitDown(match);
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
      case "called": {
        const { round, opponent, within_ms } = message;
        return this.#log("info", `round ${round}: waiting for ${opponent}, for ${Math.floor(within_ms / 1_000)} s at most`);
      }
      case "superseded":
        this.#playing.delete(message.match);
        return this.#log("warning", `match ${message.match} is played by another connection of this player now`);
      case "error":
        if (message.re === undefined) this.#log("warning", `the server says: ${message.message}`);
    }
  }

  /** Calls a method of the bot other than `choose`. A failure is logged, and the result is undefined. */
  #asked<T>(method: string, call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      this.#log("error", `the bot fails in its method ${method}: ${shown(error)}`);
      return undefined;
    }
  }

  /** Runs an action that may fail. An `ArenaError` ends the run; other errors are logged. */
  #attempt(work: Promise<void>): void {
    work.then(
      () => this.#endIfDone(),
      (error: unknown) => {
        if (error instanceof ArenaError) this.#finish(error);
        else this.#log("debug", `refused: ${String(error)}`);
      },
    );
  }

  #snapshot(id: string, state: MatchState, seq: number): void {
    let match = this.#playing.get(id);
    const isNew = !match;
    if (match) match.renew(state, seq);
    else this.#playing.set(id, (match = new Match(id, state, seq)));
    this.#seats.delete(id);
    if (isNew && match.isLive) this.#asked("started", () => this.#bot.started(id, match.game, match.opponent));
    this.#goOn(match);
  }

  #event(id: string, seq: number, event: EventView): void {
    const match = this.#playing.get(id);
    // The link requests a snapshot if an event is missing.
    if (!match?.take(seq, event)) return;
    if (event.kind === "started") this.#asked("started", () => this.#bot.started(id, match.game, match.opponent));
    if (event.kind === "offered" && event.side !== match.side) {
      const accept = event.what === "draw" && (this.#asked("acceptsDraw", () => this.#bot.acceptsDraw(match.position())) ?? false);
      this.#attempt(this.#asker.ask({ type: "answer", match: id, what: event.what, accept }).then(() => undefined));
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
    const result: Result = { ...verdict, ...(won !== undefined && { won }) };
    this.results.push(result);
    this.#gamesPlayed.add(match.game);
    this.#log("info", `match ${match.id} (${match.game} against ${match.opponent}): ${resultText(result)}`);
    this.#asked("ended", () => this.#bot.ended(match.id, verdict, won));
    this.#link.unfollow(match.id);
    this.#attempt(this.#seek());
  }

  #moveIfAsked(match: Match): void {
    this.#attempt(this.#mover.moveIfAsked(match));
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

  /** Records a new challenge state, for a challenge from or to this player. */
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

  /** Counts a declined challenge as one of the requested matches. */
  #refuse(reason: string | undefined): void {
    this.#log("info", `the challenge was declined: ${reason ?? "no reason was given"}`);
    this.results.push({ outcome: null, by: "aborted", detail: "the challenge was declined" });
  }

  get #underWay(): number {
    return this.#playing.size + this.#seats.size;
  }

  get #hasRoom(): boolean {
    if (this.#isStopping || this.#underWay >= (this.#wish.atOnce ?? 1)) return false;
    const { count } = this.#wish;
    return this.#wanted.length > 0 || count === undefined || this.results.length + this.#underWay < count;
  }

  #endIfDone(): void {
    if (this.#underWay > 0 || !this.#hasResumed || this.#isSeeking) return;
    const { count } = this.#wish;
    const isEnough = count !== undefined && this.results.length >= count;
    if (isEnough || (!goesOn(this.#wish) && this.#wanted.length === 0)) this.#finish();
  }

  /** Finds matches while the bot has room for more. Only one search runs at a time. */
  async #seek(): Promise<void> {
    if (this.#isSeeking || !this.#hasResumed) return;
    this.#isSeeking = true;
    try {
      while (!this.#isOver && this.#hasRoom && (await this.#findOne()));
    } finally {
      this.#isSeeking = false;
    }
  }

  /** Joins or requests one match. Returns true if the caller should look for another. */
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
        await this.#asker.ask(pairing(this.#wish, pair));
      }
      return false;
    }
    const found = join ? [...this.#open.values()].find((open) => this.#games.plays(open.game) && this.#asked("accepts", () => this.#bot.accepts(open))) : undefined;
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
      if (this.#games.plays(asked.game) && this.#asked("takes", () => this.#bot.takes(asked))) {
        const made = await this.#asker.ask({ type: "accept", challenge });
        if (made.type === "created") this.#begin(made.match);
      } else {
        await this.#asker.ask({ type: "decline", challenge, reason: "not this one" });
      }
    } catch (error) {
      // The challenge was withdrawn, or the challenger is away.
      this.#log("debug", `a challenge comes to nothing: ${String(error)}`);
    }
  }

  /** Follows a match that the connection already receives. */
  #begin(match: string): void {
    if (!this.#playing.has(match)) this.#seats.add(match);
    void this.#link.follow(match, true);
  }

  async #challenge(opponent: string, game: string): Promise<void> {
    const made = await this.#asker.need("the challenge is not taken", challenge(this.#wish, opponent, game));
    if (made.type === "challenge") this.#sent.add(made.challenge.challenge);
  }

  async #offer(game: string): Promise<void> {
    const made = await this.#asker.need("no match can be made", offer(this.#wish, game));
    if (made.type === "created") this.#begin(made.match);
  }
}
