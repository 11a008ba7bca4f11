// Parts of the generated types that have a name of their own here. What crosses the wire is generated from the server's
// types into `../wire`; nothing of it is written by hand.

import type { AnalyseBody, Diagram, EventView, FromServer, Side, TournamentReport } from "../wire";

export type BySide<T> = Record<Side, T>;

export type GridDiagram = Extract<Diagram, { kind: "grid" }>;
export type HeapDiagram = Extract<Diagram, { kind: "heap" }>;
export type TreeDiagram = Extract<Diagram, { kind: "tree" }>;
/** A game tree as nested arrays of leaf values. */
export type Tree = number | Tree[];

export type OptionValue = number | boolean | string | Tree;
export type Options = Record<string, unknown>;

/** What is asked of an analysis: besides its own keys, any switch of a search by its name in the configuration of a bot. */
export type AnalyseRequest = AnalyseBody & Record<string, unknown>;

/** What belongs to the format of a tournament; all of it empty in a round robin and a gauntlet. */
export type Placing = Pick<TournamentReport, "swiss" | "knockout" | "test">;

/** What `started`, `moved` and `taken_back` say of the position that they lead to. */
export type Position = Pick<Extract<EventView, { kind: "started" }>, "turn" | "diagram" | "clocks" | "legal" | "legal_notation">;

export type SnapshotMessage = Extract<FromServer, { type: "snapshot" }>;
export type WelcomeMessage = Extract<FromServer, { type: "welcome" }>;
export type EventMessage = Extract<FromServer, { type: "event" }>;
export type TournamentMessage = Extract<FromServer, { type: "tournament" }>;
export type BoardMessage = Extract<FromServer, { type: "board" }>;
