// Names for parts of the generated types. Wire types are generated from the server's into `../wire`.

import type { AnalyseBody, Diagram, EventView, FromServer, Side, TournamentReport } from "../wire";

export type BySide<T> = Record<Side, T>;

export type GridDiagram = Extract<Diagram, { kind: "grid" }>;
export type HeapDiagram = Extract<Diagram, { kind: "heap" }>;
export type TreeDiagram = Extract<Diagram, { kind: "tree" }>;
/** A game tree as nested arrays of leaf values. */
export type Tree = number | Tree[];

export type OptionValue = number | boolean | string | Tree;
export type Options = Record<string, unknown>;

/** The body of an analysis: its own keys, and any switch of a search. */
export type AnalyseRequest = AnalyseBody & Record<string, unknown>;

/** The format-specific parts of a report; empty in a round robin and a gauntlet. */
export type Placing = Pick<TournamentReport, "swiss" | "knockout" | "test">;

/** The position in `started`, `moved` and `taken_back`. */
export type Position = Pick<Extract<EventView, { kind: "started" }>, "turn" | "diagram" | "clocks" | "legal" | "legal_notation">;

export type SnapshotMessage = Extract<FromServer, { type: "snapshot" }>;
export type WelcomeMessage = Extract<FromServer, { type: "welcome" }>;
export type EventMessage = Extract<FromServer, { type: "event" }>;
export type TournamentMessage = Extract<FromServer, { type: "tournament" }>;
export type BoardMessage = Extract<FromServer, { type: "board" }>;
