// Every type that crosses the wire, and nothing else. The rest of the client imports wire types from here only,
// so that a generated set can take this file's place.

import type { Table, TournamentStatus } from "./wire-http";

export type * from "./wire-http";

export type Side = "first" | "second";
export type BySide<T> = Record<Side, T>;

// ---- games and boards -------------------------------------------------------------------------------------------

export interface GridDiagram {
  kind: "grid";
  columns: number;
  rows: number;
  /** Row by row from the top, left to right, "" for an empty cell: "x" is the first side's and "o" the second's; chess has FEN's letters, checkers "m" and "k". */
  cells: string[];
  /** `points[i]` names `cells[i]`, as moves do; "" for a cell that no piece can stand on. */
  points: string[];
  last?: string[];
  /** The winning line, once somebody has won. */
  line?: string[];
}

export interface HeapDiagram {
  kind: "heap";
  /** The heap at the start. */
  columns: number;
  rows: number;
  cells: string[];
  left: number;
  /** The most that one turn may take. */
  most: number;
  last?: string[];
}

/** A game tree as nested arrays of leaf values. */
export type Tree = number | Tree[];

export interface TreeDiagram {
  kind: "tree";
  columns: number;
  rows: number;
  cells: string[];
  tree: Tree;
  /** Child indexes from the root to the current node. */
  path: number[];
  last?: string[];
}

export type Diagram = GridDiagram | HeapDiagram | TreeDiagram;

export type OptionValue = number | boolean | string | Tree;
export type Options = Record<string, OptionValue>;

export interface OptionAbout {
  name: string;
  about: string;
  kind: "integer" | "boolean" | "tree";
  default: OptionValue;
  min?: number;
  max?: number;
}

export interface GameAbout {
  name: string;
  title: string;
  about: string;
  sides: [string, string];
  options: OptionAbout[];
  evaluations: { name: string; about: string; weights: { name: string; about: string; default: number }[] }[];
}

// ---- bots -------------------------------------------------------------------------------------------------------

export interface BotSpec {
  name: string;
  game: string;
  about?: string;
  depth?: number;
  nodes?: number;
  time_ms?: number;
  pruning?: string;
  ordering?: string[];
  deepening?: boolean;
  distance?: boolean;
  exact_root?: boolean;
  evaluation?: string | { name: string; weights?: Record<string, number> };
  book?: boolean | string;
  ties?: "random" | "first";
  seed?: number;
  random_move?: number;
}

export interface BotAbout {
  name: string;
  game: string;
  about: string;
  level: number;
  spec: BotSpec;
  summary: string;
}

// ---- matches ----------------------------------------------------------------------------------------------------

export type SeatView =
  | { kind: "human"; player: string; name: string; away: boolean }
  /** In lists `spec` has only the name and the game, and `digest` tells the whole from others. */
  | { kind: "bot"; name: string; spec: BotSpec; digest?: string }
  | { kind: "open" }
  | { kind: "reserved"; player: string };

export type Seat = "me" | "open" | { bot: string | BotSpec } | { player: string };

export interface ClockSetting {
  initial_ms: number;
  increment_ms: number;
}

/** Readings in milliseconds as of the moment the message was built; `running` counts down from receipt. */
export interface Clocks extends ClockSetting, BySide<number> {
  running?: Side;
}

export type VerdictBy =
  | "rules"
  | "resignation"
  | "agreement"
  | "timeout"
  | "absence"
  | "illegal"
  | "crash"
  | "stall"
  | "forfeit"
  | "adjudicated-draw"
  | "adjudicated-win"
  | "adjudicated-length"
  | "adjudicated-solved"
  | "aborted";

export interface Verdict {
  /** `null` is a void match. */
  outcome: Side | "draw" | null;
  by: VerdictBy;
  detail?: string;
}

export type Matter = "draw" | "takeback" | "rematch";
/** Who has an open offer of each kind. */
export type Offers = Partial<Record<Matter, Side>>;
export type Status = "open" | "live" | "finished";

export interface MatchSummary {
  match: string;
  game: string;
  options: Options;
  seats: [SeatView, SeatView];
  status: Status;
  plies: number;
  created_ms: number;
  clock?: ClockSetting;
  verdict?: Verdict;
}

