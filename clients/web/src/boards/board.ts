// The interface of a board. Each game has a folder with a component and an icon. See `registry.ts`.

import type { Component } from "svelte";
import type { Diagram, Side } from "../wire";
import type { BySide, Options } from "../core/types";

/** The moves that a bot considers in a position, as lights on the board. */
export interface Lights {
  on: Diagram;
  side: Side;
  /** `share` is the part of the nodes, where the move with most of them has 1. */
  moves: readonly { move: string; share: number; cut: boolean; best: boolean }[];
}

export interface BoardProps {
  diagram: Diagram;
  /** The legal moves; empty if the board is read-only. */
  legal: readonly string[];
  /** The side to move, if any. */
  mover: Side | undefined;
  /** The names of the sides, such as "White" and "Black". */
  sides: readonly [string, string];
  /** The side at the bottom of the board. */
  bottom: Side;
  /** True if the reader has flipped the board. */
  flipped?: boolean;
  /** The side that may choose a premove while the other side is to move. */
  ahead?: Side;
  /** Moves that a bot expects from this position. */
  line?: readonly string[];
  /** The next move that each of two bots expects. */
  plans?: Partial<BySide<string>>;
  lights?: Lights | undefined;
  /** A move that was sent and has no answer yet. The board shows it at once. */
  sent?: string | undefined;
  /** The setup mode: receives the index of the clicked cell instead of a move. */
  onplace?: (index: number) => void;
  /** Resolves to false if the move was rejected. */
  onmove: (move: string) => unknown;
}

/** The score of a side, such as 12 discs or an advantage of +3. */
export interface Standing {
  /** Empty if the game counts nothing. */
  value: string;
  /** The counted unit, if the number alone is ambiguous. */
  unit: string;
  /** The opponent's pieces that the side has captured beyond an even exchange. */
  taken?: readonly string[];
}

/** The default settings of an analysis. */
export interface AnalysisDefaults {
  depth: number;
  /** The number of plies of the search tree that fit on a screen. */
  treeDepth: number;
  /** True if the game is too large to solve, so that all search optimisations are switched on. */
  big: boolean;
  /** True if values are unreliable in the middle of an exchange, so that captures are searched to the end. */
  exchanges: boolean;
}

/** Everything that the page knows about one game. The server knows the rules. */
export interface GameBoard {
  Board: Component<BoardProps>;
  /** A line drawing of the game in a 48 by 48 box. `GameIcon.svelte` defines the available classes. */
  Icon: Component;
  /** The piece on a cell, drawn in a 100 by 100 box. */
  Piece: Component<{ mark: string }>;
  /** A name such as "white knight". The default is the name of the side. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  /** Replaces piece letters in a move with figurines: "♘f3". */
  figurines?: (written: string) => string;
  /** Writes a move as readers of this language know it, if the server's text differs. */
  inLanguage?: (written: string) => string;
  /** Returns the written name of the move for a typed text that only this game has. */
  typed?: (text: string, diagram: Diagram, side: Side) => string | undefined;
  /** A piece of each side, shown beside the side's name. */
  signs: BySide<string>;
  /** The names of the sides, if this board's pieces have different colours than the server's text says. */
  sides?: readonly [string, string];
  /** A one-sentence description, if the server's text names different pieces. */
  about?: string;
  /** Returns the score of a side, if the board shows one. */
  standing?: (diagram: Diagram, side: Side) => Standing | undefined;
  /** The winning condition, if the rules have only one: "Three in a row." */
  won?: (options: Options) => string;
  /** Explains a margin of victory that differs from the scores on the board. */
  margin?: (diagram: Diagram, by: number) => string;
  /**
   * The position before the first move, with the default options. The page opens with the game that has it, because its
   * board needs no request.
   */
  start?: { diagram: Diagram; legal: readonly string[] };
  /** The colours of the sides, as CSS values, if the sides are named by them. Otherwise those of the page. */
  colours?: readonly [string, string];
  /** True if positions are written in Forsyth-Edwards Notation, with the number of the next move as the last field. */
  fen?: true;
  /** True if values are hundredths of a piece, so that they are shown as "+0.58". */
  hundredths?: true;
  analysis?: Partial<AnalysisDefaults>;
  /** Returns an upper bound on the remaining plies, if the position determines one. */
  plies?: (options: Options, position: string, moves: number) => number | undefined;
  /** Rarely used options. They are hidden until the reader opens them. */
  seldom?: readonly string[];
  /** Settings of a bot that change nothing in this game, which the builder leaves out. */
  idle?: readonly string[];
  /** True if a player can threaten to win in two places at once. */
  forks?: true;
  /** Returns whether a bot with these settings never errs, whatever its depth. */
  judges?: (spec: Readonly<Record<string, unknown>>) => boolean;
  /** True if the page can solve the whole game while the reader waits. */
  whole?: boolean;
  /** The notation in which the server exports matches for other programs. */
  records?: "pgn" | "pdn";
}
