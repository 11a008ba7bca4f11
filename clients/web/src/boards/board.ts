// The interface of a board: one folder per game, with a component and an icon. See `registry.ts`.

import type { Component } from "svelte";
import type { Diagram, Side } from "../wire";
import type { BySide, Options } from "../core/types";

export interface BoardProps {
  diagram: Diagram;
  /** The legal moves; empty for a read-only board. */
  legal: readonly string[];
  /** The side to move in the diagram, if any. */
  mover: Side | undefined;
  /** The names of the sides: "White" and "Black". */
  sides: readonly [string, string];
  /** The side at the bottom. */
  bottom: Side;
  /** Whether the reader flipped the board. */
  flipped?: boolean;
  /** The side that may choose a premove while the other is to move. */
  ahead?: Side;
  /** A bot's expected moves from here on. */
  line?: readonly string[];
  /** Instead of moves: handles a click on a cell of the diagram while a position is set up. */
  onplace?: (index: number) => void;
  /** Resolves with whether the server accepted the move. */
  onmove: (move: string) => unknown;
}

/** A side's score on the board: 12 discs, or ahead by +3. */
export interface Standing {
  /** Empty if nothing is counted. */
  value: string;
  /** What is counted, if the number alone is unclear. */
  unit: string;
  /** Captured pieces of the other side, beyond exchanges. */
  taken?: readonly string[];
}

/** Default settings of an analysis. */
export interface AnalysisDefaults {
  depth: number;
  /** Number of plies of the searched tree that fit a screen. */
  treeDepth: number;
  /** Whether the game is too large to search to its end, so that all refinements are enabled. */
  big: boolean;
  /** Whether values in the middle of an exchange are unreliable, so that quiescence is enabled. */
  exchanges: boolean;
}

/** Everything that the page knows about a game. The rules are the server's. */
export interface GameBoard {
  Board: Component<BoardProps>;
  /** A line icon of the game within 48 by 48; `GameIcon.svelte` defines its classes. */
  Icon: Component;
  /** The content of a cell, within 100 by 100. */
  Piece: Component<{ mark: string }>;
  /** "white knight"; by default the name of its side. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  /** A move with figurines for the letters of pieces: "♘f3". */
  figurines?: (written: string) => string;
  /** A piece of each side, shown beside its name. */
  signs: BySide<string>;
  /** The names of the sides, if their pieces look different from the server's text. */
  sides?: readonly [string, string];
  /** The game's description in one sentence, if the server's uses other pieces for the sides. */
  about?: string;
  /** A side's score, if the board shows one. */
  standing?: (diagram: Diagram, side: Side) => Standing | undefined;
  /** The goal of the game in one phrase, if there is a single one: "Three in a row." */
  won?: (options: Options) => string;
  /** The unit of values, if there is one: "hundredths of a pawn". */
  unit?: () => string;
  analysis?: Partial<AnalysisDefaults>;
  /** The maximum number of remaining plies, if known. */
  plies?: (options: Options, position: string, moves: number) => number | undefined;
  /** Rarely used options, hidden at first. */
  seldom?: readonly string[];
  /** Whether the game is small enough to be solved interactively. */
  whole?: boolean;
  /** The notation in which the server exports a tournament's matches. */
  records?: "pgn" | "pdn";
}
