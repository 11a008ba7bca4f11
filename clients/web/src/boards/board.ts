// What the page asks of a board: one folder for each game, with a component and an icon. See `registry.ts`.

import type { Component } from "svelte";
import type { Diagram, Side } from "../wire";
import type { BySide, Options } from "../core/types";

export interface BoardProps {
  diagram: Diagram;
  /** The moves that may be played here and now; none when only looking. */
  legal: readonly string[];
  /** Whose turn the diagram shows, if anybody's. */
  mover: Side | undefined;
  /** What the sides are called: "White" and "Black". */
  sides: readonly [string, string];
  /** Whose side of the board is the near one. */
  bottom: Side;
  /** Whether the reader turned the board round. */
  flipped?: boolean;
  /** The side that may choose its next move while the other one is to move: it is played when the turn comes. */
  ahead?: Side;
  /** Moves that a bot expects from here on. */
  line?: readonly string[];
  /** In place of moves: what a click on a cell of the diagram does, where a position is set up. */
  onplace?: (index: number) => void;
  /** Resolves with whether the move was taken. */
  onmove: (move: string) => unknown;
}

/** How a side stands by what is on the board: 12 discs, or ahead by +3. */
export interface Standing {
  /** Empty where nothing is counted. */
  value: string;
  /** What is counted, where the number alone does not say. */
  unit: string;
  /** The pieces of the other side that it lacks beside one's own. */
  taken?: readonly string[];
}

/** How the page analyses a game unless told otherwise. */
export interface AnalysisDefaults {
  depth: number;
  /** How many plies of the searched tree fit a screen. */
  treeDepth: number;
  /** Whether nobody sees to the game's end: all that speeds a search up is switched on. */
  big: boolean;
  /** Whether values mean little in the middle of an exchange, so that captures are played out. */
  exchanges: boolean;
}

/** All that the page knows of one game. The rules are the server's. */
export interface GameBoard {
  Board: Component<BoardProps>;
  /** The game in a few strokes, within 48 by 48; the classes that it may use stand in `GameIcon.svelte`. */
  Icon: Component;
  /** What stands on a cell, within 100 by 100. */
  Piece: Component<{ mark: string }>;
  /** "white knight"; the name of its side unless told otherwise. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  /** A move with figures for the letters of its pieces: "♘f3". */
  figurines?: (written: string) => string;
  /** A piece of each side: its sign beside its name. */
  signs: BySide<string>;
  /** What the sides are called where their pieces look otherwise than in the server's text. */
  sides?: readonly [string, string];
  /** What the game is about in one sentence, where the server's names the sides by other pieces. */
  about?: string;
  /** How a side stands, where the board says something. */
  standing?: (diagram: Diagram, side: Side) => Standing | undefined;
  /** What it takes to win by the rules, where that is one thing: "Three in a row." */
  won?: (options: Options) => string;
  /** What values are counted in, where that is more than a number: "hundredths of a pawn". */
  unit?: () => string;
  analysis?: Partial<AnalysisDefaults>;
  /** How many plies a match from there has at most, where that can be seen. */
  plies?: (options: Options, position: string, moves: number) => number | undefined;
  /** Options that few want: they are out of sight until somebody asks for them. */
  seldom?: readonly string[];
  /** Whether the whole game is small enough to be solved while one waits. */
  whole?: boolean;
  /** The notation in which the server has a tournament's matches for other programs. */
  records?: "pgn" | "pdn";
}
