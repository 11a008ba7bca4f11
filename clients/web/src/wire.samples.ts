// A sample of every message, in both directions. They are also stored as JSON in tests/data/wire, and the server's
// tests read these files.

import type { ChallengeView, ChangedView, Clocks, ClocksLeft, EntrantRow, EventView, FromClient, FromServer, LiveView, MatchState, PairRow, SeatView, Side, TournamentReport } from "./wire";
import type { GridDiagram } from "./core/types";

export const MATCH = "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d01";
export const ANN = "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d02";
const BOB = "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d03";
const REMATCH = "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d04";
const TOURNAMENT = "018f3c1e-7c1a-7e55-9d3b-2f6f0a6c1d05";

const ann: SeatView = { kind: "human", player: ANN, name: "Ann", away: false };
const bob: SeatView = { kind: "human", player: BOB, name: "Bob", away: false };
const bot: SeatView = {
  kind: "bot",
  name: "ttt-perfect",
  spec: { name: "ttt-perfect", game: "tictactoe", depth: 9, pruning: "alpha-beta" },
};
/** The same seat as in lists. */
const listed: SeatView = { kind: "bot", name: "ttt-perfect", spec: { name: "ttt-perfect", game: "tictactoe" }, digest: "0123456789abcdef" };
const points = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

/** Returns the tic-tac-toe board after the given moves. */
export function grid(moves: string[]): GridDiagram {
  const cells = points.map((point) => ["x", "o"][moves.indexOf(point) % 2] ?? "");
  return { kind: "grid", columns: 3, rows: 3, cells, points, last: moves.slice(-1) };
}

/** Builds the changes of a move on the tic-tac-toe board. */
export function change(ply: number, move: string): ChangedView {
  return { cells: [[points.indexOf(move), ply % 2 === 0 ? "x" : "o"]], last: [move] };
}

const none = { wins: 0, draws: 0, losses: 0 };

/** Builds a row of a tournament's table. */
export function entrantRow(row: Partial<EntrantRow> & { name: string }): EntrantRow {
  return {
    rank: 1,
    played: 0,
    ...none,
    points: 0,
    score: null,
    first: none,
    second: none,
    pentanomial: [0, 0, 0, 0, 0],
    moves: 0,
    nodes: 0,
    nodes_per_move: null,
    elo: null,
    elo_error: null,
    errors_from: "encounters",
    nelo: null,
    nelo_error: null,
    los: null,
    draw_ratio: null,
    pairs_ratio: null,
    rating: null,
    rating_error: null,
    frontier: false,
    failures: { crashes: 0, stalls: 0, illegal: 0, late: 0 },
    spec: {},
    ...row,
  };
}

/** Builds the results between two entrants. */
export function pairRow(row: Partial<PairRow> & { a: string; b: string }): PairRow {
  return { ...none, pentanomial: [0, 0, 0, 0, 0], superiority: null, ...row };
}

/** Builds a tournament's report. The default is the state before the first match. */
export function report(given: Partial<TournamentReport> & { name: string }): TournamentReport {
  return {
    game: "tictactoe",
    options: {},
    format: "round-robin",
    rounds: 1,
    random_plies: 0,
    opening_count: 1,
    openings_played: 0,
    seed: 1,
    matches: 0,
    scheduled: 0,
    distinct: 0,
    repeats: 0,
    void: 0,
    reproducible: true,
    first_seat: none,
    joint: { model: "Bradley-Terry", first_advantage: null, first_advantage_error: null, draw_ratio: null },
    entrants: [],
    pairs: [],
    openings: [],
    ends: {},
    verdict: [],
    findings: [],
    warnings: [],
    ...given,
  };
}

const clocks = (first: number, second: number): Clocks => ({ initial_ms: 180_000, increment_ms: 2000, first, second });
const left = (first: number, second: number, running: Side): ClocksLeft => ({ first, second, running });
const running = (first: number, second: number, side: "first" | "second"): Clocks => ({ ...clocks(first, second), running: side });

