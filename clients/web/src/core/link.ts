// Owns the socket: sends hello, requests missed events, and reconnects. The package for bots, clients/typescript, is
// built with it, so it imports types only.

import type { Code, FromClient, FromServer, Reason, ValueProblem } from "../wire";

/** `connecting` the first time, `open` after the welcome, `waiting` between a dropped connection and the next. */
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
  /** How far the client knows a match, and whether it holds a seat. */
  known(match: string): { seq: number; seated: boolean; gap: boolean } | undefined;
  identity: { token?: string; name?: string };
  /** Stores the token for the next visit; `undefined` deletes it. */
  keepToken(token: string | undefined): void;
  /** Runs `f` after `ms`; returns a function to cancel it. */
  later(ms: number, f: () => void): () => void;
  /** Uniform in [0, 1). */
  random(): number;
}

/** The error code of the server, or that there was no connection. */
export type RefusalCode = Code | "offline" | "bad_answer";

export class Refused extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    /** When it may be requested again, in milliseconds, after a rate limit or if it was too early. */
    readonly retryAfterMs?: number,
    /** The reason with its values. */
    readonly detail?: Reason,
    /** The wrong key of the request, and its problem. */
    readonly key?: string,
    readonly problem?: ValueProblem,
  ) {
    super(message);
  }
}

const SUBPROTOCOL = "arena.v1";
/** This client's capabilities: it claims against absent opponents, and shows chat. */
const CAPABILITIES = ["claim", "said"] as const;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MOST_MS = 15_000;
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;

export function openSocket(url: string): SocketLike {
  return new WebSocket(url, SUBPROTOCOL);
}

/** Doubles with each failure up to a maximum; half of it is jitter, so that clients do not reconnect at once. */
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
  /** Callers that wait until a followed match is confirmed. */
  #wanted = new Map<string, Pick<Pending, "reject"> & { resolve(): void }>();
  #resyncing = new Set<string>();
  /** The subscriptions; for `boards`, the matches in view. */
  #topics = new Map<string, readonly string[] | undefined>();
  /** The known standing challenges. */
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
    // The close event suffices, but sockets of Node's package `ws` end the program without a listener.
    socket.onerror = () => undefined;
  }

  /** Drops any connection and connects at once: after waking up, or for a new hello. */
  restart(): void {
    const old = this.#socket;
    this.#socket = undefined;
    old?.close(1000);
    this.#failPending();
    this.#ports.status(this.#failures > 0 ? "waiting" : "connecting");
    this.start();
  }

  /** Sends hello again with another name. */
  rename(name: string): void {
    this.#ports.identity.name = name || undefined;
    this.restart();
  }

  /** Connects at once if the link waits for its next attempt. */
  hurry(): void {
    if (!this.#socket) this.start();
  }

  /** Sends a request and resolves with its answer; an `error` rejects with `Refused`. */
  request(message: FromClient): Promise<FromServer> {
    if (!this.#welcomed) {
      return Promise.reject(new Refused("offline", "Not connected to the arena just now. Try again in a moment."));
    }
    return new Promise((resolve, reject) => this.#ask({ message, resolve, reject }));
  }

  /**
   * Follows a match across reconnections, unless it does not exist. `joined` if the server already sends its events.
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
    // The server then reports how challenges ended while there was no connection.
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
        // The server has fewer events: the local state is not its match any more.
        if (since !== undefined && answer.type === "ok" && (answer.seq ?? since) < since) this.#resync(match);
        resolve();
      };
      const refuse = (error: Error) => {
        // After losing the seat the match can still be watched.
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

  /** After a welcome: the followed matches from the last event, the topics, then unacknowledged moves. */
  #resume(): void {
    this.#resyncing.clear();
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const match of this.#follows) {
      const wanted = this.#wanted.get(match);
      this.#wanted.delete(match);
      this.#followAgain(match).then(wanted?.resolve, (error: Error) => {
        if (wanted) wanted.reject(error);
        // The banner shows a lost connection, and the next one resumes again.
        else if (error instanceof Refused && error.code !== "offline" && error.code !== "bad_answer")
          this.#ports.receive({ type: "error", code: error.code, message: error.message });
      });
    }
    for (const topic of this.#topics.keys()) this.#subscribe(topic);
    for (const pending of unanswered) this.#ask(pending);
  }

  /**
   * The token is unknown or revoked: drop it and start as a new player. Only this error says so: the code 4401 also
   * follows a late hello.
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

  /** A move may be sent twice, because the server applies it once; other requests fail with the connection. */
  #failPending(): void {
    for (const [id, pending] of this.#pending) {
      if (pending.message.type === "move") continue;
      this.#pending.delete(id);
      pending.reject(new Refused("offline", "The connection was lost before the arena answered."));
    }
  }

  /** Pings a silent connection, and closes it without an answer. */
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
