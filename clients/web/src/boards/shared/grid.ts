// What a board of cells is told about its game, and the few shapes that cells come in.

import type { Component } from "svelte";
import type { Side } from "../../wire";
import type { GridDiagram } from "../../core/types";
import { words } from "./board.words";
import type { Notation } from "./input";

/** Where cells lie, in hundredths of a cell. A cell's own middle is at 50, 50. */
export interface Geometry {
  at: (column: number, row: number) => { x: number; y: number };
  size: (columns: number, rows: number) => { width: number; height: number };
  /** The outline of a cell, as the `d` of a path. */
  outline: string;
}

export const squares: Geometry = {
  at: (column, row) => ({ x: column * 100, y: row * 100 }),
  size: (columns, rows) => ({ width: columns * 100, height: rows * 100 }),
  outline: "M0 0h100v100h-100z",
};

/** Squares with a little room between them. */
export const tiles: Geometry = {
  ...squares,
  outline: "M15 3h70a12 12 0 0 1 12 12v70a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12v-70a12 12 0 0 1 12-12z",
};

/**
 * How a game looks on a grid and how its moves are chosen. Colours are CSS variables that the game's `Board.svelte`
 * sets: `--tile`, `--tile-dark`, `--tile-line`, `--tile-hover`, `--tile-last`, `--tile-chosen` and those next to them in
 * `GridCell.svelte`.
 */
export interface GridLook {
  notation: Notation;
  /** What stands on a cell, within 100 by 100. */
  Piece: Component<{ mark: string }>;
  /** Whose a piece is; the second side's is "o" unless told otherwise. */
  owner?: (mark: string) => Side;
  /** "white knight"; the name of its side unless told otherwise. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  geometry?: Geometry;
  /** The side that sees the board turned round, so that its own pieces are the near ones. */
  turnedFor?: Side;
  /** Whether the points that may be chosen are shown before anything is chosen. */
  hints?: boolean;
  /** Room beside and below the board, in hundredths of a cell. */
  margin?: { left: number; below: number };
  /** Worth saying to whoever has these moves. */
  notice?: (legal: readonly string[]) => string;
  /** `walk`: a move leads a piece from cell to cell; otherwise it puts one down, where `rests` says. */
  walk?: boolean;
  /** Where a piece that is put at a cell comes to rest; all cells that lead to one place light up together. */
  rests?: (diagram: GridDiagram, index: number) => number;
  /** Where names of points stand: in the cells of the first column and last row, in every cell, or outside. */
  names: "inside" | "every" | "outside" | "below";
  /** How far names that stand outside are from the first column. */
  namesAway?: number;
  /** Drawn below the cells and over them. */
  Under?: Component<{ columns: number; rows: number }>;
  Over?: Component<{ columns: number; rows: number }>;
  /** Whether a dot marks the piece that moved last. */
  latest?: boolean;
  /** How a win is drawn: through straight rows of pieces, or along a chain of neighbours. */
  strike?: "rows" | "chain";
  /** What a piece may become, best first, as the moves' letters. */
  choices?: { order: string; name: (choice: string) => string; mark: (choice: string, side: Side) => string };
}

/** A cell as it is drawn. */
export interface CellView {
  /** Its place on the screen, row by row; `index` is its place in the diagram. */
  place: number;
  index: number;
  point: string;
  /** What moves call it. */
  step: string;
  x: number;
  y: number;
  row: number;
  mark: string;
  owner: Side | "";
  dark: boolean;
  playable: boolean;
  chosen: boolean;
  proposed: boolean;
  /** Chosen for a move to come. */
  ahead: boolean;
  last: boolean;
  won: boolean;
  /** Whether the piece here is in check, or lost by it. */
  check: "" | "check" | "mate";
}

export function ownerOf(look: GridLook, mark: string): Side {
  return look.owner?.(mark) ?? (mark === "o" ? "second" : "first");
}

type Told = Pick<CellView, "mark" | "playable" | "chosen" | "proposed" | "ahead">;

/** The cells row by row as they are seen; `tell` says of each what the diagram does not. */
export function cellsOf(look: GridLook, diagram: GridDiagram, turned: boolean, tell: (index: number, point: string, step: string) => Told): CellView[][] {
  const { columns, cells, points } = diagram;
  const { at } = look.geometry ?? squares;
  const view = (row: number, column: number): CellView => {
    const place = row * columns + column;
    const index = turned ? cells.length - 1 - place : place;
    const point = points[index] ?? "";
    const step = look.notation.step(point);
    const told = tell(index, point, step);
    return {
      place,
      index,
      point,
      step,
      ...at(column, row),
      row,
      owner: told.mark === "" ? "" : ownerOf(look, told.mark),
      dark: (row + column) % 2 === 1,
      last: point !== "" && diagram.last.includes(point),
      won: point !== "" && (diagram.line?.includes(point) ?? false),
      check: point === "" || diagram.check?.point !== point ? "" : diagram.check.mate ? "mate" : "check",
      ...told,
    };
  };
  return Array.from({ length: diagram.rows }, (_, row) => Array.from({ length: columns }, (_, column) => view(row, column)));
}

/** What stands on a cell, in words. */
export function pieceName(look: GridLook, mark: string, sides: readonly [string, string]): string {
  if (mark === "") return words.empty;
  return look.pieceName?.(mark, sides) ?? sides[ownerOf(look, mark) === "first" ? 0 : 1];
}

/** How many pieces a side has, as its standing. */
export function counted(diagram: GridDiagram, side: Side, owner: (mark: string) => Side, unit: (n: number) => string) {
  const own = diagram.cells.filter((mark) => mark !== "" && owner(mark) === side).length;
  return { value: String(own), unit: unit(own) };
}
