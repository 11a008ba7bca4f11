// The rules and searches of minimax-arena as a WebAssembly module. Names and results are those of the Python package
// `gametree_arena_rules`.

import { Caller, type Json, RulesError } from "./caller.js";

export { RulesError };

/** The side of a match. */
export type Side = "first" | "second";

/** A move at the root of a search. */
export interface RootMove {
  move: string;
  /** Its value, or an upper bound of it. */
  value: number;
  exact: boolean;
  /** The depth in plies of the search that found it. */
  depth: number;
  /** The positions that were entered for it. */
  nodes: number;
}

/** A node of a searched tree. Value and window are for the side to move at the root. */
export interface Node {
  /** The move that leads here; null at the root. */
  move: string | null;
  side: Side;
  /** Null if the node was pruned. */
  value: number | null;
  /** The window on entry; null for an infinite end. */
  alpha: number | null;
  beta: number | null;
  kind: "inner" | "leaf" | "table" | "pruned";
  /** Descendants that were searched but not kept. */
  hidden: number;
  /** In the order of the search. */
  children: Node[];
}

/** What a search found. Values are for the side to move. */
export interface Search {
  /** The best move; null if the game is over. */
  best: string | null;
  value: number;
  /** Plies to the win (positive) or loss (negative), if the search found one. */
  win_in: number | null;
  /** The last depth in plies that was searched completely. */
  depth: number;
  /** Best play by both sides. */
  line: string[];
  /** The moves that were searched, in the game's order. */
  root: RootMove[];
  /** Positions entered. */
  nodes: number;
  /** Positions that were finished or at the horizon. */
  leaves: number;
  /** Nodes at which the remaining moves were pruned. */
  cutoffs: number;
  /** Moves that were pruned and never entered. */
  pruned_moves: number;
  /** Nodes whose value came from the transposition table. */
  table_hits: number;
  /** The time in milliseconds. */
  ms: number;
  /** Whether a limit ended the search. */
  stopped: boolean;
  /** The searched tree, if `tree` was given. */
  tree: Node | null;
}

/** The settings of a search. The switches have the keys of a bot's file; docs/search.md explains them. */
export interface Settings {
  depth?: number;
  pruning?: "none" | "alpha-beta" | "pvs" | "mtdf" | "bisection";
  /** The evaluation by name, or an expression. */
  evaluation?: string;
  weights?: Record<string, number>;
  /** The greatest number of nodes. */
  nodes?: number;
  time_ms?: number;
  seed?: number;
  /** The plies of the searched tree to keep. */
  tree?: number;
  [key: string]: unknown;
}

/** An option, an evaluation or a feature of a game. */
export interface Described {
  name: string;
  about: string;
  [key: string]: unknown;
}

/** What a game offers. */
export interface GameInfo {
  title: string;
  about: string;
  sides: [string, string];
  options: Described[];
  evaluations: (Described & { weights: (Described & { default: number })[] })[];
  features: Described[];
}

const module = await Caller.load("rules.wasm");

/** Loads the trained models of the evaluations `network` and `patterns`, which need them. */
export async function load_models(): Promise<void> {
  await module.provideModels();
}

function call(request: Record<string, unknown>): Json {
  return module.call(request);
}

/** What the module tells of every position. */
interface View {
  id: number;
  side: Side;
  legal: string[];
  key: string;
  outcome?: Side | "draw";
  payoff?: number;
}

/** What the module tells of a position when asked. */
interface Description {
  text: string;
  legal_notation: string[];
  diagram: unknown;
  svg: string;
  drawing: string;
}

const unused = new FinalizationRegistry((position: number) => call({ do: "drop", position }));

/** Describes all games by their names. */
export function games(): Record<string, GameInfo> {
  return call({ do: "games" }) as unknown as Record<string, GameInfo>;
}

/** How a position was reached. */
interface Reached {
  options: Readonly<Record<string, unknown>>;
  moves: readonly string[];
  view: View;
}

