// The only module that owns the socket: it sends the hello, requests missed events and reconnects. The bot package,
// clients/typescript, includes this file, so it may import only types.

import type { ErrorBody, FromClient, FromServer } from "../wire";

/** `connecting` at first, `open` after the welcome, `waiting` between a lost connection and the next one. */
export type LinkStatus = "connecting" | "open" | "waiting";

/** The subset of WebSocket that the link uses. */
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
  /** Passes a message from the server to the reducer. */
  receive(message: FromServer): void;
  status(status: LinkStatus): void;
  /** Returns the client's last event of a match, and whether it holds a seat in it. */
  known(match: string): { seq: number; seated: boolean; gap: boolean } | undefined;
  identity: { token?: string; name?: string };
  /** Stores the token for the next visit; `undefined` deletes it. */
  keepToken(token: string | undefined): void;
  /** Runs `f` after `ms` milliseconds. Returns a function that cancels it. */
  later(ms: number, f: () => void): () => void;
  /** Returns a uniform random number in [0, 1). */
  random(): number;
}

/** A refused request. The codes `offline` and `bad_answer` mean a failure of the connection, with the status 0. */
export class Refused extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
  get status(): number {
    return this.body.status;
  }
  get code(): string {
    return this.body.code;
  }
  /** The time in milliseconds after which a retry is worthwhile, if known. */
  get retryAfterMs(): number | undefined {
    return this.body.retry_after_ms;
  }
}

const SUBPROTOCOL = "arena.v1";
/** Protocol extensions that this client supports: claims against absent players, and chat of opponents. */
const CAPABILITIES = ["claim", "said"] as const;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MOST_MS = 15_000;
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;
/** A connection that is not welcome within this time is given up. Its line may have stalled. */
const WELCOME_WITHIN_MS = 15_000;
/** A request that came too soon is repeated if the server names a delay up to this one. */
const RETRY_WITHIN_MS = 3_000;

export function openSocket(url: string): SocketLike {
  return new WebSocket(url, SUBPROTOCOL);
}

/**
 * Returns the delay before a reconnection. It doubles with each failure up to a maximum. Half of it is random, so that
 * many clients do not reconnect at the same time.
 */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS * 2 ** failures);
  return ceiling / 2 + (ceiling / 2) * random;
}