/** What a bot reports of one search; `value` is from the view of `side`. */
export interface Thought {
  kind: "thought";
  ply: number;
  side: Side;
  value: number;
  /** In how many plies the game is won; below zero, lost. */
  win_in?: number;
  depth: number;
  nodes: number;
  line: string[];
  ms: number;
  from: "search" | "book" | "random";
}

export interface MatchState {
  game: string;
  options: Options;
  seats: [SeatView, SeatView];
  status: Status;
  start: { position?: string; moves?: string[] };
  /** Moves made so far, so the ply of the next one. */
  ply: number;
  turn?: Side;
  moves: string[];
  diagram: Diagram;
  legal?: string[];
  you?: Side;
  clocks?: Clocks;
  offers: Offers;
  verdict?: Verdict;
  rematch?: string;
  thoughts: Thought[];
}

/** What `started`, `moved` and `taken_back` say of the position that they lead to. */
export interface Position {
  turn?: Side;
  diagram: Diagram;
  clocks?: Clocks;
  legal?: string[];
}

export type MatchEvent =
  | { kind: "seated"; side: Side; seat: SeatView }
  | ({ kind: "started"; ply: number } & Position)
  | ({ kind: "moved"; ply: number; side: Side; move: string } & Position)
  | Thought
  | { kind: "offered"; side: Side; what: Matter }
  | { kind: "answered"; side: Side; what: Matter; accept: boolean; match?: string }
  | ({ kind: "taken_back"; ply: number; side: Side } & Position)
  | { kind: "away"; side: Side; grace_ms: number }
  | { kind: "back"; side: Side }
  | { kind: "ended"; verdict: Verdict; clocks?: Clocks };

export interface MatchEvents {
  match: string;
  start: { ply: number; turn?: Side; diagram: Diagram };
  events: { seq: number; event: MatchEvent }[];
}

export interface MatchRecord {
  id: string;
  game: string;
  options: Options;
  /** What it started from; the moves of the opening stand in `moves` too. */
  opening: { position?: string; moves: string[] };
  seats: [{ name: string; spec?: BotSpec }, { name: string; spec?: BotSpec }];
  moves: string[];
  verdict: Verdict;
  nodes?: number[];
  seed?: number;
}

// ---- messages ---------------------------------------------------------------------------------------------------

export type FromClient =
  | { type: "hello"; token?: string; name?: string }
  | {
      type: "create";
      game: string;
      options?: Options;
      seats: [Seat, Seat];
      shuffle?: boolean;
      clock?: ClockSetting;
      rated?: boolean;
      seed?: number;
    }
  | { type: "join" | "watch"; match: string; since?: number }
  | { type: "leave" | "resign" | "abort"; match: string }
  | { type: "move"; match: string; ply: number; move: string }
  | { type: "offer"; match: string; what: Matter }
  | { type: "answer"; match: string; what: Matter; accept: boolean }
  /** `matches` goes with the topic `boards`: those in view. */
  | { type: "subscribe"; topic: string; matches?: string[] }
  | { type: "unsubscribe"; topic: string }
  | { type: "ping" };

export interface WelcomeMessage {
  type: "welcome";
  re?: number;
  player: { id: string; name: string };
  token?: string;
}

export interface SnapshotMessage {
  type: "snapshot";
  re?: number;
  match: string;
  seq: number;
  state: MatchState;
}

export interface EventMessage {
  type: "event";
  match: string;
  seq: number;
  event: MatchEvent;
}

export interface TournamentMessage {
  type: "tournament";
  tournament: string;
  status: TournamentStatus;
  played: number;
  total: number;
  table: Table;
}

export type FromServer =
  | WelcomeMessage
  | { type: "ok"; re?: number; match?: string; seq?: number }
  | { type: "created"; re?: number; match: string }
  | { type: "pong"; re?: number }
  | { type: "error"; re?: number; code: string; message: string; kept?: boolean }
  | SnapshotMessage
  | EventMessage
  /** Another connection plays the seat now; this one goes on as a watcher. */
  | { type: "superseded"; match: string }
  /** `more` comes with the first message: how many older matches it leaves out. */
  | { type: "lobby"; matches: MatchSummary[]; gone: string[]; more?: number }
  /** A board in view, for those who asked for it. */
  | { type: "board"; match: string; status: Status; ply: number; turn?: Side; diagram: Diagram }
  | TournamentMessage
  | { type: "bye"; reason: string };
