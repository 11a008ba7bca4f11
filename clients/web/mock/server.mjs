// A small stand-in for the arena, for looking at pages without it: `node mock/server.mjs [dist]` on port 8080.
// Plays tic-tac-toe, bones and the tree with bots that move at random.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { WebSocketServer } from "ws";
import { bots, games, diagram, legal, outcome } from "./games.mjs";

const dist = process.argv[2] ?? "dist";
const port = Number(process.env.PORT ?? 8080);
const players = new Map();
const matches = new Map();
const tournaments = new Map();
const clients = new Set();

const other = (side) => (side === "first" ? "second" : "first");
const turn = (m) => (m.moves.length % 2 === 0 ? "first" : "second");
const seatIndex = (side) => (side === "first" ? 0 : 1);

function clocks(m, now = Date.now()) {
  if (!m.clock) return undefined;
  const c = { ...m.clock, first: m.left.first, second: m.left.second };
  if (m.status === "live") {
    c.running = turn(m);
    c[c.running] -= now - m.since;
  }
  return c;
}
function charge(m) {
  if (!m.clock) return;
  const now = Date.now();
  m.left[turn(m)] += m.clock.increment_ms - (now - m.since);
  m.since = now;
}

function emit(m, event) {
  m.events.push(event);
  const seq = m.events.length;
  for (const c of clients) if (c.follows.has(m.id)) c.say({ type: "event", match: m.id, seq, event: forReader(m, event, c) });
  lobby([m]);
}
function forReader(m, event, c) {
  const mine = event.turn && m.seats[seatIndex(event.turn)].player === c.player?.id;
  return mine ? { ...event, legal: legal(m.game, m.position(event)) } : event;
}
function summary(m) {
  return { match: m.id, game: m.game, options: m.options, seats: m.seats, status: m.status, plies: m.moves.length, created_ms: m.created, clock: m.clock, verdict: m.verdict };
}
function lobby(list) {
  const active = list.filter((m) => m.status !== "finished" && !m.hidden);
  const gone = list.filter((m) => m.status === "finished").map((m) => m.id);
  for (const c of clients) if (c.topics.has("lobby")) c.say({ type: "lobby", matches: active.map(summary), gone });
}

function create(game, options, seats, clock, hidden = false) {
  const m = { id: randomUUID(), game, options, seats, clock, status: "open", moves: [], events: [], offers: {}, thoughts: [], created: Date.now(), hidden };
  if (clock) m.left = { first: clock.initial_ms, second: clock.initial_ms };
  m.position = (event) => ({ options, moves: m.moves.slice(0, event.kind === "moved" ? event.ply + 1 : event.ply) });
  m.now = () => diagram(game, { options: m.options, moves: m.moves });
  matches.set(m.id, m);
  return m;
}
function begin(m, wait = 700) {
  if (m.status !== "open" || m.seats.some((s) => s.kind === "open")) return;
  m.status = "live";
  m.since = Date.now();
  emit(m, { kind: "started", ply: 0, turn: "first", diagram: m.now(), clocks: clocks(m) });
  botTurn(m, wait);
}
function play(m, move) {
  const ply = m.moves.length;
  const side = turn(m);
  charge(m);
  m.moves.push(move);
  const end = outcome(m.game, { options: m.options, moves: m.moves });
  if (end) m.status = "finished";
  emit(m, { kind: "moved", ply, side, move, turn: end ? undefined : other(side), diagram: m.now(), clocks: clocks(m) });
  if (end) finish(m, { outcome: end, by: "rules" });
}
function finish(m, verdict) {
  m.status = "finished";
  m.verdict = verdict;
  emit(m, { kind: "ended", verdict, clocks: clocks(m) });
}
function botTurn(m, wait) {
  if (m.status !== "live") return;
  const seat = m.seats[seatIndex(turn(m))];
  if (seat.kind !== "bot") return;
  const go = () => {
    if (m.status !== "live") return;
    const moves = legal(m.game, { options: m.options, moves: m.moves });
    const move = moves[Math.floor(Math.random() * moves.length)];
    const value = Math.round(Math.random() * 100 - 50);
    const thought = { kind: "thought", ply: m.moves.length, side: turn(m), value, depth: 6, nodes: 3 ** (9 - (m.moves.length % 9)) + 41, line: [move, ...moves.filter((x) => x !== move).slice(0, 3)], ms: 12, from: m.moves.length ? "search" : "book" };
    if (moves.length < 4) Object.assign(thought, { value: 97, win_in: 3 });
    play(m, move);
    m.thoughts.push(thought);
    emit(m, thought);
    botTurn(m, wait);
  };
  if (wait) setTimeout(go, wait);
  else go();
}

