import { beforeEach, describe, expect, test } from "vitest";
import type { FromServer } from "../wire";
import { backoff, Link, Refused, type LinkPorts, type SocketLike } from "./link";

type Sent = Record<string, unknown> & { type: string; id?: number };

class FakeSocket implements SocketLike {
  sent: Sent[] = [];
  closed = false;
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onerror: SocketLike["onerror"] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close() {
    this.closed = true;
  }
  open() {
    this.onopen?.(new Event("open"));
  }
  say(message: FromServer) {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  drop(code = 1006) {
    this.onclose?.(new CloseEvent("close", { code }));
  }
  last(type: string): Sent {
    const found = this.sent.filter((m) => m.type === type).at(-1);
    if (!found) throw new Error(`nothing of type ${type} was sent`);
    return found;
  }
}

let sockets: FakeSocket[];
let timers: { ms: number; f: () => void; cancelled: boolean }[];
let received: FromServer[];
let statuses: string[];
let known: Record<string, { seq: number; seated: boolean; gap: boolean }>;
let kept: (string | undefined)[];
let ports: LinkPorts;
let link: Link;

const socket = () => sockets.at(-1) as FakeSocket;
/** Runs the most recent timer that was not cancelled. */
function tick(): number {
  const timer = timers.filter((t) => !t.cancelled).at(-1);
  if (!timer) throw new Error("no timer is set");
  timer.cancelled = true;
  timer.f();
  return timer.ms;
}
function welcome(token?: string) {
  socket().open();
  socket().say({ type: "welcome", player: { id: "me", name: "Ann" }, ...(token ? { token } : {}) });
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  sockets = [];
  timers = [];
  received = [];
  statuses = [];
  known = {};
  kept = [];
  ports = {
    open: () => {
      const fake = new FakeSocket();
      sockets.push(fake);
      return fake;
    },
    receive: (message) => received.push(message),
    status: (status) => statuses.push(status),
    known: (match) => known[match],
    identity: {},
    keepToken: (token) => kept.push(token),
    later: (ms, f) => {
      const timer = { ms, f, cancelled: false };
      timers.push(timer);
      return () => (timer.cancelled = true);
    },
    random: () => 0.5,
  };
  link = new Link(ports);
  link.start();
});

describe("identity", () => {
  test("a new player keeps the token and sends it next time", () => {
    welcome("secret");
    expect(socket().sent[0]).toEqual({ type: "hello", capabilities: ["claim", "said"] });
    expect(kept).toEqual(["secret"]);
    socket().drop();
    tick();
    socket().open();
    expect(socket().sent[0]).toEqual({ type: "hello", capabilities: ["claim", "said"], token: "secret" });
  });

  test("an unknown token is discarded and the link starts again", () => {
    ports.identity.token = "stale";
    socket().open();
    socket().say({ type: "error", status: 401, code: "unknown_token", message: "no" });
    expect(kept).toEqual([undefined]);
    expect(sockets.length).toBe(2);
    socket().open();
    expect(socket().sent[0]).toEqual({ type: "hello", capabilities: ["claim", "said"] });
  });

  test("a stopped link opens no connection and leaves no timer, even for an unknown token", () => {
    ports.keepToken = () => link.stop();
    socket().open();
    socket().say({ type: "error", status: 401, code: "unknown_token", message: "no" });
    expect(sockets.map(({ closed }) => closed)).toEqual([true]);
    expect(timers.filter(({ cancelled }) => !cancelled)).toEqual([]);
  });

  test("a connection that ends before its welcome does not discard the token", () => {
    ports.identity.token = "secret";
    socket().open();
    socket().drop(4401);
    tick();
    socket().open();
    expect(socket().sent[0]).toEqual({ type: "hello", capabilities: ["claim", "said"], token: "secret" });
    expect(kept).toEqual([]);
  });

  test("a new name is sent in a new hello", () => {
    welcome("secret");
    link.become({ name: "Bea" });
    socket().open();
    expect(socket().sent[0]).toEqual({ type: "hello", capabilities: ["claim", "said"], token: "secret", name: "Bea" });
  });
});

