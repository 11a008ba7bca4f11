// The part of the wire that only HTTP speaks: tournaments and analysis.

import type { Diagram, Options, Side } from "./wire";

// ---- the operator -----------------------------------------------------------------------------------------------

export interface OperatorAbout {
  operator: boolean;
  /** By what: `token`, `socket`, or `browser` for a link that was opened here. */
  by?: string;
  left_ms?: number;
}

// ---- tournaments ------------------------------------------------------------------------------------------------

export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export interface EntrantRow extends Tally {
  rank?: number;
  name: string;
  played: number;
  points: number;
  first: Tally;
  second: Tally;
  /** `null` before the first move. */
  nodes_per_move?: number | null;
  ms_per_move?: number | null;
  /** Against the field that it met; `null` where it is not defined. */
  elo?: number | null;
  /** Half of the 95 % range. */
  elo_error?: number | null;
}

/** Wins are seen from `a`. */
export interface PairRow extends Tally {
  a: string;
  b: string;
}

/** An entrant of a Swiss tournament; the table of one is in order, best first. */
export interface SwissRow {
  name: string;
  points: number;
  buchholz: number;
  sonneborn_berger: number;
  wins: number;
  byes: number;
}

/** A tie of a knockout, the better seed as `a`. */
export interface TieRow {
  a: string;
  /** `null` for a bye. */
  b: string | null;
  half_points: [number, number];
  encounters: number;
  winner: string | null;
  /** It stayed even, so the better seed went on. */
  by_seed: boolean;
}

export interface StageRow {
  stage: string;
  /** From the top of the bracket to its bottom; beside the final, the tie for the third place. */
  ties: TieRow[];
}

export interface TestRow {
  entrant: string;
  hypotheses: string;
  llr: number | null;
  lower: number;
  upper: number;
  /** Encounters that count, by the points of the entrant: 0, ½, 1, 1½, 2. */
  pentanomial: number[];
  /** What the test counts, how many of these it has judged, and how many repeats it left out. */
  counted: "encounters" | "matches";
  judged: number;
  left_out: number;
  /** The ratio as it went. */
  course?: { encounters: number; llr: number }[];
  verdict: "h0" | "h1" | null;
}

/** What belongs to the format; all of it empty in a round robin and a gauntlet. */
export interface Placing {
  swiss?: SwissRow[];
  /** The stages that were begun, the first one first. */
  knockout?: StageRow[];
  test?: TestRow;
}

export interface Table extends Placing {
  name: string;
  game: string;
  format: string;
  seed: number;
  matches: number;
  distinct?: number;
  void?: number;
  reproducible?: boolean;
  entrants: EntrantRow[];
  pairs: PairRow[];
  ends: Record<string, number>;
  /** What to know before trusting the figures. */
  warnings?: string[];
}

export type TournamentStatus = "running" | "finished" | "stopped" | "failed";

export interface TournamentSummary {
  id: string;
  name: string;
  game: string;
  format: string;
  status: TournamentStatus;
  /** Why it ended; `paused` in a pause. */
  detail?: string;
  /** How many matches are played at a time, while it runs. */
  concurrency?: number;
  played: number;
  total: number;
  created_ms: number;
  leader?: string;
}

export interface TournamentFile {
  file: string;
  name: string;
  game: string;
  entrants: number;
  matches: number;
}

// ---- analysis ---------------------------------------------------------------------------------------------------

export interface SearchNode {
  move?: string;
  /** From the view of the side to move at the root, as the window is. */
  value?: number;
  /** Set when something at the node or below was cut: the true value may be higher than a lower bound, or lower than an upper one. */
  bound?: "lower" | "upper";
  /** What a leaf that was never visited would have been worth. */
  payoff?: number;
  alpha?: number | null;
  beta?: number | null;
  side?: Side;
  kind: "inner" | "leaf" | "table" | "pruned";
  children: SearchNode[];
}

export interface Analysis {
  game: string;
  position?: unknown;
  moves: string[];
  side: Side;
  /** The last depth that was searched to its end; 0 when a limit came before that. */
  depth: number;
  value: number;
  /** In words that go on from the side's name: "wins in 5 plies". */
  value_text?: string;
  win_in?: number;
  /** Absent when the game is over. */
  best?: string;
  line: string[];
  nodes: number;
  leaves: number;
  cutoffs: number;
  table_hits?: number;
  ms: number;
  /** Whether a limit ended the search early. */
  stopped?: boolean;
  root: { move: string; value: number; exact: boolean; depth: number }[];
  settings?: { pruning: string };
  diagram?: Diagram;
  tree?: SearchNode;
}

export interface AnalyseRequest {
  game: string;
  options?: Options;
  position?: unknown;
  moves?: string[];
  depth?: number;
  pruning?: string;
  ordering?: string[];
  table_mb?: number;
  deepening?: boolean;
  quiescence?: boolean;
  evaluation?: string;
  distance?: boolean;
  book?: boolean;
  exact_root?: boolean;
  tree_depth?: number;
}