function snapshot(m, c, re) {
  const i = m.seats.findIndex((s) => s.kind === "human" && s.player === c.player.id);
  const you = i < 0 ? undefined : i === 0 ? "first" : "second";
  const state = { game: m.game, options: m.options, seats: m.seats, status: m.status, start: {}, ply: m.moves.length, moves: m.moves, diagram: m.now(), offers: m.offers, thoughts: m.thoughts, you, verdict: m.verdict, clocks: clocks(m), rematch: m.rematch };
  if (m.status !== "finished") state.turn = turn(m);
  if (m.status === "live" && you === state.turn) state.legal = legal(m.game, m);
  return { type: "snapshot", re, match: m.id, seq: m.events.length, state };
}

const handlers = {
  hello(c, msg) {
    let player = msg.token && players.get(msg.token);
    if (msg.token && !player) return c.fail(msg, "unauthorised", "This token is not known here.");
    let token;
    if (!player) {
      token = randomUUID();
      player = { id: randomUUID(), name: `guest-${Math.floor(Math.random() * 1000)}` };
      players.set(token, player);
    }
    if (msg.name) player.name = msg.name;
    c.player = player;
    c.say({ type: "welcome", re: msg.id, player, token });
  },
  create(c, msg) {
    let seats = msg.seats.map((s) =>
      s === "me" ? { kind: "human", player: c.player.id, name: c.player.name, away: false } : s === "open" ? { kind: "open" } : { kind: "bot", name: s.bot, spec: bots.find((b) => b.name === s.bot)?.spec },
    );
    if (msg.shuffle && Math.random() < 0.5) seats = seats.reverse();
    const m = create(msg.game, msg.options ?? {}, seats, msg.clock);
    c.follows.add(m.id);
    c.say({ type: "created", re: msg.id, match: m.id });
    c.say(snapshot(m, c));
    lobby([m]);
    begin(m);
  },
  watch(c, msg, m) {
    c.follows.add(m.id);
    if (msg.since === undefined) return c.say(snapshot(m, c, msg.id));
    c.say({ type: "ok", re: msg.id, match: m.id, seq: m.events.length });
    m.events.forEach((event, i) => {
      if (i >= msg.since) c.say({ type: "event", match: m.id, seq: i + 1, event: forReader(m, event, c) });
    });
  },
  join(c, msg, m) {
    const open = m.seats.findIndex((s) => s.kind === "open");
    const mine = m.seats.some((s) => s.player === c.player.id);
    if (!mine && open < 0) return c.fail(msg, "seat_taken", "Both seats of this match are taken.");
    if (!mine) {
      m.seats[open] = { kind: "human", player: c.player.id, name: c.player.name, away: false };
      emit(m, { kind: "seated", side: open === 0 ? "first" : "second", seat: m.seats[open] });
    }
    handlers.watch(c, msg, m);
    begin(m);
  },
  leave(c, msg, m) {
    c.follows.delete(m.id);
    c.ok(msg);
  },
  move(c, msg, m) {
    if (m.status !== "live") return c.fail(msg, "match_over", "This match is over.");
    if (m.seats[seatIndex(turn(m))].player !== c.player.id) return c.fail(msg, "not_your_turn", "It is not your turn.");
    if (!legal(m.game, m).includes(msg.move)) return c.fail(msg, "illegal_move", `${msg.move} is not a legal move here.`);
    play(m, msg.move);
    c.ok(msg);
    botTurn(m, 500);
  },
  resign(c, msg, m) {
    const side = m.seats[0].player === c.player.id ? "first" : "second";
    c.ok(msg);
    finish(m, { outcome: other(side), by: "resignation" });
  },
  abort(c, msg, m) {
    c.ok(msg);
    finish(m, { outcome: null, by: "aborted" });
  },
  offer(c, msg, m) {
    const side = m.seats[0].player === c.player.id ? "first" : "second";
    c.ok(msg);
    m.offers[msg.what] = side;
    emit(m, { kind: "offered", side, what: msg.what });
    const bot = m.seats[seatIndex(other(side))].kind === "bot";
    if (bot) setTimeout(() => answer(m, other(side), msg.what, msg.what !== "draw"), 400);
  },
  answer(c, msg, m) {
    const side = m.seats[0].player === c.player.id ? "first" : "second";
    c.ok(msg);
    answer(m, side, msg.what, msg.accept);
  },
  subscribe(c, msg) {
    c.topics.add(msg.topic);
    c.ok(msg);
    if (msg.topic === "lobby") c.say({ type: "lobby", matches: [...matches.values()].filter((m) => m.status !== "finished" && !m.hidden).map(summary), gone: [] });
    else tell(tournaments.get(msg.topic.slice(11)), c);
  },
  unsubscribe(c, msg) {
    c.topics.delete(msg.topic);
    c.ok(msg);
  },
  ping: (c, msg) => c.say({ type: "pong", re: msg.id }),
};