describe("requests", () => {
  test("an answer settles its own request", async () => {
    welcome();
    const first = link.request({ type: "move", match: "m", ply: 0, move: "a1" });
    const second = link.request({ type: "resign", match: "m" });
    const [a, b] = [socket().last("move").id, socket().last("resign").id];
    expect(a).not.toBe(b);
    socket().say({ type: "error", re: b as number, status: 409, code: "match_over", message: "It is over." });
    socket().say({ type: "ok", re: a as number });
    await expect(first).resolves.toMatchObject({ type: "ok" });
    await expect(second).rejects.toMatchObject({ status: 409, code: "match_over", message: "It is over." });
  });

  test("requests without a connection are refused at once", async () => {
    await expect(link.request({ type: "ping" })).rejects.toBeInstanceOf(Refused);
  });

  test("a lost connection rejects requests, but an unacknowledged move is sent again after the resume", async () => {
    welcome();
    const resign = link.request({ type: "resign", match: "m" });
    const move = link.request({ type: "move", match: "m", ply: 3, move: "a1" });
    socket().drop();
    await expect(resign).rejects.toMatchObject({ code: "offline" });
    tick();
    welcome();
    const again = socket().last("move");
    expect(again).toMatchObject({ ply: 3, move: "a1" });
    socket().say({ type: "ok", re: again.id as number });
    await expect(move).resolves.toMatchObject({ type: "ok" });
  });
});

