import type { GridDiagram } from "../../core/types";

/** The cell of a column that a disc dropped into it comes to rest on, as the drawing needs it to show the way. */
export function restingCell(diagram: GridDiagram, index: number): number {
  const { columns, rows, cells } = diagram;
  for (let row = rows - 1; row >= 0; row--) {
    const at = row * columns + (index % columns);
    if (cells[at] === "") return at;
  }
  return index;
}