function answer(m, side, what, accept) {
  m.offers = Object.fromEntries(Object.entries(m.offers).filter(([key]) => key !== what));
  if (what === "rematch" && accept) {
    const next = create(m.game, m.options, [...m.seats].reverse(), m.clock);
    m.rematch = next.id;
    emit(m, { kind: "answered", side, what, accept, match: next.id });
    return begin(next);
  }
  emit(m, { kind: "answered", side, what, accept });
  if (what === "draw" && accept) finish(m, { outcome: "draw", by: "agreement" });
  if (what === "takeback" && accept) {
    m.moves.length = Math.max(0, m.moves.length - (turn(m) === other(side) ? 2 : 1));
    m.since = Date.now();
    emit(m, { kind: "taken_back", ply: m.moves.length, side: other(side), turn: turn(m), diagram: m.now(), clocks: clocks(m) });
  }
}

// ---- tournaments ----

function startTournament(file) {
  const names = ["none-2", "none-4", "alpha-beta-2", "alpha-beta-4", "alpha-beta-6", "alpha-beta-9"];
  const zero = () => ({ wins: 0, draws: 0, losses: 0 });
  const t = { id: randomUUID(), name: "Tic-tac-toe by depth", game: "tictactoe", format: "round-robin", status: "running", played: 0, total: 300, created_ms: Date.now(), source: `name = "Tic-tac-toe by depth"\ngame = "tictactoe"\n# ${file}\n`, records: [] };
  t.table = { name: t.name, game: t.game, format: t.format, seed: 1, matches: 300, distinct: 211, void: 0, reproducible: true, pairs: [], ends: {}, entrants: names.map((name, i) => ({ name, played: 0, ...zero(), points: 0, first: zero(), second: zero(), nodes_per_move: 40 * 3 ** i, elo: 40 - 20 * i, elo_error: 31.2 })) };
  for (let i = 0; i < names.length; i++) for (let j = i + 1; j < names.length; j++) t.table.pairs.push({ a: names[i], b: names[j], ...zero() });
  tournaments.set(t.id, t);
  t.timer = setInterval(() => {
    t.table.entrants.sort((a, b) => b.points - a.points);
    for (let k = 0; k < 6 && t.played < t.total; k++) playOne(t, names);
    if (t.played >= t.total) {
      t.status = "finished";
      clearInterval(t.timer);
    }
    for (const c of clients) if (c.topics.has(`tournament:${t.id}`)) tell(t, c);
  }, 100);
  return t;
}
function playOne(t, names) {
  const pair = t.table.pairs[t.played % t.table.pairs.length];
  const swap = Math.floor(t.played / t.table.pairs.length) % 2 === 1;
  const [x, y] = swap ? [pair.b, pair.a] : [pair.a, pair.b];
  const m = create("tictactoe", {}, [x, y].map((name) => ({ kind: "bot", name, spec: { name, game: "tictactoe", depth: names.indexOf(name) } })), undefined, true);
  begin(m, 0);
  t.played++;
  t.records.push({ id: m.id, game: m.game, options: {}, seats: m.seats.map(({ name, spec }) => ({ name, spec })), moves: m.moves, verdict: m.verdict, nodes: [] });
  t.table.ends.rules = t.played;
  const o = m.verdict.outcome;
  for (const [name, side] of [[x, "first"], [y, "second"]]) {
    const row = t.table.entrants.find((e) => e.name === name);
    const what = o === "draw" ? "draws" : o === side ? "wins" : "losses";
    row.played++;
    row[what]++;
    row[side][what]++;
    row.points = row.wins + row.draws / 2;
    if (name === pair.a) pair[what]++;
  }
}
const about = ({ id, name, game, format, status, played, total, created_ms, table }) => ({ id, name, game, format, status, played, total, created_ms, leader: [...table.entrants].sort((a, b) => b.points - a.points)[0].name });
function tell(t, c) {
  if (t) c.say({ type: "tournament", tournament: t.id, status: t.status, played: t.played, total: t.total, table: t.table });
}

