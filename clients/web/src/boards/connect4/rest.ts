import type { GridDiagram } from "../../core/types";

/** Returns the cell where a disc dropped into this column comes to rest. The drawing previews it. */
export function restingCell(diagram: GridDiagram, index: number): number {
  const { columns, rows, cells } = diagram;
  for (let row = rows - 1; row >= 0; row--) {
    const at = row * columns + (index % columns);
    if (cells[at] === "") return at;
  }
  return index;
}