function reach(game: string, options: Record<string, unknown>, start: string | undefined, moves: readonly string[]): Reached {
  const begun = call({ do: "new", game, options, start: start ?? null }) as unknown as View & Pick<Reached, "options">;
  let reached: Reached = { options: begun.options, moves: [], view: begun };
  for (const move of moves) {
    const before = reached.view.id;
    try {
      reached = play(reached, move);
    } finally {
      call({ do: "drop", position: before });
    }
  }
  return reached;
}

function play({ options, moves, view }: Reached, move: string): Reached {
  const next = call({ do: "play", position: view.id, move }) as unknown as View & { move: string };
  return { options, moves: [...moves, next.move], view: next };
}

/** A position of a game, and the moves that led to it. Positions never change: `play` returns the next one. */
export class Position {
  /** All options of the game. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The moves that led here. */
  readonly moves: readonly string[];
  readonly #reached: Reached;
  #description: Description | undefined;

  /** The initial position of a game, or the one with the text `start`, after `moves`. */
  constructor(
    readonly game: string,
    options: Record<string, unknown> = {},
    /** The text of the position before the moves; undefined for the initial position. */
    readonly start?: string,
    moves: readonly string[] = [],
    /** @internal */
    reached: Reached = reach(game, options, start, moves),
  ) {
    this.options = reached.options;
    this.moves = reached.moves;
    this.#reached = reached;
    unused.register(this, reached.view.id);
  }

  /** The position that `to_text` has written. */
  static from_text(game: string, text: string, options: Record<string, unknown> = {}): Position {
    return new Position(game, options, text);
  }

  /** The position after a move. */
  play(move: string): Position {
    return new Position(this.game, {}, this.start, [], play(this.#reached, move));
  }

  /** The position after up to `plies` random moves, or undefined if a hundred tries left no game to play. */
  random_opening(plies: number, seed: number, round: number): Position | undefined {
    const moves = this.#ask("random_opening", { plies, seed, round }) as string[] | null;
    if (moves === null) return undefined;
    return moves.slice(this.moves.length).reduce((position, move) => position.play(move), this as Position);
  }

  /** The side to move. */
  get side(): Side {
    return this.#reached.view.side;
  }

  /** The legal moves. Empty exactly if the game is over. */
  get legal(): readonly string[] {
    return this.#reached.view.legal;
  }

  /** The winner, or `draw`; undefined while the game is on. */
  get outcome(): Side | "draw" | undefined {
    return this.#reached.view.outcome;
  }

  /** The payoff for the first side; undefined while the game is on. */
  get payoff(): number | undefined {
    return this.#reached.view.payoff;
  }

  /** A hash of the position. Equal positions have equal keys. */
  get key(): bigint {
    return BigInt(this.#reached.view.key);
  }

  /** The position in the game's notation, such as FEN. */
  to_text(): string {
    return this.#described().text;
  }

  /** The legal moves in the usual notation, such as SAN; empty if the game uses its own texts. */
  get legal_notation(): readonly string[] {
    return this.#described().legal_notation;
  }

  /** The board as clients draw it. */
  get diagram(): unknown {
    return this.#described().diagram;
  }

  /** Draws the position as SVG. */
  to_svg(): string {
    return this.#described().svg;
  }

  /** Draws the position as text. */
  toString(): string {
    return this.#described().drawing;
  }

  /** The static value for the side to move, by a named evaluation or an expression. */
  evaluate(name?: string, weights: Record<string, number> = {}): number {
    return this.#ask("evaluate", { name: name ?? null, weights }) as number;
  }

  /** The number of paths of `depth` plies. */
  perft(depth: number): number {
    return this.#ask("perft", { depth }) as number;
  }

  /** Searches the position. It blocks its thread, so search for long in a worker. */
  search(settings: Settings = {}): Search {
    return this.#ask("search", { settings }) as unknown as Search;
  }

  #ask(what: string, more: Record<string, unknown> = {}): Json {
    return call({ do: what, position: this.#reached.view.id, ...more });
  }

  #described(): Description {
    return (this.#description ??= this.#ask("describe") as unknown as Description);
  }
}
