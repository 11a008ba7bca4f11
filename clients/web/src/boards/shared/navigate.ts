// Keyboard navigation as pure functions.

/** Returns the cell that a key moves to on a grid, or `undefined` for other keys. */
export function stepInGrid(index: number, key: string, columns: number, rows: number): number | undefined {
  const row = Math.floor(index / columns);
  const column = index % columns;
  switch (key) {
    case "ArrowLeft":
      return row * columns + Math.max(0, column - 1);
    case "ArrowRight":
      return row * columns + Math.min(columns - 1, column + 1);
    case "ArrowUp":
      return Math.max(0, row - 1) * columns + column;
    case "ArrowDown":
      return Math.min(rows - 1, row + 1) * columns + column;
    case "Home":
      return row * columns;
    case "End":
      return row * columns + columns - 1;
    default:
      return undefined;
  }
}

/** Returns the item that a key moves to in a line. The movement stops at the ends. */
export function stepInLine(index: number, key: string, length: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(length - 1, index + 1);
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return undefined;
  }
}

export function playsKey(key: string): boolean {
  return key === "Enter" || key === " ";
}
