// What the text of a position in Forsyth-Edwards Notation says besides the board.

/** Returns the number of the next move, the last of the fields; 1 if it is missing. */
export const moveNumber = (position: string): number => Math.max(1, Number(/\s(\d+)\s*$/.exec(position)?.[1] ?? 1));