// ---- HTTP ----

function analyse(body) {
  const at = { options: body.options ?? {}, moves: body.moves ?? [] };
  const moves = legal(body.game, at);
  const tree = (p, d) => {
    const next = d > 0 ? legal(body.game, p) : [];
    const children = next.map((move, i) => ({ ...tree({ ...p, moves: [...p.moves, move] }, d - 1), move, kind: i > 1 ? "pruned" : "inner" }));
    return { value: p.moves.length % 7, alpha: -9, beta: 9, side: p.moves.length % 2 ? "second" : "first", kind: children.length ? "inner" : "leaf", children };
  };
  const many = body.pruning === "none";
  return { game: body.game, moves: at.moves, side: at.moves.length % 2 ? "second" : "first", settings: {}, depth: body.depth ?? 6, value: 50, best: moves[0], line: moves.slice(0, 5), nodes: many ? 549946 : 18297, leaves: many ? 255168 : 7000, cutoffs: many ? 0 : 4132, table_hits: 0, ms: many ? 81 : 3.2, root: moves.map((move, i) => ({ move, value: 50 - 20 * i, exact: body.exact_root || i < 2 })), diagram: diagram(body.game, at), tree: tree(at, body.tree_depth ?? 0) };
}
function events(m) {
  return { match: m.id, start: { ply: 0, turn: "first", diagram: diagram(m.game, { options: m.options, moves: [] }) }, events: m.events.map((event, i) => ({ seq: i + 1, event })) };
}
function route(method, url, body) {
  const [, , what, key, part] = url.pathname.split("/");
  const get = (name) => url.searchParams.get(name);
  if (what === "games") return { games };
  if (what === "bots") return { bots: bots.filter((b) => !get("game") || b.game === get("game")) };
  if (what === "analyse") return analyse(body);
  if (what === "matches" && !key) return { matches: [...matches.values()].filter((m) => m.status === get("status") && !m.hidden).reverse().slice(0, 20).map(summary) };
  if (what === "matches" && matches.has(key)) return part === "events" ? events(matches.get(key)) : summary(matches.get(key));
  if (what === "tournaments" && !key) {
    if (method === "POST") return about(startTournament(body.file));
    return { tournaments: [...tournaments.values()].reverse().map(about), available: [{ file: "tictactoe-depths", name: "Tic-tac-toe by depth", game: "tictactoe", entrants: 6, matches: 300 }], operator: true };
  }
  const t = what === "tournaments" && tournaments.get(key);
  if (!t) return undefined;
  if (part === "crosstable") return t.table;
  if (part === "stop") return (clearInterval(t.timer), (t.status = "stopped"), about(t));
  if (part === "records") {
    const pair = t.records.filter((r) => [get("a"), get("b")].every((n) => r.seats.some((s) => s.name === n)));
    return { records: pair.slice(Number(get("offset") ?? 0)).slice(0, Number(get("limit") ?? 20)), total: pair.length };
  }
  return { ...about(t), source: t.source };
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const server = createServer(async (req, res) => {
  const url = new URL(req.url, "http://localhost");
  if (url.pathname.startsWith("/api/")) {
    let text = "";
    for await (const chunk of req) text += chunk;
    const answer = route(req.method, url, text ? JSON.parse(text) : {});
    res.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    return res.end(JSON.stringify(answer ?? { code: "not_found", message: "There is no such thing here." }));
  }
  let file = join(dist, url.pathname);
  if (!extname(file) || !existsSync(file)) file = join(dist, "index.html");
  res.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(res);
});
new WebSocketServer({ server, path: "/ws" }).on("connection", (socket) => {
  const c = { follows: new Set(), topics: new Set(), say: (msg) => socket.send(JSON.stringify(msg)) };
  c.ok = (msg) => c.say({ type: "ok", re: msg.id, match: msg.match });
  c.fail = (msg, code, message) => c.say({ type: "error", re: msg.id, code, message });
  clients.add(c);
  socket.on("close", () => clients.delete(c));
  socket.on("message", (data) => {
    const msg = JSON.parse(String(data));
    if (!c.player && msg.type !== "hello") return c.fail(msg, "no_hello", "Say hello first.");
    const m = msg.match && matches.get(msg.match);
    if (msg.match && !m) return c.fail(msg, "no_such_match", "There is no such match here.");
    handlers[msg.type]?.(c, msg, m);
  });
});
server.listen(port, "127.0.0.1", () => console.log(`mock arena at http://127.0.0.1:${server.address().port}`));