interface Pending {
  message: FromClient;
  /** Returns false once nobody needs the answer. The request is then not repeated. */
  isWanted?(): boolean;
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
  /** The callers that wait for the result of a follow request. */
  #wanted = new Map<string, Pick<Pending, "reject"> & { resolve(): void }>();
  #resyncing = new Set<string>();
  /** The subscribed topics; for `boards`, the visible matches. */
  #topics = new Map<string, readonly string[] | undefined>();
  /** The known pending challenges. */
  #standing = new Set<string>();
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

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
    // The close event that follows suffices. A handler is required because Node's `ws` package throws without one.
    socket.onerror = () => undefined;
    this.#cancelTimer = this.#ports.later(WELCOME_WITHIN_MS, () => this.#giveUp());
  }

  /** Ends the connection for good. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#close();
  }

  /** Closes any connection and connects at once, for example after waking up or to send a new hello. */
  restart(): void {
    if (this.#isStopped) return;
    this.#close();
    this.#ports.status(this.#failures > 0 ? "waiting" : "connecting");
    this.start();
  }

  /** Reconnects with another name or as another player. */
  become(identity: Partial<LinkPorts["identity"]>): void {
    Object.assign(this.#ports.identity, identity);
    this.restart();
  }

  /** Connects at once if the link is waiting for its next attempt. */
  hurry(): void {
    if (!this.#socket) this.start();
  }

  /** Sends a request and resolves with its answer. An `error` answer rejects with `Refused`. */
  request(message: FromClient): Promise<FromServer> {
    if (!this.#welcomed) {
      return Promise.reject(new Refused({ status: 0, code: "offline", message: "Not connected to the arena just now. Try again in a moment." }));
    }
    return new Promise((resolve, reject) => this.#ask({ message, resolve, reject }));
  }

  /**
   * Follows a match, across reconnections, until it turns out not to exist. `joined` means that the server already
   * sends its events.
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
    if (this.#welcomed) this.#tell({ type: "leave", match }, () => !this.#follows.has(match));
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
    // Request the outcome of challenges that may have ended without a connection.
    if (topic === "challenges" && this.#standing.size > 0) message.challenges = [...this.#standing];
    this.#tell(message, () => this.#topics.has(topic) && this.#topics.get(topic) === matches);
  }

  unsubscribe(topic: string): void {
    if (this.#topics.delete(topic) && this.#welcomed) this.#tell({ type: "unsubscribe", topic }, () => !this.#topics.has(topic));
  }

  #close(): void {
    this.#welcomed = false;
    const old = this.#socket;
    this.#socket = undefined;
    old?.close(1000);
    this.#failPending();
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

  /** Sends a request without waiting for its answer. A refusal is passed to the reducer. */
  #tell(message: FromClient, isWanted: () => boolean): void {
    const reject = (error: Error) => {
      if (error instanceof Refused && error.status !== 0) this.#ports.receive({ type: "error", ...error.body });
    };
    this.#ask({ message, isWanted, resolve: () => undefined, reject });
  }

  #followAgain(match: string): Promise<void> {
    const known = this.#ports.known(match);
    const type = known?.seated ? "join" : "watch";
    const since = known && !known.gap ? known.seq : undefined;
    const message: FromClient = since === undefined ? { type, match } : { type, match, since };
    return new Promise((resolve, reject) => {
      const settle = (answer: FromServer) => {
        // The server knows fewer events than the client, so the client's state is invalid.
        if (since !== undefined && answer.type === "ok" && (answer.seq ?? since) < since) this.#resync(match);
        resolve();
      };
      const refuse = (error: Error) => {
        // If the seat was lost meanwhile, watch the match.
        if (type === "join" && error instanceof Refused && error.code === "seat_taken") {
          this.#tell({ type: "watch", match }, () => this.#follows.has(match));
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
    this.#tell({ type: this.#ports.known(match)?.seated ? "join" : "watch", match }, () => this.#resyncing.has(match));
  }

  #receive(text: string): void {
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return; // Every frame of this protocol is a JSON object.
    }
    this.#armPing();
    if (message.type === "welcome") return this.#welcome(message);
    if (message.type === "error" && message.status === 401) return this.#startAnew();
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
    if (message.type === "error" && message.code === "rate_limited" && (message.retry_after_ms ?? Infinity) <= RETRY_WITHIN_MS)
      return void this.#ports.later(message.retry_after_ms ?? 0, () => this.#repeat(re));
    this.#pending.delete(re);
    if (message.type === "error") pending.reject(new Refused(message));
    else pending.resolve(message);
  }

  /** Repeats a request that the server did not carry out. It has another number if the connection was lost meanwhile. */
  #repeat(id: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    if (pending.isWanted?.() !== false) this.#ask(pending);
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

  /** After a welcome: resumes the followed matches and the topics, then resends unacknowledged moves. */
  #resume(): void {
    this.#resyncing.clear();
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const match of this.#follows) {
      const wanted = this.#wanted.get(match);
      this.#wanted.delete(match);
      this.#followAgain(match).then(wanted?.resolve, (error: Error) => {
        if (wanted) wanted.reject(error);
        // The banner shows a lost connection, and the link resumes again.
        else if (error instanceof Refused && error.code !== "offline" && error.code !== "bad_answer")
          this.#ports.receive({ type: "error", ...error.body });
      });
    }
    for (const topic of this.#topics.keys()) this.#subscribe(topic);
    for (const pending of unanswered) this.#ask(pending);
  }

  /**
   * The server does not know the token: deletes it and reconnects as a new player. Only this error is evidence;
   * close code 4401 also ends a connection with a late hello.
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

  /** Resends moves after a lost connection, because the server applies each only once. Rejects all other requests. */
  #failPending(): void {
    for (const [id, pending] of this.#pending) {
      if (pending.message.type === "move") continue;
      this.#pending.delete(id);
      pending.reject(new Refused({ status: 0, code: "offline", message: "The connection was lost before the arena answered." }));
    }
  }

  /** Sends a ping after a silence, and closes the connection if no answer arrives. */
  #armPing(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#ports.later(PING_EVERY_MS, () => {
      this.#send({ type: "ping" });
      this.#cancelTimer = this.#ports.later(PONG_WITHIN_MS, () => this.#giveUp());
    });
  }

  /** Closes a connection that does not answer. */
  #giveUp(): void {
    const socket = this.#socket;
    this.#dropped();
    socket?.close();
  }
}
