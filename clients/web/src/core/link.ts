// The one module that owns the socket: it says hello, asks again for what it missed, and comes back by itself. The package
// for bots, clients/typescript, is built with it, so it imports types only.

import type { Code, FromClient, FromServer, Reason, ValueProblem } from "../wire";

/** `connecting` for the first time, `open` after the welcome, `waiting` between a dropped connection and the next. */
export type LinkStatus = "connecting" | "open" | "waiting";

/** What the link needs of a WebSocket. */
export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

export interface LinkPorts {
  open(): SocketLike;
  /** A message from the server, for the reducer. */
  receive(message: FromServer): void;
  status(status: LinkStatus): void;
  /** How far the client knows a match, and whether it sits in it. */
  known(match: string): { seq: number; seated: boolean; gap: boolean } | undefined;
  identity: { token?: string; name?: string };
  /** Keeps the token for the next visit; `undefined` forgets it. */
  keepToken(token: string | undefined): void;
  /** Runs `f` after `ms`; returns how to cancel it. */
  later(ms: number, f: () => void): () => void;
  /** Uniform in [0, 1). */
  random(): number;
}

/** Why something was not done: the server's word for it, or that there was no server to ask. */
export type RefusalCode = Code | "offline" | "bad_answer";

export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    /** After so many milliseconds it may be asked again, where it came too often or too early. */
    readonly retryAfterMs?: number,
    /** What exactly, with its values. */
    readonly detail?: Reason,
    /** The key of what was asked that is wrong, and what is wrong there. */
    readonly key?: string,
    readonly problem?: ValueProblem,
  ) {
    super(message);
  }
}

const SUBPROTOCOL = "arena.v1";
/** What this client knows beyond the protocol's first version: that who stays away is claimed against, and what opponents say. */
const CAPABILITIES = ["claim", "said"] as const;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MOST_MS = 15_000;
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;

export function openSocket(url: string): SocketLike {
  return new WebSocket(url, SUBPROTOCOL);
}

/** Doubles with each failure up to a ceiling; half of it is chance, so that a crowd does not come back at once. */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS * 2 ** failures);
  return ceiling / 2 + (ceiling / 2) * random;
}

interface Pending {
  message: FromClient;
  resolve(answer: FromServer): void;
  reject(error: Error): void;
}

