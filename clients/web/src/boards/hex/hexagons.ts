// Pointy-top hexagons, 100 wide. Each row starts half a cell further right than the row above.

import type { Geometry } from "../shared/grid";

/** The distance between rows, and from a cell's centre to its top and bottom corners. */
const PITCH = 50 * Math.sqrt(3);
const REACH = 100 / Math.sqrt(3);
/** The space around the cells for the coloured edges. */
const ROOM = 22;

/** The vertical positions of a cell's corners. */
const [TOP, SHOULDER, FOOT, BOTTOM] = [50 - REACH, 50 - REACH / 2, 50 + REACH / 2, 50 + REACH] as const;

const place = (column: number, row: number) => ({ x: ROOM + column * 100 + row * 50, y: ROOM - TOP + row * PITCH });

export const hexagons: Geometry = {
  at: place,
  size: (columns, rows) => ({
    width: 2 * ROOM + columns * 100 + (rows - 1) * 50,
    height: 2 * ROOM + (rows - 1) * PITCH + 2 * REACH,
  }),
  outline: `M50 ${TOP}L100 ${SHOULDER}V${FOOT}L50 ${BOTTOM}L0 ${FOOT}V${SHOULDER}z`,
};

/** Returns the board's edges as paths along the cells: those of the first side and those of the second side. */
export function edges(columns: number, rows: number): { first: string[]; second: string[] } {
  const path = (corners: { x: number; y: number }[]) => corners.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
  const along = (count: number, corners: (i: number) => [number, number, number, number][]) =>
    path(Array.from({ length: count }, (_, i) => corners(i).map(([column, row, x, y]) => ({ x: place(column, row).x + x, y: place(column, row).y + y }))).flat());
  const [right, bottom] = [columns - 1, rows - 1];
  return {
    first: [
      along(columns, (i) => [[i, 0, 0, SHOULDER], [i, 0, 50, TOP], [i, 0, 100, SHOULDER]]),
      along(columns, (i) => [[i, bottom, 0, FOOT], [i, bottom, 50, BOTTOM], [i, bottom, 100, FOOT]]),
    ],
    second: [
      along(rows, (i) => [[0, i, 0, SHOULDER], [0, i, 0, FOOT]]),
      along(rows, (i) => [[right, i, 100, SHOULDER], [right, i, 100, FOOT]]),
    ],
  };
}