describe("rate limits", () => {
  const tooSoon = (re: number | undefined, retry_after_ms: number) => socket().say({ type: "error", status: 429, code: "rate_limited", message: "too many messages", retry_after_ms, re: re as number });

  test("a request that came too soon is repeated after the announced delay", async () => {
    welcome();
    const asked = link.request({ type: "unpair" });
    tooSoon(socket().last("unpair").id, 800);
    expect(tick()).toBe(800);
    expect(socket().sent.filter(({ type }) => type === "unpair")).toHaveLength(2);
    socket().say({ type: "ok", re: socket().last("unpair").id as number });
    await expect(asked).resolves.toMatchObject({ type: "ok" });
  });

  test("a long delay is the caller's to explain", async () => {
    welcome();
    const asked = link.request({ type: "unpair" });
    tooSoon(socket().last("unpair").id, 60_000);
    await expect(asked).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("a topic is subscribed in the end, unless it is no longer wanted", () => {
    welcome();
    link.subscribe("lobby");
    tooSoon(socket().last("subscribe").id, 300);
    tick();
    expect(socket().sent.filter(({ type }) => type === "subscribe")).toHaveLength(2);
    tooSoon(socket().last("subscribe").id, 300);
    link.unsubscribe("lobby");
    tick();
    expect(socket().sent.filter(({ type }) => type === "subscribe")).toHaveLength(2);
  });

  test("a move that came too soon is sent once on the next connection", () => {
    welcome();
    link.request({ type: "move", match: "m", ply: 0, move: "a1" }).catch(() => undefined);
    tooSoon(socket().last("move").id, 300);
    const retry = timers.at(-1);
    socket().drop();
    tick();
    welcome();
    retry?.f();
    expect(socket().sent.filter(({ type }) => type === "move")).toHaveLength(1);
  });
});

describe("resuming", () => {
  test("a match is joined or watched again from the last known event", async () => {
    welcome();
    link.follow("seat", true).catch(() => undefined);
    link.follow("view").catch(() => undefined);
    expect(socket().last("watch")).toMatchObject({ match: "view" });
    expect(socket().last("watch")).not.toHaveProperty("since");
    link.subscribe("lobby");
    known.seat = { seq: 7, seated: true, gap: false };
    known.view = { seq: 3, seated: false, gap: false };
    socket().drop();
    tick();
    welcome();
    expect(socket().last("join")).toMatchObject({ match: "seat", since: 7 });
    expect(socket().last("watch")).toMatchObject({ match: "view", since: 3 });
    expect(socket().last("subscribe")).toMatchObject({ topic: "lobby" });
    await settled();
  });

  test("the outcome of earlier challenges is requested", () => {
    const challenge = (id: string, state: "standing" | "declined") =>
      ({ type: "challenge", challenge: { challenge: id, state } }) as FromServer & { type: "challenge" };
    welcome();
    link.subscribe("challenges");
    expect(socket().last("subscribe")).not.toHaveProperty("challenges");
    socket().say({ type: "challenges", challenges: [challenge("a", "standing").challenge] });
    socket().say(challenge("b", "standing"));
    socket().say(challenge("a", "declined"));
    socket().drop();
    tick();
    welcome();
    expect(socket().last("subscribe")).toMatchObject({ topic: "challenges", challenges: ["b"] });
  });

  test("an unfollowed match is not requested again", () => {
    welcome();
    link.follow("m", true).catch(() => undefined);
    link.unfollow("m");
    expect(socket().last("leave")).toMatchObject({ match: "m" });
    socket().drop();
    tick();
    welcome();
    expect(socket().sent.map((m) => m.type)).toEqual(["hello"]);
  });

  test("a gap requests one snapshot", () => {
    welcome();
    link.follow("m", true).catch(() => undefined);
    known.m = { seq: 7, seated: true, gap: true };
    const event: FromServer = { type: "event", match: "m", seq: 9, event: { kind: "back", side: "first" } };
    socket().say(event);
    socket().say({ ...event, seq: 10 });
    const joins = socket().sent.filter((m) => m.type === "join");
    expect(joins).toHaveLength(1);
    expect(joins[0]).not.toHaveProperty("since");
  });

  test("a server that knows fewer events than the client is asked for a snapshot", async () => {
    welcome();
    link.follow("m", true).catch(() => undefined);
    known.m = { seq: 7, seated: false, gap: false };
    socket().drop();
    tick();
    welcome();
    socket().say({ type: "ok", re: socket().last("watch").id as number, match: "m", seq: 5 });
    await settled();
    expect(socket().last("watch")).not.toHaveProperty("since");
  });

  test("a seat taken by another player is watched", async () => {
    welcome();
    link.follow("m", true).catch(() => undefined);
    known.m = { seq: 7, seated: true, gap: false };
    socket().drop();
    tick();
    welcome();
    socket().say({ type: "error", re: socket().last("join").id as number, status: 409, code: "seat_taken", message: "taken" });
    await settled();
    expect(socket().last("watch")).not.toHaveProperty("since");
  });

  test("a follow before the welcome waits for it, and receives a refusal", async () => {
    const following = link.follow("none");
    welcome();
    socket().say({ type: "error", re: socket().last("watch").id as number, status: 404, code: "no_such_match", message: "none" });
    await expect(following).rejects.toMatchObject({ code: "no_such_match" });
    // The match is not requested again, either.
    socket().drop();
    tick();
    welcome();
    expect(socket().sent.map((m) => m.type)).toEqual(["hello"]);
  });
});

describe("the connection", () => {
  test("waits longer after each failure, up to a maximum, with jitter", () => {
    expect([0, 1, 2, 3].map((n) => backoff(n, 0))).toEqual([250, 500, 1000, 2000]);
    expect([0, 1, 2, 3].map((n) => backoff(n, 0.999999)).every((ms, n) => ms > 0.99 * 500 * 2 ** n)).toBe(true);
    expect(backoff(50, 0.5)).toBe(11_250);
  });

  test("doubles the wait after each failure and resets it after a welcome", () => {
    socket().drop();
    expect(tick()).toBe(375);
    socket().drop();
    expect(tick()).toBe(750);
    welcome();
    socket().drop();
    expect(tick()).toBe(375);
    expect(statuses).toEqual(["waiting", "waiting", "open", "waiting"]);
  });

  test("a silent connection is pinged and then closed", () => {
    welcome();
    tick();
    expect(socket().last("ping")).toEqual({ type: "ping" });
    const silent = socket();
    tick();
    expect(silent.closed).toBe(true);
    expect(statuses.at(-1)).toBe("waiting");
    tick();
    expect(sockets.length).toBe(2);
  });

  test("any message counts as a sign of life", () => {
    welcome();
    tick();
    socket().say({ type: "pong" });
    tick();
    expect(socket().sent.filter((m) => m.type === "ping").length).toBe(2);
    expect(sockets.length).toBe(1);
  });

  test("a late message on an old socket is ignored", () => {
    welcome();
    const old = socket();
    old.drop();
    tick();
    welcome();
    const before = received.length;
    old.say({ type: "bye", reason: "late" });
    old.drop();
    expect(received.length).toBe(before);
    expect(sockets.length).toBe(2);
  });

  test("a message that is not JSON is ignored", () => {
    welcome();
    const before = received.length;
    socket().onmessage?.(new MessageEvent("message", { data: "{" }));
    expect(received.length).toBe(before);
  });
});