export class Link {
  #ports: LinkPorts;
  #socket: SocketLike | undefined;
  #welcomed = false;
  #failures = 0;
  #nextId = 1;
  #pending = new Map<number, Pending>();
  #follows = new Set<string>();
  /** Who waits to hear whether a match that is to be followed exists. */
  #wanted = new Map<string, Pick<Pending, "reject"> & { resolve(): void }>();
  #resyncing = new Set<string>();
  /** What is subscribed to; with `boards`, the matches in view. */
  #topics = new Map<string, readonly string[] | undefined>();
  /** The challenges that stand, as far as it was told. */
  #standing = new Set<string>();
  #cancelTimer: () => void = () => undefined;

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#cancelTimer();
    this.#welcomed = false;
    const socket = this.#ports.open();
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#receive(data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#dropped();
    };
    // The close that follows says enough; the sockets of Node's package `ws` end the program where nobody listens for this.
    socket.onerror = () => undefined;
  }

  /** Drops the connection, if any, and connects at once: after waking up, or to say hello under another name. */
  restart(): void {
    const old = this.#socket;
    this.#socket = undefined;
    old?.close(1000);
    this.#failPending();
    this.#ports.status(this.#failures > 0 ? "waiting" : "connecting");
    this.start();
  }

  /** Says hello again under another name. */
  rename(name: string): void {
    this.#ports.identity.name = name || undefined;
    this.restart();
  }

  /** Connects at once if the link is waiting for its next attempt. */
  hurry(): void {
    if (!this.#socket) this.start();
  }

  /** Sends a request and resolves with its answer; an `error` answer rejects with `Refused`. */
  request(message: FromClient): Promise<FromServer> {
    if (!this.#welcomed) {
      return Promise.reject(new Refused("offline", "Not connected to the arena just now. Try again in a moment."));
    }
    return new Promise((resolve, reject) => this.#ask({ message, resolve, reject }));
  }

  /**
   * Follows a match from here on, across reconnections, unless there is none. `joined` when the server already sends
   * its events.
   */
  follow(match: string, joined = false): Promise<void> {
    if (this.#follows.has(match)) return Promise.resolve();
    this.#follows.add(match);
    if (joined) return Promise.resolve();
    if (this.#welcomed) return this.#followAgain(match);
    return new Promise((resolve, reject) => this.#wanted.set(match, { resolve, reject }));
  }

  unfollow(match: string): void {
    this.#wanted.delete(match);
    if (!this.#follows.delete(match)) return;
    if (this.#welcomed) this.#send({ type: "leave", match });
  }

  subscribe(topic: string, matches?: readonly string[]): void {
    if (this.#topics.has(topic) && matches?.join() === this.#topics.get(topic)?.join()) return;
    this.#topics.set(topic, matches);
    if (this.#welcomed) this.#subscribe(topic);
  }

  #subscribe(topic: string): void {
    const matches = this.#topics.get(topic);
    const message: FromClient = { type: "subscribe", topic };
    if (matches) message.matches = [...matches];
    // How those ended that ended while there was no connection is told then.
    if (topic === "challenges" && this.#standing.size > 0) message.challenges = [...this.#standing];
    this.#send(message);
  }

  unsubscribe(topic: string): void {
    if (this.#topics.delete(topic) && this.#welcomed) this.#send({ type: "unsubscribe", topic });
  }

  #hello(): void {
    const { token, name } = this.#ports.identity;
    const hello: FromClient = { type: "hello", capabilities: [...CAPABILITIES] };
    if (token) hello.token = token;
    if (name) hello.name = name;
    this.#send(hello);
  }

  #send(message: FromClient, id?: number): void {
    this.#socket?.send(JSON.stringify(id === undefined ? message : { ...message, id }));
  }

  #ask(pending: Pending): void {
    const id = this.#nextId++;
    this.#pending.set(id, pending);
    this.#send(pending.message, id);
  }

  #followAgain(match: string): Promise<void> {
    const known = this.#ports.known(match);
    const type = known?.seated ? "join" : "watch";
    const since = known && !known.gap ? known.seq : undefined;
    const message: FromClient = since === undefined ? { type, match } : { type, match, since };
    return new Promise((resolve, reject) => {
      const settle = (answer: FromServer) => {
        // The server knows less than we do: what we hold is not its match any more.
        if (since !== undefined && answer.type === "ok" && (answer.seq ?? since) < since) this.#resync(match);
        resolve();
      };
      const refuse = (error: Error) => {
        // A seat that was lost meanwhile still leaves the match to be watched.
        if (type === "join" && error instanceof Refused && error.code === "seat_taken") {
          this.#send({ type: "watch", match });
          return resolve();
        }
        if (error instanceof Refused && error.code === "no_such_match") this.#follows.delete(match);
        reject(error);
      };
      this.#ask({ message, resolve: settle, reject: refuse });
    });
  }

  #resync(match: string): void {
    if (this.#resyncing.has(match)) return;
    this.#resyncing.add(match);
    this.#send({ type: this.#ports.known(match)?.seated ? "join" : "watch", match });
  }

  #receive(text: string): void {
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return; // Not for us: every frame of this protocol is a JSON object.
    }
    this.#armPing();
    if (message.type === "welcome") return this.#welcome(message);
    if (message.type === "error" && message.code === "unauthorised") return this.#startAnew();
    if (message.type === "snapshot") this.#resyncing.delete(message.match);
    if (message.type === "challenges") this.#standing = new Set(message.challenges.map(({ challenge }) => challenge));
    if (message.type === "challenge") {
      const { challenge, state } = message.challenge;
      if (state === "standing") this.#standing.add(challenge);
      else this.#standing.delete(challenge);
    }
    this.#ports.receive(message);
    this.#answer(message);
    if (message.type === "event" && this.#ports.known(message.match)?.gap) this.#resync(message.match);
  }

  #answer(message: FromServer): void {
    const re = "re" in message ? message.re : undefined;
    const pending = re === undefined ? undefined : this.#pending.get(re);
    if (re === undefined || !pending) return;
    this.#pending.delete(re);
    if (message.type === "error") pending.reject(new Refused(message.code, message.message, message.retry_after_ms, message.detail, message.key, message.problem));
    else pending.resolve(message);
  }

  #welcome(message: FromServer & { type: "welcome" }): void {
    this.#welcomed = true;
    this.#failures = 0;
    if (message.token) {
      this.#ports.identity.token = message.token;
      this.#ports.keepToken(message.token);
    }
    this.#ports.receive(message);
    this.#resume();
    this.#ports.status("open");
  }

  /** After a welcome: the followed matches from where we are, the topics, then moves that nobody acknowledged. */
  #resume(): void {
    this.#resyncing.clear();
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const match of this.#follows) {
      const wanted = this.#wanted.get(match);
      this.#wanted.delete(match);
      this.#followAgain(match).then(wanted?.resolve, (error: Error) => {
        if (wanted) wanted.reject(error);
        // A lost connection is said by the banner, and resumed once more.
        else if (error instanceof Refused && error.code !== "offline" && error.code !== "bad_answer")
          this.#ports.receive({ type: "error", code: error.code, message: error.message });
      });
    }
    for (const topic of this.#topics.keys()) this.#subscribe(topic);
    for (const pending of unanswered) this.#ask(pending);
  }

  /**
   * The token is not, or no longer, known: forget it and come back as somebody new. Only this word says so: the code
   * 4401 also ends a connection whose hello was late.
   */
  #startAnew(): void {
    this.#ports.identity.token = undefined;
    this.#ports.keepToken(undefined);
    this.restart();
  }

  #dropped(): void {
    this.#socket = undefined;
    this.#welcomed = false;
    this.#cancelTimer();
    this.#failPending();
    this.#ports.status("waiting");
    this.#cancelTimer = this.#ports.later(backoff(this.#failures++, this.#ports.random()), () => this.start());
  }

  /** A move may be sent twice, the server applies it once; anything else is given up when the connection is lost. */
  #failPending(): void {
    for (const [id, pending] of this.#pending) {
      if (pending.message.type === "move") continue;
      this.#pending.delete(id);
      pending.reject(new Refused("offline", "The connection was lost before the arena answered."));
    }
  }

  /** Silence is no proof of a live connection: ask, and hang up when nothing comes back. */
  #armPing(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#ports.later(PING_EVERY_MS, () => {
      this.#send({ type: "ping" });
      this.#cancelTimer = this.#ports.later(PONG_WITHIN_MS, () => {
        const socket = this.#socket;
        this.#dropped();
        socket?.close();
      });
    });
  }
}