const live: MatchState = {
  game: "tictactoe",
  options: {},
  seats: [ann, bot],
  status: "live",
  start: {},
  ply: 2,
  turn: "first",
  moves: ["b2", "a3"],
  diagram: grid(["b2", "a3"]),
  legal: ["b3", "c3", "a2", "c2", "a1", "b1", "c1"],
  you: "first",
  clocks: running(178_000, 181_500, "first"),
  offers: { draw: "second" },
  thoughts: [{ kind: "thought", ply: 1, side: "second", value: 0, depth: 8, nodes: 7331, line: ["a3", "b3"], ms: 4, from: "search" }],
};
/** Nobody has moved yet, so no clock runs. */
const unbegun: MatchState = {
  ...live,
  seats: [ann, bob],
  ply: 0,
  moves: [],
  diagram: grid([]),
  legal: points,
  clocks: { initial_ms: 180_000, increment_ms: 2000, first: 180_000, second: 180_000, first_move_ms: 60_000, first_move_left_ms: 42_500 },
  offers: {},
  thoughts: [],
};
const finished: MatchState = {
  game: "tictactoe",
  options: {},
  seats: [ann, bob],
  status: "finished",
  start: {},
  ply: 5,
  moves: ["a1", "a2", "b1", "b2", "c1"],
  diagram: { ...grid(["a1", "a2", "b1", "b2", "c1"]), line: ["a1", "b1", "c1"] },
  offers: {},
  verdict: { outcome: "first", by: "rules" },
  rematch: REMATCH,
  thoughts: [],
};

const event = (seq: number, event: EventView): FromServer => ({ type: "event", match: MATCH, seq, event });

const CHALLENGE = "0192f0c1-2233-4abc-8def-0011223344cc";
const open: ChallengeView = {
  challenge: CHALLENGE,
  challenger: { id: ANN, name: "Ann" },
  game: "connect4",
  options: {},
  seat: "random",
  rated: true,
  listed: false,
  created_ms: 1_760_000_000_000,
  expires_ms: 1_760_000_060_000,
  state: "standing",
};
const challenge: ChallengeView = { ...open, opponent: { id: BOB, name: "Bob" }, clock: { initial_ms: 180_000, increment_ms: 2000 } };

const LECTURE = "0b6f2a5e-4d0c-4a7e-9a53-6f4a3d1c2b10";
const LECTURE_PATH = "/step?game=tictactoe&at=12";

