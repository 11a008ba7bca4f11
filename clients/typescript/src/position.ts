// The input of a bot: a position with its legal moves.

import type { ChangedView, ClocksLeft, Diagram, EventView, MatchState, Side, Verdict } from "../../web/src/wire/index.ts";

/** The remaining time in milliseconds when the bot is asked for a move. */
export interface Clock {
  mineMs: number;
  opponentMs: number;
  incrementMs: number;
}

/** A position in which the bot is to move. */
export interface Position {
  /** The id of the match. */
  match: string;
  game: string;
  /** The options of the game, such as the board size. */
  options: Record<string, unknown>;
  /** The initial position in the game's notation; absent for the standard position. */
  start?: string;
  /** The number of opening moves that the server made for the players. */
  opening: number;
  /** All moves so far. */
  moves: readonly string[];
  /** The number of the move to make, starting at 0. */
  ply: number;
  /** The bot's side. */
  side: Side;
  /** The legal moves in the protocol's notation. */
  legal: readonly string[];
  /** The board. The server's docs/protocol.md describes the cell contents of each game. */
  diagram: Diagram;
  /** The opponent's name. */
  opponent: string;
}

/** Returns the contents of the cell with this name. */
export function at(diagram: Diagram, point: string): string {
  const index = "points" in diagram ? diagram.points.indexOf(point) : -1;
  if (index < 0) throw new RangeError(`there is no point ${JSON.stringify(point)}`);
  return diagram.cells[index] ?? "";
}

/** Returns the board as text, with one line for each row. */
export function draw(diagram: Diagram): string {
  const width = Math.max(1, ...diagram.cells.map((cell) => cell.length));
  const rows: string[] = [];
  for (let start = 0; start < diagram.cells.length; start += diagram.columns) {
    const row = diagram.cells.slice(start, start + diagram.columns);
    rows.push(row.map((cell) => (cell || ".").padEnd(width)).join(" ").trimEnd());
  }
  return rows.join("\n");
}

/** Returns the diagram after the changes of a move. */
function after(diagram: Diagram, { cells, last, line, check }: ChangedView): Diagram {
  if (diagram.kind !== "grid") return diagram;
  const changed = [...diagram.cells];
  for (const [index, content] of cells) changed[index] = content;
  return { ...diagram, cells: changed, last, line, check };
}

/** The state of one match, built from the server's snapshots and events. */
export class Match {
  /** The sequence number of the last event. */
  seq: number;
  /** True if an event is missing and a snapshot is needed. */
  gap = false;
  #state: MatchState;

  constructor(
    readonly id: string,
    state: MatchState,
    seq: number,
  ) {
    this.#state = state;
    this.seq = seq;
  }

  /** Replaces the state with a snapshot. */
  renew(state: MatchState, seq: number): void {
    this.#state = state;
    this.seq = seq;
    this.gap = false;
  }

  /** Applies an event. Returns true if it was the next one. Ignores an event that is already known. */
  take(seq: number, event: EventView): boolean {
    if (seq <= this.seq) return false;
    if (seq !== this.seq + 1) {
      this.gap = true;
      return false;
    }
    this.seq = seq;
    this.#apply(event);
    return true;
  }

  #apply(event: EventView): void {
    const state = this.#state;
    switch (event.kind) {
      case "seated":
        state.seats[event.side === "first" ? 0 : 1] = event.seat;
        break;
      case "started":
        state.status = "live";
        this.#reach(event);
        break;
      case "moved":
        this.#backTo(event.ply);
        state.moves.push(event.move);
        state.ply = event.ply + 1;
        this.#reach(event);
        break;
      case "taken_back":
        this.#backTo(event.ply);
        this.#reach(event);
        break;
      case "ended":
        state.status = "finished";
        state.verdict = event.verdict;
        state.turn = state.legal = undefined;
        break;
    }
  }

  #backTo(ply: number): void {
    const state = this.#state;
    state.moves.length = Math.max(0, state.moves.length - (state.ply - ply));
    state.ply = ply;
  }

  #reach(to: { turn?: Side; legal?: string[]; changed?: ChangedView; diagram?: Diagram; clocks?: ClocksLeft }): void {
    const state = this.#state;
    state.turn = to.turn;
    state.legal = to.legal;
    // A move on a grid brings only the changes.
    state.diagram = to.changed ? after(state.diagram, to.changed) : (to.diagram ?? state.diagram);
    if (to.clocks && state.clocks) state.clocks = { ...state.clocks, ...to.clocks };
  }

  get game(): string {
    return this.#state.game;
  }

  get ply(): number {
    return this.#state.ply;
  }

  get side(): Side | undefined {
    return this.#state.you;
  }

  get legal(): readonly string[] {
    return this.#state.legal ?? [];
  }

  get isLive(): boolean {
    return this.#state.status === "live";
  }

  get verdict(): Verdict | undefined {
    return this.#state.verdict;
  }

  /** True if the server waits for the bot's move. */
  get isMyTurn(): boolean {
    const { turn, you } = this.#state;
    return this.isLive && turn !== undefined && turn === you && this.legal.length > 0;
  }

  /** The opponent's name, or `?` while the seat is open. */
  get opponent(): string {
    const seat = this.#state.seats[this.side === "first" ? 1 : 0];
    return "name" in seat ? seat.name : "?";
  }

  /** Returns the position to pass to the bot. Call it only on the bot's turn. */
  position(): Position {
    const { game, options, start, moves, ply, you, diagram } = this.#state;
    const position: Position = {
      match: this.id,
      game,
      options,
      opening: start.moves?.length ?? 0,
      moves: [...moves],
      ply,
      side: you ?? "first",
      legal: [...this.legal],
      diagram,
      opponent: this.opponent,
    };
    if (start.position !== undefined) position.start = start.position;
    return position;
  }

  /** Returns the clock as of the last message, or undefined if the match has no clock. */
  clock(): Clock | undefined {
    const { clocks, you } = this.#state;
    if (!clocks || !you) return undefined;
    return { mineMs: clocks[you], opponentMs: clocks[you === "first" ? "second" : "first"], incrementMs: clocks.increment_ms };
  }
}
