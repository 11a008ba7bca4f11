// Computes the segments of the line through a win.

import type { CellView } from "./grid";

export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

type Place = Pick<CellView, "x" | "y">;

/** The maximum distance between the centres of neighbours in a chain, in hundredths of a cell. */
const NEAR = 101;
/** The minimum length of a winning line. A shorter run occurs by chance where two lines meet. */
const RUN = 4;
/** How far a straight line extends beyond the centre of its last piece. */
const BEYOND = 34;

/** The four directions of a line on squares. */
const DIRECTIONS = [[100, 0], [0, 100], [100, 100], [100, -100]] as const;

/** Returns one segment for each straight line of the cells. */
export function rows(cells: readonly Place[]): Segment[] {
  const won = new Set(cells.map(({ x, y }) => `${x} ${y}`));
  const runs = DIRECTIONS.flatMap(([dx, dy]) =>
    cells
      .filter(({ x, y }) => !won.has(`${x - dx} ${y - dy}`))
      .map(({ x, y }) => {
        let length = 1;
        while (won.has(`${x + length * dx} ${y + length * dy}`)) length += 1;
        return { x, y, dx, dy, length };
      }),
  );
  const least = Math.min(RUN, Math.max(2, ...runs.map(({ length }) => length)));
  return runs
    .filter(({ length }) => length >= least)
    .map(({ x, y, dx, dy, length }) => {
      const [ex, ey] = [Math.sign(dx) * BEYOND, Math.sign(dy) * BEYOND];
      return { x1: x + 50 - ex, y1: y + 50 - ey, x2: x + 50 + (length - 1) * dx + ex, y2: y + 50 + (length - 1) * dy + ey };
    });
}

/** Returns one segment for each pair of neighbours in the chain. */
export function chain(cells: readonly Place[]): Segment[] {
  return cells.flatMap((a, i) =>
    cells.slice(i + 1).flatMap((b) => (Math.hypot(a.x - b.x, a.y - b.y) <= NEAR ? [{ x1: a.x + 50, y1: a.y + 50, x2: b.x + 50, y2: b.y + 50 }] : [])),
  );
}
