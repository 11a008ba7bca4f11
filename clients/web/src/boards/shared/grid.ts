// The description of a game for `GridBoard`, and the cell shapes.

import type { Component } from "svelte";
import type { Side } from "../../wire";
import type { GridDiagram } from "../../core/types";
import { words } from "./board.words";
import type { Notation } from "./input";

/** The positions of cells, in hundredths of a cell. A cell's centre is at 50, 50. */
export interface Geometry {
  at: (column: number, row: number) => { x: number; y: number };
  size: (columns: number, rows: number) => { width: number; height: number };
  /** The outline of a cell: the `d` attribute of a path. */
  outline: string;
}

export const squares: Geometry = {
  at: (column, row) => ({ x: column * 100, y: row * 100 }),
  size: (columns, rows) => ({ width: columns * 100, height: rows * 100 }),
  outline: "M0 0h100v100h-100z",
};

/** Squares with small gaps between them. */
export const tiles: Geometry = {
  ...squares,
  outline: "M15 3h70a12 12 0 0 1 12 12v70a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12v-70a12 12 0 0 1 12-12z",
};

/**
 * The appearance of a game on a grid and its move input. The game's `Board.svelte` sets the colours as CSS variables:
 * `--tile`, `--tile-dark`, `--tile-line`, `--tile-hover`, `--tile-last`, `--tile-chosen` and the related ones in
 * `GridCell.svelte`.
 */
export interface GridLook {
  notation: Notation;
  /** The piece on a cell, drawn in a 100 by 100 box. */
  Piece: Component<{ mark: string }>;
  /** Returns the owner of a piece. By default the second side owns "o". */
  owner?: (mark: string) => Side;
  /** A name such as "white knight". The default is the name of the side. */
  pieceName?: (mark: string, sides: readonly [string, string]) => string;
  geometry?: Geometry;
  /** The side that sees the board flipped, with its own pieces at the bottom. */
  turnedFor?: Side;
  /** True to highlight the selectable points before the first selection. */
  hints?: boolean;
  /** The space beside and below the board, in hundredths of a cell. */
  margin?: { left: number; below: number };
  /** Returns a notice for the player with these legal moves. */
  notice?: (legal: readonly string[]) => string;
  /** True if a move leads a piece from cell to cell. Otherwise a move places a piece, on the cell given by `rests`. */
  walk?: boolean;
  /**
   * Returns the resting cell of a piece placed at a cell. All cells with the same resting cell are highlighted
   * together.
   */
  rests?: (diagram: GridDiagram, index: number) => number;
  /** The position of point names: in the cells of the first column and last row, in every cell, or outside. */
  names: "inside" | "every" | "outside" | "below";
  /** The distance between outside names and the first column. */
  namesAway?: number;
  /** The layers below and above the cells. */
  Under?: Component<{ columns: number; rows: number }>;
  Over?: Component<{ columns: number; rows: number }>;
  /** True to mark the last moved piece with a dot. */
  latest?: boolean;
  /** The drawing of a win: through straight rows of pieces, or along a chain of neighbours. */
  strike?: "rows" | "chain";
  /** The promotions, best first, as the letters in moves. */
  choices?: { order: string; name: (choice: string) => string; mark: (choice: string, side: Side) => string };
}

/** The visible state of a cell. */
export interface CellView {
  /** The position on the screen, row by row. `index` is the position in the diagram. */
  place: number;
  index: number;
  point: string;
  /** The name of the cell in moves. */
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
  /** True if the cell is part of a premove. */
  ahead: boolean;
  last: boolean;
  won: boolean;
  /** The state of a king on this cell. */
  check: "" | "check" | "mate";
}

export function ownerOf(look: GridLook, mark: string): Side {
  return look.owner?.(mark) ?? (mark === "o" ? "second" : "first");
}

/** The mark of a side in games whose moves place a piece. */
export const markOf = (side: Side | undefined): string => (side === "second" ? "o" : "x");

/**
 * Returns the part of a move that is known before the server answers: the piece on its last cell, and the cell that it has
 * left. Captures follow with the answer. Returns undefined for a move without such a cell, such as a pass or a castling
 * onto the own rook.
 */
export function landing(look: GridLook, { points, cells, ...diagram }: GridDiagram, move: string, side: Side | undefined): { from: number | undefined; to: number; mark: string } | undefined {
  const { steps, choice } = look.notation.read(move);
  const at = (step: string | undefined) => points.findIndex((point) => point !== "" && look.notation.step(point) === step);
  const [from, to] = [at(steps[0]), at(steps.at(-1))];
  if (from < 0 || to < 0) return undefined;
  if (!look.walk) return { from: undefined, to: look.rests?.({ points, cells, ...diagram }, to) ?? to, mark: markOf(side) };
  const [mark, there] = [cells[from] ?? "", cells[to] ?? ""];
  if (mark === "" || (from !== to && there !== "" && ownerOf(look, there) === ownerOf(look, mark))) return undefined;
  return { from, to, mark: choice && look.choices && side ? look.choices.mark(choice, side) : mark };
}

type Told = Pick<CellView, "mark" | "playable" | "chosen" | "proposed" | "ahead">;

/** Returns the cells row by row as shown. `tell` supplies the properties that the diagram does not have. */
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

/** Returns the name of the piece on a cell, or "empty". */
export function pieceName(look: GridLook, mark: string, sides: readonly [string, string]): string {
  if (mark === "") return words.empty;
  return look.pieceName?.(mark, sides) ?? sides[ownerOf(look, mark) === "first" ? 0 : 1];
}

/** Counts the pieces of a side. */
export function counted(diagram: GridDiagram, side: Side, owner: (mark: string) => Side, unit: (n: number) => string) {
  const own = diagram.cells.filter((mark) => mark !== "" && owner(mark) === side).length;
  return { value: String(own), unit: unit(own) };
}