export const fromClient: Record<string, FromClient> = {
  "hello-new": { type: "hello", name: "Ann" },
  "hello-claims": { type: "hello", name: "Ann", capabilities: ["claim"] },
  claim: { type: "claim", match: MATCH, what: "win" },
  say: { type: "say", match: MATCH, phrase: "good_game" },
  challenge: {
    type: "challenge",
    opponent: BOB,
    game: "connect4",
    clock: { initial_ms: 180_000, increment_ms: 2000, delay_ms: 500 },
    seat: "first",
    rated: true,
    stands_ms: 60_000,
  },
  "challenge-open": {
    type: "challenge",
    game: "chess",
    clock: { initial_ms: 259_200_000, increment_ms: 0, per_move: true },
    listed: true,
  },
  accept: { type: "accept", challenge: CHALLENGE },
  decline: { type: "decline", challenge: CHALLENGE, reason: "too late" },
  withdraw: { type: "withdraw", challenge: CHALLENGE },
  pair: { type: "pair", game: "connect4", clock: { initial_ms: 180_000, increment_ms: 2000 }, rated: true },
  unpair: { type: "unpair" },
  "hello-again": { type: "hello", token: "a-secret" },
  "create-bot": {
    type: "create",
    game: "tictactoe",
    options: {},
    seats: ["me", { bot: "ttt-perfect" }],
    shuffle: true,
    clock: { initial_ms: 180_000, increment_ms: 2000 },
  },
  "create-friend": { type: "create", game: "bones", options: { heap: 21, most: 3 }, seats: ["open", "me"] },
  "create-from": { type: "create", game: "tictactoe", seats: ["me", { bot: "ttt-perfect" }], start: { position: "x.o/.../...", moves: ["b2", "a1"] } },
  "create-spec": {
    type: "create",
    game: "tictactoe",
    seats: [{ bot: { name: "mine", game: "tictactoe", depth: 4 } }, { player: BOB }],
    rated: true,
    seed: 7,
  },
  join: { type: "join", match: MATCH },
  "watch-since": { type: "watch", match: MATCH, since: 12 },
  leave: { type: "leave", match: MATCH },
  move: { type: "move", match: MATCH, ply: 2, move: "c3" },
  resign: { type: "resign", match: MATCH },
  abort: { type: "abort", match: MATCH },
  enter: { type: "enter", tournament: "Class of 2026", version: "2" },
  rest: { type: "rest", tournament: TOURNAMENT },
  quit: { type: "quit", tournament: TOURNAMENT },
  offer: { type: "offer", match: MATCH, what: "takeback" },
  answer: { type: "answer", match: MATCH, what: "draw", accept: false },
  "lecture-open": { type: "lecture", path: LECTURE_PATH },
  lecture: { type: "lecture", lecture: LECTURE, path: LECTURE_PATH },
  subscribe: { type: "subscribe", topic: `tournament:${TOURNAMENT}` },
  "subscribe-thinking": { type: "subscribe", topic: `thinking:${MATCH}` },
  "subscribe-boards": { type: "subscribe", topic: "boards", matches: [MATCH, REMATCH] },
  "subscribe-challenges": { type: "subscribe", topic: "challenges", challenges: [CHALLENGE] },
  unsubscribe: { type: "unsubscribe", topic: "lobby" },
  ping: { type: "ping" },
};

/** A running league. */
export const league: LiveView = {
  tournament: TOURNAMENT,
  terms: { name: "Class of 2026", game: "connect4", format: "league", clock: { initial_ms: 60000, increment_ms: 1000 }, invited: true, bots: ["connect4-casual"] },
  phase: "playing",
  open: true,
  created_ms: 1750000000000,
  began_ms: 1750000000000,
  season: 2,
  played: 7,
  entrants: [
    { number: 1, rank: 1, name: "Ann", class: "player", player: ANN, version: "2", here: true, points: 4.5, wins: 4, draws: 1, losses: 2, absences: 0, rating: 1588.5, deviation: 121.5 },
    { number: 0, rank: 2, name: "connect4-casual", class: "bot", here: true, points: 2.5, wins: 2, draws: 1, losses: 4, absences: 1, rating: 1411.5, deviation: 121.5 },
  ],
  matches: [{ match: MATCH, first: 1, second: 0 }],
};

