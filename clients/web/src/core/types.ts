// Names for parts of the generated types. The wire types in `../wire` are generated from the server's types, never
// written by hand.

import type { AnalyseBody, Diagram, FromServer, Side, TournamentReport } from "../wire";

export type BySide<T> = Record<Side, T>;

export type GridDiagram = Extract<Diagram, { kind: "grid" }>;
export type HeapDiagram = Extract<Diagram, { kind: "heap" }>;
export type TreeDiagram = Extract<Diagram, { kind: "tree" }>;
/** A game tree as nested arrays of leaf values. */
export type Tree = number | Tree[];

export type OptionValue = number | boolean | string | Tree;
export type Options = Record<string, unknown>;

/** An analysis request: its own keys, and any search switch by its name in a bot's configuration. */
export type AnalyseRequest = AnalyseBody & Record<string, unknown>;

/** The parts of a report that depend on the format; all empty in a round robin and a gauntlet. */
export type Placing = Pick<TournamentReport, "swiss" | "knockout" | "test">;

export type SnapshotMessage = Extract<FromServer, { type: "snapshot" }>;
export type WelcomeMessage = Extract<FromServer, { type: "welcome" }>;
export type EventMessage = Extract<FromServer, { type: "event" }>;
export type TournamentMessage = Extract<FromServer, { type: "tournament" }>;
export type LectureMessage = Extract<FromServer, { type: "lecture" }>;
export type ThinkingMessage = Extract<FromServer, { type: "thinking" }>;
export type BoardMessage = Extract<FromServer, { type: "board" }>;
