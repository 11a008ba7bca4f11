// Arrows and rings on a board: drawn by the reader with the right button, or expected by a bot. Pure functions; see
// `Shapes.svelte`.

import { SIDES } from "../../core/state";
import type { BySide, GridDiagram } from "../../core/types";
import type { Side } from "../../wire";
import type { CellView, GridLook } from "./grid";

export interface Point {
  x: number;
  y: number;
}

/** An arrow between the centres of two cells, or a ring around one cell. */
export interface Shape {
  from: Point;
  to?: Point;
  tone: "drawn" | "other" | "expected" | Side;
  /** The number of an expected move. */
  label?: string;
}

const same = (a: Shape, b: Shape) => a.from.x === b.from.x && a.from.y === b.from.y && a.to?.x === b.to?.x && a.to?.y === b.to?.y;

/** Adds a shape, or removes it if it is already drawn. */
export function toggled(shapes: readonly Shape[], shape: Shape): Shape[] {
  const others = shapes.filter((known) => !same(known, shape));
  const known = shapes.find((one) => same(one, shape));
  return known?.tone === shape.tone ? others : [...others, shape];
}

/**
 * Returns the outline of an arrow. The shaft begins next to the centre of the first cell, and the head ends in the
 * centre of the last one.
 */
export function arrow(from: Point, to: Point, width = 16): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (along: number, across: number) => `${(from.x + ux * along - uy * across).toFixed(1)} ${(from.y + uy * along + ux * across).toFixed(1)}`;
  const [tail, neck, half] = [22, length - 34, width / 2];
  return `M${at(tail, half)}L${at(neck, half)}L${at(neck, width * 1.35)}L${at(length - 4, 0)}L${at(neck, -width * 1.35)}L${at(neck, -half)}L${at(tail, -half)}Z`;
}

/** The maximum number of expected moves to show. More would cover the earlier ones. */
const FORESIGHT = 4;

/** Returns the moves that a bot expects, numbered: arrows for moving pieces, rings for placed pieces. */
export function expected(look: GridLook, diagram: GridDiagram, cells: readonly CellView[], line: readonly string[]): Shape[] {
  const marks = diagram.cells.slice();
  const middle = (cell: CellView) => ({ x: cell.x + 50, y: cell.y + 50 });
  return line.slice(0, FORESIGHT).flatMap((move, i): Shape[] => {
    const path = look.notation.read(move).steps.flatMap((step) => cells.find((cell) => cell.step === step) ?? []);
    const [first] = path;
    if (!first) return [];
    // A single move needs no number.
    const label = line.length > 1 ? { label: String(i + 1) } : {};
    if (look.walk) {
      return path.slice(1).map((cell, j) => {
        const shape: Shape = { from: middle(path[j] ?? first), to: middle(cell), tone: "expected" };
        return j === path.length - 2 ? { ...shape, ...label } : shape;
      });
    }
    const index = look.rests?.({ ...diagram, cells: marks }, first.index) ?? first.index;
    marks[index] = "x";
    const at = cells.find((cell) => cell.index === index) ?? first;
    return [{ from: middle(at), tone: "expected", ...label }];
  });
}

/** Returns the move that each of two bots expects, in the colour of its side. */
export const plansOf = (look: GridLook, diagram: GridDiagram, cells: readonly CellView[], moves: Partial<BySide<string>>): Shape[] =>
  SIDES.flatMap((side) => {
    const move = moves[side];
    return move === undefined ? [] : expected(look, diagram, cells, [move]).map((shape) => ({ ...shape, tone: side }));
  });