export const fromServer: Record<string, FromServer> = {
  lecture: { type: "lecture", lecture: LECTURE, path: LECTURE_PATH },
  "lecture-led": { type: "lecture", re: 7, lecture: LECTURE, path: LECTURE_PATH, followers: 12 },
  "welcome-new": { type: "welcome", re: 1, player: { id: ANN, name: "Ann" }, token: "a-secret" },
  welcome: { type: "welcome", player: { id: ANN, name: "Ann" } },
  "welcome-claimed": { type: "welcome", re: 1, player: { id: ANN, name: "Ann" }, class: "person" },
  ok: { type: "ok", re: 4 },
  "ok-watch": { type: "ok", re: 5, match: MATCH, seq: 14 },
  created: { type: "created", re: 2, match: MATCH },
  challenge: { type: "challenge", challenge: { ...challenge, state: "declined", reason: "too late" } },
  "challenge-accepted": { type: "challenge", re: 3, challenge: { ...open, state: "accepted", listed: true, match: MATCH } },
  challenges: { type: "challenges", challenges: [challenge] },
  paired: { type: "paired", match: MATCH },
  "paired-tournament": { type: "paired", match: MATCH, tournament: TOURNAMENT },
  called: { type: "called", tournament: TOURNAMENT, round: 2, opponent: "Bob", within_ms: 60000 },
  said: { type: "said", match: MATCH, name: "Bob", text: "Good luck" },
  "said-phrase": { type: "said", match: MATCH, name: "Bob", text: "Good game", phrase: "good_game" },
  announcement: { type: "announcement", text: "We restart at eight." },
  "announcement-none": { type: "announcement" },
  pong: { type: "pong", re: 9 },
  error: { type: "error", re: 3, status: 422, code: "illegal_move", args: { given: "c3" }, message: "c3 is taken." },
  "error-alone": { type: "error", status: 400, code: "bad_message", message: "This is not JSON." },
  "error-unavailable": { type: "error", re: 5, status: 503, code: "stored_later", message: "It is kept." },
  "snapshot-live": { type: "snapshot", re: 6, match: MATCH, seq: 4, state: live },
  "snapshot-first-move": { type: "snapshot", match: MATCH, seq: 1, state: unbegun },
  "snapshot-away": { type: "snapshot", match: MATCH, seq: 4, state: { ...live, seats: [ann, { ...bob, away: true, grace_ms: 45_000 }] } },
  "snapshot-finished": { type: "snapshot", match: MATCH, seq: 9, state: finished },
  "snapshot-open": {
    type: "snapshot",
    match: MATCH,
    seq: 0,
    state: {
      game: "bones",
      options: { heap: 3, most: 3 },
      seats: [ann, { kind: "open" }],
      status: "open",
      start: {},
      ply: 0,
      turn: "first",
      moves: [],
      diagram: { kind: "heap", columns: 3, rows: 1, cells: ["bone", "bone", "bone"], left: 3, most: 3, last: [] },
      you: "first",
      offers: {},
      thoughts: [],
    },
  },
  "snapshot-tree": {
    type: "snapshot",
    match: MATCH,
    seq: 2,
    state: {
      game: "tree",
      options: {},
      seats: [ann, { kind: "reserved", player: BOB }],
      status: "live",
      start: { position: "[[3,12,8],[2,4,6],[14,5,2]]" },
      ply: 1,
      turn: "second",
      moves: ["0"],
      diagram: { kind: "tree", columns: 3, rows: 1, cells: ["3", "12", "8"], tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]], path: [0], last: ["0"] },
      offers: {},
      thoughts: [],
    },
  },
  "event-seated": event(1, { kind: "seated", side: "second", seat: bob }),
  "event-started": event(2, { kind: "started", ply: 0, turn: "first", diagram: grid([]), clocks: left(180_000, 180_000, "first"), legal: points }),
  "event-moved": event(3, { kind: "moved", ply: 0, side: "first", move: "b2", turn: "second", changed: change(0, "b2"), clocks: left(180_000, 180_000, "second") }),
  "event-moved-notation": event(3, { kind: "moved", ply: 0, side: "first", move: "g1f3", notation: "Nf3", turn: "second", changed: { cells: [[45, "N"], [62, ""]], last: ["g1", "f3"] }, legal: ["e7e5"], legal_notation: ["e5"] }),
  "event-moved-last": event(7, { kind: "moved", ply: 4, side: "first", move: "c1", changed: { cells: [[8, "x"]], last: ["c1"], line: ["a1", "b1", "c1"] } }),
  "event-moved-capture": event(9, { kind: "moved", ply: 6, side: "first", move: "f3f7", notation: "Qxf7+", turn: "second", changed: { cells: [[13, "Q"], [45, ""]], last: ["f3", "f7"], captured: ["p"], check: { point: "e8", mate: false } }, legal: ["e8f7"], legal_notation: ["Kxf7"] }),
  "event-moved-tree": event(2, { kind: "moved", ply: 0, side: "first", move: "0", turn: "second", diagram: { kind: "tree", columns: 3, rows: 1, cells: ["3", "12", "8"], tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]], path: [0], last: ["0"] } }),
  "event-thought": event(4, { kind: "thought", ply: 1, side: "second", value: 97, win_in: 3, depth: 8, nodes: 7331, line: ["a3", "b3", "c3"], ms: 4, from: "search" }),
  "event-thought-short": event(4, { kind: "thought", ply: 1, side: "second", value: 97, win_in: 3, depth: 8, nodes: 7331, line: ["a3", "b3", "c3"], ms: 4, from: "search", table: "lost", table_mb: 16 }),
  "event-offered": event(5, { kind: "offered", side: "second", what: "draw" }),
  "event-answered": event(6, { kind: "answered", side: "first", what: "draw", accept: false }),
  "event-answered-rematch": event(9, { kind: "answered", side: "second", what: "rematch", accept: true, match: REMATCH }),
  "event-taken-back": event(8, { kind: "taken_back", ply: 1, side: "second", turn: "second", diagram: grid(["b2"]) }),
  "event-away": event(10, { kind: "away", side: "first", grace_ms: 60_000 }),
  "event-back": event(11, { kind: "back", side: "first" }),
  "event-ended": event(12, { kind: "ended", verdict: { outcome: "first", by: "timeout", detail: "took 120 ms of the 100 ms allowed for a move", circumstance: { code: "end_over_time", args: { took_ms: 120, allowed_ms: 100 }, message: "took 120 ms of the 100 ms allowed for a move" } }, clocks: { first: 2000, second: 0 } }),
  "event-ended-void": event(13, { kind: "ended", verdict: { outcome: null, by: "aborted" } }),
  superseded: { type: "superseded", match: MATCH },
  lobby: {
    type: "lobby",
    matches: [
      { match: MATCH, game: "tictactoe", options: {}, seats: [ann, { kind: "open" }], status: "open", plies: 0, created_ms: 1_760_000_000_000, clock: { initial_ms: 60_000, increment_ms: 0 } },
    ],
    gone: [REMATCH],
  },
  "lobby-more": {
    type: "lobby",
    matches: [
      { match: MATCH, game: "tictactoe", options: {}, seats: [ann, listed], status: "live", plies: 0, created_ms: 1_760_000_000_000 },
    ],
    gone: [],
    more: 519,
  },
  thinking: {
    type: "thinking",
    match: MATCH,
    thought: { ply: 1, side: "second", value: 0, depth: 4, nodes: 212, line: ["a3", "b3"], ms: 1, from: "search" },
    moves: [
      { move: "a3", value: 0, exact: true, nodes: 150 },
      { move: "b3", value: -97, exact: false, nodes: 40 },
    ],
  },
  board: { type: "board", match: MATCH, status: "live", ply: 2, turn: "first", diagram: grid(["b2", "a3"]) },
  tournament: {
    type: "tournament",
    tournament: TOURNAMENT,
    status: "running",
    played: 2,
    total: 4,
    table: report({
      name: "Depths",
      matches: 2,
      scheduled: 4,
      distinct: 2,
      first_seat: { wins: 1, draws: 1, losses: 0 },
      entrants: [
        entrantRow({ name: "d2", rank: 2, played: 2, draws: 1, losses: 1, points: 0.5, score: 0.25, first: { wins: 0, draws: 1, losses: 0 }, second: { wins: 0, draws: 0, losses: 1 }, nodes_per_move: 31.5 }),
        entrantRow({ name: "d6", played: 2, wins: 1, draws: 1, points: 1.5, score: 0.75, first: { wins: 1, draws: 0, losses: 0 }, second: { wins: 0, draws: 1, losses: 0 }, nodes_per_move: 1043 }),
      ],
      pairs: [pairRow({ a: "d2", b: "d6", draws: 1, losses: 1 })],
      ends: { rules: 2 },
    }),
  },
  "tournament-paused": { type: "tournament", tournament: TOURNAMENT, status: "running", state: "paused", played: 0, total: 4, table: report({ name: "Depths" }) },
  "tournament-live": { type: "tournament", tournament: TOURNAMENT, status: "running", state: "running", played: 7, total: 7, table: report({ name: "Class of 2026" }), live: league },
  bye: { type: "bye", reason: "The arena is restarting." },
};
