// The options of a board of cells, and common shapes of cells.

import type { Component } from "svelte";
import type { Side } from "../../wire";
import type { GridDiagram } from "../../core/types";
import { words } from "./board.words";
import type { Notation } from "./input";

/** Positions of cells, in hundredths of a cell. A cell's middle is at 50, 50. */
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

/** Squares with small gaps. */
export const tiles: Geometry = {
  ...squares,
  outline: "M15 3h70a12 12 0 0 1 12 12v70a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12v-70a12 12 0 0 1 12-12z",
};

/**
 * A game's look on a grid and its way of choosing moves. The game's `Board.svelte` sets colours as CSS variables:
 * `--tile`, `--tile-dark`, `--tile-line`, `--tile-hover`, `--tile-last`, `--tile-chosen` and the related ones in
 * `GridCell.svelte`.
 */
export interface GridLook {
  notation: Notation;
  /** The content of a cell, within 100 by 100. */
  Piece: Component<{ mark: string }>;
  /** The owner of a piece; by default "o" is the second side's. */
  owner?: (mark: string) => Side;
  /** "white knight"; by default the name of its side. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  geometry?: Geometry;
  /** The side that sees the board flipped, so that its own pieces are at the bottom. */
  turnedFor?: Side;
  /** Whether legal points are shown before a choice. */
  hints?: boolean;
  /** Margin beside and below the board, in hundredths of a cell. */
  margin?: { left: number; below: number };
  /** A notice for the side with these legal moves. */
  notice?: (legal: readonly string[]) => string;
  /** `walk`: a move leads a piece from cell to cell; otherwise it places one, at `rests`. */
  walk?: boolean;
  /** The cell where a placed piece comes to rest. All cells with the same one are highlighted together. */
  rests?: (diagram: GridDiagram, index: number) => number;
  /** Where names of points are: in the cells of the first column and last row, in every cell, or outside. */
  names: "inside" | "every" | "outside" | "below";
  /** Distance of outside names from the first column. */
  namesAway?: number;
  /** Drawn below and above the cells. */
  Under?: Component<{ columns: number; rows: number }>;
  Over?: Component<{ columns: number; rows: number }>;
  /** Whether a dot marks the piece that moved last. */
  latest?: boolean;
  /** The drawing of a win: through straight rows of pieces, or along a chain of neighbours. */
  strike?: "rows" | "chain";
  /** The promotions, best first, as the moves' letters. */
  choices?: { order: string; name: (choice: string) => string; mark: (choice: string, side: Side) => string };
}

/** A cell as drawn. */
export interface CellView {
  /** Its place on the screen, by rows; `index` is its place in the diagram. */
  place: number;
  index: number;
  point: string;
  /** Its name in moves. */
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
  /** Part of the premove. */
  ahead: boolean;
  last: boolean;
  won: boolean;
  /** Whether the piece here is in check or mated. */
  check: "" | "check" | "mate";
}

export function ownerOf(look: GridLook, mark: string): Side {
  return look.owner?.(mark) ?? (mark === "o" ? "second" : "first");
}

type Told = Pick<CellView, "mark" | "playable" | "chosen" | "proposed" | "ahead">;

/** The visible cells by rows; `tell` returns what the diagram lacks. */
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

/** The content of a cell in words. */
export function pieceName(look: GridLook, mark: string, sides: readonly [string, string]): string {
  if (mark === "") return words.empty;
  return look.pieceName?.(mark, sides) ?? sides[ownerOf(look, mark) === "first" ? 0 : 1];
}

/** A side's number of pieces as its score. */
export function counted(diagram: GridDiagram, side: Side, owner: (mark: string) => Side, unit: (n: number) => string) {
  const own = diagram.cells.filter((mark) => mark !== "" && owner(mark) === side).length;
  return { value: String(own), unit: unit(own) };
}
